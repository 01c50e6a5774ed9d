import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Entity } from '../../../domain/contract/entity.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import type { RecordColumns } from '../database/columns.ts'
import type { SortOrder } from '../database/list-query.ts'
import type { Executor, Tx } from '../database/open.ts'

export type CatalogueTable = PgTable & RecordColumns

/** Drizzle's conditional types can't be resolved for a generic table; it is a table. */
export const anyTable = (table: CatalogueTable): PgTable => table

/** A row as it is stored, whatever its table. */
export interface StoredRow {
  _id: string
  dateCreate: Date
  dateUpdate: Date
  [column: string]: unknown
}

/** Every catalogue table has the columns of `recordColumns`. */
export const stored = (row: unknown): StoredRow => row as StoredRow

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

/** Columns that only the server fills, from the fields that an operator writes. */
type Derived<Table extends CatalogueTable, Schema extends z.ZodObject> = Omit<
  Table['$inferInsert'],
  keyof z.output<Schema> | Exclude<keyof RecordColumns, 'search'> | 'view'
>

/** Without the endpoints of its own that most have. */
type DescribedEntity = Pick<Entity, 'resource' | 'schemas' | 'references'>

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
  derive(fields: z.output<Schema>): Derived<Table, Schema>
  /** Fields that follow from those that an edit sends, where it does not send them itself. */
  impliedBy?(sent: Readonly<Record<string, unknown>>, stored: StoredRow): Readonly<Record<string, unknown>>
  /** Errors of a record that others refer to; the references themselves are declared in the registry. */
  readonly inUse?: {
    deleted(uses: number): string
    retyped?(uses: number): string
    /** Uses besides the declared references. */
    countOthers?(db: Executor, row: StoredRow): Promise<number>
  }
  /** Rules that need the database, besides the declared references. */
  beforeWrite?(write: Write<z.output<Schema>, Table['$inferSelect']>): Promise<ValidationError[]>
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
