import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'

/** The result of a raw statement on either engine. */
export interface StatementResult<Row> {
  rows: Row[]
  /** Rows returned, or affected by a write. */
  rowCount: number | null
}

export interface StatementResultKind extends PgQueryResultHKT {
  type: StatementResult<this['row']>
}

type NoSchema = Record<string, never>

/** The database outside a transaction. */
export type Db = PgDatabase<StatementResultKind, NoSchema, NoSchema>
/** An open transaction; all statements of a write run in it. */
export type Tx = PgTransaction<StatementResultKind, NoSchema, NoSchema>
export type Executor = Db | Tx

/** The part of the server's logger that the database uses. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Current connections of one kind of work. */
export interface PoolStats {
  /** `requests` and `reports` on PostgreSQL, `embedded` for the embedded database's single connection. */
  name: 'requests' | 'reports' | 'embedded'
  size: number
  total: number
  idle: number
  /** Statements and transactions waiting for a connection; on the embedded database, its queue. */
  waiting: number
}

export interface DatabaseStats {
  pools: PoolStats[]
}

/** Why a responding database should get no traffic; undefined if it should. */
export type Unreadiness = 'unavailable' | 'starved' | 'read-only' | 'disk-full'

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  /**
   * The role of `db` and all other work, if `exclusively` uses that of DATABASE_OWNER_URL; throws a DatabaseError if
   * the two addresses have the same role or different databases.
   */
  serverRole(): Promise<string | undefined>
  stats: () => DatabaseStats
  /** Whether the database responds; never waits behind slow queries. */
  health: () => Promise<boolean>
  /** Why requests, including writes, cannot be served well at the moment. */
  readiness: () => Promise<Unreadiness | undefined>
  /** Runs maintenance without statement timeout, on PostgreSQL on a connection of its own. */
  unlimited<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** `unlimited` for work that only one node may run at a time, in the role that owns the tables (rule O11). */
  exclusively<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** `unlimited` for optional work: returns undefined at once while another node is running such work. */
  unlessBusy<T>(work: (db: Db) => Promise<T>): Promise<T | undefined>
  /**
   * Copies the files of the embedded database to a new folder, which opens as the data folder of another process. Other
   * statements wait during the last pass: returns for how many milliseconds. PostgreSQL has no such files.
   */
  copyTo?(dataDir: string): Promise<number>
  /** Aborts running statements, even hanging ones, and rejects new ones as if the database were unavailable. */
  endStatements(): void
  close(): Promise<void>
}
