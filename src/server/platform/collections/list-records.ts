import { and, inArray, type SQL } from 'drizzle-orm'
import { countRows, listPage } from '../database/list-query.ts'
import { searchCondition } from '../database/search.ts'
import type { Context } from '../http/context.ts'
import { loadPageSize } from '../settings/page-size.ts'
import type { Collection } from './collection.ts'
import { type ListParameters, listParameters, pagingOf } from './list-parameters.ts'
import { stored, toResponse } from './rows.ts'

type Query = ListParameters & Readonly<Record<string, unknown>>

export const querySchema = ({ sorts, filters }: Collection) =>
  listParameters(
    Object.keys(sorts),
    Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema.optional()])),
  )

export const listRecords = async <Row = Record<string, unknown>>(
  { db }: Context,
  collection: Collection,
  query: Query,
): Promise<Row[]> => {
  const { table, sorts, defaultSort } = collection
  const rows = await listPage(
    db,
    { table, id: table._id, sorts, defaultSort },
    {
      ...(await pagingOf(query, () => loadPageSize(db))),
      where: filtersOf(collection, query),
      scattered: searchCondition(table.search, query.search),
      sort: query.sort,
      order: query.order,
    },
  )
  return rows.map((row) => toResponse<Row>(stored(row)))
}

export const countRecords = async ({ db }: Context, collection: Collection, query: Query) => ({
  count: await countRows(
    db,
    collection.table,
    and(filtersOf(collection, query), searchCondition(collection.table.search, query.search)),
  ),
})

/** The query of a route that has parsed it with `querySchema`, whose type knows the names of no filter. */
export const parsedQuery = (query: Readonly<Record<string, unknown>>): Query => query as Query

const filtersOf = ({ table, filters }: Collection, query: Query): SQL | undefined =>
  and(
    query.ids && inArray(table._id, query.ids),
    ...Object.entries(filters).map(([name, { where }]) =>
      query[name] === undefined ? undefined : where(query[name]),
    ),
  )
