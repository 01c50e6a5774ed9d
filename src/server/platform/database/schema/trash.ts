import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, keyText, searchColumn } from '../columns.ts'

/** A record as it was answered, whatever columns it had. */
export interface KeptRecord {
  resource: string
  fields: Readonly<Record<string, unknown>>
}

/** All that a deletion removed: the record, and its parts. */
export interface Snapshot {
  record: KeptRecord
  parts: KeptRecord[]
  /** The names of the records that it refers to, by their ids. */
  names: Readonly<Record<string, string>>
}

/** Deleted records of the catalogue, until they are restored or too old. */
export const trash = pgTable(
  'trash',
  {
    _id: id(),
    resource: text('resource').notNull(),
    record: text('record').notNull(),
    /** The record that it was a part of, as the series of an episode. */
    parent: text('parent'),
    title: text('title').notNull(),
    titleKey: keyText('title_key').notNull(),
    detail: text('detail').notNull(),
    /** How many records were deleted with it. */
    parts: integer('parts').notNull(),
    // No reference: the name is read from the user, as long as there is one.
    deletedBy: text('deleted_by').notNull(),
    date: instant('date').notNull(),
    snapshot: jsonb('snapshot').$type<Snapshot>().notNull(),
    search: searchColumn(),
  },
  (table) => [
    uniqueIndex('trash_record').on(table.resource, table.record),
    index('trash_date_sort').on(table.resource, table.date, table._id),
    index('trash_title_sort').on(table.resource, table.titleKey, table._id),
    index('trash_date').on(table.date),
    index('trash_search').using('gin', sql`${table.search} gin_trgm_ops`),
  ],
)
