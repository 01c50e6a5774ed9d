import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { Checkouts } from './checkouts.ts'
import { DatabaseError, isQueryTimeout, isRetryable, TooSlow, unavailability } from './errors.ts'
import type { Database, Db, Log, PoolStats, Tx } from './executor.ts'
import { Replicas } from './replicas.ts'
import { ClientGone, type Load, statementContext } from './statement-context.ts'
import { BACKGROUND_LIMIT, REPORT_LIMIT, REQUEST_LIMIT } from './statement-limits.ts'
import { createTxGuard, guardTransactions, type TxGuard } from './tx-guard.ts'

const connectTimeout = 5_000
/** For the first connection, and those that no request waits for: on a busy machine they may take this long. */
const patientTimeout = 30_000
const healthTimeout = 2_000
const closeTimeout = 2_000
/** Milliseconds to connect to a replica before the primary is used instead. */
const replicaTimeout = 1_000
/** Wait for a connection, in milliseconds, that signals imminent failures of requests. */
const maxQueueTime = 2_000
/** Time for which the disk counts as full after a failed write, in milliseconds. */
const diskFullTime = 30_000
/** Arbitrary numbers, for advisory locks that no other program uses. */
const startLock = 7_264_118
const maintenanceLock = 7_264_119

// The driver returns counts and sums as text; ours are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface PostgresOptions {
  databaseUrl: string
  /**
   * URL of the same database without a pooler. If set, connections of `databaseUrl` are shared between transactions:
   * they keep no session state, and only accept start-up parameters that every pooler supports.
   */
  directUrl?: string | undefined
  /** URL of the same database without a pooler, for the role that owns its tables. */
  ownerUrl?: string | undefined
  /** URLs of read replicas. */
  replicaUrls?: readonly string[]
  /** Maximum number of connections, excluding the probe and maintenance. */
  size: number
  /** Whether to name prepared statements, which poolers may not support. */
  statementNames: boolean
  log: Log
  applicationName: string
}

