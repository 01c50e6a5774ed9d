import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Entity } from '../../../domain/contract/entity.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import type { CurrentUser } from '../auth/access.ts'
import type { RecordColumns } from '../database/columns.ts'
import type { SortOrder } from '../database/list-query.ts'
import type { Executor, Tx } from '../database/open.ts'

export type CatalogueTable = PgTable & RecordColumns

/** A row as it is stored, whatever its table. */
export interface StoredRow {
  _id: string
  dateCreate: Date
  dateUpdate: Date
  [column: string]: unknown
}

/** A filter of a list: the values that it takes, and the rows that it leaves. */
export interface Filter {
  schema: z.ZodType
  where(value: unknown): SQL | undefined
}

/** A write under way: what is to be stored, and what was stored before an edit. */
export interface Write<Fields, Row> {
  tx: Tx
  fields: Fields
  stored: Row | undefined
}

/** A deletion under way. */
export interface Removal {
  tx: Tx
  id: string
  currentUser: CurrentUser
  date: Date
}

/** Columns that only the server fills, from the fields that an operator writes. */
type Derived<Table extends CatalogueTable, Schema extends z.ZodObject> = Omit<
  Table['$inferInsert'],
  keyof z.output<Schema> | Exclude<keyof RecordColumns, 'search'> | 'view'
>

/** Without the endpoints of its own that most have. */
type DescribedEntity = Pick<Entity, 'resource' | 'schemas'>

/** What a catalogue entity is on the server; its endpoints come from records.ts. */
export interface Definition<
  Table extends CatalogueTable,
  Schema extends z.ZodObject,
  Described extends DescribedEntity = DescribedEntity,
> {
  readonly entity: Described & { readonly schemas: { readonly new: Schema } }
  readonly table: Table
  /** Sorts by their name in the API; each column has an index with the key. */
  readonly sorts: Readonly<Record<string, AnyPgColumn>>
  readonly defaultSort: { readonly by: string; readonly order: SortOrder }
  readonly filters: Readonly<Record<string, Filter>>
  /** The field and the message of the one rule of uniqueness. */
  readonly unique?: { readonly field: string; readonly message: string }
  /** Forms of other entities choose from it: everybody signed in to the web reads it (rule A12). */
  readonly isLookup?: boolean
  derive(fields: z.output<Schema>): Derived<Table, Schema>
  /** Fields that follow from those that an edit sends, where it does not send them itself. */
  impliedBy?(sent: Readonly<Record<string, unknown>>, stored: StoredRow): Readonly<Record<string, unknown>>
  /** What is said of a record that others refer to; the references themselves are declared with the entities. */
  readonly inUse?: {
    deleted(uses: number): string
    retyped?(uses: number): string
    /** Uses besides the declared references. */
    countOthers?(db: Executor, row: StoredRow): Promise<number>
  }
  /** Rules that need the database, besides the declared references. */
  beforeWrite?(write: Write<z.output<Schema>, Table['$inferSelect']>): Promise<ValidationError[]>
  /** What goes with the record; throws when it may not be deleted. Its row is locked. */
  beforeDelete?(removal: Removal): Promise<void>
}

/** A collection whose table and schema are known to its own file alone. */
export type Collection = Definition<CatalogueTable, z.ZodObject>

/** All collections: what refers to a record is found in them. */
export const definedCollections: Collection[] = []

/** Defines a catalogue entity, checked against its table. */
export const collection = <
  Table extends CatalogueTable,
  Schema extends z.ZodObject,
  Described extends DescribedEntity,
>(
  definition: Definition<Table, Schema, Described>,
): Definition<Table, Schema, Described> => {
  definedCollections.push(definition)
  return definition
}

/** A filter whose condition takes what its schema gives. */
export const filter = <Schema extends z.ZodType>(
  schema: Schema,
  where: (value: z.output<Schema>) => SQL | undefined,
): Filter => ({ schema, where })
