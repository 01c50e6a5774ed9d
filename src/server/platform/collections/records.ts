import { and, eq, getTableColumns, inArray, is, type SQL } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Action } from '../../../domain/access/permissions.ts'
import type { Entity } from '../../../domain/contract/entity.ts'
import { FIRST_DATE, startOfDay } from '../../../domain/format/dates.ts'
import { entryOf, REGISTRY } from '../../../domain/registry.ts'
import { toValidationErrors, type ValidationError } from '../../../domain/validation/errors.ts'
import { recordChange, recordEvents } from '../audit/audit-log.ts'
import type { Access } from '../auth/access.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import {
  anyTable,
  asStoredRow,
  type CatalogueTable,
  type Collection,
  type StoredRow,
  tableColumns,
} from '../database/collection.ts'
import { rowsWhere } from '../database/count-rows.ts'
import { uniqueViolation } from '../database/errors.ts'
import { isAnyOf, newId } from '../database/ids.ts'
import { searchedHost } from '../database/link-hosts.ts'
import { worstLinkState } from '../database/link-state.ts'
import { type ListSource, listPage, outputColumns } from '../database/list-query.ts'
import type { Executor, Tx } from '../database/open.ts'
import { totalViews } from '../database/schema/contents.ts'
import { searchCondition } from '../database/search.ts'
import { selectListKeys } from '../database/snapshot-read.ts'
import { withRetry } from '../database/transactions.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../exports/export-list.ts'
import { dayTexts } from '../exports/row-writer.ts'
import type { App, Context } from '../http/context.ts'
import { duplicate, Invalid, NotFound } from '../http/errors.ts'
import {
  changesNothing,
  editDate,
  flag,
  idParameters,
  type ListParameters,
  listParameters,
  operation,
  partialBody,
  refuseStale,
} from '../http/operation.ts'
import { listSize, resolvePaging } from '../lists/list-limit.ts'
import { listRoutes } from '../lists/list-routes.ts'
import { batchFilter, inBatch } from '../tasks/batches.ts'
import { deleteParts, referenceErrors, referenceNames, refuseInUse, typeErrors } from './references.ts'
import { storeInTrash } from './trash.ts'

const params = idParameters

export const collectionRoutes = (
  app: App,
  context: Context,
  collection: Collection & { readonly entity: Entity },
): void => {
  const { entity, table } = collection
  const { resource, endpoints: api } = entity
  const { aliases } = entity.schemas
  const access = (action: Action): Access =>
    action === 'read' && entryOf(resource).isLookup ? 'signed-in' : { action, resource }

  listRoutes(app, context, api, {
    config: { access: access('read'), aliases, replica: true },
    querystring: querySchema(collection),
    list: (context, currentUser, query) => listRecords(context, currentUser, collection, asQuery(query)),
    count: (context, _currentUser, query) => countRecords(context, collection, asQuery(query)),
    exported: (currentUser, query) => recordsExport(currentUser, collection, { ...query }),
  })
  app.route({
    ...operation(api.get, { params }),
    config: { access: access('read'), aliases },
    async handler({ params }) {
      const row = await findRow(context.db, table, params.id)
      if (!row) throw new NotFound()
      return toResponse(row)
    },
  })
  app.route({
    ...operation(api.create),
    config: { access: access('create'), aliases },
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return createRecord(context, collection, currentUser, body)
    },
  })
  app.route({
    ...operation(api.update, { params, body: partialBody(api.update.body) }),
    config: { access: access('update'), aliases },
    handler: ({ currentUser, params, body }) =>
      updateRecord(context, collection, currentUser, params.id, body),
  })
  app.route({
    ...operation(api.delete, { params }),
    config: { access: access('delete') },
    handler: ({ currentUser, params }) => deleteRecord(context, collection, currentUser, params.id),
  })
}

type Query = ListParameters &
  Readonly<Record<string, unknown>> & { status?: boolean | undefined; exact?: boolean | undefined }

export const querySchema = ({ sorts, filters = {} }: Collection) =>
  listParameters(Object.keys(sorts), {
    status: flag().optional(),
    ...Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema.optional()])),
    ...batchFilter,
  })

