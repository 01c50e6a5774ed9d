import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  and,
  asc,
  type Column,
  count,
  desc,
  eq,
  gte,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { createOrUpdate, holds, type Permission } from '../../../domain/access/permissions.ts'
import {
  BATCH_ACTIONS,
  BATCH_MESSAGES,
  type Batch,
  type BatchAction,
  type BatchState,
  type ListedBatch,
  MAX_REFUSED,
  undoError,
} from '../../../domain/batches/batch.ts'
import { BULK_MESSAGES, MAX_RECORDS } from '../../../domain/batches/bulk.ts'
import { undoableSince } from '../../../domain/batches/undo.ts'
import { isChunked } from '../../../domain/imports/import.ts'
import { KEY_MESSAGES } from '../../../domain/keys/key.ts'
import type { Resource } from '../../../domain/registry.ts'
import { id } from '../../../domain/validation/fields.ts'
import { type Author, recordChange } from '../audit/audit-log.ts'
import { requireConfirmed } from '../auth/confirmation.ts'
import { type CurrentUser, loadBackgroundUser } from '../auth/current-user.ts'
import { isLockTimeout } from '../database/errors.ts'
import { isAnyOf, newId } from '../database/ids.ts'
import type { Executor, Tx } from '../database/open.ts'
import { type BatchRow, batches, batchRecords, type Fields } from '../database/schema/batches.ts'
import { type ImportRecord, imports } from '../database/schema/imports.ts'
import { users } from '../database/schema/users.ts'
import { withRetry } from '../database/transactions.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors.ts'
import { type ChunkResult, enqueue, type TaskKind } from '../tasks/queue.ts'
import { insertEndedBatch, type SetWork, undoSet } from './set-batches.ts'

/** A record of a chunk; `undone`: the change of an earlier batch to be undone. */
export interface BatchRecord {
  _id: string
  undone?: { before: Fields | null; written: Date | null }
}

/** Actions that a batch performs or undoes. */
type DoneAction = Exclude<BatchAction, 'undo'>
const DONE_ACTIONS = BATCH_ACTIONS.filter((action) => action !== 'undo')

/** Those performed record by record. */
type RecordAction = Exclude<DoneAction, SetWork['action']>

export interface Chunk<Action extends RecordAction = RecordAction> {
  tx: Tx
  context: Context
  currentUser: CurrentUser
  /** Id of the batch, for the audit log. */
  batch: string
  action: Action
  /** Whether the action is being undone. */
  isUndo: boolean
  /** Id of the undone batch. */
  undoes: string | null
  /** What the action does; of an undo, what the undone batch did. */
  changes: Fields
  /** In id order, in which rows are locked; an undo begins with the chunk of the newest. */
  records: readonly BatchRecord[]
}

/** The result for a record: changed, already as wanted, or refused. */
export type Outcome =
  | { _id: string; state: 'done'; before?: Fields; was?: Date; written?: Date }
  | { _id: string; state: 'same' }
  | { _id: string; state: 'refused'; message: string }

/** A batch that ended or stopped early, with its author, who may be disabled or deleted by now. */
export interface BatchEnd {
  tx: Tx
  date: Date
  author: Author
  batch: BatchRow
  /** Whether it undid another one. */
  isUndo: boolean
  /** What it did, or undid. */
  changes: Fields
}

/** Batches that a job performs and undoes record by record. */
export interface RecordWork<Action extends RecordAction = RecordAction> {
  readonly resource: Resource
  /** For the batch and for undoing it, instead of that of the resource's records. */
  readonly permission?: Permission
  /**
   * Its actions, each with the records per transaction, about a second of work; imports are written at once, and only undone
   * in chunks.
   */
  readonly chunk: Readonly<Partial<Record<Action, number>>>
  /** Those that cannot be undone. */
  readonly final?: readonly Action[]
  /** True if its imports can be undone by anyone with the permission, not by their authors alone (rule T12). */
  readonly sharesImports?: boolean | undefined
  /** A query of records and deleted ones, as `_id`, with their `parent`, for resources listed by parent. */
  readonly parents?: SQL | undefined
  readonly undo?: undefined
  /** True if undoing an action with these records asks for a confirmation, as performing it does (rule P17). */
  asks?(db: Executor, action: DoneAction, changes: Fields, records: SQL): Promise<boolean>
  run(chunk: Chunk<Action>): Promise<Outcome[]>
  /** Completes a batch when it ends, in the same transaction; again after a failed one was repeated. */
  ended?(ended: BatchEnd): Promise<void>
}

/** Implementation of a resource's batches. */
export type BatchWork = RecordWork | SetWork

export type BatchWorks = readonly BatchWork[]

