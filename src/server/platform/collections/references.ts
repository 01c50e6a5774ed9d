import { and, eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { fold } from '../../../domain/format/text.ts'
import type { Reference, Resource } from '../../../domain/registry.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import { recordEvents } from '../audit/audit-log.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import {
  anyTable,
  asStoredRow,
  type CatalogueTable,
  type Collection,
  type StoredRow,
  tableColumns,
  tableOf,
} from '../database/collection.ts'
import { countRows } from '../database/count-rows.ts'
import { isAnyOf } from '../database/ids.ts'
import type { Executor, Tx } from '../database/open.ts'
import { trash } from '../database/schema/trash.ts'
import type { Context } from '../http/context.ts'
import { Conflict, NotFound } from '../http/errors.ts'

const getColumn = (table: CatalogueTable, name: string): AnyPgColumn => {
  const column = tableColumns(table)[name]
  if (!column) throw new Error(`The table ${getTableName(table)} has no column ${name}`)
  return column
}

const declaredReferences = ({ entity }: Collection): [field: string, reference: Reference][] =>
  Object.entries(entity.references ?? {})

/** The ids in a field that holds one, a list or none. */
const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

type Values = Readonly<Record<string, unknown>>

/**
 * Errors of references to records that don't exist or have the wrong type. Locks the referenced rows until the
 * transaction ends: a key share lock would prevent their deletion, but not a change of their type.
 */
export async function referenceErrors(
  tx: Tx,
  collection: Collection,
  fields: Values,
): Promise<ValidationError[]> {
  return (await lockReferences(tx, collection, [fields]))(fields)
}

/** Checks and locks the references of many records at once. */
export async function lockReferences(
  tx: Tx,
  collection: Collection,
  records: readonly Values[],
): Promise<(fields: Values) => ValidationError[]> {
  const known = new Map<string, ReadonlySet<string>>()
  for (const [field, reference] of declaredReferences(collection)) {
    const ids = new Set(records.flatMap((fields) => idsIn(fields[field])))
    if (ids.size > 0) known.set(field, await lockReferenced(tx, reference, [...ids]))
  }
  return (fields) =>
    declaredReferences(collection).flatMap(([field, { message }]) => {
      if (idsIn(fields[field]).every((each) => known.get(field)?.has(each))) return []
      if (message === undefined) throw new NotFound()
      return [{ field, message }]
    })
}

/** The referenced ids, by field, that don't exist or have the wrong type. */
export async function missingReferences(
  tx: Tx,
  collection: Collection,
  fields: Values,
): Promise<{ field: string; reference: Reference; ids: string[] }[]> {
  const missing: { field: string; reference: Reference; ids: string[] }[] = []
  for (const [field, reference] of declaredReferences(collection)) {
    const ids = idsIn(fields[field])
    if (ids.length === 0) continue
    const known = await lockReferenced(tx, reference, ids)
    const unknown = ids.filter((id) => !known.has(id))
    if (unknown.length > 0) missing.push({ field, reference, ids: unknown })
  }
  return missing
}

/** Locks the records of a reference, and returns the ids of the existing ones. */
async function lockReferenced(tx: Tx, reference: Reference, ids: readonly string[]): Promise<Set<string>> {
  const table: CatalogueTable = tableOf(reference.to)
  const isOfType = reference.type === undefined ? undefined : eq(getColumn(table, 'type'), reference.type)
  const found = await tx
    .select({ id: sql<string>`${table._id}` })
    .from(anyTable(table))
    .where(and(isAnyOf(table._id, ids), isOfType))
    .orderBy(table._id)
    .for(reference.type === undefined ? 'key share' : 'share')
  return new Set(found.map(({ id }) => id))
}

/** The ids of the records that a row refers to. */
export const referencedIds = (collection: Collection, row: StoredRow): string[] =>
  declaredReferences(collection).flatMap(([field]) => idsIn(row[field]))

/** The id of the parent record, if it is a part. */
export const parentRecordId = (collection: Collection, row: StoredRow): string | undefined =>
  declaredReferences(collection).flatMap(([field, { isPart }]) => (isPart ? idsIn(row[field]) : []))[0]

/** A query of all records and deleted ones, as `_id`, with their `parent`; undefined unless they are parts. */
export const parentsQuery = (collection: Collection): SQL | undefined => {
  const [field] = declaredReferences(collection).flatMap(([field, { isPart }]) => (isPart ? [field] : []))
  if (field === undefined) return undefined
  const { table, entity } = collection
  return sql`select ${table._id} as _id, ${getColumn(table, field)} as parent from ${table}
    union all select ${trash.record}, ${trash.parent} from ${trash} where ${trash.resource} = ${entity.resource}`
}

/** Most names resolved at once: more than any catalogue's categories and guides. */
const MAX_NAMES = 20_000

const refersTo = (column: AnyPgColumn, id: string): SQL =>
  column.dataType === 'json' ? sql`${column} @> ${JSON.stringify([id])}::jsonb` : eq(column, id)

/** The ids of the records with each name, for the fields that refer to them. */
export async function idsByName(
  db: Executor,
  collection: Collection,
  fields: ReadonlySet<string>,
): Promise<Map<string, Map<string, string[]>>> {
  const found = new Map<string, Map<string, string[]>>()
  for (const [field, reference] of declaredReferences(collection)) {
    if (!fields.has(field)) continue
    const table: CatalogueTable = tableOf(reference.to)
    const name = getColumn(table, 'name' in table ? 'name' : 'title')
    const rows = await db
      .select({ id: sql<string>`${table._id}`, name: sql<string>`${name}` })
      .from(anyTable(table))
      .where(reference.type === undefined ? undefined : eq(getColumn(table, 'type'), reference.type))
      .limit(MAX_NAMES)
    const byName = new Map<string, string[]>()
    for (const { id, name } of rows) byName.set(fold(name), [...(byName.get(fold(name)) ?? []), id])
    found.set(field, byName)
  }
  return found
}

/** The names of the records that some rows refer to. */
export async function referenceNames(
  db: Executor,
  collection: Collection,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [field, reference] of declaredReferences(collection)) {
    const ids = new Set(rows.flatMap((row) => idsIn(row[field])))
    if (ids.size === 0) continue
    const table: CatalogueTable = tableOf(reference.to)
    const name = getColumn(table, 'name' in table ? 'name' : 'title')
    const found = await db
      .select({ id: sql<string>`${table._id}`, name: sql<string>`${name}` })
      .from(anyTable(table))
      .where(isAnyOf(table._id, ids))
    for (const each of found) names.set(each.id, each.name)
  }
  return names
}

