import { getTableColumns, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { DatedContent } from '../../../domain/contents/newest-contents.ts'
import type { CheckedResource } from '../../../domain/contents/quality.ts'
import type { Entity } from '../../../domain/contract/entity.ts'
import type { EntityName } from '../../../domain/registry.ts'
import type { MediaResource } from '../../../domain/support/media-types.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import type { PublicationColumns, RecordColumns } from './columns.ts'
import type { Executor, Tx } from './open.ts'
import { CATALOGUE_TABLES } from './schema/contents.ts'
import { sortKey } from './search-text.ts'

export type CatalogueTable = PgTable & RecordColumns

/** Playable contents, whose visits are counted, and which are switched on and off on dates. */
export type PlayableTable = CatalogueTable & PublicationColumns & Record<'title' | 'view', AnyPgColumn>

/** Film-like contents. */
export type FilmTable = PlayableTable & Record<'titleKey' | 'year' | 'covertImage', AnyPgColumn>

type CollectionTable<Name extends EntityName> = Name extends DatedContent
  ? FilmTable
  : Name extends MediaResource
    ? PlayableTable
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
export const asStoredRow = (row: unknown): StoredRow => row as StoredRow

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
export const keyIdentity = (field: string, column: AnyPgColumn | SQL, keyOf = sortKey): Identity => ({
  field,
  column,
  keyOf: (value) => (typeof value === 'string' && value.trim() !== '' ? keyOf(value) : undefined),
})

/** Matches by a number. */
export const numberIdentity = (field: string, column: AnyPgColumn): Identity => ({
  field,
  column,
  keyOf: (value) => (typeof value === 'number' ? value : undefined),
})

/** Identifies a channel or a station by number and title together, else by the one that is unambiguous. */
export const stationIdentities = ({ number, titleKey }: { number: AnyPgColumn; titleKey: AnyPgColumn }) => {
  const byNumber = numberIdentity('number', number)
  const byTitle = keyIdentity('title', titleKey)
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
type DerivedColumns<Table extends CatalogueTable, Schema extends z.ZodObject> = Omit<
  Table['$inferInsert'],
  keyof z.output<Schema> | Exclude<keyof RecordColumns, 'search'> | 'view'
>

type FieldName<Output extends z.ZodObject> = keyof z.output<Output> & string

/** Requirements on a collection that follow from its registry entry. */
type RegistryRequirements<Name extends EntityName> = (Name extends MediaResource
  ? { readonly table: PlayableTable }
  : unknown) &
  (Name extends DatedContent ? { readonly table: FilmTable } : unknown) &
  (Name extends CheckedResource ? { readonly filters: { readonly quality: Filter } } : unknown)

/** An entity without the endpoints that only most have. */
type DescribedEntity = Pick<Entity, 'resource' | 'schemas' | 'references'>

/** The server side of a catalogue entity; its endpoints are in records.ts. */
export interface CollectionDefinition<
  Table extends CatalogueTable,
  Schema extends z.ZodObject,
  Described extends DescribedEntity = DescribedEntity,
> {
  readonly entity: Described & { readonly schemas: { readonly new: Schema } }
  readonly table: Table
  /** Sort columns by API name; each has an index together with the key. */
  readonly sorts: Readonly<Record<string, AnyPgColumn>>
  /** Besides `status`, by which every list is filtered. */
  readonly filters?: Readonly<Record<string, Filter>>
  /** Columns shown by default, and exported unless columns are given. */
  readonly shown: readonly FieldName<Described['schemas']['row']>[]
  /** Fields that distinguish records with the same title, in the trash and in the global search. */
  readonly detail: readonly FieldName<Described['schemas']['record']>[]
  /** Replaces `detail` in the global search if the record's own fields don't suffice. */
  readonly searchDetail?: SQL
  /** Field and message of the entity's unique constraint. */
  readonly unique?: { readonly field: string; readonly message: string }
  derive(fields: z.output<Schema>): DerivedColumns<Table, Schema>
  /** Fields that follow from those of an edit, unless the edit contains them itself. */
  impliedBy?(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Identifies a record in a file without ids, most reliable first; each identity needs all its parts. */
  readonly identities?: readonly (readonly Identity[])[]
  /** True if its imports can be undone by anyone with the permission, not by their authors alone (rule T12). */
  readonly sharesImports?: boolean
  /** Fields that all records of an imported file share, chosen with the file. */
  readonly importScope?: z.ZodRawShape
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
export type Collection = CollectionDefinition<CatalogueTable, z.ZodObject>

/** Defines a catalogue entity, type-checked against its table. */
export const collection = <
  Table extends CatalogueTable,
  Schema extends z.ZodObject,
  Described extends DescribedEntity,
>(
  definition: CollectionDefinition<Table, Schema, Described> & RegistryRequirements<Described['resource']>,
): CollectionDefinition<Table, Schema, Described> => definition

/** A filter with a condition typed by its schema. */
export const filter = <Schema extends z.ZodType>(
  schema: Schema,
  where: (value: z.output<Schema>) => SQL | undefined,
): Filter => ({ schema, where })

type Columns = Readonly<Partial<Record<string, AnyPgColumn>>>

/** A table's columns by API name. */
export const tableColumns = (table: CatalogueTable): Columns => getTableColumns(anyTable(table))

const TABLES: { readonly [Name in EntityName]: CollectionTable<Name> } = CATALOGUE_TABLES

export const tableOf = <Name extends EntityName>(resource: Name): CollectionTable<Name> => TABLES[resource]
