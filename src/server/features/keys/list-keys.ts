import { and, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { searchForm } from '../../../domain/format/text.ts'
import { type ApiKey, keyOutput } from '../../../domain/keys/key.ts'
import { standsAbove } from '../../../domain/users/authority.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { listPage } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { apiKeys } from '../../platform/database/schema/keys.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { listParameters } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'

const { keyHash: _secret, ...columns } = getTableColumns(apiKeys)

const source = {
  table: apiKeys,
  columns: { ...columns, userName: users.name },
  joins: [{ table: users, on: eq(users._id, apiKeys.user) }],
  id: apiKeys._id,
  sorts: { dateCreate: apiKeys.dateCreate, dateExpire: apiKeys.dateExpire, lastUse: apiKeys.lastUse },
  defaultSort: { by: 'dateCreate', order: 'desc' },
  isSmall: true,
} as const

export const keyParameters = listParameters(Object.keys(source.sorts), {})
type KeyQuery = z.output<typeof keyParameters>

/**
 * Condition of the keys that a user sees and revokes: its own, and for `admin` and `sa` those of the users that it is
 * above (rule A17).
 */
export const visibleKeys = async (db: Executor, currentUser: CurrentUser): Promise<SQL | undefined> => {
  const isOwn = eq(apiKeys.user, currentUser.id)
  if (!isAdmin(currentUser.role)) return isOwn
  const below = (await db.select().from(profiles)).filter((each) =>
    standsAbove(currentUser, principalOf(each)),
  )
  const people = db
    .select({ _id: users._id })
    .from(users)
    .where(
      inArray(
        users.profile,
        below.map(({ _id }) => _id),
      ),
    )
  return or(isOwn, inArray(apiKeys.user, people))
}

/** Search matches the key's name or its maker. */
const keySearch = (db: Executor, search: string): SQL | undefined => {
  const maker = searchCondition(users.search, search)
  if (!maker) return undefined
  const matchesName = sql`position(${searchForm(search)} in search_form(${apiKeys.name})) > 0`
  return or(matchesName, inArray(apiKeys.user, db.select({ _id: users._id }).from(users).where(maker)))
}

const keyFilters = async (db: Executor, currentUser: CurrentUser, { search, ids }: KeyQuery) =>
  and(await visibleKeys(db, currentUser), ids && inArray(apiKeys._id, ids), keySearch(db, search))

export const listKeys = async (
  context: Context,
  currentUser: CurrentUser,
  query: KeyQuery,
): Promise<ApiKey[]> => {
  const { db } = context
  const rows = await listPage(db, source, {
    ...(await resolvePaging(context, currentUser, query)),
    where: await keyFilters(db, currentUser, query),
    sort: query.sort,
    order: query.order,
  })
  return rows.map((row) => ({
    ...row,
    dateCreate: row.dateCreate.toISOString(),
    dateExpire: row.dateExpire.toISOString(),
    lastUse: row.lastUse?.toISOString() ?? null,
  }))
}

export const countKeys = async (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<KeyQuery>,
): Promise<Size> =>
  listSize(context, query, { rows: rowsWhere(apiKeys, await keyFilters(context.db, currentUser, query)) })

export const exportedKeys = (currentUser: CurrentUser, query: KeyQuery): ExportedList => ({
  resource: 'keys',
  row: keyOutput,
  shown: ['name', 'userName', 'dateCreate', 'dateExpire', 'lastUse'] satisfies (keyof ApiKey)[],
  find: async ({ db }) =>
    selectListKeys(source, {
      where: await keyFilters(db, currentUser, query),
      sort: query.sort,
      order: query.order,
    }),
  async read(context, rows) {
    const keys = rowKeys(rows)
    return sortByKeys(keys, await listKeys(context, currentUser, queryByKeys(query, keys)))
  },
})