export const listRecords = async <Row = Record<string, unknown>>(
  context: Context,
  currentUser: CurrentUser,
  collection: Collection,
  query: Query,
): Promise<Row[]> => {
  const rows = await listPage(context.db, listSource(collection), {
    ...(await resolvePaging(context, currentUser, query)),
    where: filterCondition(collection, query),
    unsorted: searchedCondition(collection, query.search),
    sort: query.sort,
    order: query.order,
  })
  return rows.map((row) => toResponse<Row>(asStoredRow(row)))
}

const sources = new WeakMap<Collection, ListSource>()

const listSource = (collection: Collection): ListSource => {
  const { entity, table, sorts } = collection
  const { field, order } = REGISTRY[entity.resource].sort
  const source = sources.get(collection) ?? {
    table,
    columns: {
      ...outputColumns(table, entity.schemas.row),
      ...currentViews(table),
      ...('linkState' in entity.schemas.row.shape && { linkState: worstLinkState(table) }),
    },
    id: table._id,
    sorts,
    defaultSort: { by: field, order: order === 'ASC' ? 'asc' : 'desc' },
  }
  sources.set(collection, source)
  return source
}

export const countRecords = (context: Context, collection: Collection, query: Query) =>
  listSize(context, query, { rows: rowsWhere(collection.table, queryCondition(collection, query)) })

export const recordsExport = (
  currentUser: CurrentUser,
  collection: Collection,
  query: Query,
): ExportedList => {
  const { resource, schemas, references } = collection.entity
  return {
    resource,
    row: schemas.row,
    shown: collection.shown,
    texts: dayTexts(schemas.new),
    references: new Set(Object.keys(references ?? {})),
    names: (db, rows) => referenceNames(db, collection, rows),
    find: async () =>
      selectListKeys(listSource(collection), {
        where: filterCondition(collection, query),
        unsorted: searchedCondition(collection, query.search),
        sort: query.sort,
        order: query.order,
      }),
    async read(context, found) {
      const keys = rowKeys(found)
      return sortByKeys(
        keys,
        await listRecords<{ _id: string }>(context, currentUser, collection, queryByKeys(query, keys)),
      )
    },
  }
}

/** The query as parsed by `querySchema`; the route's type doesn't include the collection's filters. */
export const asQuery = (query: Readonly<Record<string, unknown>>): Query => query as Query

/** Condition for all rows of a list's query. */
export const queryCondition = (collection: Collection, query: Query): SQL | undefined =>
  and(filterCondition(collection, query), searchedCondition(collection, query.search))

/** Every word in the texts of a record, or as the host of one of its links (rule L29). */
const searchedCondition = ({ table }: Collection, search: string): SQL | undefined => {
  const { content } = tableColumns(table)
  // Of stations and channel lists, the texts have the link.
  return searchCondition(table.search, search, content && ((word) => searchedHost({ content }, word)))
}

const filterCondition = ({ table, filters = {} }: Collection, query: Query): SQL | undefined =>
  and(
    query.status === undefined ? undefined : eq(table.status, query.status),
    query.ids && inArray(table._id, query.ids),
    inBatch(table._id, query.batch),
    ...Object.entries(filters).map(([name, { where }]) =>
      query[name] === undefined ? undefined : where(query[name]),
    ),
  )

export const createRecord = async <Output = Record<string, unknown>>(
  { db, now }: Context,
  collection: Collection,
  currentUser: CurrentUser,
  fields: Record<string, unknown>,
) => {
  const _id = newId()
  const row = await mapUniqueViolation(collection, () =>
    withRetry(db, async (tx) => {
      const errors = [
        ...(await referenceErrors(tx, collection, fields)),
        ...((await collection.beforeWrite?.({ tx, fields, stored: undefined })) ?? []),
      ]
      if (errors.length > 0) throw new Invalid(errors)
      const date = now()
      const row = await insertRow(tx, collection.table, {
        ...fields,
        ...collection.derive(fields),
        _id,
        userCreate: currentUser.name,
        userUpdate: currentUser.name,
        dateCreate: date,
        dateUpdate: date,
      })
      const { resource } = collection.entity
      await recordChange(tx, currentUser, date, { action: 'create', resource, record: row, after: row })
      return row
    }),
  )
  return toResponse<Output>(row)
}

type Fields = Record<string, unknown>