const performs = (work: BatchWork, action: DoneAction): boolean =>
  work.chunk ? action in work.chunk : action === work.action

const findWork = (works: BatchWorks, resource: Resource, action: DoneAction): BatchWork => {
  const work = works.find((each) => each.resource === resource && performs(each, action))
  if (!work) throw new Error(`No batches that ${action} ${resource}`)
  return work
}

const JOB = { name: 'batch' }

/** Most imports listed in the history. */
const MAX_IMPORTS = 100

/** Most batches of a user running at once. */
const MAX_RUNNING = 10

/** Batches that a group may have beyond those listed. */
const MAX_GROUP = 20

interface NewBatch {
  /** Derived from a key of the request: a repeated one finds the batch. */
  _id?: string
  resource: Resource
  action: BatchAction
  changes?: Fields
  /** Shared with other batches. */
  group?: string | null | undefined
  undoes?: string
  /** A query of its records' ids, as `_id`. */
  records: SQL
}

/** Inserts a batch with its job, to be woken after the commit; returns its id and number of records. */
export const insertBatch = async (
  tx: Tx,
  { now }: Context,
  currentUser: CurrentUser,
  { records, _id = newId(), ...batch }: NewBatch,
): Promise<{ _id: string; total: number }> => {
  // Its job would run with all that the key's maker may do.
  if (currentUser.key) throw new Forbidden(KEY_MESSAGES.closed)
  const createdBy = currentUser.id
  const [running] = await tx
    .select({ count: count() })
    .from(batches)
    .where(and(eq(batches.createdBy, createdBy), eq(batches.state, 'running')))
  if ((running?.count ?? 0) >= MAX_RUNNING) throw new Conflict(BATCH_MESSAGES.tooMany)
  await tx.insert(batches).values({ _id, ...batch, createdBy, address: currentUser.ip, date: now() })
  const inserted = await tx.execute<{ total: number }>(sql`
    with chosen as (
      insert into ${batchRecords} (batch, record)
      select ${_id}, chosen._id from (${records} limit ${MAX_RECORDS + 1}) as chosen returning 1)
    select count(*)::int as total from chosen`)
  const total = inserted.rows[0]?.total ?? 0
  if (total > MAX_RECORDS) throw new Invalid([{ field: '', message: BULK_MESSAGES.tooMany }])
  await tx.update(batches).set({ total }).where(eq(batches._id, _id))
  await enqueue(tx, JOB, _id, { user: createdBy })
  return { _id, total }
}

/**
 * Starts a bulk change of the records of a query; throws a COUNT conflict if their number is not the expected one. With
 * `key`, an equal request of the same user gives the batch of the first one; another one is Invalid.
 */
export const startBatch = async (
  context: Context,
  currentUser: CurrentUser,
  { expected, key, ...batch }: Omit<NewBatch, 'undoes' | '_id'> & { expected: number; key?: string },
): Promise<{ batch: string }> => {
  const _id = key === undefined ? newId() : idForKey(currentUser, key)
  await withRetry(context.db, async (tx) => {
    if (key !== undefined && (await isRepeat(tx, _id, { expected, ...batch }))) return
    const started = await insertBatch(tx, context, currentUser, { _id, ...batch })
    if (started.total !== expected)
      throw new Conflict(BULK_MESSAGES.count(started.total, expected), { code: 'COUNT' })
  })
  context.wakeWorker?.()
  return { batch: _id }
}

/** The id of the batch that a user starts with an idempotency key. */
const idForKey = ({ id }: CurrentUser, key: string): string =>
  createHash('sha256').update(`${id}\n${key}`).digest('hex')

