import { setTimeout as pause } from 'node:timers/promises'
import { and, type Column, type SQL, sql } from 'drizzle-orm'
import { DatabaseError } from './errors.ts'
import type { Db, Executor, Tx } from './executor.ts'
import { newId } from './ids.ts'
import { type ListRequest, type ListSource, orderBy, resolveSorting } from './list-query.ts'
import { ClientGone, runDetached, statementContext } from './statement-context.ts'

/** Long reads at once per process: each occupies a reports connection. */
const MAX_CONCURRENT = 2
/** Maximum wait of further ones, in milliseconds. */
const MAX_WAIT = 5_000
const RETRY_DELAY = 50

const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

let runningReads = 0

/** The maximum number of long reads of this process is running. */
export class TooManyReads extends DatabaseError {
  constructor() {
    super('Too many exports at once')
  }
}

/**
 * Reads a whole table in one snapshot, with short statements (see `inBatches`). Two run at once: a third one waits a
 * little, and then fails with a DatabaseError.
 */
export const readSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>, patience = MAX_WAIT): Promise<T> =>
  inTurn(() => db.transaction(work, SNAPSHOT), patience)

const inTurn = async <T>(work: () => Promise<T>, patience = MAX_WAIT): Promise<T> => {
  await takeTurn(patience)
  try {
    return await work()
  } finally {
    runningReads--
  }
}

const takeTurn = async (patience: number): Promise<void> => {
  const { signal } = statementContext()
  for (const start = performance.now(); runningReads >= MAX_CONCURRENT; await pause(RETRY_DELAY)) {
    if (signal?.aborted) throw new ClientGone()
    if (performance.now() - start > patience) throw new TooManyReads()
  }
  // Synchronously after the check, so that no other read takes the same slot.
  runningReads++
}

/** Keyset pagination: reads batches until one is not full. */
export async function* inBatches<Row>(
  size: number,
  readAfter: (last: Row | undefined, size: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await readAfter(last, size)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

/** A query of ordered rows, and their number. */
export interface OrderedRows {
  rows: SQL
  count: SQL
}

/** The keys of all rows of a list, as `_id` and in list order. */
export const selectListKeys = (
  source: Pick<ListSource, 'table' | 'joins' | 'id' | 'sorts' | 'defaultSort' | 'thenBy' | 'present'>,
  { where, unsorted, sort, order }: Pick<ListRequest, 'where' | 'unsorted' | 'sort' | 'order'>,
): OrderedRows => {
  const all = and(source.present, where, unsorted)
  const { columns, forward } = resolveSorting(source, { sort, order })
  const joins = (source.joins ?? []).filter(({ table }) => columns.some((column) => column.table === table))
  const joined = sql.join(joins.map(({ table, on }) => sql` join ${table} on ${on}`))
  const matching = sql`from ${source.table}${joined} ${all ? sql`where ${all}` : sql``}`
  return selectKeys(source.id, matching, forward)
}

/** The keys of any rows, as `_id`. */
export const selectKeys = (key: Column | SQL, from: SQL, order: readonly SQL[]): OrderedRows => ({
  rows: sql`select ${key} as _id ${from} ${orderBy(order)}`,
  count: sql`select count(*) ${from}`,
})

export interface RowCursor<Row> {
  /** For further reads: in the same snapshot, if there is one. */
  executor: Executor
  count: number
  /** The next rows, at most `size`; empty after the last one. */
  next(size: number): Promise<Row[]>
}

/** Milliseconds without consumption after which a client loses the transaction. */
const MAX_IDLE = 60_000

/**
 * Reads all rows of a query through a cursor, in one snapshot. On the embedded database the single connection is
 * released between batches: only the cursor is consistent there, and `executor` reads current data.
 */
export const readAllRows = <Row extends Record<string, unknown>, T>(
  { db, isEmbedded }: { db: Db; isEmbedded: boolean },
  find: (executor: Executor) => Promise<OrderedRows>,
  work: (reading: RowCursor<Row>) => Promise<T>,
): Promise<T> =>
  isEmbedded
    ? inTurn(() => readWithHold(db, find, work))
    : readSnapshot(db, async (tx) => {
        await tx.execute(
          sql`select set_config('idle_in_transaction_session_timeout', ${String(MAX_IDLE)}, true)`,
        )
        return work(await open<Row>(tx, await find(tx), 'whole_list', false))
      })

/** Reads through a cursor `with hold`, outside a transaction. */
const readWithHold = async <Row extends Record<string, unknown>, T>(
  db: Db,
  find: (executor: Executor) => Promise<OrderedRows>,
  work: (reading: RowCursor<Row>) => Promise<T>,
): Promise<T> => {
  const name = `whole_list_${newId().replaceAll('-', '')}`
  const opened = await db.transaction(async (tx) => open<Row>(tx, await find(tx), name, true))
  try {
    return await work({ ...opened, executor: db, next: fetchFrom(db, name) })
  } finally {
    await runDetached(async () => db.execute(sql`close ${sql.identifier(name)}`)).catch(() => undefined)
  }
}

const open = async <Row extends Record<string, unknown>>(
  tx: Tx,
  { rows, count }: OrderedRows,
  name: string,
  isHeld: boolean,
): Promise<RowCursor<Row>> => {
  const counted = await tx.execute<{ count: number }>(sql`select (${count})::float8 as count`)
  const held = sql.raw(isHeld ? 'with hold' : '')
  await tx.execute(sql`declare ${sql.identifier(name)} no scroll cursor ${held} for ${rows}`)
  return { executor: tx, count: counted.rows[0]?.count ?? 0, next: fetchFrom(tx, name) }
}

const fetchFrom =
  <Row extends Record<string, unknown>>(executor: Executor, name: string) =>
  async (size: number): Promise<Row[]> =>
    (await executor.execute<Row>(sql`fetch ${sql.raw(String(size))} from ${sql.identifier(name)}`)).rows