/** Updates the given fields (rules W1, W3, W4). */
export const updateRecord = async <Output = Record<string, unknown>>(
  context: Context,
  collection: Collection,
  currentUser: CurrentUser,
  id: string,
  body: Fields,
) => {
  const { db, now } = context
  const { dateUpdate: _read, ...sent } = body
  const row = await mapUniqueViolation(collection, () =>
    withRetry(db, async (tx) => {
      const stored = await lockRow(tx, collection.table, id, 'change')
      if (!stored) throw new NotFound()
      refuseStale(body, stored.dateUpdate)
      const values = await editedValues(tx, context, collection, stored, sent)
      if (!values) return stored
      const dateUpdate = editDate(now(), stored.dateUpdate)
      const row = await updateRow(tx, collection.table, id, {
        ...values,
        userUpdate: currentUser.name,
        dateUpdate,
      })
      const { resource } = collection.entity
      const event = { action: 'update', resource, record: row, before: stored, after: row } as const
      await recordChange(tx, currentUser, now(), event)
      return row
    }),
  )
  return toResponse<Output>(row)
}

type ReferenceCheck = (fields: Fields) => ValidationError[] | Promise<ValidationError[]>

/**
 * The columns written by an edit of a locked row; undefined if nothing changes. Bulk edits lock their references
 * together.
 */
export async function editedValues(
  tx: Tx,
  context: Context,
  collection: Collection,
  stored: StoredRow,
  sent: Fields,
  checkReferences: ReferenceCheck = (fields) => referenceErrors(tx, collection, fields),
): Promise<Fields | undefined> {
  const fields = isStatusAlone(sent)
    ? parseStatus(collection, sent)
    : await mergeFields(tx, context, collection, { stored, sent, checkReferences })
  if (changesNothing(stored, fields)) return undefined
  return isStatusAlone(sent) ? fields : { ...fields, ...collection.derive(fields) }
}

const isStatusAlone = (sent: Fields): boolean => Object.keys(sent).join() === 'status'

function parseStatus({ entity }: Collection, sent: Fields): Fields {
  return parse(z.object({ status: entity.schemas.edited.shape.status ?? z.never() }), sent)
}

interface Edit {
  stored: StoredRow
  sent: Fields
  checkReferences: ReferenceCheck
}

async function mergeFields(
  tx: Tx,
  context: Context,
  collection: Collection,
  { stored, sent, checkReferences }: Edit,
): Promise<Fields> {
  const { entity, impliedBy } = collection
  // The stored creation date is not validated again: in UTC it can be a day outside the permitted range.
  const before: Fields = { ...toResponse(stored), dateCreate: FIRST_DATE }
  const written = Object.fromEntries(
    Object.keys(entity.schemas.edited.shape).map((name) => [name, before[name]]),
  )
  const { dateCreate, ...fields } = parse(entity.schemas.edited, {
    ...written,
    ...impliedBy?.(sent),
    ...sent,
  })
  const errors = [
    ...(await checkReferences(fields)),
    ...(await typeErrors(tx, context, collection, stored, fields)),
    ...((await collection.beforeWrite?.({ tx, fields, stored })) ?? []),
  ]
  if (errors.length > 0) throw new Invalid(errors)
  const created = typeof dateCreate === 'string' && 'dateCreate' in sent
  return { ...fields, ...(created && { dateCreate: toInstant(dateCreate, context.config.timeZone) }) }
}

function parse(schema: z.ZodObject, value: Fields): Fields {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Invalid(toValidationErrors(parsed.error))
  return parsed.data
}

/** Days without a time begin in the service's time zone. */
const toInstant = (date: string, timeZone: string): Date =>
  date.length === 10 ? startOfDay(date, timeZone) : new Date(date)

/** Moves a record with its parts to the trash, unless it is referenced, and returns its id. */
export const deleteRecord = (
  context: Context,
  collection: Collection,
  currentUser: CurrentUser,
  id: string,
) => withRetry(context.db, (tx) => deleteIn(tx, context, collection, currentUser, id))

/** Deletes within a transaction, possibly part of a batch; throws before anything is written. */
export const deleteIn = async (
  tx: Tx,
  context: Context,
  collection: Collection,
  currentUser: CurrentUser,
  id: string,
  batch?: { batch: string },
) => {
  const { table, entity } = collection
  const { resource } = entity
  const found = await lockRow(tx, table, id, 'deletion')
  if (!found) throw new NotFound()
  await refuseInUse(tx, context, collection, found)
  const date = context.now()
  const parts = await deleteParts(tx, context, collection, id, currentUser, date, batch)
  const [row] = await tx.delete(anyTable(table)).where(eq(table._id, id)).returning()
  await storeInTrash(tx, currentUser, date, collection, [{ row: asStoredRow(row), parts }])
  const event = { action: 'delete', resource, record: found, before: found, ...batch } as const
  await recordChange(tx, currentUser, date, event)
  return { _id: id }
}