/** True if an equal request has started this batch. Repeats wait for each other, so that the second one finds it. */
const isRepeat = async (
  tx: Tx,
  _id: string,
  { expected, resource, action, changes = {} }: NewBatch & { expected: number },
): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${_id}, 0))`)
  const [earlier] = await tx.select().from(batches).where(eq(batches._id, _id))
  if (!earlier) return false
  const isSame =
    earlier.resource === resource &&
    earlier.action === action &&
    earlier.total === expected &&
    isDeepStrictEqual(earlier.changes, changes)
  if (!isSame) throw new Invalid([{ field: '', message: BATCH_MESSAGES.keyReused }])
  return true
}

/** The action for a batch and for undoing it: undoing an import deletes what it created (rule W21). */
const PERMISSIONS: Readonly<Record<DoneAction, 'update' | 'delete'>> = {
  update: 'update',
  replaceLinks: 'update',
  repair: 'update',
  answer: 'update',
  compensate: 'update',
  delete: 'delete',
  restore: 'delete',
  import: 'delete',
}

const permissionFor = (work: BatchWork, action: DoneAction): Permission =>
  work.permission ?? { action: PERMISSIONS[action], resource: work.resource }

/** What these batches do. */
export const worksPermission = (works: BatchWorks): Permission => ({
  name: 'to do the same',
  any: works.flatMap((work) =>
    DONE_ACTIONS.filter((action) => performs(work, action)).map((action) => permissionFor(work, action)),
  ),
})

interface Found {
  row: BatchRow
  /** The action performed or undone. */
  action: DoneAction
  changes: Fields
  /** Date of the batch that this one undoes. */
  undoneDate: Date | null
}

interface Sought {
  isLocked?: boolean
  /** True for batches of other users that are included. */
  isShared?: (row: BatchRow) => boolean
}

/** A batch of the current user; throws NotFound for others, and Forbidden without the required permission. */
const findBatch = async (
  db: Executor,
  works: BatchWorks,
  currentUser: CurrentUser,
  id: string,
  { isLocked = false, isShared = () => false }: Sought = {},
): Promise<Found> => {
  const query = db.select().from(batches).where(eq(batches._id, id))
  const [row] = await (isLocked ? query.for('no key update') : query)
  if (!row || (row.createdBy !== currentUser.id && !isShared(row))) throw new NotFound(BATCH_MESSAGES.missing)
  const found = await findUndone(db, row)
  const work = findWork(works, row.resource, found.action)
  if (!holds(currentUser, permissionFor(work, found.action))) throw new Forbidden()
  return found
}

const findUndone = async (db: Executor, row: BatchRow): Promise<Found> => {
  if (row.action !== 'undo') return resolveAction(row, null)
  const [undone] = await db
    .select({ action: batches.action, changes: batches.changes, date: batches.date })
    .from(batches)
    .where(eq(batches._id, row.undoes ?? ''))
  return resolveAction(row, undone ?? null)
}

const resolveAction = (
  row: BatchRow,
  undone: Pick<BatchRow, 'action' | 'changes' | 'date'> | null,
): Found => {
  const { action, changes } = row.action === 'undo' ? (undone ?? row) : row
  if (action === 'undo') throw new NotFound(BATCH_MESSAGES.missing)
  return { row, action, changes, undoneDate: row.action === 'undo' ? (undone?.date ?? null) : null }
}

/** Actions whose changes are listed. */
const SHOWN: ReadonlySet<DoneAction> = new Set(['update', 'replaceLinks', 'compensate'])

/** A batch in the format of the list. */
const toListed = (works: BatchWorks, found: Found, now: Date): ListedBatch => {
  const { row, action, changes, undoneDate } = found
  return {
    _id: row._id,
    resource: row.resource,
    action: row.action,
    undoes: row.action === 'undo' ? action : null,
    undoneDate: undoneDate?.toISOString() ?? null,
    changes: SHOWN.has(action) ? changes : {},
    name: action === 'import' ? String(changes.name ?? '') : '',
    state: row.state,
    message: row.message,
    date: row.date.toISOString(),
    group: row.group,
    done: row.done,
    total: row.total,
    changed: row.changed,
    refusedCount: row.refused,
    canUndo: findUndoError(works, found, now) === undefined && row.changed > 0,
  }
}

/** A batch in the API's format. */
const toResponse = async (db: Executor, works: BatchWorks, found: Found, now: Date): Promise<Batch> => {
  const { row, action } = found
  const refused =
    row.refused === 0
      ? []
      : await db
          .select({ _id: batchRecords.record, message: batchRecords.message })
          .from(batchRecords)
          .where(and(eq(batchRecords.batch, row._id), eq(batchRecords.state, 'refused')))
          .orderBy(asc(batchRecords.record))
          .limit(MAX_REFUSED)
  return {
    ...toListed(works, found, now),
    parent: await commonParent(db, findWork(works, row.resource, action), row._id),
    refused,
  }
}

/** The parent of all records of a batch; null if they have none, or several. */
const commonParent = async (db: Executor, { parents }: BatchWork, batch: string): Promise<string | null> => {
  if (!parents) return null
  const found = await db.execute<{ first: string | null; last: string | null }>(sql`
    select min(p.parent) as first, max(p.parent) as last
    from ${batchRecords} join (${parents}) as p on p._id = ${batchRecords.record}
    where ${batchRecords.batch} = ${batch}`)
  const [row] = found.rows
  return row && row.first === row.last ? row.first : null
}

const findUndoError = (works: BatchWorks, { row, action }: Found, now: Date): string | undefined =>
  undoError(row, now) ??
  (isFinal(findWork(works, row.resource, action), action) ? BATCH_MESSAGES.notUndoable : undefined)

const isFinal = ({ final }: BatchWork, action: DoneAction): boolean =>
  final?.some((each) => each === action) === true

/**
 * Batches that can still be undone, and imports that are being written or never became a batch; running ones first. At most a
 * fifth are repairs, which are frequent and have a list of their own: they would hide the others.
 */
export const listBatches = async (
  { db, now }: Context,
  works: BatchWorks,
  currentUser: CurrentUser,
  limit: number,
): Promise<ListedBatch[]> => {
  const undone = alias(batches, 'undone')
  const isRunning = eq(batches.state, 'running')
  const isRepair = sql`coalesce(${undone.action}, ${batches.action}) = 'repair'`
  const find = (kind: SQL, most: number) =>
    db
      .select({ row: batches, undone: { action: undone.action, changes: undone.changes, date: undone.date } })
      .from(batches)
      .leftJoin(undone, eq(undone._id, batches.undoes))
      .where(
        and(
          eq(batches.createdBy, currentUser.id),
          or(isRunning, gte(batches.date, undoableSince(now()))),
          kind,
        ),
      )
      .orderBy(desc(isRunning), desc(batches.date), desc(batches._id))
      .limit(most)
  const rows = [
    ...(await find(sql`not ${isRepair}`, limit + MAX_GROUP)),
    ...(await find(isRepair, Math.ceil(limit / 5))),
  ]
  const found = rows.flatMap(({ row, undone }) => {
    const each = resolveAction(row, undone)
    const work = findWork(works, row.resource, each.action)
    const mayUndo = holds(currentUser, permissionFor(work, each.action))
    const isShown = mayUndo || (row.action === 'import' && holds(currentUser, createOrUpdate(row.resource)))
    const listed = toListed(works, each, now())
    return isShown ? [{ ...listed, canUndo: listed.canUndo && mayUndo }] : []
  })
  const listed = [...found, ...(await listUnwrittenImports(db, currentUser))]
  const rank = ({ state }: ListedBatch): number => (state === 'running' ? 0 : 1)
  const sorted = listed.toSorted(
    (one, other) =>
      rank(one) - rank(other) || other.date.localeCompare(one.date) || other._id.localeCompare(one._id),
  )
  // A group is listed whole: it is stopped and undone as one.
  const groups = new Set(sorted.slice(0, limit).flatMap(({ group }) => group ?? []))
  return sorted.filter(({ group }, index) => index < limit || (group !== null && groups.has(group)))
}

/** Has the id of its import until the batch exists, so that lists keep showing the same entry. */
const listUnwrittenImports = async (db: Executor, currentUser: CurrentUser): Promise<ListedBatch[]> => {
  const { createdBy, batch, state, choice } = imports
  const rows = await db
    .select()
    .from(imports)
    .where(and(eq(createdBy, currentUser.id), isNull(batch), or(eq(state, 'done'), isNotNull(choice))))
  return rows.filter(({ resource }) => holds(currentUser, createOrUpdate(resource))).flatMap(listedImport)
}

/** States of imports with a choice of rows, as those of a batch; a stopped one is `checked` again. */
const STATES_OF_IMPORTS: Readonly<Partial<Record<ImportRecord['state'], BatchState>>> = {
  applying: 'running',
  checked: 'cancelled',
  done: 'done',
  failed: 'failed',
  outdated: 'failed',
}

const listedImport = ({ _id, resource, name, total, date, ...row }: ImportRecord): ListedBatch[] => {
  const state = STATES_OF_IMPORTS[row.state]
  if (state === undefined) return []
  const { importStopped, importPreparing } = BATCH_MESSAGES
  const isPreparing = state === 'running' && row.done > 0 && isChunked(resource, total)
  return [
    {
      _id,
      resource,
      action: 'import',
      undoes: null,
      undoneDate: null,
      changes: {},
      name,
      state,
      message: state === 'cancelled' ? importStopped : isPreparing ? importPreparing : row.message,
      date: date.toISOString(),
      group: null,
      // Rows that were only prepared have no effect.
      done: state === 'running' || state === 'done' ? row.done : 0,
      total,
      changed: 0,
      refusedCount: 0,
      canUndo: false,
    },
  ]
}

/** A list filter for the records changed by a batch. */
export const batchFilter = {
  batch: id().optional().meta({ description: 'El cambio en lote que los cambió' }),
}

export const inBatch = (record: Column, batch: unknown): SQL | undefined =>
  batch === undefined
    ? undefined
    : sql`${record} in (select ${batchRecords.record} from ${batchRecords}
        where ${batchRecords.batch} = ${batch} and ${batchRecords.state} in ('done', 'undone'))`

export const readBatch = async (
  { db, now }: Context,
  works: BatchWorks,
  currentUser: CurrentUser,
  id: string,
): Promise<Batch> => toResponse(db, works, await findBatch(db, works, currentUser, id), now())

/** How long a cancellation waits for a chunk: longer than any but the writing of an import. */
const SLICE_WAIT = '5s'

/**
 * Stops a batch after the current chunk, or an import before it is written; no effect once it has ended. Throws a
 * Conflict while an import is being written.
 */
export const cancelBatch = async (
  context: Context,
  works: BatchWorks,
  currentUser: CurrentUser,
  id: string,
): Promise<Batch> => {
  try {
    return await withRetry(context.db, async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${SLICE_WAIT}, true)`)
      const stopped = await stopImport(tx, works, currentUser, id, context.now())
      if (stopped) return { ...stopped, parent: null, refused: [] }
      const found = await findBatch(tx, works, currentUser, id, { isLocked: true })
      const { row } = found
      const ended = row.state === 'running' ? await end(tx, context, works, row, 'cancelled') : row
      return toResponse(tx, works, { ...found, row: ended }, context.now())
    })
  } catch (error) {
    throw isLockTimeout(error) ? new Conflict(BATCH_MESSAGES.importWriting) : error
  }
}

