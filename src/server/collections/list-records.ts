import { and, inArray, type SQL } from 'drizzle-orm'
import { countRows, listPage } from '../database/list-query.ts'
import { searchCondition } from '../database/search.ts'
import type { Context } from '../http/context.ts'
import { loadPageSize } from '../settings/page-size.ts'
import type { Collection } from './collection.ts'
import { type ListParameters, listParameters, pagingOf } from './list-parameters.ts'
import { stored, toWire } from './rows.ts'

type Query = ListParameters & Readonly<Record<string, unknown>>

/** The query that the lists of a collection take. */
export const queryShape = ({ sorts, filters }: Collection) =>
  listParameters(
    Object.keys(sorts),
    Object.fromEntries(Object.entries(filters).map(([name, { shape }]) => [name, shape.optional()])),
  )

/** The rows of one page. */
export const listRecords = async ({ db }: Context, collection: Collection, query: Query) => {
  const { table, sorts, defaultSort } = collection
  const pageSize = query.limit ?? query.ids?.length ?? (await loadPageSize(db))
  const rows = await listPage(
    db,
    { table, id: table._id, sorts, defaultSort },
    {
      ...pagingOf(query, pageSize),
      where: conditionOf(collection, query),
      sort: query.sort,
      order: query.order,
    },
  )
  return rows.map((row) => toWire(stored(row)))
}

/** How many records the same query finds. */
export const countRecords = async ({ db }: Context, collection: Collection, query: Query) => ({
  count: await countRows(db, collection.table, conditionOf(collection, query)),
})

/** The query of a route that has parsed it with `queryShape`, whose type knows the names of no filter. */
export const parsedQuery = (query: Readonly<Record<string, unknown>>): Query => query as Query

const conditionOf = ({ table, filters }: Collection, query: Query): SQL | undefined =>
  and(
    searchCondition(table.search, query.search),
    query.ids && inArray(table._id, query.ids),
    ...Object.entries(filters).map(([name, { where }]) =>
      query[name] === undefined ? undefined : where(query[name]),
    ),
  )
