import pg from 'pg'
import { type RunningServer, startServer } from '../journeys/support/server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { databaseUrl } from '../support/test-engine.ts'
import { agent, signIn } from './ask.ts'
import { openRecorder, type Recorder } from './recorder.ts'

export const PASSWORD = 'benchmark'

/** Settings that make commits durable, as in production; PostgreSQL servers of tests start without. */
export const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'wal_level=replica']

/** A running server with its data, and a direct connection to its database. */
export interface Bench {
  server: RunningServer
  recorder: Recorder
  client: pg.Client
  /** URL of its database. */
  url: string
  tokenOf: (name: string) => Promise<string>
  /** Repetitions of each case. */
  rounds: number
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
 * Builds the data in a new database of `TEST_DATABASE_URL`, or of a temporary PostgreSQL server, measures and removes
 * it; returns 1 if a timing misses its target.
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
    const server = await startServer(
      '',
      // The data are older than what maintenance would keep.
      { DATABASE_URL: url, CARTELERA_SA_PASSWORD: PASSWORD, RETENTION_PENDING: '3650' },
      ['start'],
    )
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
