import { ask } from './ask.ts'
import { type Bench, measure, printHeading, printRow, withMeasuredServer } from './measured-server.ts'
import { addVisits, contentId, episodeId, userId } from './million-visits.ts'
import type { Statement } from './recorder.ts'

const SETTINGS = ['shared_buffers=4GB', 'effective_cache_size=12GB', 'max_wal_size=8GB']
const LIMIT = 25
/** Number of first pages, and of last pages. */
const ENDS = 1000
/** Targets of the 95th percentile in ms; the middle of an unfiltered list is far from both ends. */
const TARGETS = { page: 50, count: 50, middle: 500 }

interface Case {
  name: string
  filters: string[]
  /** Only the first pages, for matches that lie anywhere in the order of the list. */
  isSearch?: boolean
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const month = `dateBeging=${day(60)}&dateFinish=${day(30)}`
const year = `dateBeging=${day(400)}&dateFinish=${day(35)}`

const VISITS: Case[] = [
  { name: 'no filter', filters: [''] },
  { name: 'user', filters: [0, 40, 90_000].map((n) => `userId=${userId(n)}`) },
  { name: 'content', filters: [0, 7, 900].map((n) => `contentId=${contentId(n)}`) },
  { name: 'episode', filters: [61, 9_003].map((n) => `episodeId=${episodeId(n)}`) },
  { name: 'media type', filters: ['mediaType=Movie', 'mediaType=Music'] },
  { name: 'days', filters: [month, year] },
  { name: 'media type, days', filters: [`mediaType=Serie&${month}`, `mediaType=Tv&${year}`] },
  {
    name: 'three at once',
    filters: [
      `contentId=${contentId(0)}&mediaType=Movie&${year}`,
      `userId=${userId(0)}&contentId=${contentId(0)}&${year}`,
      `userId=${userId(3)}&mediaType=Movie&${year}`,
      `contentId=${contentId(3)}&episodeId=${episodeId(61)}&${year}`,
    ],
  },
  { name: 'search, common', filters: ['search=isla', 'search=ana', 'search=noc'], isSearch: true },
  { name: 'search, rare', filters: ['search=4813', 'search=belkis7740', 'search=zzzz'], isSearch: true },
  {
    name: 'search with filters',
    filters: [`search=isla&mediaType=Serie&${year}`, `search=dulce+carmen&${month}`],
    isSearch: true,
  },
]

const ISSUES: Case[] = [
  { name: 'no filter', filters: [''] },
  { name: 'status', filters: ['status=false', 'status=true'] },
  { name: 'type', filters: ['issueType=AUDIO'] },
  { name: 'media type', filters: ['mediaType=Movie', 'mediaType=Sport'] },
  { name: 'content', filters: [0, 900].map((n) => `mediaId=${contentId(n)}`) },
  { name: 'days', filters: [month, year] },
  {
    name: 'three at once',
    filters: [
      'status=false&issueType=LINK&mediaType=Serie',
      `status=true&mediaType=Movie&${year}`,
      `mediaId=${contentId(0)}&issueType=AUDIO&${year}`,
    ],
  },
  { name: 'search', filters: ['search=isla', 'search=4813', 'search=dulce&status=false'], isSearch: true },
]

const GROUPS: Case[] = [
  { name: 'grouped', filters: ['', 'status=false', 'issueType=LINK&mediaType=Serie', 'search=isla'] },
  { name: 'grouped, a month', filters: [month, `${month}&status=false`] },
]

/** The statements of a request except those of authentication. */
const ownStatements = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ text }) => /histor|issue/.test(text) && !/"sessions"/.test(text))

type Kind = keyof typeof TARGETS

interface Asking {
  bench: Bench
  token: string
}

async function print({ bench, token }: Asking, name: string, kind: Kind, paths: string[]): Promise<boolean> {
  return printRow(name, kind, TARGETS[kind], await measure(bench, paths, token, ownStatements))
}

async function countOf({ bench, token }: Asking, path: string, filter: string): Promise<number> {
  const { count } = JSON.parse(await ask(`${bench.server.url}${path}/size?${filter}`, token))
  return Number(count)
}

/** Pages among the first and the last thousand, as far as they exist. */
const pagesOf = (count: number, isSearch: boolean): number[] => {
  const last = Math.max(1, Math.ceil(count / LIMIT))
  const first = isSearch ? [1, 2, 5] : [1, 2, 400, ENDS]
  const ends = isSearch ? [] : [last - ENDS, last - 400, last]
  return [...new Set([...first, ...ends])].filter((page) => page >= 1 && page <= last)
}

async function run(asking: Asking, path: string, cases: readonly Case[]): Promise<boolean> {
  let missed = false
  for (const { name, filters, isSearch = false } of cases) {
    const pages: string[] = []
    for (const filter of filters) {
      const count = await countOf(asking, path, filter)
      pages.push(...pagesOf(count, isSearch).map((page) => `${path}?limit=${LIMIT}&page=${page}&${filter}`))
    }
    missed = (await print(asking, name, 'page', pages)) || missed
    const counts = filters.map((filter) => `${path}/size?${filter}`)
    missed = (await print(asking, '', 'count', counts)) || missed
  }
  return missed
}

async function runAll(asking: Asking, visits: number): Promise<boolean> {
  printHeading('Visits')
  const results = [await run(asking, '/api/histories', VISITS)]
  const middle = Math.ceil(visits / LIMIT / 2)
  const pages = [0, 7, 300].map((more) => `/api/histories?limit=${LIMIT}&page=${middle + more}`)
  results.push(await print(asking, 'the middle', 'middle', pages))
  const of = ['', year, `contentId=${contentId(0)}`, `userId=${userId(0)}`, 'search=isla', 'search=4813']
  const summaries = of.map((filter) => `/api/histories/summary?${filter}`)
  results.push(await print(asking, 'summary', 'middle', summaries))
  printHeading('Reported errors')
  results.push(await run(asking, '/api/issues', ISSUES), await run(asking, '/api/issues/groups', GROUPS))
  return results.includes(true)
}

/** Measures lists of millions of visits and reports. */
export default function bench([
  ,
  rounds = '100',
  ,
  ,
  visits = '10000000',
  issues = '2000000',
]: readonly string[]): Promise<number> {
  return withMeasuredServer({
    settings: SETTINGS,
    rounds: Number(rounds),
    fill: async (client, url) => {
      await addVisits(client, url, Number(visits), Number(issues))
      return `${visits} visits and ${issues} reports`
    },
    run: async (measured) => runAll({ bench: measured, token: await measured.tokenOf('sa') }, Number(visits)),
  })
}
