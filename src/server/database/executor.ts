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

export interface Database {
  db: Db
  kind: 'embedded' | 'postgres'
  /** Whether the database answers; never queues behind slow queries. */
  health(): Promise<boolean>
  /** Runs start-up work that no other node may run at the same time, without a time limit on its statements. */
  exclusively<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}
