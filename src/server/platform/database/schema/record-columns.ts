import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, text } from 'drizzle-orm/pg-core'
import { id, instant, searchColumn } from '../columns.ts'

/** What every catalogue table has: its key, its status, who wrote it and when, and what searches read. */
export const recordColumns = () => ({
  _id: id(),
  status: boolean('status').notNull().default(true),
  userCreate: text('user_create').notNull().default(''),
  userUpdate: text('user_update').notNull().default(''),
  dateCreate: instant('date_create').notNull(),
  /** Moved by operators' edits alone: visits leave it as it is. */
  dateUpdate: instant('date_update').notNull(),
  search: searchColumn(),
})

export type RecordColumns = Record<keyof ReturnType<typeof recordColumns>, AnyPgColumn>

/** The index that a list sorted by a column reads. */
export const sortIndex = (table: string, sort: string, { _id }: RecordColumns, column: AnyPgColumn) =>
  index(`${table}_${sort.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_sort`).on(column, _id)

/** The index that searches read. */
export const searchIndex = (table: string, { search }: RecordColumns) =>
  index(`${table}_search`).using('gin', sql`${search} gin_trgm_ops`)
