import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, keyText, searchColumn } from '../columns.ts'

/** A record in the API's format, independent of its columns. */
export interface TrashRecord {
  resource: string
  fields: Readonly<Record<string, unknown>>
}

/** Everything removed by a deletion: the record and its parts. */
export interface Snapshot {
  record: TrashRecord
  parts: TrashRecord[]
  /** The names of the referenced records, by id. */
  names: Readonly<Record<string, string>>
}

/** Deleted catalogue records, until they are restored or purged. */
export const trash = pgTable(
  'trash',
  {
    _id: id(),
    resource: text('resource').notNull(),
    record: text('record').notNull(),
    /** The parent record, such as an episode's series. */
    parent: text('parent'),
    title: text('title').notNull(),
    titleKey: keyText('title_key').notNull(),
    detail: text('detail').notNull(),
    /** The number of records deleted with it. */
    parts: integer('parts').notNull(),
    // No foreign key: the name is read from the user while it exists.
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