/**
 * Returns an import to its choice of rows, or ends one in chunks after the chunk that is being written. Undefined if the
 * current user has none that runs.
 */
const stopImport = async (
  tx: Tx,
  works: BatchWorks,
  currentUser: CurrentUser,
  id: string,
  now: Date,
): Promise<ListedBatch | undefined> => {
  const isOwn = (table: typeof imports | typeof batches) =>
    and(eq(table._id, id), eq(table.createdBy, currentUser.id))
  const [stopped] = await tx
    .update(imports)
    .set({ state: 'checked', done: 0 })
    .where(and(isOwn(imports), eq(imports.state, 'applying'), isNull(imports.batch)))
    .returning()
  const [ended] = stopped
    ? []
    : await tx
        .update(batches)
        .set({ state: 'cancelled', message: BATCH_MESSAGES.importEnded })
        .where(and(isOwn(batches), eq(batches.action, 'import'), eq(batches.state, 'running')))
        .returning()
  const found = stopped ?? ended
  if (found && !holds(currentUser, createOrUpdate(found.resource))) throw new Forbidden()
  return stopped ? listedImport(stopped)[0] : ended && toListed(works, resolveAction(ended, null), now)
}

/** Starts the batch that undoes another one (rule W18). */
export const undoBatch = async (
  context: Context,
  works: BatchWorks,
  currentUser: CurrentUser,
  id: string,
): Promise<{ batch: string }> => {
  const isShared = ({ resource, action }: BatchRow): boolean =>
    action === 'import' && works.some((work) => work.resource === resource && work.sharesImports)
  const { _id } = await withRetry(context.db, async (tx) => {
    const found = await findBatch(tx, works, currentUser, id, { isLocked: true, isShared })
    const { row } = found
    const error = findUndoError(works, found, context.now())
    if (error !== undefined) throw new Conflict(error)
    const { resource } = row
    const work = findWork(works, resource, found.action)
    if (work.undo) return undoSet(tx, context, currentUser, work, row)
    const records = sql`select ${batchRecords.record} as _id from ${batchRecords}
      where ${batchRecords.batch} = ${id} and ${batchRecords.state} = 'done'`
    if (await work.asks?.(tx, found.action, found.changes, records)) requireConfirmed(currentUser)
    const started = await insertBatch(tx, context, currentUser, {
      resource,
      action: 'undo',
      group: row.group,
      undoes: id,
      records,
    })
    if (started.total === 0) throw new Conflict(BATCH_MESSAGES.nothing)
    await tx.update(batches).set({ state: 'undoing' }).where(eq(batches._id, id))
    return started
  })
  context.wakeWorker?.()
  return { batch: _id }
}

