import pg from 'pg'
import { z } from 'zod'
import type { Statement } from './recorder.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Sort Space Type'?: string | undefined
  'Hash Batches'?: number | undefined
  'Actual Rows'?: number | undefined
  'Rows Removed by Filter'?: number | undefined
  Plans?: Node[] | undefined
}

const node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Sort Space Type': z.string().optional(),
    'Hash Batches': z.number().optional(),
    'Actual Rows': z.number().optional(),
    'Rows Removed by Filter': z.number().optional(),
    Plans: z.array(node).optional(),
  }),
)
const explained = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: node })).min(1) })

const nodesOf = (of: Node): Node[] => [of, ...(of.Plans ?? []).flatMap(nodesOf)]

/** A partition of a month with few or no rows. */
const isSmallPartition = (of: Node): boolean =>
  /_(\d{4}_\d{2}|default)$/.test(of['Relation Name'] ?? '') &&
  (of['Actual Rows'] ?? 0) + (of['Rows Removed by Filter'] ?? 0) < 10_000

/** Nodes of a plan that are unsuitable for a large table. */
function faultsIn(plan: Node, isLarge: RegExp): string[] {
  return nodesOf(plan).flatMap((each) => {
    const relation = each['Relation Name'] ?? ''
    if (/Seq Scan/.test(each['Node Type']) && isLarge.test(relation) && !isSmallPartition(each))
      return [`sequential scan of ${relation}`]
    if (each['Sort Space Type'] === 'Disk') return ['sort spills']
    return (each['Hash Batches'] ?? 1) > 1 ? ['hash spills'] : []
  })
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join()}}`)
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const element = (value: unknown): string =>
  value === null ? 'null' : `"${String(value).replace(/(["\\])/g, '\\$1')}"`

/** Executions after which PostgreSQL settles on a plan for a named statement. */
const SETTLED = 5

/**
 * Nodes of the plans of statements that are unsuitable for large tables. Statements run as on the server: named ones
 * with the plan that PostgreSQL settles on, others with a plan for their values.
 */
export async function faultsOf(
  client: pg.Client,
  statements: readonly Statement[],
  isLarge: RegExp,
): Promise<string[]> {
  const faults: string[] = []
  for (const { text, values, name } of statements) {
    const plan = await (name === undefined
      ? explain(client, text, values)
      : explainNamed(client, text, values))
    faults.push(...faultsIn(plan, isLarge))
    if (process.env.BENCH_EXPLAIN) console.log(text, values, JSON.stringify(plan, null, 1))
  }
  return [...new Set(faults)]
}

const OPTIONS = '(analyze, buffers off, format json)'

const planIn = (rows: unknown[]): Node => {
  const [plan] = explained.parse(rows[0])['QUERY PLAN']
  if (!plan) throw new Error('No plan')
  return plan.Plan
}

const explain = async (client: pg.Client, text: string, values: unknown[]): Promise<Node> =>
  planIn((await client.query({ text: `explain ${OPTIONS} ${text}`, values })).rows)

async function explainNamed(client: pg.Client, text: string, values: unknown[]): Promise<Node> {
  await client.query(`prepare settled as ${text}`)
  try {
    const call = `execute settled${values.length === 0 ? '' : `(${values.map(literal).join(', ')})`}`
    for (let run = 0; run < SETTLED; run++) await client.query(`explain ${call}`)
    return planIn((await client.query(`explain ${OPTIONS} ${call}`)).rows)
  } finally {
    await client.query('deallocate settled')
  }
}
