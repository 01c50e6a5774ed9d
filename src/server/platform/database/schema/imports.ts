import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { ENCODING_NAMES } from '../../../../domain/format/encodings.ts'
import type { DaySamples } from '../../../../domain/imports/days.ts'
import {
  FILE_FORMATS,
  IMPORT_STATES,
  type ImportChoice,
  NO_VERDICTS,
  ROW_VERDICTS,
  type VerdictCounts,
} from '../../../../domain/imports/import.ts'
import type { ImportProof } from '../../../../domain/imports/proof.ts'
import { API_PATHS, type Resource } from '../../../../domain/registry.ts'
import type { ValidationError } from '../../../../domain/validation/errors.ts'
import { id, instant } from '../columns.ts'
import type { Fields } from './batches.ts'
import { users } from './users.ts'

const RESOURCES = Object.keys(API_PATHS) as [Resource, ...Resource[]]

/** A column of a file, and the field that it is mapped to. */
interface Column {
  name: string
  samples: string[]
  /** Rows that have a value. */
  filled?: number | undefined
  days?: DaySamples | undefined
  field: string | null
}

/**
 * An uploaded file being imported (docs/design/tasks.md). The written records form a batch; this row is deleted after a
 * day.
 */
export const imports = pgTable(
  'imports',
  {
    _id: id(),
    resource: text('resource', { enum: RESOURCES }).notNull(),
    format: text('format', { enum: FILE_FORMATS }).notNull().default('table'),
    /** Fields common to all its records, such as the series of episodes. */
    scope: jsonb('scope').$type<Fields>().notNull().default({}),
    /** Options for all rows, if the resource has any. */
    options: jsonb('options').$type<Fields>().notNull().default({}),
    createdBy: text('created_by')
      .notNull()
      .references(() => users._id),
    address: text('address').notNull(),
    date: instant('date').notNull(),
    name: text('name').notNull(),
    encoding: text('encoding', { enum: ENCODING_NAMES }).notNull().default('utf-8'),
    separator: text('separator').notNull().default(';'),
    /** Places of the file that could not be decoded. */
    damage: integer('damage').notNull().default(0),
    state: text('state', { enum: IMPORT_STATES }).notNull().default('mapping'),
    message: text('message').notNull().default(''),
    columns: jsonb('columns').$type<Column[]>().notNull(),
    version: integer('version').notNull().default(0),
    total: integer('total').notNull(),
    /** Rows processed by the job. */
    done: integer('done').notNull().default(0),
    counts: jsonb('counts').$type<VerdictCounts>().notNull().default(NO_VERDICTS),
    changedFields: jsonb('changed_fields').$type<Record<string, number>>().notNull().default({}),
    choice: jsonb('choice').$type<ImportChoice>(),
    created: integer('created').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    batch: text('batch'),
    /** Sums of the file beside those of the stored records, once written. */
    proof: jsonb('proof').$type<ImportProof>(),
  },
  (table) => [index('imports_date').on(table.date), index('imports_created_by').on(table.createdBy)],
)

export type ImportRecord = typeof imports.$inferSelect

/** A row of a file, and the result of importing it; of a written import only the refused rows are left. */
export const importRows = pgTable(
  'import_rows',
  {
    import: text('import')
      .notNull()
      .references(() => imports._id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    cells: jsonb('cells').$type<string[]>().notNull(),
    verdict: text('verdict', { enum: ROW_VERDICTS }),
    title: text('title').notNull().default(''),
    /** Place among the rows that are written first (`first` of the `ImportWork`); null: after them. */
    rank: smallint('rank'),
    /** Identifies the row's record among those of other rows; of rows that are written first, also before their check. */
    key: text('key'),
    record: text('record'),
    /** `dateUpdate` of the stored record when it was compared. */
    was: instant('was'),
    /** The fields to write. */
    fields: jsonb('fields').$type<Fields>().notNull().default({}),
    changes: jsonb('changes')
      .$type<{ field: string; before: string; after: string }[]>()
      .notNull()
      .default([]),
    /** Values to choose from, by field. */
    options: jsonb('options').$type<Record<string, string[]>>().notNull().default({}),
    notes: jsonb('notes').$type<string[]>().notNull().default([]),
    errors: jsonb('errors').$type<ValidationError[]>().notNull().default([]),
    /** Expensive results computed in advance, such as a password's hash. */
    prepared: jsonb('prepared').$type<Fields>(),
  },
  (table) => [
    primaryKey({ columns: [table.import, table.row] }),
    index('import_rows_verdict').on(table.import, table.verdict, table.row),
    index('import_rows_key').on(table.import, table.key, table.row),
    index('import_rows_rank')
      .on(table.import, table.verdict, table.rank, table.row)
      .where(sql`${table.rank} is not null`),
  ],
)

export type StoredImportRow = typeof importRows.$inferSelect