/** A record written outside a batch's job, for example by an import. */
export interface WrittenRecord {
  _id: string
  /** Previous values of the changed fields; null: it was created. */
  before: Fields | null
  was?: Date
  written: Date
}

/** Creates the batch of an import in the same transaction, so that it can be undone like others. */
export const insertImportBatch = async (
  tx: Tx,
  currentUser: CurrentUser,
  batch: { _id: string; resource: Resource; date: Date },
): Promise<string> => {
  await insertEndedBatch(tx, currentUser, { ...batch, action: 'import', changed: 0 })
  return batch._id
}

/** Creates the batch of an import that is written in chunks; `total`: the most records that it may write. */
export const insertRunningImport = async (
  tx: Tx,
  { id: createdBy }: CurrentUser,
  { name, ...batch }: Pick<BatchRow, '_id' | 'resource' | 'date' | 'total'> & { name: string },
): Promise<void> => {
  const changes = { name, created: 0, changed: 0 }
  await tx.insert(batches).values({ ...batch, action: 'import', changes, createdBy, address: '' })
}

/** Locks a batch; false if it does not run, as one that was stopped. */
export const lockRunning = async (tx: Tx, id: string): Promise<boolean> => {
  const [row] = await tx
    .select({ state: batches.state })
    .from(batches)
    .where(eq(batches._id, id))
    .for('no key update')
  return row?.state === 'running'
}

