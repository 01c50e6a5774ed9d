import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, customType, index, integer, text, timestamp } from 'drizzle-orm/pg-core'
import { newId } from './ids.ts'

const bytewiseText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
})

const unicodeText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "und-x-icu"',
})

/** The key of every entity: a UUIDv7 in text, made by the application. */
export const id = () => text('_id').primaryKey().$defaultFn(newId)

/** What free-text search reads: filled with `searchText()`, served by a GIN index with `gin_trgm_ops`. */
export const searchColumn = () => text('search').notNull()

/** Text that people read sorted: `á` beside `a`, capitals beside small letters, on either engine. */
export const sortableText = unicodeText

/** Folded text that rows are found and sorted by: compared byte by byte, so that both engines agree. */
export const keyText = bytewiseText

/** What lists sort a text by, which the database computes as `sortKey` does. */
export const generatedKey = (name: string, of: string) =>
  bytewiseText(name).generatedAlwaysAs(sql`sort_key(${sql.identifier(of)})`)

/** An instant, to the millisecond: the precision of JavaScript and of JSON answers. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

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

/** The index that searches read: those of a list in all texts, that of everything in what its rows are called. */
export const searchIndex = (table: string, { search }: RecordColumns, title: AnyPgColumn) =>
  index(`${table}_search`).using('gin', sql`${search} gin_trgm_ops`, sql`${title} gin_trgm_ops`)

/** What the tables of channels and of radio stations have in common. */
export const stationColumns = () => ({
  ...recordColumns(),
  number: integer('number').notNull(),
  title: text('title').notNull(),
  titleKey: keyText('title_key').notNull(),
  category: text('category').notNull(),
  categoryKey: keyText('category_key').notNull(),
  link: text('link').notNull(),
  image: text('image').notNull(),
  view: integer('view').notNull().default(0),
})

type StationTable = Record<keyof ReturnType<typeof stationColumns>, AnyPgColumn>

/** The sorts of their lists: the name in the API, and the column. */
export const stationSorts = (table: StationTable) => ({
  number: table.number,
  title: table.titleKey,
  category: table.categoryKey,
  status: table.status,
  dateUpdate: table.dateUpdate,
})

/** Their indexes: one for each sort, and the search. */
export const stationIndexes = (name: string, table: StationTable) => [
  ...Object.entries(stationSorts(table)).map(([sort, column]) => sortIndex(name, sort, table, column)),
  searchIndex(name, table, table.titleKey),
]
