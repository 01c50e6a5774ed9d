import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { DatedContent } from '../../../domain/contents/newest.ts'
import type { CheckedResource } from '../../../domain/contents/quality.ts'
import type { Entity } from '../../../domain/contract/entity.ts'
import { fold } from '../../../domain/format/text.ts'
import type { EntityName, Reference, Resource } from '../../../domain/registry.ts'
import type { MediaResource } from '../../../domain/support/media-types.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import { recordEvents } from '../audit/audit-log.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import type { RecordColumns } from '../database/columns.ts'
import { countRows } from '../database/count-rows.ts'
import { isAnyOf } from '../database/ids.ts'
import type { Executor, Tx } from '../database/open.ts'
import { sortKey } from '../database/search-text.ts'
import { Conflict, NotFound } from '../http/errors.ts'

export type CatalogueTable = PgTable & RecordColumns

/** True for playable contents, whose visits are counted. */
export type PlayedTable = CatalogueTable & Record<'title' | 'view', AnyPgColumn>

/** Film-like contents. */
export type DatedTable = PlayedTable & Record<'titleKey' | 'year' | 'covertImage', AnyPgColumn>

type TableOf<Name extends EntityName> = Name extends DatedContent
  ? DatedTable
  : Name extends MediaResource
    ? PlayedTable
    : CatalogueTable

/** Drizzle's conditional types can't be resolved for a generic table. */
export const anyTable = (table: CatalogueTable): PgTable => table

/** A stored row of any catalogue table. */
export interface StoredRow {
  _id: string
  dateCreate: Date
  dateUpdate: Date
  [column: string]: unknown
}

/** Every catalogue table has the columns of `recordColumns`. */
export const stored = (row: unknown): StoredRow => row as StoredRow

/** A filter of a list: the schema of its value, and its condition. */
export interface Filter {
  schema: z.ZodType
  where(value: unknown): SQL | undefined
}

/** A field by which rows of a file are matched to stored records. */
export interface Identity {
  readonly field: string
  readonly column: AnyPgColumn | SQL
  /** A row without the field matches records with any value of it. */
  readonly isOptional?: boolean
  /** The column's value to compare with; undefined for a value that identifies nothing. */
  keyOf(value: unknown): string | number | undefined
}

/** Matches by the sort key: ignores case and accents. */
export const identifiedBy = (field: string, column: AnyPgColumn | SQL, keyOf = sortKey): Identity => ({
  field,
  column,
  keyOf: (value) => (typeof value === 'string' && value.trim() !== '' ? keyOf(value) : undefined),
})

/** Matches by a number. */
export const numberedBy = (field: string, column: AnyPgColumn): Identity => ({
  field,
  column,
  keyOf: (value) => (typeof value === 'number' ? value : undefined),
})

/** Identifies a channel or a station by number and title together, else by the one that is unambiguous. */
export const stationIdentities = ({ number, titleKey }: { number: AnyPgColumn; titleKey: AnyPgColumn }) => {
  const byNumber = numberedBy('number', number)
  const byTitle = identifiedBy('title', titleKey)
  return [[byNumber, byTitle], [byTitle], [byNumber]]
}

/** A write in progress: the fields to store, and the stored row before an edit. */
export interface Write<Fields, Row> {
  tx: Tx
  fields: Fields
  stored: Row | undefined
  /** The record is being restored: values permitted on an edit are permitted. */
  isRestored?: true
}

/** Columns that the server derives from the fields that users write. */
type Derived<Table extends CatalogueTable, Schema extends z.ZodObject> = Omit<
  Table['$inferInsert'],
  keyof z.output<Schema> | Exclude<keyof RecordColumns, 'search'> | 'view'
>

type FieldsOf<Output extends z.ZodObject> = keyof z.output<Output> & string

/** Requirements on a collection that follow from its registry entry. */
type Asked<Name extends EntityName> = (Name extends MediaResource
  ? { readonly table: PlayedTable }
  : unknown) &
  (Name extends DatedContent ? { readonly table: DatedTable } : unknown) &
  (Name extends CheckedResource ? { readonly filters: { readonly quality: Filter } } : unknown)

/** An entity without the endpoints that only most have. */
type DescribedEntity = Pick<Entity, 'resource' | 'schemas' | 'references'>

/** The server side of a catalogue entity; its endpoints are in records.ts. */
export interface Definition<
  Table extends CatalogueTable,
  Schema extends z.ZodObject,
  Described extends DescribedEntity = DescribedEntity,
