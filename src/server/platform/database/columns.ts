import { sql } from 'drizzle-orm'
import { customType, text, timestamp } from 'drizzle-orm/pg-core'
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

/** An instant, to the millisecond: what JavaScript and the wire can hold. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