/** Opens a pool on a PostgreSQL server; throws a DatabaseError if it does not respond within half a minute. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, directUrl, ownerUrl, replicaUrls = [] } = options
  const { size, statementNames, log, applicationName } = options
  const isPooled = directUrl !== undefined
  const common = {
    connectionTimeoutMillis: connectTimeout,
    application_name: applicationName,
    keepAlive: true,
  }
  const patient = { ...common, connectionTimeoutMillis: patientTimeout }
  const directConfig = { ...patient, connectionString: directUrl ?? databaseUrl }
  const settings = await acceptedSettings({ ...directConfig, options: startupOptions(SETTINGS) }).catch(
    refuseUrl(isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL', directConfig.connectionString),
  )
  const direct = { ...directConfig, options: startupOptions({ ...settings, ...NO_LIMITS }) }
  const owner = { ...direct, connectionString: ownerUrl ?? direct.connectionString }
  const server = { ...common, connectionString: databaseUrl, ...(isPooled && { onConnect: setTimeZone }) }
  if (isPooled)
    await limitRole({ ...patient, connectionString: databaseUrl }, direct, roleSettings(settings), log).catch(
      refuseUrl('DATABASE_URL', databaseUrl),
    )
  const names = {
    areUsed: statementNames,
    stop() {
      if (names.areUsed)
        log.warn(
          {},
          'a prepared statement could not be used: until the next start, none is (DATABASE_STATEMENT_NAMES)',
        )
      names.areUsed = false
    },
  }
  const openPool = (config: pg.PoolConfig, limit: number, max: number): Checkouts => {
    const options = isPooled ? {} : { options: startupOptions({ ...settings, ...timeLimits(limit) }) }
    return new Checkouts(new pg.Pool({ ...config, ...options, max }), names)
  }
  const share = reportShare(size)
  const openPools = (config: pg.PoolConfig, requestLimit: number): Pools => ({
    requests: openPool(config, requestLimit, size - share),
    reports: openPool(config, REPORT_LIMIT, share),
  })
  const openProbe = (config: pg.PoolConfig) =>
    // A separate connection, since slow statements can occupy all others.
    new pg.Pool({
      ...config,
      connectionTimeoutMillis: healthTimeout,
      query_timeout: healthTimeout,
      max: 1,
      // Reconnects regularly, because an administrator's settings for a database only apply to new connections.
      maxLifetimeSeconds: 15,
    })
  const pools = openPools(server, BACKGROUND_LIMIT)
  const probes = openProbe(server)
  const replicas = replicaUrls.map((connectionString) => {
    const config = { ...server, connectionString, connectionTimeoutMillis: replicaTimeout }
    const name = new URL(connectionString).host
    return { name, pools: openPools(config, REQUEST_LIMIT), probe: openProbe(config) }
  })
  const checkouts = [pools, ...replicas.map((replica) => replica.pools)].flatMap((each) =>
    Object.values(each),
  )
  const every = [...checkouts.map(({ pool }) => pool), probes, ...replicas.map(({ probe }) => probe)]
  for (const each of every) {
    each.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
    // A connection lost between two statements of a transaction would otherwise end the process; the next statement
    // fails anyway.
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  let underWay: Promise<ProbeResult> | undefined
  const probe = () => {
    underWay ??= probeDatabase(probes).finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const guard = createTxGuard()
  const readers = replicas.length > 0 ? new Replicas(replicas, probes, log) : undefined
  let isFullUntil = 0
  const router = new Router({
    pools,
    replicas: readers,
    guard,
    isSilent: async () => (await probe()) === 'silent',
    onFullDisk() {
      isFullUntil = performance.now() + diskFullTime
    },
  })
  const database: Database = {
    db: guardTransactions(drizzleFor(router), guard),
    kind: 'postgres',
    async serverRole() {
      if (ownerUrl === undefined) return undefined
      const own = await identify(pools.requests.pool)
      const owners = await onOwnConnection(owner, (_db, client) => identify(client)).catch(
        refuseUrl('DATABASE_OWNER_URL', ownerUrl),
      )
      if (own.place !== owners.place)
        throw new DatabaseError('DATABASE_OWNER_URL: no es la base de datos de DATABASE_URL.')
      if (own.role === owners.role)
        throw new DatabaseError('DATABASE_OWNER_URL: es el mismo rol que el de DATABASE_URL.')
      return own.role
    },
    stats: () => ({ pools: [poolStats('requests', pools.requests), poolStats('reports', pools.reports)] }),
    health: async () => (await probe()) !== 'silent',
    readiness: async () => {
      if (pools.requests.waits.longest > maxQueueTime) return 'starved'
      if (performance.now() < isFullUntil) return 'disk-full'
      return UNREADY[await probe()]
    },
    unlimited: (work) => onOwnConnection(direct, (db) => work(db)),
    exclusively: (work) =>
      onOwnConnection(owner, async (db, client) => {
        await takeStartLock(client)
        return work(db)
      }),
    unlessBusy: (work) =>
      onOwnConnection(direct, async (db, client) => {
        // Released by closing the connection.
        const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
          maintenanceLock,
        ])
        return rows[0]?.free ? work(db) : undefined
      }),
    endStatements() {
      readers?.close()
      for (const each of checkouts) each.end()
    },
    async close() {
      readers?.close()
      const ending = every.map((each) => each.end())
      // A hanging server does not close connections.
      await Promise.race([Promise.all(ending), pause(closeTimeout, undefined, { ref: false })])
    },
  }
  return database
}

/** Settings of every session; as start-up parameters they cost no round trip. */
const SETTINGS = {
  TimeZone: 'UTC',
  // One worker halves the time of counting a large table; more would take cores from other requests.
  max_parallel_workers_per_gather: 1,
  // With the default of 4 MB, a word with 300,000 matches marks whole pages, whose rows are then all compared again.
  work_mem: '16MB',
}

/** Milliseconds after which the server looks whether a client has gone: PostgreSQL 14, not on every platform. */
const CLIENT_CHECK = { client_connection_check_interval: 250 }

const NO_LIMITS = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

type Settings = Record<string, string | number>

/** Waits for the server, and asks whether it accepts the optional settings. */
const acceptedSettings = (config: pg.ClientConfig): Promise<Settings> =>
  onOwnConnection(config, async (_db, client) => {
    const set = `set client_connection_check_interval = ${CLIENT_CHECK.client_connection_check_interval}`
    return client.query(set).then(
      () => ({ ...SETTINGS, ...CLIENT_CHECK }),
      (error) => {
        // It is unknown, or only 0 is valid.
        if (error.code === '42704' || error.code === '22023') return SETTINGS
        throw error
      },
    )
  })