> {
  readonly entity: Described & { readonly schemas: { readonly new: Schema } }
  readonly table: Table
  /** Sort columns by API name; each has an index together with the key. */
  readonly sorts: Readonly<Record<string, AnyPgColumn>>
  readonly filters: Readonly<Record<string, Filter>>
  /** Columns shown by default, and exported unless columns are given. */
  readonly shown: readonly FieldsOf<Described['schemas']['row']>[]
  /** Fields that distinguish records with the same title, in the trash and in the global search. */
  readonly detail: readonly FieldsOf<Described['schemas']['record']>[]
  /** Replaces `detail` in the global search if the record's own fields don't suffice. */
  readonly searchDetail?: SQL
  /** Field and message of the entity's unique constraint. */
  readonly unique?: { readonly field: string; readonly message: string }
  derive(fields: z.output<Schema>): Derived<Table, Schema>
  /** Fields that follow from those of an edit, unless the edit contains them itself. */
  impliedBy?(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Identifies a record in a file without ids, most reliable first; each identity needs all its parts. */
  readonly identities?: readonly (readonly Identity[])[]
  /** Error messages for records in use; the references are declared in the registry. */
  readonly inUse?: {
    deleted(uses: number): string
    retyped?(uses: number): string
    /** Counts uses other than the declared references. */
    countOthers?(db: Executor, row: StoredRow): Promise<number>
  }
  /** Validation that needs the database, besides the declared references. */
  beforeWrite?(write: Write<z.output<Schema>, Table['$inferSelect']>): Promise<ValidationError[]>
}

/** A collection with the types of its table and schema erased. */
export type Collection = Definition<CatalogueTable, z.ZodObject>

/** All collections, in which references to a record are searched. */
export const definedCollections: Collection[] = []

/** Defines a catalogue entity, type-checked against its table. */
export const collection = <
  Table extends CatalogueTable,
  Schema extends z.ZodObject,
  Described extends DescribedEntity,
>(
  definition: Definition<Table, Schema, Described> & Asked<Described['resource']>,
): Definition<Table, Schema, Described> => {
  definedCollections.push(definition)
  return definition
}

/** A filter with a condition typed by its schema. */
export const filter = <Schema extends z.ZodType>(
  schema: Schema,
  where: (value: z.output<Schema>) => SQL | undefined,
): Filter => ({ schema, where })

type Columns = Readonly<Partial<Record<string, AnyPgColumn>>>

/** A table's columns by API name. */
export const columnsOf = (table: CatalogueTable): Columns => getTableColumns(anyTable(table))

const columnOf = ({ entity, table }: Pick<Collection, 'entity' | 'table'>, name: string): AnyPgColumn => {
  const column = columnsOf(table)[name]
  if (!column) throw new Error(`The table of ${entity.resource} has no column ${name}`)
  return column
}

const referencesOf = ({ entity }: Collection): [field: string, reference: Reference][] =>
  Object.entries(entity.references ?? {})

/** The collection of a resource; its module must be loaded. */
const collectionOf = (resource: EntityName): Collection => {
  const found = definedCollections.find(({ entity }) => entity.resource === resource)
  if (!found) throw new Error(`No collection keeps ${resource}`)
  return found
}

const targetOf = ({ to }: Reference): Collection => collectionOf(to)

export const tableOf = <Name extends EntityName>(resource: Name): TableOf<Name> =>
  askedTable(collectionOf(resource).table)

// `collection()` has checked it against the resource's requirements.
const askedTable = <Table extends CatalogueTable>(table: CatalogueTable) => table as Table

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
  return (await holdReferences(tx, collection, [fields]))(fields)
}