/** Deletes locked records of a collection that none can refer to, and returns the ids of the deleted ones. */
export const deleteUnreferenced = async (
  tx: Tx,
  context: Context,
  collection: Collection,
  currentUser: CurrentUser,
  ids: readonly string[],
  batch: { batch: string },
): Promise<Set<string>> => {
  const { table, entity } = collection
  const { resource } = entity
  const date = context.now()
  const rows = (await tx.delete(anyTable(table)).where(isAnyOf(table._id, ids)).returning()).map(asStoredRow)
  await storeInTrash(
    tx,
    currentUser,
    date,
    collection,
    rows.map((row) => ({ row, parts: [] })),
  )
  const events = rows.map(
    (row) => ({ action: 'delete', resource, record: row, before: row, ...batch }) as const,
  )
  await recordEvents(tx, currentUser, date, events)
  return new Set(rows.map(({ _id }) => _id))
}

type Values = Readonly<Record<string, unknown>>

/** All columns, with queued visits included. */
const currentColumns = (table: CatalogueTable) => ({
  ...getTableColumns(anyTable(table)),
  ...currentViews(table),
})

const currentViews = (table: CatalogueTable) =>
  'view' in table && is(table.view, PgColumn)
    ? { view: totalViews({ _id: table._id, view: table.view }) }
    : {}

export const findRow = async (
  db: Executor,
  table: CatalogueTable,
  id: string,
): Promise<StoredRow | undefined> => {
  const [row] = await db.select(currentColumns(table)).from(anyTable(table)).where(eq(table._id, id))
  return row && asStoredRow(row)
}

/** Locks and reads the rows of many records, in id order to avoid deadlocks. */
export const lockRows = async (
  tx: Tx,
  table: CatalogueTable,
  ids: readonly string[],
): Promise<Map<string, StoredRow>> => {
  const query = tx.select(currentColumns(table)).from(anyTable(table)).where(isAnyOf(table._id, ids))
  const rows = (await query.orderBy(table._id).for('no key update')).map(asStoredRow)
  return new Map(rows.map((row) => [row._id, row]))
}

/**
 * Locks and reads a row. A deletion also blocks new references to it, which could otherwise be added after the check
 * for references.
 */
const lockRow = async (
  tx: Tx,
  table: CatalogueTable,
  id: string,
  purpose: 'change' | 'deletion',
): Promise<StoredRow | undefined> => {
  const query = tx.select(currentColumns(table)).from(anyTable(table)).where(eq(table._id, id))
  const [row] = await query.for(purpose === 'deletion' ? 'update' : 'no key update')
  return row && asStoredRow(row)
}

export const insertRow = async (tx: Tx, table: CatalogueTable, values: Values): Promise<StoredRow> => {
  const [row] = await tx.insert(anyTable(table)).values(asColumns(values)).returning()
  return asStoredRow(row)
}

export const insertRows = async (tx: Tx, table: CatalogueTable, values: readonly Values[]): Promise<void> => {
  await tx.insert(anyTable(table)).values(values.map(asColumns))
}

export const updateRow = async (
  tx: Tx,
  table: CatalogueTable,
  id: string,
  values: Values,
): Promise<StoredRow> => {
  const [row] = await tx
    .update(anyTable(table))
    .set(asColumns(values))
    .where(eq(table._id, id))
    .returning(currentColumns(table))
  return asStoredRow(row)
}

/**
 * A row in the API's format, with instants as text. Columns that the output schema doesn't name are dropped on
 * serialisation; definitions.test.ts checks that a table has all the others.
 */
export const toResponse = <Output = Record<string, unknown>>(row: StoredRow): Output =>
  asOutput(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
    ),
  )

const asOutput = <Output>(values: Values): Output => values as Output

/** Maps a unique violation to a Conflict with the entity's message. */
export const mapUniqueViolation = async <T>({ unique }: Collection, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (unique && uniqueViolation(error) !== undefined) throw duplicate(unique.field, unique.message)
    throw error
  }
}

/** `collection()` has checked that the schemas and `derive` return columns of the table. */
const asColumns = (values: Values) => values as Record<string, never>
