import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Entity, TrashRow } from '../../../domain/contract/entity.ts'
import { purgeDate, readTrashFields, TRASH_MESSAGES, trashCutoff } from '../../../domain/contract/trash.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import { id } from '../../../domain/validation/fields.ts'
import { recordEvents } from '../audit/audit-log.ts'
import type { Access } from '../auth/access.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import { asStoredRow, type Collection, type StoredRow } from '../database/collection.ts'
import { rowsWhere } from '../database/count-rows.ts'
import { isAnyOf } from '../database/ids.ts'
import { type ListSource, listPage } from '../database/list-query.ts'
import type { Tx } from '../database/open.ts'
import { type Snapshot, type TrashRecord, trash } from '../database/schema/trash.ts'
import { users } from '../database/schema/users.ts'
import { searchCondition } from '../database/search.ts'
import { withRetry } from '../database/transactions.ts'
import type { App, Context } from '../http/context.ts'
import { Invalid, NotFound } from '../http/errors.ts'
import { idParameters, listParameters, operation } from '../http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../lists/list-limit.ts'
import { listRoutes } from '../lists/list-routes.ts'
import { batchFilter, inBatch } from '../tasks/batches.ts'
import { insertRow, insertRows, mapUniqueViolation, toResponse } from './records.ts'
import { missingReferences } from './references.ts'

export const trashParameters = listParameters(['dateDelete', 'title'], {
  parent: id().optional(),
  ...batchFilter,
})
type Query = z.output<typeof trashParameters>

/** Endpoints of an entity's trash; they need the permission to delete. */
export const trashRoutes = (
  app: App,
  context: Context,
  collection: Collection,
  api: Pick<Entity['endpoints'], 'trash' | 'trashCount' | 'restore'>,
): void => {
  const access: Access = { action: 'delete', resource: collection.entity.resource }
  listRoutes(
    app,
    context,
    { list: api.trash, count: api.trashCount },
    {
      config: { access, replica: true },
      querystring: trashParameters,
      list: (context, currentUser, query) => listTrash(context, collection, currentUser, query),
      count: (context, _currentUser, query) => countTrash(context, collection, query),
    },
  )
  app.route({
    ...operation(api.restore, { params: idParameters }),
    config: { access, aliases: collection.entity.schemas.aliases },
    handler: ({ currentUser, params }) => restoreRecord(context, collection, currentUser, params.id),
  })
}

const source = {
  table: trash,
  columns: {
    _id: trash.record,
    title: trash.title,
    detail: trash.detail,
    parts: trash.parts,
    deletedBy: users.name,
    date: trash.date,
  },
  // A deleted user has no name any more.
  joins: [
    {
      table: users,
      on: sql`${users._id} = ${trash.deletedBy} and ${users.deletedAt} is null`,
      isOptional: true,
    },
  ],
  id: trash._id,
  sorts: { dateDelete: trash.date, title: trash.titleKey },
  defaultSort: { by: 'dateDelete', order: 'desc' },
} as const satisfies ListSource

/** Expired records are purged hourly; hidden until then. */
const trashCondition = ({ entity }: Collection, now: Date, query: Query): SQL | undefined =>
  and(
    eq(trash.resource, entity.resource),
    gte(trash.date, trashCutoff(now)),
    query.ids && inArray(trash.record, query.ids),
    inBatch(trash.record, query.batch),
    query.parent === undefined ? undefined : eq(trash.parent, query.parent),
  )

/** Condition for the trash records of the list's filters and search. */
export const trashQueryCondition = (collection: Collection, now: Date, query: Query): SQL | undefined =>
  and(trashCondition(collection, now, query), searchCondition(trash.search, query.search))

const listTrash = async (
  context: Context,
  collection: Collection,
  currentUser: CurrentUser,
  query: Query,
): Promise<TrashRow[]> => {
  const { db, now } = context
  const rows = await listPage(db, source, {
    ...(await resolvePaging(context, currentUser, query)),
    where: trashCondition(collection, now(), query),
    unsorted: searchCondition(trash.search, query.search),
    sort: query.sort,
    order: query.order,
  })
  return rows.map(({ date, deletedBy, ...row }) => ({
    ...row,
    deletedBy: deletedBy ?? '',
    dateDelete: date.toISOString(),
    dateGone: purgeDate(date).toISOString(),
  }))
}

const countTrash = (context: Context, collection: Collection, query: SizeQuery<Query>) =>
  listSize(context, query, { rows: rowsWhere(trash, trashQueryCondition(collection, context.now(), query)) })

/** Restores a deleted record with its parts, all or nothing (rule W16). */
export const restoreRecord = (
  context: Context,
  collection: Collection,
  currentUser: CurrentUser,
  id: string,
): Promise<Record<string, unknown>> =>
  mapUniqueViolation(collection, async () =>
    toResponse(await withRetry(context.db, (tx) => restoreIn(tx, context, collection, currentUser, id))),
  )

