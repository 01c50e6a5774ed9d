import {
  Column,
  DrizzleQueryError,
  fillPlaceholders,
  getTableName,
  is,
  type Query,
  SQL,
  Subquery,
} from 'drizzle-orm'
import { NodePgTransaction } from 'drizzle-orm/node-postgres'
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  PgSession,
  type PgTransactionConfig,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from 'drizzle-orm/pg-core'
import type { Db, StatementResult, StatementResultKind, Tx } from './executor.ts'
import type { PipelinedClient, Query as SentQuery } from './pipelined-client.ts'

/** A pool, or a single connection. */
interface Runner {
  run(query: SentQuery): Promise<StatementResult<unknown>>
}

export interface Connections extends Runner {
  /** Reserves a connection for a transaction, read-only if `onlyReads`. */
  hold<T>(work: (client: PipelinedClient) => Promise<T>, onlyReads: boolean): Promise<T>
}

const dialect = new PgDialect()

/**
 * Drizzle on our own connections: for short statements, its driver's overhead per statement and per value exceeds the
 * rest of the request.
 */
export const drizzleOn = (connections: Connections): Db =>
  new PgDatabase<StatementResultKind, Record<string, never>, Record<string, never>>(
    dialect,
    new ConnectionsSession(connections),
    undefined,
  )

abstract class Session<Client extends Runner> extends PgSession<StatementResultKind> {
  /** Identifies the connection for `statement`, which caches prepared statements per connection. */
  readonly client: Client

  constructor(client: Client) {
    super(dialect)
    this.client = client
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    name: string | undefined,
  ): PgPreparedQuery<T> {
    return new PreparedQuery<T>(this.client, query, fields, name !== undefined)
  }
}

class ConnectionsSession extends Session<Connections> {
  override transaction<T>(work: (tx: Tx) => Promise<T>, config: PgTransactionConfig = {}): Promise<T> {
    const run = async (client: PipelinedClient) => {
      client.begin(['begin', ...modesOf(config)].join(' '))
      try {
        const value = await work(txOn(client))
        await client.commit()
        return value
      } catch (error) {
        await client.rollback()
        throw error
      }
    }
    return this.client.hold(run, config.accessMode === 'read only')
  }
}

const modesOf = ({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string[] => [
  ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
  ...(accessMode ? [accessMode] : []),
  ...(deferrable === undefined ? [] : [deferrable ? 'deferrable' : 'not deferrable']),
]

class TransactionSession extends Session<PipelinedClient> {
  override transaction<T>(): Promise<T> {
    return Promise.reject(new Error('The connection is in a transaction, which takes nested ones'))
  }
}

/** Drizzle's own transaction class, for its savepoints; its driver's types only differ in the results. */
const txOn = (client: PipelinedClient): Tx =>
  new NodePgTransaction(dialect, new TransactionSession(client), undefined) as Tx

class PreparedQuery<T extends PreparedQueryConfig> extends PgPreparedQuery<T> {
  /** Set by Drizzle: the joined tables that have exactly one row each. */
  joinsNotNullableMap: Record<string, boolean> | undefined
  readonly #runner: Runner
  readonly #fields: SelectedFieldsOrdered | undefined
  readonly #isPrepared: boolean
  #read: Reader | undefined

  constructor(runner: Runner, query: Query, fields: SelectedFieldsOrdered | undefined, isPrepared: boolean) {
    super(query, undefined, undefined)
    this.#runner = runner
    this.#fields = fields
    this.#isPrepared = isPrepared
  }

  override async execute(given: Record<string, unknown> = {}): Promise<T['execute']> {
    const { sql: text, params } = this.query
    const values = fillPlaceholders(params, given)
    const fields = this.#fields
    const sent = { text, values, isPrepared: this.#isPrepared, asArrays: fields !== undefined }
    const result = await this.#runner.run(sent).catch((error) => {
      throw new DrizzleQueryError(text, values, error)
    })
    if (!fields) return result
    this.#read ??= readerOf(fields, this.joinsNotNullableMap)
    return asArrays(result.rows).map(this.#read)
  }
}

/** Rows requested as arrays. */
const asArrays = (rows: readonly unknown[]) => rows as readonly (readonly unknown[])[]

type Reader = (row: readonly unknown[]) => unknown

interface Selected {
  path: readonly string[]
  field: SelectedFieldsOrdered[number]['field']
  index: number
}

/** Maps rows to the selected shape; resolved once instead of for each value. */
const readerOf = (fields: SelectedFieldsOrdered, required: Record<string, boolean> = {}): Reader =>
  recordReader(
    fields.map((each, index) => ({ ...each, index })),
    0,
    required,
  )

const recordReader = (
  selected: readonly Selected[],
  depth: number,
  required: Record<string, boolean>,
): Reader => {
  const names = new Set(selected.map(({ path }) => path[depth] ?? ''))
  const readers = Array.from(names, (name): { name: string; read: Reader } => {
    const own = selected.filter(({ path }) => path[depth] === name)
    const value = own.find(({ path }) => path.length === depth + 1)
    if (value) return { name, read: valueReader(value) }
    const read = recordReader(own, depth + 1, required)
    const probe = probeOf(own, required)
    return { name, read: probe === undefined ? read : (row) => (row[probe] === null ? null : read(row)) }
  })
  return (row) => {
    // Filled instead of copying a template: V8 takes ten times as long to add to a copied object.
    const record: Record<string, unknown> = {}
    for (const { name, read } of readers) record[name] = read(row)
    return record
  }
}

const valueReader = ({ field, index }: Selected): Reader => {
  const decoder = decoderOf(field)
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return (row) => row[index]
  return (row) => {
    const value = row[index]
    return value === null ? null : decoder.mapFromDriverValue(value)
  }
}

/** The column that is null if an outer join found no row, provided that all these columns belong to one table. */
const probeOf = (selected: readonly Selected[], required: Record<string, boolean>): number | undefined => {
  const columns = selected.flatMap(({ path, field, index }) =>
    path.length === 2 && is(field, Column) ? [{ table: getTableName(field.table), index }] : [],
  )
  const [first] = columns
  const isOptional = first && !required[first.table] && columns.every(({ table }) => table === first.table)
  return isOptional ? first.index : undefined
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

/** The decoder of a selected field. */
const decoderOf = (field: Selected['field']): Decoder => {
  if (is(field, Column)) return field
  const expression: SQL = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql
  return withDecoder(expression).decoder
}

/** Every expression has a decoder, by default one that returns the value; Drizzle marks it internal, and omits its type. */
const withDecoder = (expression: SQL) => expression as SQL & { decoder: Decoder }
