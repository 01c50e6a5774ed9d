import pg from 'pg'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { databaseUrl } from '../support/test-engine.ts'
import { agent, ask, signIn } from './ask.ts'
import { type Timings, timeRepeated } from './measure.ts'
import { openRecorder, type Recorder, type Statement } from './recorder.ts'

export const PASSWORD = 'benchmark'

/** Commits reach the disk, as in users' databases; PostgreSQL servers of tests start without. */
export const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'wal_level=replica']

/** A running server with its data, and a direct connection to its database. */
export interface Bench {
  server: RunningServer
  recorder: Recorder
  client: pg.Client
  /** Of its database. */
  url: string
  tokenOf: (name: string) => Promise<string>
  /** Repetitions of each case. */
  rounds: number
}

/** Timings of requests, and of the same statements alone. */
export interface Row {
  http: Timings
  sql: Timings
}

interface Plan {
  /** Settings for a database of this size; the defaults keep a tenth of it in memory. */
  settings: string[]
  rounds: number
  /** Fills the new database; returns a description of the data. */
  fill: (client: pg.Client, url: string) => Promise<string>
  /** Measures; true if a timing misses its target. */
  run: (bench: Bench) => Promise<boolean>
}

/**
 * Builds the data in a new database of `TEST_DATABASE_URL`, or of a PostgreSQL of its own, measures and throws it
 * away; returns 1 if a timing misses its target.
 */
export async function withMeasuredServer(plan: Plan): Promise<number> {
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? undefined : await startPostgres([...DURABLE, ...plan.settings])
  try {
    return await withDatabase(given ?? postgres?.url ?? '', plan)
  } finally {
    await postgres?.remove()
  }
}

async function withDatabase(adminUrl: string, { rounds, fill, run }: Plan): Promise<number> {
  const name = `cartelera_bench_${process.pid}`
  const url = databaseUrl(adminUrl, name)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  // Same settings as the server's own connections.
  const client = new pg.Client({ connectionString: url, options: '-c max_parallel_workers_per_gather=1' })
  try {
    const server = await startServer('', { DATABASE_URL: url, CARTELERA_SA_PASSWORD: PASSWORD }, [])
    await client.connect()
    const start = performance.now()
    const built = await fill(client, url)
    console.log(`Built ${built} in ${((performance.now() - start) / 1000).toFixed(0)} s`)
    const recorder = await openRecorder(url)
    const tokenOf = (login: string) => signIn(server.url, login, PASSWORD)
    const missed = await run({ server, recorder, client, url, tokenOf, rounds })
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

/** Measures requests of the paths in turn, then the statements of them that `own` selects, sent directly. */
export async function measure(
  { server, recorder, client, rounds }: Bench,
  paths: readonly string[],
  token: string,
  own: (statements: readonly Statement[]) => Statement[],
): Promise<Row> {
  const requests: Statement[][] = []
  for (const path of paths) requests.push(own(await recorder.statementsOf(path, token)))
  const http = await timeRepeated(paths, rounds, (path) => ask(`${server.url}${path}`, token))
  const sql = await timeRepeated(requests, rounds, async (statements) => {
    for (const statement of statements) await client.query({ ...statement, rowMode: 'array' })
  })
  if (process.env.BENCH_EXPLAIN) await explain(client, requests.flat())
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

/** Prints the heading of the timings. */
export function printHeading(what: string): void {
  console.log(`\n${what}`)
  console.log('Milliseconds                    HTTP              same SQL')
  console.log('                               p50     p95     p50     p95  ratio')
}

/** Prints the timings of a case; true if its 95th percentile over HTTP is above the target. */
export function printRow(name: string, kind: string, target: number, { http, sql }: Row): boolean {
  const missed = http.p95 > target
  const ratio = (http.p50 / sql.p50).toFixed(2).padStart(7)
  const timings = [http.p50, http.p95, sql.p50, sql.p95].map(number).join('')
  console.log(`${name.padEnd(22)}${kind.padEnd(8)}${timings}${ratio}${missed ? `   over ${target} ms` : ''}`)
  return missed
}
