import pg from 'pg'
import { expect } from 'vitest'
import { sentBy } from './statements.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const nodesOf = (of: Node): Node[] => [of, ...(of.Plans ?? []).flatMap(nodesOf)]

/** On PostgreSQL: plan nodes of an action's statements that read more than `most` rows of a table, or all of them. */
export const costlySteps = async (
  url: string | undefined,
  table: string,
  work: () => Promise<unknown>,
  most = 500,
): Promise<string[]> => {
  const { sent } = await sentBy(work)
  expect(sent.length).toBeGreaterThan(0)
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  const steps: string[] = []
  try {
    for (const { text, values } of sent) {
      // Can't be explained.
      if (/savepoint/.test(text)) continue
      await connection.query('begin')
      const { rows } = await connection.query(`explain (analyze, format json) ${text}`, [...values])
      await connection.query('rollback')
      for (const step of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
        const read = (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
        if (step['Relation Name'] === table && (/Seq Scan/.test(step['Node Type']) || read > most))
          steps.push(`${step['Node Type']} ${read}: ${text.replace(/\s+/g, ' ').slice(0, 120)}`)
      }
    }
  } finally {
    await connection.end()
  }
  return steps
}