/** Stores an update that its request writes at once; returns its id. */
export const insertUpdateBatch = async (
  tx: Tx,
  currentUser: CurrentUser,
  batch: { resource: Resource; date: Date },
): Promise<string> => {
  const _id = newId()
  await insertEndedBatch(tx, currentUser, { ...batch, _id, action: 'update', changed: 0 })
  return _id
}

/** Adds written records to the batch of an import or of an update. */
export const addToBatch = async (tx: Tx, batch: string, records: readonly WrittenRecord[]): Promise<void> => {
  if (records.length === 0) return
  const table = asTable(records, sql`_id text, before jsonb, was timestamptz, written timestamptz`)
  await tx.execute(sql`
    insert into ${batchRecords} (batch, record, state, before, was, written)
    select ${batch}, v._id, 'done', nullif(v.before, 'null'::jsonb), v.was, v.written from ${table}`)
  const added = records.length
  await tx
    .update(batches)
    .set({
      // An import in chunks knows its total.
      total: sql`greatest(${batches.total}, ${batches.done} + ${added})`,
      done: sql`${batches.done} + ${added}`,
      changed: sql`${batches.changed} + ${added}`,
    })
    .where(eq(batches._id, batch))
}

/** The ids among these that a batch contains. */
export const batchRecordIds = async (tx: Tx, batch: string, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ record: batchRecords.record })
    .from(batchRecords)
    .where(and(eq(batchRecords.batch, batch), isAnyOf(batchRecords.record, ids)))
  return new Set(rows.map(({ record }) => record))
}

interface ImportEnd {
  /** For the history. */
  summary: Fields
  /** Of a batch that runs, and was not stopped. */
  state: BatchState
  message: string
}

/** Ends the batch of an import; deletes it if nothing was written. */
export const endImportBatch = async (tx: Tx, batch: string, end: ImportEnd | undefined): Promise<void> => {
  const own = eq(batches._id, batch)
  if (!end) return void (await tx.delete(batches).where(own))
  const { summary: changes, state, message } = end
  const ended = sql<BatchState>`case ${batches.state} when 'running' then ${state} else ${batches.state} end`
  await tx.update(batches).set({ changes, message, total: batches.done, state: ended }).where(own)
}

/** The imports of a resource that the current user can undo or has undone, newest first. */
export const listImportBatches = async (
  { db, now }: Context,
  currentUser: CurrentUser,
  resource: Resource,
) => {
  const rows = await db
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.createdBy, currentUser.id),
        eq(batches.resource, resource),
        eq(batches.action, 'import'),
        ne(batches.state, 'running'),
        gte(batches.date, undoableSince(now())),
      ),
    )
    .orderBy(desc(batches.date), desc(batches._id))
    .limit(MAX_IMPORTS)
  const canDelete = holds(currentUser, { action: PERMISSIONS.import, resource })
  return rows.map((row) => ({
    batch: row._id,
    changes: row.changes,
    date: row.date.toISOString(),
    isUndone: row.state === 'undone' || row.state === 'undoing',
    canUndo: canDelete && row.changed > 0 && undoError(row, now()) === undefined,
  }))
}

/** Ends a batch. The batch that it undid cannot be undone again, unless this one stopped early. */
const end = async (
  tx: Tx,
  { now }: Context,
  works: BatchWorks,
  { _id, undoes, address }: BatchRow,
  state: Exclude<BatchState, 'running'>,
  message = '',
): Promise<BatchRow> => {
  const [row] = await tx
    .update(batches)
    .set({ state, message, address: '' })
    .where(eq(batches._id, _id))
    .returning()
  if (!row) throw new Error('The locked batch is gone')
  if (undoes !== null)
    await tx
      .update(batches)
      .set({ state: state === 'done' ? 'undone' : 'done' })
      .where(eq(batches._id, undoes))
  const { action, changes } = await findUndone(tx, row)
  const { ended } = findWork(works, row.resource, action)
  if (ended) {
    const author = { ...(await readAuthor(tx, row)), ip: address }
    await ended({ tx, date: now(), author, batch: row, isUndo: row.action === 'undo', changes })
  }
  return row
}

/** The author of a batch or of an import, who may be disabled or deleted by now. */
export const readAuthor = async (
  tx: Tx,
  { createdBy }: Pick<BatchRow, 'createdBy'>,
): Promise<Omit<Author, 'ip'>> => {
  const [author] = await tx
    .select({ id: users._id, name: users.name })
    .from(users)
    .where(eq(users._id, createdBy))
  if (!author) throw new Error('The author of a batch is gone')
  return author
}