/** Poolers keep the time zone per client. */
const setTimeZone = (client: pg.ClientBase) =>
  client.query({ text: `set timezone = '${SETTINGS.TimeZone}'`, ...{ query_timeout: connectTimeout } })

const startupOptions = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const takeStartLock = (client: pg.Client) => client.query('select pg_advisory_lock($1)', [startLock])

/** Connections that counts, reports and exports share: 40 % of the pool, at least three. */
const reportShare = (size: number): number => Math.max(3, Math.floor(size * 0.4))

/** Enforced by the server, so they hold even if this process dies. */
const timeLimits = (limit: number) => ({
  statement_timeout: limit,
  idle_in_transaction_session_timeout: 2 * limit,
})

type Pools = Record<Load, Checkouts>

const poolStats = (name: Load, { pool }: Checkouts): PoolStats => ({
  name,
  size: pool.options.max,
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

/** Drizzle's session only calls its client's `query`; `StatementResult` is the common part of the drivers' results. */
const drizzleFor = (router: Router): Db => {
  const db = asDb(drizzle({ client: router as Router & pg.Client }))
  db.transaction = (work, config) => router.transaction(work, config)
  return db
}

interface Routes {
  pools: Pools
  replicas: Replicas<Pools> | undefined
  guard: TxGuard
  /** Whether the primary does not respond on other connections either. */
  isSilent(): Promise<boolean>
  onFullDisk(): void
}

/** Sends statements and transactions to the pool of their kind of work, or to a replica's. */
class Router {
  readonly #routes: Routes

  constructor(routes: Routes) {
    this.#routes = routes
  }

  async query(config: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    const { pools, replicas, guard, isSilent } = this.#routes
    guard.check()
    const { load } = statementContext()
    const replica = isRead.test(config.text) ? replicas?.pick() : undefined
    if (replica) {
      try {
        return await replica.pools[load].query(config, values)
      } catch (error) {
        const reason = unavailability(error)
        // A replica also cancels reads of rows that it must remove. Time limits are equal on both.
        if (reason === 'too-slow' || (!reason && !isRetryable(error))) throw error
        if (reason) replicas?.avoid(replica.name, error)
        // The request has no time to wait for a second server that hangs.
        if (isQueryTimeout(error) && (await isSilent())) throw error
      }
    }
    return this.#atPrimary(pools[load].query(config, values), isRead.test(config.text))
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
    const { pools, replicas } = this.#routes
    const { load } = statementContext()
    const replica = config?.accessMode === 'read only' ? replicas?.pick() : undefined
    if (replica) {
      let hasBegun = false
      const begun = (tx: Tx) => {
        hasBegun = true
        return work(tx)
      }
      try {
        return await replica.pools[load].transaction(begun, config)
      } catch (error) {
        if (hasBegun || !unavailability(error)) throw error
        replicas?.avoid(replica.name, error)
      }
    }
    return this.#atPrimary(pools[load].transaction(work, config), true)
  }

  /** `isUndone`: a statement without a response has written nothing. */
  async #atPrimary<T>(running: Promise<T>, isUndone: boolean): Promise<T> {
    try {
      return await running
    } catch (error) {
      const { isSilent, onFullDisk } = this.#routes
      if (unavailability(error) === 'disk-full') onFullDisk()
      throw isUndone && isQueryTimeout(error) && !(await isSilent()) ? new TooSlow(error) : error
    }
  }
}

const isRead = /^\s*(select|with|explain)\b/i

interface Identity {
  role: string
  /** The database and the start of its server, which no other one has. */
  place: string
}

const identify = async (client: pg.Client | pg.Pool): Promise<Identity> => {
  const { rows } = await client.query<Identity>(
    `select current_user as role,
      concat_ws(' ', extract(epoch from pg_postmaster_start_time()), current_database()) as place`,
  )
  const [row] = rows
  if (!row) throw new Error('A session without a role')
  return row
}

/** Throws a DatabaseError that names the URL at which no database responded. */
const refuseUrl =
  (variable: string, databaseUrl: string) =>
  (error: unknown): never => {
    const { hostname, port, pathname } = new URL(databaseUrl)
    const location = `${hostname}:${port || '5432'}${pathname}`
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const place = variable === 'DATABASE_URL' ? 'DATABASE_DIRECT_URL' : variable
    const hint = /startup parameter/.test(reason)
      ? ` Si es la dirección de un pooler, como PgBouncer, indique en ${place} la del servidor mismo.`
      : ' Revise la dirección, el rol y que PostgreSQL esté en marcha.'
    throw new DatabaseError(
      `${variable}: no se puede usar la base de datos ${location} (${reason}).${hint}`,
      { cause: error },
    )
  }

/** What poolers refuse as start-up parameters; their role may have its own memory. */
const roleSettings = ({ TimeZone, work_mem, ...others }: Settings): Settings => ({
  ...timeLimits(BACKGROUND_LIMIT),
  ...others,
})

/**
 * Sets the limits of our own connections for the role of a pooler in this database, unless already set. They apply to
 * connections that the pooler opens afterwards.
 */
const limitRole = async (pooled: pg.ClientConfig, direct: pg.ClientConfig, settings: Settings, log: Log) => {
  const unset = await unsetLimits(pooled, settings)
  if (unset.length === 0) return
  await onOwnConnection(direct, async (_db, client) => {
    // Two nodes altering a role at once would fail.
    await takeStartLock(client)
    for (const { role, name } of unset) {
      const { rows } = await client.query<{ statement: string }>(
        `select format('alter role %I in database %I set %I = %L', $1::text, current_database(), $2::text, $3::text) as statement`,
        [role, name, settings[name]],
      )
      if (rows[0]) await client.query(rows[0].statement)
    }
  }).catch((error) =>
    log.warn({ err: error }, 'the role behind the pooler has no limits of its own: docs/design/failures.md'),
  )
}

const unsetLimits = (pooled: pg.ClientConfig, settings: Settings) =>
  onOwnConnection(pooled, async (_db, client) => {
    const { rows } = await client.query<{ role: string; name: string }>(
      `select current_user as role, name from pg_settings
        where name = any($1) and setting::int = case when name like '%timeout' then 0 else boot_val::int end`,
      [Object.keys(settings)],
    )
    return rows
  })

/** Names of the limits that the role behind a pooler lacks; throws a DatabaseError if the pooler does not respond. */
export const missingPoolerLimits = async (databaseUrl: string): Promise<string[]> => {
  const config = { connectionString: databaseUrl, connectionTimeoutMillis: patientTimeout }
  const unset = await unsetLimits(config, roleSettings(SETTINGS)).catch(
    refuseUrl('DATABASE_URL', databaseUrl),
  )
  return unset.map(({ name }) => name)
}

type ProbeResult = 'writable' | 'read-only' | 'silent'

const UNREADY = { writable: undefined, 'read-only': 'read-only', silent: 'unavailable' } as const

async function probeDatabase(probes: pg.Pool): Promise<ProbeResult> {
  try {
    const { rows } = await probes.query<{ setting: string }>(
      "select current_setting('transaction_read_only') as setting",
    )
    return rows[0]?.setting === 'on' ? 'read-only' : 'writable'
  } catch {
    return 'silent'
  }
}

/** Runs work on a connection of its own without time limits, closed at the end. */
async function onOwnConnection<T>(
  settings: pg.ClientConfig,
  work: (db: Db, client: pg.Client) => Promise<T>,
): Promise<T> {
  const { signal } = statementContext()
  const client = new pg.Client(settings)
  // Without a listener, a connection lost during the work would end the process; the work itself fails anyway.
  client.on('error', () => {})
  await client.connect()
  const abandon = () => void client.end()
  signal?.addEventListener('abort', abandon)
  try {
    if (signal?.aborted) throw new ClientGone()
    return await work(asDb(drizzle({ client })), client)
  } catch (error) {
    throw signal?.aborted ? new ClientGone() : error
  } finally {
    signal?.removeEventListener('abort', abandon)
    await client.end()
  }
}

/** The drivers only differ in their result types; `StatementResult` is their common part. */
function asDb(db: unknown): Db {
  return db as Db
}
