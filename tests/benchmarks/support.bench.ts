import pg from 'pg'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { databaseUrl } from '../support/test-engine.ts'
import { agent, ask, signIn } from './ask.ts'
import { type Figures, timeRepeated } from './measure.ts'
import { addVisits, contentId, episodeId, userId } from './million-visits.ts'
import { openRecorder, type Recorder, type Statement } from './recorder.ts'

const SETTINGS = ['shared_buffers=4GB', 'effective_cache_size=12GB', 'max_wal_size=8GB']
const PASSWORD = 'benchmark'
const LIMIT = 25
/** How many pages count as the first ones, and as the last. */
const ENDS = 1000
/** Milliseconds that the 95th percentile may take; the middle of an unfiltered list lies far from both ends. */
const TARGETS = { page: 50, count: 50, middle: 500 }

interface Case {
  name: string
  filters: string[]
  /** Of what lies anywhere in the order of the list the first pages are asked for alone. */
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
  { name: 'grouped, a month', filters: [month] },
]

interface Bench {
  server: RunningServer
  recorder: Recorder
  client: pg.Client
  token: string
  rounds: number
}

interface Row {
  http: Figures
  sql: Figures
}

/** What a request sends besides finding out who calls. */
const ownStatements = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ text }) => /histor|issue/.test(text) && !/"sessions"/.test(text))

async function measure({ server, recorder, client, token, rounds }: Bench, paths: string[]): Promise<Row> {
  const requests: Statement[][] = []
  for (const path of paths) requests.push(ownStatements(await recorder.statementsOf(path, token)))
  const http = await timeRepeated(paths, rounds, (path) => ask(`${server.url}${path}`, token))
  const sql = await timeRepeated(requests, rounds, async (statements) => {
    for (const statement of statements) await client.query({ ...statement, rowMode: 'array' })
  })
  return { http, sql }
}

const number = (value: number) => value.toFixed(1).padStart(8)

function print(name: string, kind: keyof typeof TARGETS, { http, sql }: Row): boolean {
  const missed = http.p95 > TARGETS[kind]
  const ratio = (http.p50 / sql.p50).toFixed(2).padStart(7)
  const figures = [http.p50, http.p95, sql.p50, sql.p95].map(number).join('')
  console.log(
    `${name.padEnd(22)}${kind.padEnd(8)}${figures}${ratio}${missed ? `   over ${TARGETS[kind]} ms` : ''}`,
  )
  return missed
}

async function countOf({ server, token }: Bench, path: string, filter: string): Promise<number> {
  const { count } = JSON.parse(await ask(`${server.url}${path}/size?${filter}`, token))
  return Number(count)
}

/** Pages among the first and the last thousand, as far as there are. */
const pagesOf = (count: number, isSearch: boolean): number[] => {
  const last = Math.max(1, Math.ceil(count / LIMIT))
  const first = isSearch ? [1, 2, 5] : [1, 2, 400, ENDS]
  const ends = isSearch ? [] : [last - ENDS, last - 400, last]
  return [...new Set([...first, ...ends])].filter((page) => page >= 1 && page <= last)
}

async function run(bench: Bench, path: string, cases: readonly Case[]): Promise<boolean> {
  let missed = false
  for (const { name, filters, isSearch = false } of cases) {
    const pages: string[] = []
    for (const filter of filters) {
      const count = await countOf(bench, path, filter)
      pages.push(...pagesOf(count, isSearch).map((page) => `${path}?limit=${LIMIT}&page=${page}&${filter}`))
    }
    missed = print(name, 'page', await measure(bench, pages)) || missed
    const counts = filters.map((filter) => `${path}/size?${filter}`)
    missed = print('', 'count', await measure(bench, counts)) || missed
  }
  return missed
}

async function runAll(bench: Bench, visits: number): Promise<boolean> {
  console.log('\nMilliseconds                    HTTP              same SQL')
  console.log('                               p50     p95     p50     p95  ratio')
  const results = [await run(bench, '/api/histories', VISITS)]
  const middle = Math.ceil(visits / LIMIT / 2)
  const pages = [0, 7, 300].map((more) => `/api/histories?limit=${LIMIT}&page=${middle + more}`)
  results.push(print('the middle', 'middle', await measure(bench, pages)))
  const summaries = [
    '',
    year,
    `contentId=${contentId(0)}`,
    `userId=${userId(0)}`,
    'search=isla',
    'search=4813',
  ]
  const asked = summaries.map((filter) => `/api/histories/summary?${filter}`)
  results.push(print('summary', 'middle', await measure(bench, asked)))
  console.log('\nReported errors')
  results.push(await run(bench, '/api/issues', ISSUES), await run(bench, '/api/issues/groups', GROUPS))
  return results.includes(true)
}

/** Builds the data in a new database, measures, and throws it away; gives 1 when a figure misses its target. */
async function withServer(adminUrl: string, visits: number, issues: number, rounds: number): Promise<number> {
  const name = `cartelera_bench_${process.pid}`
  const url = databaseUrl(adminUrl, name)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const client = new pg.Client({ connectionString: url, options: '-c max_parallel_workers_per_gather=1' })
  try {
    const server = await startServer('', { DATABASE_URL: url, CARTELERA_SA_PASSWORD: PASSWORD }, [])
    await client.connect()
    const start = performance.now()
    await addVisits(client, url, visits, issues)
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.log(`Built ${visits} visits and ${issues} reports in ${seconds} s`)
    const recorder = await openRecorder(url)
    const token = await signIn(server.url, 'sa', PASSWORD)
    const missed = await runAll({ server, recorder, client, token, rounds }, visits)
    await recorder.close()
    await server.stop()
    return missed ? 1 : 0
  } finally {
    agent.destroy()
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

/** Visits and reports by the millions, on `TEST_DATABASE_URL` or a PostgreSQL of its own. */
export default async function bench([
  ,
  rounds = '100',
  ,
  ,
  visits = '10000000',
  issues = '2000000',
]: readonly string[]): Promise<number> {
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? undefined : await startPostgres(SETTINGS)
  try {
    return await withServer(given ?? postgres?.url ?? '', Number(visits), Number(issues), Number(rounds))
  } finally {
    await postgres?.remove()
  }
}