/** Processes a chunk of a batch, with its author's current permissions. */
const runChunk = async (tx: Tx, context: Context, works: BatchWorks, id: string): Promise<ChunkResult> => {
  const [row] = await tx.select().from(batches).where(eq(batches._id, id)).for('no key update')
  if (!row) return { state: 'done' }
  const { resource } = row
  if (row.state !== 'running') return { state: row.state === 'cancelled' ? 'cancelled' : 'done', resource }
  if (row.action === 'import') {
    // Its rows are gone, as after a restored backup; else it would have its own job.
    await end(tx, context, works, row, 'failed', BATCH_MESSAGES.failed)
    return { state: 'failed', resource, message: BATCH_MESSAGES.failed }
  }
  const { action, changes } = await findUndone(tx, row)
  const currentUser = await loadBackgroundUser(tx, row.createdBy, row.address)
  const work = findWork(works, row.resource, action)
  if (!currentUser || !holds(currentUser, permissionFor(work, action))) {
    const message = BATCH_MESSAGES.forbidden
    await end(tx, context, works, row, 'cancelled', message)
    return { state: 'cancelled', resource, message }
  }
  const size = work.run && action !== 'repair' ? work.chunk[action] : undefined
  if (!work.run || action === 'repair' || size === undefined)
    throw new Error(`No jobs that ${action} ${row.resource}`)
  const records = await waiting(tx, row, size)
  const { undoes } = row
  const isUndo = row.action === 'undo'
  const outcomes =
    records.length === 0
      ? []
      : await work.run({ tx, context, currentUser, batch: id, action, isUndo, undoes, changes, records })
  await keepOutcomes(tx, row, outcomes)
  const done = records.length
  const progress = { resource, done, left: row.total - row.done - done }
  if (done === size) return { state: 'more', ...progress }
  const { refused: kept } = await end(tx, context, works, row, 'done')
  if (isUndo && action === 'import')
    await recordChange(tx, currentUser, context.now(), {
      action: 'undo-import',
      resource,
      record: { _id: null, name: String(changes.name ?? '') },
      batch: id,
      after: { ...(await undoneCounts(tx, id)), kept },
    })
  return { state: 'done', ...progress }
}

/** The records that undoing an import deleted, because it had created them, and restored. */
export const undoneCounts = async (
  db: Executor,
  batch: string,
): Promise<{ removed: number; restored: number }> => {
  const { before } = batchRecords
  const [counts] = await db
    .select({
      removed: sql<number>`count(*) filter (where ${before} is null)::int`,
      restored: sql<number>`count(*) filter (where ${before} is not null)::int`,
    })
    .from(batchRecords)
    .where(and(eq(batchRecords.batch, batch), eq(batchRecords.state, 'done')))
  return counts ?? { removed: 0, restored: 0 }
}

const waiting = async (tx: Tx, { _id, undoes }: BatchRow, size: number): Promise<BatchRecord[]> => {
  const { record, before, written } = batchRecords
  const chosen = await tx
    .select({ _id: record })
    .from(batchRecords)
    .where(and(eq(batchRecords.batch, _id), eq(batchRecords.state, 'waiting')))
    .orderBy(undoes === null ? asc(record) : desc(record))
    .limit(size)
  const records = chosen.sort((one, other) => (one._id < other._id ? -1 : 1))
  if (undoes === null) return records
  const ids = records.map(({ _id }) => _id)
  const undone = await tx
    .select({ _id: record, before, written })
    .from(batchRecords)
    .where(and(eq(batchRecords.batch, undoes), isAnyOf(record, ids)))
  const known = new Map(undone.map(({ _id, ...each }) => [_id, each]))
  return records.map(({ _id }) => ({ _id, undone: known.get(_id) ?? { before: null, written: null } }))
}

