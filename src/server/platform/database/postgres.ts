import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { DatabaseError, isRetryable, staleStatement, unavailability } from './errors.ts'
import type { Database, Db, Log, PoolStats, StatementResult } from './executor.ts'
import {
  type ClientSettings,
  cutOff,
  PipelinedClient,
  type Query,
  StatementNames,
} from './pipelined-client.ts'
import { type Connections, drizzleOn } from './postgres-session.ts'
import { Replicas } from './replicas.ts'
import { StatementWatch, stopping } from './statement-watch.ts'
import { createTxGuard, guardTransactions, type TxGuard } from './tx-guard.ts'
import { ClientGone, currentWork, type Load, REPORT_LIMIT, type Work, WRITE_LIMIT } from './work.ts'

const connectTimeout = 5_000
/** For the first connection, and those that no request waits for: on a busy machine they may take this long. */
const patientTimeout = 30_000
const healthTimeout = 2_000
const closeTimeout = 2_000
/** Milliseconds to connect to a replica before the primary is used instead. */
const replicaTimeout = 1_000
/** Wait for a connection, in milliseconds, that signals imminent failures of requests. */
const longestQueue = 2_000
/** Time for which the disk counts as full after a failed write, in milliseconds. */
const fullDisk = 30_000
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
  /** Whether to use named prepared statements. */
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
  const settings = {
    ...common,
    connectionString: databaseUrl,
    ...(isPooled ? {} : { options: optionsOf(UNTIMED) }),
  }
  const direct = {
    ...common,
    connectionTimeoutMillis: patientTimeout,
    connectionString: directUrl ?? databaseUrl,
    options: optionsOf({ ...UNTIMED, statement_timeout: 0, idle_in_transaction_session_timeout: 0 }),
  }
  const owner = { ...direct, connectionString: ownerUrl ?? direct.connectionString }
  let isFullUntil = 0
  const onFailure = (error: unknown) => {
    if (unavailability(error) === 'disk-full') isFullUntil = performance.now() + fullDisk
  }
  const onLost = () =>
    log.warn(
      {},
      'the connections keep no prepared statements: DATABASE_STATEMENT_NAMES=off saves the attempt',
    )
  const pooler = isPooled
    ? await meetPooler({ ...settings, connectionTimeoutMillis: patientTimeout }, direct, log).catch(
        refuseAddress('DATABASE_URL', databaseUrl),
      )
    : undefined
  const isNaming = statementNames && pooler?.keepsStatements !== false
  const names = isNaming ? new StatementNames(onLost) : undefined
  const limits = (limit: number) => ({ Client: PipelinedClient, ...(isPooled ? {} : limitsOf(limit)) })
  const guard = createTxGuard()
  const share = reportShare(size)
  const openProbe = (server: pg.ClientConfig) =>
    // A separate connection, since slow statements can occupy all others.
    new pg.Pool({
      ...server,
      connectionTimeoutMillis: healthTimeout,
      query_timeout: healthTimeout,
      max: 1,
      // Reconnects regularly, because an administrator's settings for a database only apply to new connections.
      maxLifetimeSeconds: 15,
    })
  const probes = openProbe(settings)
  let underWay: Promise<ProbeAnswer> | undefined
  const probe = () => {
    underWay ??= ask(probes).finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const watch = new StatementWatch(async () => (await probe()) === 'silent')
  const openPools = (server: pg.ClientConfig): Record<Load, LoadPool> => {
    const shared = { ...server, watch, onFailure, names }
    return {
      requests: new LoadPool({ ...shared, ...limits(WRITE_LIMIT), preparesAll: true, max: size - share }),
      // Not prepared: the best plan of a count or report depends on its values.
      reports: new LoadPool({ ...shared, ...limits(REPORT_LIMIT), max: share }),
    }
  }
  const pools = openPools(settings)
  const replicas = replicaUrls.map((connectionString) => {
    const server = { ...settings, connectionString, connectionTimeoutMillis: replicaTimeout }
    return { name: new URL(connectionString).host, pools: openPools(server), probe: openProbe(server) }
  })
  const loadPools = [pools, ...replicas.map((replica) => replica.pools)].flatMap((each) =>
    Object.values(each),
  )
  const every = [...loadPools, probes, ...replicas.map(({ probe }) => probe)]
  for (const each of every) {
    each.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
    // A connection lost between two statements of a transaction would otherwise end the process; the next statement
    // fails anyway.
    each.on('connect', (client) => client.on('error', () => undefined))
  }
  const readers = replicas.length > 0 ? new Replicas(replicas, probes, log) : undefined
  const database: Database = {
    db: guardTransactions(drizzleOn(new LoadRouter(pools, guard, readers)), guard),
    kind: 'postgres',
    async serverRole() {
      if (ownerUrl === undefined) return undefined
      const own = await identify(pools.requests)
      const owners = await alone(owner, (_db, client) => identify(client)).catch(
        refuseAddress('DATABASE_OWNER_URL', ownerUrl),
      )
      if (own.place !== owners.place)
        throw new DatabaseError('DATABASE_OWNER_URL: no es la base de datos de DATABASE_URL.')
      if (own.role === owners.role)
        throw new DatabaseError('DATABASE_OWNER_URL: es el mismo rol que el de DATABASE_URL.')
      return own.role
    },
    stats: () => ({ pools: [statsOf('requests', pools.requests), statsOf('reports', pools.reports)] }),
    health: async () => (await probe()) !== 'silent',
    readiness: async () => {
      if (pools.requests.longestWait > longestQueue) return 'starved'
      if (performance.now() < isFullUntil) return 'disk-full'
      return UNREADY[await probe()]
    },
    unlimited: (work) => alone(direct, (db) => work(db)),
    exclusively: (work) =>
      alone(owner, async (db, client) => {
        await takeStartLock(client)
        return work(db)
      }),
    unlessBusy: (work) =>
      alone(direct, async (db, client) => {
        // Released by closing the connection.
        const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
          maintenanceLock,
        ])
        return rows[0]?.free ? work(db) : undefined
      }),
    endStatements() {
      readers?.close()
      watch.end()
      for (const each of loadPools) each.refuse()
    },
    async close() {
      readers?.close()
      for (const each of loadPools) each.giveBack()
      const ending = every.map((each) => each.end())
      // A hanging server does not close connections.
      await Promise.race([Promise.all(ending), pause(closeTimeout, undefined, { ref: false })])
    },
  }
  await meetServer(pools.requests)
    .catch(refuseAddress('DATABASE_URL', databaseUrl))
    .catch(async (error) => {
      await database.close()
      throw error
    })
  return database
}

