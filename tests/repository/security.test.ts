import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(`${root}docs/security.md`, 'utf8')
const standard: Record<'level1' | 'level2', string[]> = JSON.parse(
  readFileSync(`${root}tests/data/asvs-5.0.0.json`, 'utf8'),
)

const VERDICTS = ['Met', 'Operator', 'Accepted', 'Not applicable']

interface Row {
  number: string
  level: string
  verdict: string
  how: string
}

const rowsOf = (text: string): Row[] =>
  [...text.matchAll(/^\| (V\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*) \|$/gm)].map(
    ([, number = '', level = '', verdict = '', how = '']) => ({ number, level, verdict, how }),
  )

/** Files, headings and commands; that they exist is checked with all documents. */
const PLACE =
  /`(?:src|tests|scripts)\/[^`]+`|`(?:package|biome|tsconfig\.base)\.json`|`npm run [\w:-]+`|\]\([^)]+\)/

const faultsOf = ({ number, verdict, how }: Row): string[] => [
  ...(VERDICTS.includes(verdict) ? [] : [`${number}: no verdict ${verdict}`]),
  ...(verdict !== 'Met' || PLACE.test(how) ? [] : [`${number}: met by no test or place`]),
  ...(how.length > 4 ? [] : [`${number}: says nothing`]),
]

describe('docs/security.md', () => {
  const rows = rowsOf(page)

  it('has each requirement of levels 1 and 2 once, in the order of the standard, with its level', () => {
    const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })
    const expected = [
      ...standard.level1.map((number) => ({ number, level: '1' })),
      ...standard.level2.map((number) => ({ number, level: '2' })),
    ].sort((one, other) => byNumber(one.number, other.number))
    expect(expected).toHaveLength(253)
    expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(expected)
  })

  it('gives each a verdict, and names a test or a place for each one that is met', () => {
    expect(rows.flatMap(faultsOf)).toEqual([])
  })

  it('names files that exist, outside of folders too', () => {
    const named = [...page.matchAll(/`([\w-]+(?:\.[\w-]+)*\.(?:json|md|ts|mjs))`/g)].map(
      ([, file]) => file ?? '',
    )
    expect(named).toContain('package.json')
    expect(named.filter((file) => !existsSync(`${root}${file}`))).toEqual([])
  })
})

describe('the check of docs/security.md', () => {
  it('reports unknown verdicts, and requirements met without a test or place', () => {
    const text =
      '| V1.1.1 | 1 | Planned | By `src/x.ts`. |\n| V1.1.2 | 2 | Met | Surely it is. |\n| V1.1.3 | 2 | Accepted | So |'
    expect(rowsOf(text).flatMap(faultsOf)).toEqual([
      'V1.1.1: no verdict Planned',
      'V1.1.2: met by no test or place',
      'V1.1.3: says nothing',
    ])
  })
})
