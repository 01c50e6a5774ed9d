import { and, type Column, like, not, type SQL, sql } from 'drizzle-orm'
import { searchForm } from '../../../domain/format/text.ts'
import { type Candidate, hasTrigram } from '../../../domain/search/search.ts'
import { type CatalogueTable, type Collection, tableColumns } from '../database/collection.ts'
import { searchedTitle } from '../database/columns.ts'
import { searchedHost } from '../database/link-hosts.ts'
import type { Executor } from '../database/open.ts'

/** Prefix search as a range of the key's index. */
export const beginsWith = (key: Column | SQL, text: string): SQL =>
  sql`(${key} >= ${text} and ${key} < ${`${text}\u{10FFFF}`})`

const numberIn = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** Columns of a record's name, its sort key, and its number if it has one. */
const nameColumns = ({ table, sorts }: Collection) => {
  const { title, name } = tableColumns(table)
  const called = title ?? name
  const key = sorts.title ?? sorts.name
  return called && key && { title: called, key, number: sorts.number }
}

const detailColumn = ({ table, detail, searchDetail }: Collection): SQL => {
  const columns = tableColumns(table)
  const parts = searchDetail ? [searchDetail] : detail.map((name) => sql`nullif(${columns[name]}::text, '')`)
  const state = sql`case when not ${table.status} then 'inactivo' end`
  return sql`concat_ws(' · ', ${sql.join([...parts, state], sql`, `)})`
}

/** Requires each word somewhere in the title; words of one or two letters as prefixes of words. */
const titleHasWords = (key: Column, text: string): SQL | undefined => {
  const title = searchedTitle(key)
  return and(
    ...text.split(' ').map((word) => {
      const plain = escapeLike(word)
      return hasTrigram(word) ? like(title, `%${plain}%`) : sql`(' ' || ${title}) like ${`% ${plain}%`}`
    }),
  )
}

/** Escapes the wildcards of a LIKE pattern. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * The first records of a collection with this number or with this prefix of the title; if these are too few, also those
 * containing the words, preferably at the beginning of a word.
 */
const searchQuery = (collection: Collection, text: string, limit: number): SQL | undefined => {
  const names = nameColumns(collection)
  if (!names) return undefined
  const { table, entity } = collection
  const { title, key, number } = names
  const asked = numberIn(text)
  const numbered = number && asked !== undefined ? sql`${number} = ${asked}` : undefined
  const begins = beginsWith(key, text)
  const rows = (where: SQL | undefined, order: SQL) => sql`
    select ${entity.resource}::text as resource, ${table._id} as _id, ${title} as title, ${detailColumn(collection)} as detail,
      ${number ?? sql`null`}::text as number, ${key} as key
    from ${table} where ${where} ${order}`
  const inOrder = sql`order by ${key}, ${table._id} limit ${limit}`
  const first = sql.join(
    [
      ...(numbered ? [sql`(${rows(numbered, sql`order by ${table._id} limit ${limit}`)})`] : []),
      sql`(${rows(and(begins, numbered && not(numbered)), inOrder)})`,
    ],
    sql` union all `,
  )
  if (!hasTrigram(text)) return first
  const others = and(titleHasWords(key, text), not(begins), numbered && not(numbered))
  const atHost = hostedRecords(table, text)
  const hosted = atHost ? sql` union (${rows(and(atHost, not(begins)), sql``)})` : sql``
  // `offset 0` keeps the planner from walking the table until the limit is reached, instead of using the search index.
  const found = sql`
    select * from ((${rows(others, sql`offset 0`)})${hosted}) as found where (select count(*) < ${limit} from first)
    order by (' ' || key) like ${`% ${escapeLike(text)}%`} desc, key, _id limit ${limit}`
  return sql`with first as materialized (${first}) select * from first union all (${found})`
}

/** Records at a host that are sorted: the first in no order, since most of a catalogue may be at one. */
const MAX_HOSTED = 1_000

/** Condition for records with a link at the host that a text is (rule L29). */
const hostedRecords = (table: CatalogueTable, text: string): SQL | undefined => {
  const host = searchedHost(tableColumns(table), text)
  return host && sql`${table._id} in (select ${table._id} from ${table} where ${host} limit ${MAX_HOSTED})`
}

interface FoundRow extends Record<string, unknown> {
  resource: Candidate['resource']
  _id: string
  title: string
  detail: string
  number: string | null
}

/** The first records of each collection that match a text by title or number, in one statement. */
export const findRecords = async (
  db: Executor,
  collections: readonly Collection[],
  search: string,
  limit: number,
): Promise<Candidate[][]> => {
  const text = searchForm(search)
  const parts = collections.flatMap((collection) => searchQuery(collection, text, limit) ?? [])
  if (parts.length === 0 || text === '') return []
  const { rows } = await db.execute<FoundRow>(
    sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    ),
  )
  return collections.map(({ entity }) =>
    rows.flatMap(({ resource, _id, title, detail, number }) =>
      resource === entity.resource
        ? [{ resource, _id, title, detail, names: number === null ? [title] : [title, number] }]
        : [],
    ),
  )
}