/** Opens the first connection, and tries again after those that a request would not wait for. */
const meetServer = async (pool: pg.Pool): Promise<void> => {
  const end = performance.now() + patientTimeout
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const isTimeout = error instanceof Error && /connection timeout/.test(error.message)
      if (!isTimeout || performance.now() >= end) throw error
    }
  }
}

/** Settings of every session; as start-up parameters they cost no round trip. */
const UNTIMED = {
  TimeZone: 'UTC',
  // One worker halves the time of counting a large table; more would take cores from other requests.
  max_parallel_workers_per_gather: 1,
  // With the default of 4 MB, a word with 300,000 matches marks whole pages, whose rows are then all compared again.
  work_mem: '16MB',
}

const optionsOf = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const takeStartLock = (client: pg.Client) => client.query('select pg_advisory_lock($1)', [startLock])

/** Connections that counts, reports and exports share: 40 % of the pool, at least three. */
const reportShare = (size: number): number => Math.max(3, Math.floor(size * 0.4))

/** Enforced by the server, so they hold even if this process dies. */
const limitsOf = (limit: number) => ({
  statement_timeout: limit,
  idle_in_transaction_session_timeout: 2 * limit,
})

const statsOf = (name: Load, pool: LoadPool): PoolStats => ({
  name,
  size: pool.options.max,
  total: pool.totalCount,
  idle: pool.idleCount + pool.keptCount,
  waiting: pool.waitingCount,
})

/** Lifetime of idle connections outside the pool, in milliseconds. */
const KEPT_FOR = 1_000

type Pooled = pg.PoolClient & PipelinedClient

interface Wait {
  since: number
  end(reason: Error): void
}

/**
 * A pool that discards broken connections. Released connections are kept ready for a moment: returning one to the pool
 * and acquiring it again costs more than a short statement.
 */
class LoadPool extends pg.Pool {
  readonly #watch: StatementWatch
  readonly #waits = new Set<Wait>()
  readonly #kept: Pooled[] = []
  #keeping: NodeJS.Timeout | undefined

