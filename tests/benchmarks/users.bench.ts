import pg from 'pg'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { databaseUrl } from '../support/test-engine.ts'
import { agent, ask, signIn } from './ask.ts'
import { type Figures, timeRepeated } from './measure.ts'
import { addUsers } from './million-users.ts'
import { openRecorder, type Recorder, type Statement } from './recorder.ts'

/** As a server is set up for a database of this size; out of the box it keeps a tenth of it in memory. */
const SETTINGS = ['shared_buffers=2GB', 'effective_cache_size=4GB', 'max_wal_size=4GB']
const PASSWORD = 'benchmark'
const PAGE_LIMIT = 25
/** Milliseconds that the 95th percentile may take. */
const TARGETS = { page: 50, count: 100 }

type Login = 'sa' | 'agente' | 'superagente'

interface Case {
  name: string
  login?: Login
  /** Query strings that are asked for in turn. */
  queries: string[]
}

const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
const searches = (...words: string[]) => words.map((word) => `search=${encodeURIComponent(word)}`)

const casesOf = (users: number): Case[] => [
  { name: 'no filter', queries: ['', 'page=2', 'page=7'] },
  { name: 'last page', queries: [`page=${Math.ceil(users / PAGE_LIMIT)}`] },
  { name: 'name, 3 letters', queries: searches('mar', 'ros', 'peñ', 'jim', 'lui', 'bei', 'xyz') },
  { name: 'name, 4 letters', queries: searches('rosa', 'juan', 'iñon', 'tave', 'ramí', 'zzzz') },
  { name: 'name, 6 letters', queries: searches('altagr', 'rodríg', 'indhir', 'holguí', 'martin') },
  { name: 'two words', queries: searches('juan perez', 'maría peña', 'rosa 809555') },
  { name: 'expiry, a week', queries: [`dateBeging=${day(0)}&dateFinish=${day(7)}`] },
  { name: 'expiry, a year', queries: [`dateBeging=${day(0)}&dateFinish=${day(365)}`] },
  {
    name: 'platform',
    queries: ['android', 'roku', 'stb'].map((name) => `platform=com.cartelera.${name}.tv`),
  },
  { name: 'sort by expiry', queries: ['sort=dateExpire', 'sort=dateExpire&order=desc'] },
  { name: 'agent', login: 'agente', queries: ['', 'page=3', 'search=rosa'] },
  { name: 'superagent', login: 'superagente', queries: ['', 'page=3', 'search=rosa'] },
]

interface Bench {
  server: RunningServer
  recorder: Recorder
  client: pg.Client
  tokens: Record<Login, string>
  rounds: number
}

/** The statement of a request that reads the list itself: the longest one on users. */
const listStatement = (statements: readonly Statement[]): Statement => {
  const onUsers = statements.filter(({ text }) => /from "users"/.test(text) && !/"sessions"/.test(text))
  const [longest] = [...onUsers].sort((a, b) => b.text.length - a.text.length)
  if (!longest) throw new Error('The request reads no users')
  return longest
}

interface Row {
  http: Figures
  sql: Figures
}

async function measure(bench: Bench, path: string, { login = 'sa', queries }: Case): Promise<Row> {
  const { server, recorder, client, tokens, rounds } = bench
  const token = tokens[login]
  const paths = queries.map((query) => `${path}?${query}`)
  const statements: Statement[] = []
  for (const each of paths) statements.push(listStatement(await recorder.statementsOf(each, token)))
  const http = await timeRepeated(paths, rounds, (each) => ask(`${server.url}${each}`, token))
  const sql = await timeRepeated(statements, rounds, (statement) =>
    client.query({ ...statement, rowMode: 'array' }),
  )
  if (process.env.BENCH_EXPLAIN) await explain(client, statements)
  return { http, sql }
}

async function explain(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    const plan = await client.query({ text: `explain (analyze, buffers) ${text}`, values, rowMode: 'array' })
    console.log(text.slice(text.lastIndexOf(' from ')), values)
    for (const [line] of plan.rows) console.log(`    ${line}`)
  }
}

const number = (value: number) => value.toFixed(1).padStart(8)

function print(name: string, kind: 'page' | 'count', { http, sql }: Row): boolean {
  const missed = http.p95 > TARGETS[kind]
  const ratio = (http.p50 / sql.p50).toFixed(2).padStart(7)
  const figures = [http.p50, http.p95, sql.p50, sql.p95].map(number).join('')
  console.log(
    `${name.padEnd(18)}${kind.padEnd(7)}${figures}${ratio}${missed ? `   over ${TARGETS[kind]} ms` : ''}`,
  )
  return missed
}

async function run(bench: Bench, users: number): Promise<boolean> {
  console.log(`\nMilliseconds, ${users} users, ${bench.rounds} requests each, one at a time`)
  console.log('                             HTTP              same SQL')
  console.log('                             p50     p95     p50     p95  ratio')
  let missed = false
  for (const each of casesOf(users)) {
    const page = await measure(bench, '/api/users/short', {
      ...each,
      queries: each.queries.map((query) => `limit=${PAGE_LIMIT}${query && `&${query}`}`),
    })
    const count = await measure(bench, '/api/users/size', {
      ...each,
      queries: each.queries.map((query) => query.replace(/(^|&)(page|sort|order)=\w+/g, '')),
    })
    missed = print(each.name, 'page', page) || missed
    missed = print('', 'count', count) || missed
  }
  return missed
}

/** Builds the data in a new database, measures, and throws it away; gives 1 when a figure misses its target. */
async function withServer(adminUrl: string, users: number, rounds: number): Promise<number> {
  const name = `cartelera_bench_${process.pid}`
  const url = databaseUrl(adminUrl, name)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  // The loop runs as the server's own connections do.
  const client = new pg.Client({ connectionString: url, options: '-c max_parallel_workers_per_gather=1' })
  try {
    const server = await startServer('', { DATABASE_URL: url, CARTELERA_SA_PASSWORD: PASSWORD }, [])
    await client.connect()
    const start = performance.now()
    await addUsers(client, users)
    console.log(`Built ${users} users in ${((performance.now() - start) / 1000).toFixed(0)} s`)
    const recorder = await openRecorder(url)
    const tokens = {
      sa: await signIn(server.url, 'sa', PASSWORD),
      agente: await signIn(server.url, 'agente', PASSWORD),
      superagente: await signIn(server.url, 'superagente', PASSWORD),
    }
    const missed = await run({ server, recorder, client, tokens, rounds }, users)
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

/** Lists of users with a million of them, on `TEST_DATABASE_URL` or a PostgreSQL of its own. */
export default async function bench([users = '1000000', rounds = '200']: readonly string[]): Promise<number> {
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? undefined : await startPostgres(SETTINGS)
  try {
    return await withServer(given ?? postgres?.url ?? '', Number(users), Number(rounds))
  } finally {
    await postgres?.remove()
  }
}
