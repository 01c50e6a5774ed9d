import { and, type Column, like, not, type SQL, sql } from 'drizzle-orm'
import { fold } from '../../../domain/format/text.ts'
import { type Candidate, isFoundWithin } from '../../../domain/search/search.ts'
import type { Executor } from '../database/open.ts'
import { type Collection, columnsOf } from './collection.ts'

/** The rows whose key begins with a folded text: a range of the key's index. */
export const beginsWith = (key: Column | SQL, text: string): SQL =>
  sql`(${key} >= ${text} and ${key} < ${`${text}\u{10FFFF}`})`

const numberIn = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** What a record is called, the key that its list sorts it by, and its number where it has one. */
const namesOf = ({ table, sorts }: Collection) => {
  const { title, name } = columnsOf(table)
  const called = title ?? name
  const key = sorts.title ?? sorts.name
  return called && key && { title: called, key, number: sorts.number }
}

const detailOf = ({ table, detail, searchDetail }: Collection): SQL => {
  const columns = columnsOf(table)
  const parts = searchDetail ? [searchDetail] : detail.map((name) => sql`nullif(${columns[name]}::text, '')`)
  const state = sql`case when not ${table.status} then 'inactivo' end`
  return sql`concat_ws(' · ', ${sql.join([...parts, state], sql`, `)})`
}

/** Each word somewhere in the title: those of one or two letters as beginnings of words. */
const holdsWords = (key: Column, text: string): SQL | undefined =>
  and(
    ...text.split(' ').map((word) => {
      const plain = escaped(word)
      return isFoundWithin(word) ? like(key, `%${plain}%`) : sql`(' ' || ${key}) like ${`% ${plain}%`}`
    }),
  )

/** A text whose every character stands for itself in a pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * The first records of a collection that have a number, or whose titles begin with a text; only where these are too few,
 * those that hold its words, with those first that have it at the beginning of a word.
 */
const foundIn = (collection: Collection, text: string, limit: number): SQL | undefined => {
  const names = namesOf(collection)
  if (!names) return undefined
  const { table, entity } = collection
  const { title, key, number } = names
  const asked = numberIn(text)
  const numbered = number && asked !== undefined ? sql`${number} = ${asked}` : undefined
  const begins = beginsWith(key, text)
  const rows = (where: SQL | undefined, order: SQL) => sql`
    select ${entity.resource}::text as resource, ${table._id} as _id, ${title} as title, ${detailOf(collection)} as detail,
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
  if (!isFoundWithin(text)) return first
  const others = and(holdsWords(key, text), not(begins), numbered && not(numbered))
  // Found by the index alone, whatever the limit: the offset keeps the planner from walking the table until it is full.
  const found = sql`
    select * from (${rows(others, sql`offset 0`)}) as found where (select count(*) < ${limit} from first)
    order by (' ' || key) like ${`% ${escaped(text)}%`} desc, key, _id limit ${limit}`
  return sql`with first as materialized (${first}) select * from first union all (${found})`
}

interface FoundRow extends Record<string, unknown> {
  resource: Candidate['resource']
  _id: string
  title: string
  detail: string
  number: string | null
}

/** The first records of each collection that a text finds by title or number, in one statement. */
export const findRecords = async (
  db: Executor,
  collections: readonly Collection[],
  search: string,
  limit: number,
): Promise<Candidate[][]> => {
  const text = fold(search)
  const parts = collections.flatMap((collection) => foundIn(collection, text, limit) ?? [])
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