/** Restores within a transaction, possibly part of a batch: must be rolled back if it throws. */
export const restoreIn = async (
  tx: Tx,
  { collections, now }: Context,
  collection: Collection,
  currentUser: CurrentUser,
  id: string,
  batch?: { batch: string },
): Promise<StoredRow> => {
  const { snapshot } = await takeFromTrash(tx, collection, id, now())
  const row = await restoreRow(tx, collection, snapshot)
  const parts = await restoreParts(tx, collections, snapshot.parts)
  const events = [{ resource: collection.entity.resource, row }, ...parts]
  await recordEvents(
    tx,
    currentUser,
    now(),
    events.map(({ resource, row }) => ({
      action: 'restore',
      resource,
      record: row,
      after: row,
      ...batch,
    })),
  )
  return row
}

/** A concurrent restoration waits here, and then finds nothing. */
async function takeFromTrash(tx: Tx, { entity }: Collection, record: string, now: Date) {
  const own = and(eq(trash.resource, entity.resource), eq(trash.record, record))
  const [found] = await tx
    .delete(trash)
    .where(and(own, gte(trash.date, trashCutoff(now))))
    .returning({ snapshot: trash.snapshot })
  if (!found) throw new NotFound(TRASH_MESSAGES.gone)
  return found
}

type Fields = Record<string, unknown>

/** Inserts a record as it was, if a new one with its references and name would be accepted. */
async function restoreRow(tx: Tx, collection: Collection, { record, names }: Snapshot): Promise<StoredRow> {
  const fields = userFields(collection, record)
  const errors = [
    ...(await missingReferenceErrors(tx, collection, fields, names)),
    ...((await collection.beforeWrite?.({ tx, fields, stored: undefined, isRestored: true })) ?? []),
  ]
  if (errors.length > 0) throw new Invalid(errors)
  return insertRow(tx, collection.table, rowColumns(collection, record, fields))
}

/** The fields that users write. */
function userFields({ entity }: Collection, { fields }: TrashRecord): Fields {
  const read = readTrashFields(entity.schemas, fields)
  if (read.errors.length > 0) throw new Invalid(read.errors)
  return read.fields
}

const serverSchema = z.object({
  _id: z.string(),
  userCreate: z.string(),
  userUpdate: z.string(),
  dateCreate: z.coerce.date(),
  dateUpdate: z.coerce.date(),
  view: z.int().optional(),
})

/** The row: derived columns are computed again, server-written ones are restored. */
const rowColumns = (collection: Collection, { fields: kept }: TrashRecord, fields: Fields): Fields => ({
  ...fields,
  ...collection.derive(fields),
  ...serverSchema.parse(kept),
})

/** An error for each missing reference, by name. */
async function missingReferenceErrors(
  tx: Tx,
  collection: Collection,
  fields: Fields,
  names: Snapshot['names'],
): Promise<ValidationError[]> {
  const errors: ValidationError[] = []
  for (const { field, reference, ids } of await missingReferences(tx, collection, fields)) {
    const { to } = reference
    const kept = await tx
      .select({ record: trash.record })
      .from(trash)
      .where(and(eq(trash.resource, to), isAnyOf(trash.record, ids)))
    const messages = ids.map((id) =>
      TRASH_MESSAGES.missing({
        to,
        name: names[id] ?? id,
        isInTrash: kept.some(({ record }) => record === id),
      }),
    )
    errors.push({ field, message: messages.join(' ') })
  }
  return errors
}

/** Rows per statement, which takes 65,535 parameters. */
const ROWS_AT_ONCE = 500

/** Parts only refer to the record just restored, and were valid together. */
async function restoreParts(tx: Tx, collections: readonly Collection[], parts: readonly TrashRecord[]) {
  const restored = parts.map((part) => {
    const collection = findCollection(collections, part)
    return { collection, values: rowColumns(collection, part, userFields(collection, part)) }
  })
  for (const collection of new Set(restored.map(({ collection }) => collection))) {
    const values = restored.flatMap((each) => (each.collection === collection ? [each.values] : []))
    for (let start = 0; start < values.length; start += ROWS_AT_ONCE)
      await insertRows(tx, collection.table, values.slice(start, start + ROWS_AT_ONCE))
  }
  return restored.map(({ collection, values }) => ({
    resource: collection.entity.resource,
    row: asStoredRow(values),
  }))
}

const findCollection = (collections: readonly Collection[], { resource }: TrashRecord): Collection => {
  const found = collections.find(({ entity }) => entity.resource === resource)
  if (!found) throw new Invalid([{ field: '', message: TRASH_MESSAGES.lacksField }])
  return found
}