  constructor(config: pg.PoolConfig & ClientSettings) {
    super(config)
    this.#watch = config.watch
    this.on('connect', (client) => client.on('error', (error) => this.#dropKept(client, error)))
  }

  /** The longest current wait for a connection, in milliseconds. */
  get longestWait(): number {
    const [first] = this.#waits
    return first ? performance.now() - first.since : 0
  }

  /** Idle connections kept outside the pool. */
  get keptCount(): number {
    return this.#kept.length
  }

  /** Acquires a connection, synchronously if one is kept; rejects if the client has disconnected. */
  take(): Pooled | Promise<Pooled> {
    const { signal } = currentWork()
    if (signal?.aborted) throw new ClientGone()
    if (this.#watch.hasEnded) throw stopping()
    return this.#kept.pop() ?? this.#wait(signal)
  }

  /** Rejects all waits for a connection. */
  refuse(): void {
    for (const wait of this.#waits) wait.end(stopping())
  }

  give(client: Pooled, isBroken = client.isBroken): void {
    if (isBroken || this.ending || this.waitingCount > 0) {
      client.release(isBroken)
    } else {
      this.#kept.push(client)
      this.#keeping ??= setTimeout(() => this.giveBack(), KEPT_FOR).unref()
    }
  }

  /** Returns kept connections to the pool, which closes long-idle ones. */
  giveBack(): void {
    clearTimeout(this.#keeping)
    this.#keeping = undefined
    for (const client of this.#kept.splice(0)) client.release()
  }

  /** An aborted wait passes its connection on once it is available. */
  #wait(signal: Work['signal']): Promise<Pooled> {
    return new Promise((resolve, reject) => {
      const abandon = () => wait.end(new ClientGone())
      const forget = () => {
        signal?.removeEventListener('abort', abandon)
        return this.#waits.delete(wait)
      }
      const wait: Wait = {
        since: performance.now(),
        end(reason) {
          forget()
          reject(reason)
        },
      }
      this.#waits.add(wait)
      signal?.addEventListener('abort', abandon)
      this.connect().then(
        (client) => (forget() ? resolve(pooled(client)) : this.give(pooled(client))),
        wait.end,
      )
    })
  }

  /** As the pool does with its own idle connections. */
  #dropKept(client: pg.PoolClient, error: Error): void {
    const index = this.#kept.indexOf(pooled(client))
    if (index === -1) return
    this.#kept.splice(index, 1)
    client.release(error)
    this.emit('error', error, client)
  }
}

/** The pool's types omit its client class. */
const pooled = (client: pg.PoolClient): Pooled => client as Pooled

/** Routes statements and transactions to the connections of their kind of work. */
class LoadRouter implements Connections {
  readonly #pools: Record<Load, LoadPool>
  readonly #guard: TxGuard
  readonly #replicas: Replicas<Record<Load, LoadPool>> | undefined

  constructor(
    pools: Record<Load, LoadPool>,
    guard: TxGuard,
    replicas: Replicas<Record<Load, LoadPool>> | undefined,
  ) {
    this.#pools = pools
    this.#guard = guard
    this.#replicas = replicas
  }

  run(query: Query): Promise<StatementResult<unknown>> {
    const pool = this.#pools[currentWork().load]
    const replica = this.#replicas?.pick()
    if (!replica || !isRead.test(query.text)) return this.#runOn(pool, query)
    return this.#runOn(replica.pools[currentWork().load], query).catch((error) => {
      const reason = unavailability(error)
      // A replica also cancels reads of rows that it must remove. Time limits are equal on both.
      if (reason === 'too-slow' || (!reason && !isRetryable(error))) throw error
      if (reason) this.#replicas?.avoid(replica.name, error)
      return this.#runOn(pool, query)
    })
  }

  async #runOn(pool: LoadPool, query: Query): Promise<StatementResult<unknown>> {
    this.#guard.check()
    for (let isAgain = false; ; isAgain = true) {
      const taken = pool.take()
      const client = taken instanceof Promise ? await taken : taken
      try {
        const result = await client.run(query)
        pool.give(client)
        return result
      } catch (error) {
        // A refused statement leaves the connection usable.
        const isRefusal = error instanceof pg.DatabaseError && error.severity !== 'FATAL'
        pool.give(client, client.isBroken || !isRefusal)
        // A stale statement failed before it ran, so it can be sent again.
        if (isAgain || !staleStatement(error)) throw error
      }
    }
  }

  async hold<T>(work: (client: PipelinedClient) => Promise<T>, onlyReads: boolean): Promise<T> {
    const { pool, client } = await this.#take(onlyReads)
    try {
      return await work(client)
    } finally {
      pool.give(client)
    }
  }

  async #take(onlyReads: boolean): Promise<{ pool: LoadPool; client: Pooled }> {
    const { load } = currentWork()
    const replica = onlyReads ? this.#replicas?.pick() : undefined
    if (replica) {
      const pool = replica.pools[load]
      try {
        return { pool, client: await pool.take() }
      } catch (error) {
        if (!unavailability(error)) throw error
        this.#replicas?.avoid(replica.name, error)
      }
    }
    const pool = this.#pools[load]
    return { pool, client: await pool.take() }
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
const refuseAddress =
  (variable: string, databaseUrl: string) =>
  (error: unknown): never => {
    const { hostname, port, pathname } = new URL(databaseUrl)
    const location = `${hostname}:${port || '5432'}${pathname}`
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const place = variable === 'DATABASE_URL' ? 'DATABASE_DIRECT_URL' : variable
    const hint = /startup parameter/.test(reason)
      ? ` Si es la dirección de un pooler, como PgBouncer, indique en ${place} la del servidor mismo.`
      : ''
    throw new DatabaseError(
      `${variable}: no se puede usar la base de datos ${location} (${reason}).${hint}`,
      { cause: error },
    )
  }

/** Settings that poolers refuse as start-up parameters. */
const ROLE_SETTINGS = {
  ...limitsOf(WRITE_LIMIT),
  max_parallel_workers_per_gather: UNTIMED.max_parallel_workers_per_gather,
}

/**
 * Detects what a pooler in transaction mode supports, and sets the limits of our own connections for its role in this
 * database, unless already set. They apply to connections that the pooler opens afterwards.
 */
const meetPooler = (pooled: pg.ClientConfig, direct: pg.ClientConfig, log: Log) =>
  alone(pooled, async (_db, client) => {
    const keepsStatements = await keepsPreparedStatements(client)
    const { rows } = await client.query<{ role: string; name: string }>(
      `select current_user as role, name from pg_settings
        where name = any($1) and setting::int = case when name like '%timeout' then 0 else boot_val::int end`,
      [Object.keys(ROLE_SETTINGS)],
    )
    const [unset] = rows
    if (unset)
      await limitRole(
        direct,
        unset.role,
        rows.map(({ name }) => name),
      ).catch((error) =>
        log.warn(
          { err: error },
          'the role behind the pooler has no limits of its own: docs/design/failures.md',
        ),
      )
    return { keepsStatements }
  })

const limitRole = (direct: pg.ClientConfig, role: string, names: readonly string[]) =>
  alone(direct, async (_db, client) => {
    // Two nodes altering a role at once would fail.
    await takeStartLock(client)
    for (const [name, value] of Object.entries(ROLE_SETTINGS).filter(([name]) => names.includes(name))) {
      const { rows } = await client.query<{ statement: string }>(
        `select format('alter role %I in database %I set ${name} = ${value}', $1::text, current_database()) as statement`,
        [role],
      )
      if (rows[0]) await client.query(rows[0].statement)
    }
  })

/** A pooler that keeps prepared statements per client renames them. */
const keepsPreparedStatements = async (client: pg.Client): Promise<boolean> => {
  const name = 'cartelera'
  const text = `select from pg_prepared_statements where name = '${name}'`
  try {
    return (await client.query({ name, text })).rowCount === 0
  } catch (error) {
    // An earlier start has prepared it on the same connection of the pooler.
    if (staleStatement(error)) return false
    throw error
  }
}

type ProbeAnswer = 'writable' | 'read-only' | 'silent'

const UNREADY = { writable: undefined, 'read-only': 'read-only', silent: 'unavailable' } as const

async function ask(probes: pg.Pool): Promise<ProbeAnswer> {
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
async function alone<T>(
  settings: pg.ClientConfig,
  work: (db: Db, client: pg.Client) => Promise<T>,
): Promise<T> {
  const { signal } = currentWork()
  const client = new pg.Client(settings)
  // Without a listener, a connection lost during the work would end the process; the work itself fails anyway.
  client.on('error', () => {})
  await client.connect()
  const abandon = () => cutOff(client)
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
