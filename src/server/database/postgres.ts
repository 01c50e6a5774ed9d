import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { DatabaseError } from './errors.ts'
import type { Database, Db, Log } from './executor.ts'
import { PipelinedClient } from './pipelined-client.ts'
import { createTxGuard, guardTransactions, type TxGuard } from './tx-guard.ts'

const connectTimeout = 5_000
const statementTimeout = 30_000
const healthTimeout = 2_000
/** Any number that no other program on the same database uses for its advisory locks. */
const startLock = 7_264_118

// Counts and sums come as text from the driver; ours stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool whose own statements are refused inside a transaction. */
class GuardedPool extends pg.Pool {
  constructor(config: pg.PoolConfig, guard: TxGuard) {
    super(config)
    const query = this.query
    this.query = function guarded(this: GuardedPool, ...parameters: Parameters<typeof query>) {
      guard.check()
      return query.apply(this, parameters)
    } as typeof query
  }
}

/** Opens a pool on a PostgreSQL server; throws a DatabaseError when it does not answer within seconds. */
export async function openPostgres(
  databaseUrl: string,
  log: Log,
  applicationName: string,
): Promise<Database> {
  const settings = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeout,
    application_name: applicationName,
    // One worker halves the count of a large table; more would take the cores from the other requests.
    options: '-c TimeZone=UTC -c max_parallel_workers_per_gather=1',
    keepAlive: true,
  }
  const guard = createTxGuard()
  const pool = new GuardedPool(
    {
      ...settings,
      Client: PipelinedClient,
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 2 * statementTimeout,
    },
    guard,
  )
  // A pool of its own: slow queries can take all of the other one's connections.
  const probes = new pg.Pool({
    ...settings,
    connectionTimeoutMillis: healthTimeout,
    query_timeout: healthTimeout,
    max: 1,
  })
  for (const each of [pool, probes]) {
    each.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
    // One that is lost between two statements of a transaction would end the process; the next statement fails anyway.
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  let probe: Promise<boolean> | undefined
  const database: Database = {
    db: guardTransactions(asDb(drizzle({ client: pool })), guard),
    kind: 'postgres',
    health() {
      probe ??= answers(probes).finally(() => {
        probe = undefined
      })
      return probe
    },
    exclusively: (work) => exclusively(settings, work),
    async close() {
      await Promise.all([pool.end(), probes.end()])
    },
  }
  await firstContact(pool, databaseUrl).catch(async (error) => {
    await database.close()
    throw error
  })
  return database
}

async function firstContact(pool: pg.Pool, databaseUrl: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const { hostname, port, pathname } = new URL(databaseUrl)
    const place = `${hostname}:${port || '5432'}${pathname}`
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new DatabaseError(`DATABASE_URL: no se puede usar la base de datos ${place} (${reason}).`, {
      cause: error,
    })
  }
}

async function answers(probes: pg.Pool): Promise<boolean> {
  try {
    await probes.query('select 1')
    return true
  } catch {
    return false
  }
}

async function exclusively<T>(settings: pg.ClientConfig, work: (db: Db) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings)
  // Without a listener, a connection lost during the work would end the process; the work itself fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [startLock])
    return await work(asDb(drizzle({ client })))
  } finally {
    await client.end()
  }
}

/** The drivers differ in their result types alone; `StatementResult` holds what they have in common. */
function asDb(db: unknown): Db {
  return db as Db
}
