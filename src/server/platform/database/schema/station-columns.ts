import { type AnyPgColumn, integer, text } from 'drizzle-orm/pg-core'
import { keyText } from '../columns.ts'
import { recordColumns, searchIndex, sortIndex } from './record-columns.ts'

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

/** The sorts of their lists: the name on the wire, and the column. */
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
  searchIndex(name, table),
]