type Catalogue = Pick<Context, 'collections'>

/** The number of records that refer to one, over all declared references. */
async function countUses(
  tx: Tx,
  { collections }: Catalogue,
  { entity, inUse }: Collection,
  row: StoredRow,
): Promise<number> {
  let uses = (await inUse?.countOthers?.(tx, row)) ?? 0
  for (const { collection, field, reference } of referencesTo(collections, entity.resource))
    if (!reference.isPart)
      uses += await countRows(tx, collection.table, refersTo(getColumn(collection.table, field), row._id))
  return uses
}

/** A referenced record must keep its type, which the references require. */
export async function typeErrors(
  tx: Tx,
  context: Catalogue,
  collection: Collection,
  stored: StoredRow,
  fields: Readonly<Record<string, unknown>>,
): Promise<ValidationError[]> {
  if (fields.type === stored.type || !isTarget(context, collection, ({ type }) => type !== undefined))
    return []
  const uses = await countUses(tx, context, collection, stored)
  const message = (collection.inUse?.retyped ?? IN_USE.retyped)(uses)
  return uses === 0 ? [] : [{ field: 'type', message }]
}

/** Refuses deleting a referenced record; its row is locked, so that no new references can be added. */
export async function refuseInUse(
  tx: Tx,
  context: Catalogue,
  collection: Collection,
  stored: StoredRow,
): Promise<void> {
  if (!isTarget(context, collection)) return
  const uses = await countUses(tx, context, collection, stored)
  if (uses > 0) throw new Conflict((collection.inUse?.deleted ?? IN_USE.deleted)(uses))
}

/** A record with its collection. */
export interface RecordWithCollection {
  collection: Collection
  row: StoredRow
}

/** Deletes the parts of a record, each recorded in the audit log, and returns them. */
export async function deleteParts(
  tx: Tx,
  { collections }: Catalogue,
  { entity }: Collection,
  id: string,
  currentUser: CurrentUser,
  date: Date,
  batch?: { batch: string },
): Promise<RecordWithCollection[]> {
  const deleted: RecordWithCollection[] = []
  for (const { collection, field, reference } of referencesTo(collections, entity.resource)) {
    if (!reference.isPart) continue
    const { resource } = collection.entity
    const removal = tx
      .delete(anyTable(collection.table))
      .where(refersTo(getColumn(collection.table, field), id))
    const parts = (await removal.returning()).map(asStoredRow)
    const events = parts.map(
      (row) => ({ action: 'delete', resource, record: row, before: row, ...batch }) as const,
    )
    await recordEvents(tx, currentUser, date, events)
    deleted.push(...parts.map((row) => ({ collection, row })))
  }
  return deleted
}

const isTarget = (
  { collections }: Catalogue,
  { entity }: Collection,
  fits: (reference: Reference) => boolean = () => true,
): boolean =>
  referencesTo(collections, entity.resource).some(({ reference }) => !reference.isPart && fits(reference))

/** True if no record can refer to those of a collection, nor be a part of one. */
export const isUnreferenced = ({ collections }: Catalogue, { entity, inUse }: Collection): boolean =>
  referencesTo(collections, entity.resource).length === 0 && inUse?.countOthers === undefined

/** The references to a resource from all collections. */
const referencesTo = (collections: Context['collections'], resource: Resource) =>
  collections.flatMap((collection) =>
    declaredReferences(collection).flatMap(([field, reference]) =>
      reference.to === resource ? [{ collection, field, reference }] : [],
    ),
  )

const IN_USE = {
  deleted: (uses: number) =>
    uses === 1
      ? 'No puede eliminarlo, lo usa 1 registro.'
      : `No puede eliminarlo, lo usan ${uses} registros.`,
  retyped: (uses: number) =>
    uses === 1
      ? 'No puede cambiar el tipo, lo usa 1 registro.'
      : `No puede cambiar el tipo, lo usan ${uses} registros.`,
}
