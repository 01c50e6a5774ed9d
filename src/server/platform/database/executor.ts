import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'

/** What a raw statement answers, on either engine. */
export interface StatementResult<Row> {
  rows: Row[]
  /** Rows answered, or touched by a write. */
  rowCount: number | null
}

export interface StatementResultKind extends PgQueryResultHKT {
  type: StatementResult<this['row']>
}

type NoSchema = Record<string, never>

/** The database, outside of a transaction. */
export type Db = PgDatabase<StatementResultKind, NoSchema, NoSchema>
/** An open transaction: every statement of a write goes through it. */
export type Tx = PgTransaction<StatementResultKind, NoSchema, NoSchema>
/** Whatever can run a statement. */
export type Executor = Db | Tx

/** The part of the server's log that the database writes to. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The connections of one kind of work at this moment. */
export interface PoolStats {
  /** `requests` and `reports` on PostgreSQL, `embedded` for the one connection of the embedded database. */
  name: 'requests' | 'reports' | 'embedded'
  /** The most connections that it may open. */
  size: number
  total: number
  idle: number
  /** Statements and transactions that wait for a connection: on the embedded database, its queue. */
  waiting: number
}

export interface DatabaseStats {
  pools: PoolStats[]
}

/** Why a database that answers should still get no traffic; undefined when it should. */
export type Unreadiness = 'unavailable' | 'starved' | 'read-only' | 'disk-full'

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  stats: () => DatabaseStats
  /** Whether the database answers; never queues behind slow queries. */
  health: () => Promise<boolean>
  /** Whether requests can be served well, writes too. */
  readiness: () => Promise<Unreadiness | undefined>
  /** Runs maintenance without statement timeout, on a connection of its own where there are several. */
  unlimited<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** The same, for work that only one node runs at a time. */
  exclusively<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** The same for work that can be left to another node: undefined, at once, while one is at such work. */
  unlessBusy<T>(work: (db: Db) => Promise<T>): Promise<T | undefined>
  /** Ends the statements under way, whatever hangs, and refuses all further ones as if the database were away. */
  endStatements(): void
  close(): Promise<void>
}