/** Passes rows to a statement as a table in one parameter. */
const asTable = (rows: readonly object[], columns: SQL): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(${columns})`

const keepOutcomes = async (
  tx: Tx,
  { _id, undoes }: BatchRow,
  outcomes: readonly Outcome[],
): Promise<void> => {
  if (outcomes.length === 0) return
  const ended = asTable(
    outcomes,
    sql`_id text, state text, message text, before jsonb, was timestamptz, written timestamptz`,
  )
  await tx.execute(sql`
    update ${batchRecords} set state = v.state, message = coalesce(v.message, ''), before = v.before,
      was = v.was, written = v.written
    from ${ended} where batch = ${_id} and record = v._id`)
  const numberOf = (wanted: Outcome['state']) => outcomes.filter(({ state }) => state === wanted).length
  await tx
    .update(batches)
    .set({
      done: sql`${batches.done} + ${outcomes.length}`,
      changed: sql`${batches.changed} + ${numberOf('done')}`,
      refused: sql`${batches.refused} + ${numberOf('refused')}`,
    })
    .where(eq(batches._id, _id))
  if (undoes === null) return
  const restored = outcomes.filter(({ state }) => state === 'done')
  if (restored.length === 0) return
  const table = asTable(restored, sql`_id text, was timestamptz, written timestamptz`)
  await tx.execute(sql`
    update ${batchRecords} set state = 'undone', before = null
    from ${table} where batch = ${undoes} and record = v._id`)
  // Keeps earlier batches undoable: undoing a later one does not count as an edit.
  await tx.execute(sql`
    update ${batchRecords} set written = v.written
    from ${table} join ${batchRecords} as undone on undone.record = v._id and undone.batch = ${undoes}
    where ${batchRecords}.record = v._id and ${batchRecords}.state = 'done'
      and ${batchRecords}.written = undone.was and ${batchRecords}.batch <> ${_id}`)
}

/**
 * Processes a batch to its end without waiting for the worker, which continues it if this process is stopped. Returns the
 * ended batch, which may have been cancelled meanwhile.
 */
export const finishBatch = async (
  context: Context,
  works: BatchWorks,
  id: string,
): Promise<BatchRow | undefined> => {
  let { state }: ChunkResult = { state: 'more' }
  while (state === 'more') ({ state } = await withRetry(context.db, (tx) => runChunk(tx, context, works, id)))
  const [ended] = await context.db.select().from(batches).where(eq(batches._id, id))
  return ended
}

export const batchJobs = (works: BatchWorks): TaskKind => ({
  ...JOB,
  chunk: ({ tx, context, key }) => runChunk(tx, context, works, key),
  async giveUp({ tx, context, key }) {
    const [row] = await tx.select().from(batches).where(eq(batches._id, key)).for('no key update')
    if (row?.state === 'running') await end(tx, context, works, row, 'failed', BATCH_MESSAGES.failed)
  },
  async unfinished(db) {
    return db
      .select({ key: batches._id, user: batches.createdBy })
      .from(batches)
      .where(
        and(
          eq(batches.state, 'running'),
          // An import in chunks has its own job.
          sql`not exists (select from ${imports} where ${imports.batch} = ${batches._id} and ${imports.state} = 'applying')`,
        ),
      )
  },
  async repeat({ tx, key }) {
    const [row] = await tx.select().from(batches).where(eq(batches._id, key)).for('no key update')
    if (row?.state !== 'failed') return false
    if (row.undoes !== null) {
      const undone = await tx
        .update(batches)
        .set({ state: 'undoing' })
        .where(and(eq(batches._id, row.undoes), eq(batches.state, 'done')))
        .returning({ _id: batches._id })
      if (undone.length === 0) return false
    }
    await tx.update(batches).set({ state: 'running', message: '' }).where(eq(batches._id, key))
    return true
  },
})

/** Records deleted per chunk. */
const CLEANED_AT_ONCE = 10_000

/** Imports stay in the history for a year, with their undoing, but without their records. */
const historySince = (now: Date): Date => new Date(now.getTime() - 365 * 24 * 3_600_000)

/** Deletes batches that can no longer be undone. */
export const batchCleanUp: TaskKind = {
  name: 'batches-clean-up',
  cron: '40 4 * * *',
  async chunk({ tx, context }) {
    const now = context.now()
    const isPast = sql<boolean>`(${gte(batches.date, historySince(now))} and
      coalesce(${batches.undoes}, ${batches._id}) in (select i._id from ${batches} as i where i.action = 'import'))`
    const hasRecords = sql`exists (select from ${batchRecords} where ${batchRecords.batch} = ${batches._id})`
    const [old] = await tx
      .select({ _id: batches._id, isPast })
      .from(batches)
      .where(
        and(lt(batches.date, undoableSince(now)), ne(batches.state, 'running'), or(not(isPast), hasRecords)),
      )
      .orderBy(asc(batches.date))
      .limit(1)
      .for('update')
    if (!old) return 'done'
    const removed = await tx.execute<{ count: number }>(sql`
      with removed as (
        delete from ${batchRecords} where batch = ${old._id} and record in (
          select record from ${batchRecords} where batch = ${old._id} limit ${CLEANED_AT_ONCE}) returning 1)
      select count(*)::int as count from removed`)
    if ((removed.rows[0]?.count ?? 0) < CLEANED_AT_ONCE && !old.isPast)
      await tx.delete(batches).where(eq(batches._id, old._id))
    return 'more'
  },
}