/** Checks and locks the references of many records at once. */
export async function holdReferences(
  tx: Tx,
  collection: Collection,
  records: readonly Values[],
): Promise<(fields: Values) => ValidationError[]> {
  const known = new Map<string, ReadonlySet<string>>()
  for (const [field, reference] of referencesOf(collection)) {
    const ids = new Set(records.flatMap((fields) => idsIn(fields[field])))
    if (ids.size > 0) known.set(field, await holdAll(tx, reference, [...ids]))
  }
  return (fields) =>
    referencesOf(collection).flatMap(([field, { message }]) => {
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
  for (const [field, reference] of referencesOf(collection)) {
    const ids = idsIn(fields[field])
    if (ids.length === 0) continue
    const known = await holdAll(tx, reference, ids)
    const unknown = ids.filter((id) => !known.has(id))
    if (unknown.length > 0) missing.push({ field, reference, ids: unknown })
  }
  return missing
}

/** Locks the records of a reference, and returns the ids of the existing ones. */
async function holdAll(tx: Tx, reference: Reference, ids: readonly string[]): Promise<Set<string>> {
  const target = targetOf(reference)
  const { table } = target
  const isOfType = reference.type === undefined ? undefined : eq(columnOf(target, 'type'), reference.type)
  const found = await tx
    .select({ id: sql<string>`${table._id}` })
    .from(anyTable(table))
    .where(and(isAnyOf(table._id, ids), isOfType))
    .orderBy(table._id)
    .for(reference.type === undefined ? 'key share' : 'share')
  return new Set(found.map(({ id }) => id))
}

/** The id of the parent record, if it is a part. */
export const parentOf = (collection: Collection, row: StoredRow): string | undefined =>
  referencesOf(collection).flatMap(([field, { isPart }]) => (isPart ? idsIn(row[field]) : []))[0]

/** Most names resolved at once: more than any catalogue's categories and guides. */
const MOST_NAMES = 20_000

const refersTo = (column: AnyPgColumn, id: string): SQL =>
  column.dataType === 'json' ? sql`${column} @> ${JSON.stringify([id])}::jsonb` : eq(column, id)

/** The ids of the records with each name, for the fields that refer to them. */
export async function idsOfNames(
  db: Executor,
  collection: Collection,
  fields: ReadonlySet<string>,
): Promise<Map<string, Map<string, string[]>>> {
  const found = new Map<string, Map<string, string[]>>()
  for (const [field, reference] of referencesOf(collection)) {
    if (!fields.has(field)) continue
    const target = targetOf(reference)
    const { table } = target
    const name = columnOf(target, 'name' in table ? 'name' : 'title')
    const rows = await db
      .select({ id: sql<string>`${table._id}`, name: sql<string>`${name}` })
      .from(anyTable(table))
      .where(reference.type === undefined ? undefined : eq(columnOf(target, 'type'), reference.type))
      .limit(MOST_NAMES)
    const byName = new Map<string, string[]>()
    for (const { id, name } of rows) byName.set(fold(name), [...(byName.get(fold(name)) ?? []), id])
    found.set(field, byName)
  }
  return found
}

/** The names of the records that some rows refer to. */
export async function namesOfReferences(
  db: Executor,
  collection: Collection,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [field, reference] of referencesOf(collection)) {
    const ids = new Set(rows.flatMap((row) => idsIn(row[field])))
    if (ids.size === 0) continue
    const target = targetOf(reference)
    const { table } = target
    const name = columnOf(target, 'name' in table ? 'name' : 'title')
    const found = await db
      .select({ id: sql<string>`${table._id}`, name: sql<string>`${name}` })
      .from(anyTable(table))
      .where(isAnyOf(table._id, ids))
    for (const each of found) names.set(each.id, each.name)
  }
  return names
}

/** The number of records that refer to one, over all declared references. */
async function countUses(db: Executor, { entity, inUse }: Collection, row: StoredRow): Promise<number> {
  let uses = (await inUse?.countOthers?.(db, row)) ?? 0
  for (const { collection, field, reference } of referencesTo(entity.resource))
    if (!reference.isPart)
      uses += await countRows(db, collection.table, refersTo(columnOf(collection, field), row._id))
  return uses
}

/** A referenced record must keep its type, which the references require. */
export async function typeErrors(
  tx: Tx,
  collection: Collection,
  stored: StoredRow,
  fields: Readonly<Record<string, unknown>>,
): Promise<ValidationError[]> {
  if (fields.type === stored.type || !isTarget(collection, ({ type }) => type !== undefined)) return []
  const uses = await countUses(tx, collection, stored)
  const message = (collection.inUse?.retyped ?? IN_USE.retyped)(uses)
  return uses === 0 ? [] : [{ field: 'type', message }]
}

/** Refuses deleting a referenced record; its row is locked, so that no new references can be added. */
export async function refuseInUse(tx: Tx, collection: Collection, stored: StoredRow): Promise<void> {
  if (!isTarget(collection)) return
  const uses = await countUses(tx, collection, stored)
  if (uses > 0) throw new Conflict((collection.inUse?.deleted ?? IN_USE.deleted)(uses))
}

/** A record with its collection. */
export interface Kept {
  collection: Collection
  row: StoredRow
}

/** Deletes the parts of a record, each recorded in the audit log, and returns them. */
export async function deleteParts(
  tx: Tx,
  { entity }: Collection,
  id: string,
  currentUser: CurrentUser,
  date: Date,
  batch?: { batch: string },
): Promise<Kept[]> {
  const deleted: Kept[] = []
  for (const { collection, field, reference } of referencesTo(entity.resource)) {
    if (!reference.isPart) continue
    const { resource } = collection.entity
    const removal = tx.delete(anyTable(collection.table)).where(refersTo(columnOf(collection, field), id))
    const parts = (await removal.returning()).map(stored)
    const events = parts.map(
      (row) => ({ action: 'delete', resource, record: row, before: row, ...batch }) as const,
    )
    await recordEvents(tx, currentUser, date, events)
    deleted.push(...parts.map((row) => ({ collection, row })))
  }
  return deleted
}

const isTarget = ({ entity }: Collection, fits: (reference: Reference) => boolean = () => true): boolean =>
  referencesTo(entity.resource).some(({ reference }) => !reference.isPart && fits(reference))

/** The references to a resource from all collections. */
const referencesTo = (resource: Resource) =>
  definedCollections.flatMap((collection) =>
    referencesOf(collection).flatMap(([field, reference]) =>
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
