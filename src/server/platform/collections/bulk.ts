import { isDeepStrictEqual } from 'node:util'
import { and, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { can, type Principal } from '../../../domain/access/permissions.ts'
import { BATCH_MESSAGES } from '../../../domain/batches/batch.ts'
import { bulkEndpoint, recordChanges } from '../../../domain/batches/bulk.ts'
import type { Entity } from '../../../domain/contract/entity.ts'
import type { Resource } from '../../../domain/registry.ts'
import { toValidationErrors } from '../../../domain/validation/errors.ts'
import { recordEvents } from '../audit/audit-log.ts'
import type { Declaration } from '../auth/access.ts'
import type { Collection, StoredRow } from '../database/collection.ts'
import { isAnyOf } from '../database/ids.ts'
import type { Fields } from '../database/schema/batches.ts'
import { trash } from '../database/schema/trash.ts'
import { updateRows } from '../database/update-rows.ts'
import type { App, Context } from '../http/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors.ts'
import { editDate, operation } from '../http/operation.ts'
import { type BatchRecord, type Chunk, type Outcome, type RecordWork, startBatch } from '../tasks/batches.ts'
import {
  asQuery,
  deleteIn,
  deleteUnreferenced,
  editedValues,
  lockRows,
  mapUniqueViolation,
  queryCondition,
  querySchema,
} from './records.ts'
import { isUnreferenced, lockReferences, parentsQuery } from './references.ts'
import { restoreIn, trashParameters, trashQueryCondition } from './restore.ts'

/** An update or a deletion of many records, by its body. */
export const bulkAccess = (resource: Resource): Declaration => {
  const update = { action: 'update', resource } as const
  const deletion = { action: 'delete', resource } as const
  return {
    access: { any: [update, deletion] },
    peopleOnly: true,
    cases: { 'an update': { needs: update }, 'a deletion': { needs: deletion } },
  }
}

/** Throws unless the current user may do what a body requests; the body is not validated yet. */
export const requireBulkPermission = (principal: Principal, resource: Resource, body: unknown): void => {
  const action = typeof body === 'object' && body !== null && 'action' in body ? body.action : undefined
  const isUpdate = action !== 'delete' && action !== 'restore'
  if (!can(principal, isUpdate ? 'update' : 'delete', resource)) throw new Forbidden()
}

/** The batches of a catalogue entity. */
export const collectionBatches = (collection: Collection): RecordWork<keyof typeof CHUNK_HANDLERS> => ({
  resource: collection.entity.resource,
  chunk: { update: 250, delete: 100, restore: 100, import: 100 },
  parents: parentsQuery(collection),
  sharesImports: collection.sharesImports,
  run: (chunk) => CHUNK_HANDLERS[chunk.action](collection, chunk),
})

/** The endpoint that changes, deletes or restores many records of a catalogue entity in a batch (rule W17). */
export const bulkRoute = (
  app: App,
  context: Context,
  collection: Collection & { readonly entity: Pick<Entity, 'schemas'> },
): void => {
  const { resource, schemas } = collection.entity
  app.route({
    ...operation(bulkEndpoint(resource, schemas.edited)),
    config: bulkAccess(resource),
    preValidation: async ({ currentUser, body }) => requireBulkPermission(currentUser, resource, body),
    async handler({ currentUser, body }, reply) {
      reply.code(202)
      const { action, expected } = body
      const group = action === 'replaceLinks' ? body.group : undefined
      return startBatch(context, currentUser, {
        resource,
        action,
        changes: changesIn(body),
        expected,
        ...(group !== undefined && { group, key: `${group} ${resource}` }),
        records:
          action === 'restore' ? selectDeleted(context, collection, body) : selectRecords(collection, body),
      })
    },
  })
}

type BulkBody = z.output<ReturnType<typeof bulkEndpoint>['body']>

/** What a batch stores of its request. */
const changesIn = (body: BulkBody): Fields => {
  if (body.action === 'update') return body.changes
  return body.action === 'replaceLinks' ? { from: body.from, to: body.to } : {}
}

interface RecordFilter {
  ids?: readonly string[] | undefined
  filter?: Readonly<Record<string, string>> | undefined
}

export const selectRecords = (collection: Collection, { ids, filter = {} }: RecordFilter): SQL => {
  const { table } = collection
  const where = ids
    ? isAnyOf(table._id, ids)
    : queryCondition(collection, asQuery(filterQuery(querySchema(collection), filter)))
  return sql`select ${table._id} from ${table} where ${where ?? sql`true`}`
}

/** The trash records chosen by ids or by the filters of the trash's list. */
const selectDeleted = ({ now }: Context, collection: Collection, { ids, filter = {} }: RecordFilter): SQL => {
  const parameters = filterQuery(trashParameters, ids ? {} : filter)
  const where = and(trashQueryCondition(collection, now(), parameters), ids && isAnyOf(trash.record, ids))
  return sql`select ${trash.record} as _id from ${trash} where ${where}`
}

/** Parses a filter with the list's own schema; page and order are ignored. */
export const filterQuery = <Query>(
  querystring: z.ZodType<Query>,
  filter: Readonly<Record<string, string>>,
): Query => {
  const { page: _page, limit: _limit, sort: _sort, order: _order, ...filters } = filter
  const parsed = querystring.safeParse(filters)
  if (parsed.success) return parsed.data
  const errors = toValidationErrors(parsed.error)
  throw new Invalid(errors.map(({ field, message }) => ({ field: `filter.${field}`, message })))
}

/** Why a record was refused, with the message of a single request. */
export const refusalMessage = (error: unknown): string => {
  if (error instanceof Invalid) return [...new Set(error.errors.map(({ message }) => message))].join(' ')
  if (error instanceof Conflict || error instanceof Forbidden || error instanceof NotFound)
    return error.message
  throw error
}

const refusedOutcome = (_id: string, message: string): Outcome => ({ _id, state: 'refused', message })

/** Deletes records, or restores them, which also undoes a deletion. */
async function deleteChunk(collection: Collection, chunk: Chunk): Promise<Outcome[]> {
  const { tx, context, currentUser, batch, records } = chunk
  const restores = chunk.isUndo || chunk.action === 'restore'
  if (!restores && isUnreferenced(context, collection)) return deleteTogether(collection, chunk)
  const outcomes: Outcome[] = []
  for (const { _id } of records)
    try {
      // Some reasons against a restoration only show after the first write.
      if (restores) {
        const { dateUpdate: written } = await mapUniqueViolation(collection, () =>
          tx.transaction((part) => restoreIn(part, context, collection, currentUser, _id, { batch })),
        )
        outcomes.push({ _id, state: 'done', written })
      } else {
        await deleteIn(tx, context, collection, currentUser, _id, { batch })
        outcomes.push({ _id, state: 'done' })
      }
    } catch (error) {
      outcomes.push(refusedOutcome(_id, refusalMessage(error)))
    }
  return outcomes
}

/** Deletes records with one statement for all. */
async function deleteTogether(collection: Collection, chunk: Chunk): Promise<Outcome[]> {
  const { tx, context, currentUser, batch } = chunk
  const ids = chunk.records.map(({ _id }) => _id)
  await lockRows(tx, collection.table, ids)
  const deleted = await deleteUnreferenced(tx, context, collection, currentUser, ids, { batch })
  const missing = new NotFound().message
  return ids.map((_id) => (deleted.has(_id) ? { _id, state: 'done' } : refusedOutcome(_id, missing)))
}

/**
 * Undoes an import or a restoration: deletes created records that were not edited since, and restores the values of the
 * others.
 */
async function revertChunk(collection: Collection, chunk: Chunk): Promise<Outcome[]> {
  const rows = await lockRows(
    chunk.tx,
    collection.table,
    chunk.records.map(({ _id }) => _id),
  )
  const outcomes: Outcome[] = []
  const changed: BatchRecord[] = []
  const deleted: BatchRecord[] = []
  for (const record of chunk.records) {
    const { _id, undone } = record
    const row = rows.get(_id)
    if (!row) outcomes.push({ _id, state: 'same' })
    else if (undone?.before !== null) changed.push(record)
    else if (row.dateUpdate.getTime() !== undone.written?.getTime())
      outcomes.push(refusedOutcome(_id, BATCH_MESSAGES.changed))
    else deleted.push(record)
  }
  outcomes.push(
    ...(await deleteChunk(collection, { ...chunk, action: 'delete', isUndo: false, records: deleted })),
  )
  if (changed.length > 0) outcomes.push(...(await updateChunk(collection, { ...chunk, records: changed })))
  return outcomes
}

const restoreChunk = (collection: Collection, chunk: Chunk): Promise<Outcome[]> =>
  chunk.isUndo ? revertChunk(collection, chunk) : deleteChunk(collection, chunk)

const CHUNK_HANDLERS = {
  update: updateChunk,
  delete: deleteChunk,
  restore: restoreChunk,
  import: revertChunk,
} as const

export interface RecordEdit {
  stored: StoredRow
  values: Fields
  before: Fields
  dateUpdate: Date
}

function updateChunk(collection: Collection, chunk: Chunk): Promise<Outcome[]> {
  return editChunk(collection, chunk, (stored) => ({ fields: recordChanges(chunk.changes, stored) }))
}

/** The fields to change of a stored record, or why it is left as it is. */
type RecordEditor = (stored: StoredRow) => { fields: Fields } | { message: string }

/**
 * Edits each record by the rules of a PUT, with one statement for all; an undo restores its earlier values. `written` is
 * called with the edits after the write, in the same transaction.
 */
export async function editChunk(
  collection: Collection,
  chunk: Chunk,
  edit: RecordEditor,
  written?: (edits: readonly RecordEdit[]) => Promise<void>,
): Promise<Outcome[]> {
  const { tx, context, records } = chunk
  const rows = await lockRows(
    tx,
    collection.table,
    records.map(({ _id }) => _id),
  )
  const wanted = records.map((record) => requestedEdit(chunk, record, rows.get(record._id), edit))
  const checkReferences = await lockReferences(
    tx,
    collection,
    wanted.flatMap((each) => ('sent' in each ? [{ ...each.stored, ...each.sent }] : [])),
  )
  const edits: RecordEdit[] = []
  const outcomes: Outcome[] = []
  for (const each of wanted) {
    if (!('sent' in each)) {
      outcomes.push(each)
      continue
    }
    const { stored, sent } = each
    try {
      const all = await editedValues(tx, context, collection, stored, sent, checkReferences)
      if (!all) {
        outcomes.push({ _id: stored._id, state: 'same' })
        continue
      }
      edits.push({
        stored,
        values: pick(all, (name) => !isDeepStrictEqual(stored[name], all[name])),
        before: pick(stored, (name) => name in sent),
        dateUpdate: editDate(context.now(), stored.dateUpdate),
      })
    } catch (error) {
      outcomes.push(refusedOutcome(stored._id, refusalMessage(error)))
    }
  }
  for (const record of await writeEdits(collection, chunk, edits)) outcomes.push({ ...record, state: 'done' })
  await written?.(edits)
  return outcomes
}

/** Writes edits of locked rows, with an audit event for each. */
export async function writeEdits(
  collection: Collection,
  { tx, context, currentUser, batch }: Pick<Chunk, 'tx' | 'context' | 'currentUser' | 'batch'>,
  edits: readonly RecordEdit[],
) {
  const names = [...new Set(edits.flatMap(({ values }) => Object.keys(values)))]
  await updateRows(
    tx,
    collection.table,
    [...names, 'userUpdate', 'dateUpdate'],
    edits.map(({ stored, values, dateUpdate }) => ({
      ...pick(stored, (name) => names.includes(name)),
      ...values,
      _id: stored._id,
      userUpdate: currentUser.name,
      dateUpdate,
    })),
  )
  const { resource } = collection.entity
  const events = edits.map(({ stored: before, values }) => {
    const after = { ...before, ...values }
    return { action: 'update', resource, record: after, before, after, batch } as const
  })
  await recordEvents(tx, currentUser, context.now(), events)
  return edits.map(({ stored: { _id, dateUpdate: was }, before, dateUpdate: written }) => ({
    _id,
    before,
    was,
    written,
  }))
}

/** The body of the equivalent PUT of one record, or why there is none. */
const requestedEdit = (
  { isUndo }: Chunk,
  { _id, undone }: BatchRecord,
  stored: StoredRow | undefined,
  edit: RecordEditor,
): { stored: StoredRow; sent: Fields } | Outcome => {
  if (!stored) return refusedOutcome(_id, BATCH_MESSAGES.gone)
  if (!isUndo) {
    const edited = edit(stored)
    return 'message' in edited ? refusedOutcome(_id, edited.message) : { stored, sent: edited.fields }
  }
  if (!undone?.before || undone.written?.getTime() !== stored.dateUpdate.getTime())
    return refusedOutcome(_id, BATCH_MESSAGES.changed)
  return { stored, sent: undone.before }
}

export const pick = (row: Fields, isPicked: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => isPicked(name)))
