import { and, asc, type Column, desc, getTableName, gte, lte, type SQL, sql } from 'drizzle-orm'
import { isAdmin, isSubscriber } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { licenceOf, licenceText } from '../../../domain/credits/licence.ts'
import { deviceSchema, exportedUserOutput, type User } from '../../../domain/users/user.ts'
import { hiddenInUserList } from '../../../domain/users/visibility.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { visibleOwners } from '../../platform/auth/scope.ts'
import { countRows, rowsWhere } from '../../platform/database/count-rows.ts'
import { type ListRequest, listPage } from '../../platform/database/list-query.ts'
import { balances, expiryDays, licences, profiles, users } from '../../platform/database/schema/users.ts'
import { selectKeys, selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'
import { sourceScope, type UserQuery, unsortedCondition, userCondition, userFilters } from './user-query.ts'
import { listedUser } from './user-row.ts'
import {
  byBalance,
  byExpiry,
  byUser,
  type UserSource,
  type userColumns,
  withoutBalance,
} from './user-sources.ts'

const isByExpiry = (sort: string | undefined): boolean => sort !== undefined && sort in byExpiry.sorts

export const listUsers = async (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
): Promise<User[]> => {
  const { now } = context
  const page = await resolvePaging(context, currentUser, query)
  const rows = await (query.sort === 'creditToResell'
    ? listByBalance(context, currentUser, query, page)
    : readPage(context, currentUser, query, isByExpiry(query.sort) ? byExpiry : byUser, page))
  const moment = now()
  return rows.map((row) => listedUser(row, { name: row.profileName, isSystem: row.isSystem }, moment))
}

export const exportedUsers = (currentUser: CurrentUser, query: UserQuery): ExportedList => ({
  resource: 'users',
  row: exportedUserOutput,
  shown: [
    'name',
    'fullName',
    'profileName',
    'platform',
    'dateCreate',
    'dateExpire',
    'creditAmount',
    'status',
  ] satisfies (keyof User)[],
  hidden: hiddenInUserList(currentUser.role).fields,
  texts: { device: deviceText },
  async find(context) {
    if (query.sort !== 'creditToResell') {
      const source = isByExpiry(query.sort) ? byExpiry : byUser
      return selectListKeys(source, {
        where: userCondition(context, currentUser, query, source),
        sort: query.sort,
        order: query.order,
      })
    }
    const where = userCondition(context, currentUser, query, byExpiry)
    const towards = query.order === 'desc' ? desc : asc
    // Users without a balance sort as equal, as in the list.
    const months = sql`coalesce((select ${balances.months} from ${balances} where ${balances._id} = ${licences._id}), 0)`
    const from = sql`from ${licences} ${where ? sql`where ${where}` : sql``}`
    return selectKeys(licences._id, from, [towards(months), towards(licences._id)])
  },
  async read(context, rows) {
    const keys = rowKeys(rows)
    const listed = await listUsers(context, currentUser, queryByKeys(query, keys))
    const { now, config } = context
    const licenceIn = ({ role, dateExpire }: User) =>
      isSubscriber(role) ? licenceText(licenceOf(dateExpire, now(), config.timeZone)) : ''
    return sortByKeys(
      keys,
      listed.map((user) => ({ ...user, licence: licenceIn(user) })),
    )
  },
})

const deviceText = (device: unknown): string => {
  const { success, data } = deviceSchema.safeParse(device)
  return success ? data.description || data.model || data.macAddress : ''
}

type Page = Awaited<ReturnType<typeof resolvePaging>>

const readPage = (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
  source: UserSource,
  page: Page,
) =>
  listPage<typeof userColumns>(context.db, source, {
    ...page,
    ...listConditions(context, currentUser, query, source),
    sort: query.sort,
    order: query.order,
  })

/**
 * A page by balance: users with a balance, sorted, after all others, or before them in descending order. An index on
 * balances would have to be updated by every sale.
 */
const listByBalance = async (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
  { offset, limit }: Page,
) => {
  const [first, second] = query.order === 'desc' ? [byBalance, withoutBalance] : [withoutBalance, byBalance]
  const rows = await readPage(context, currentUser, query, first, { offset, limit })
  if (rows.length === limit) return rows
  const isSeen = rows.length > 0 || offset === 0
  const before = isSeen ? offset + rows.length : await countPart(context, currentUser, query, first)
  const rest = { offset: Math.max(0, offset - before), limit: limit - rows.length }
  return [...rows, ...(await readPage(context, currentUser, query, second, rest))]
}

/** Counts the users of one part of the list by balance. */
const countPart = async (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
  source: typeof byBalance | typeof withoutBalance,
): Promise<number> => {
  const { db } = context
  const { where, unsorted } = listConditions(context, currentUser, query, source)
  return countRows(db, source.table, and(source.present, where, unsorted))
}

export const countUsers = (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<UserQuery>,
): Promise<Size> => {
  // Filters by day, and those by owner, use an index on the licences.
  const source = query.dateBeging !== undefined || query.dateFinish !== undefined ? byExpiry : byUser
  const where = userCondition(context, currentUser, query, source)
  return listSize(context, query, {
    rows: rowsWhere(source.table, where),
    storedCount: storedCount(context, currentUser, query),
  })
}

/**
 * Counts users by day of expiry from stored counts, for users with access to all: other counts of users are not stored.
 * Demos, who are few, are subtracted.
 */
const storedCount = (
  { config }: Context,
  { role }: CurrentUser,
  {
    dateBeging,
    dateFinish,
    search,
    page: _page,
    limit: _limit,
    sort: _sort,
    order: _order,
    exact: _exact,
    demo,
    ...others
  }: SizeQuery<UserQuery>,
): SQL | undefined => {
  const days = daysWithin(expiryDays.day, dateBeging, dateFinish)
  const hasOnlyDays = search.trim() === '' && Object.values(others).every((filter) => filter === undefined)
  if (!days || !hasOnlyDays || !isAdmin(role) || demo === true) return undefined
  const all = sql`select coalesce(sum(${expiryDays.licences}), 0) from ${expiryDays} where ${days}`
  if (demo === undefined) return all
  const ofDemos = userFilters(config, { search: '', dateBeging, dateFinish, demo: true }, byExpiry)
  return sql`select (${all}) - (select count(*) from ${licences} where ${ofDemos})`
}

const daysWithin = (day: Column, from: string | undefined, to: string | undefined): SQL | undefined =>
  and(from === undefined ? undefined : gte(day, from), to === undefined ? undefined : lte(day, to))

/** Sort fields with an index by owner. */
const ownerSorts: readonly string[] = [
  'name',
  'fullName',
  'email',
  'celPhone',
  'dateCreate',
  'lastLogin',
] satisfies (keyof typeof byUser.sorts)[]

/** The owner column of an index that covers a sort, if there is one. */
const ownerColumn = (source: UserSource, sort: string | undefined) => {
  if (source === byExpiry) return licences.owner
  const by = sort ?? source.defaultSort.by
  return source === byUser && ownerSorts.includes(by) ? users.createdBy : undefined
}

const listConditions = (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
  source: UserSource,
): Pick<ListRequest, 'where' | 'unsorted' | 'groups'> => {
  const { db, config } = context
  const filters = userFilters(config, query, source)
  const search = unsortedCondition(context, source, query)
  const scope = sourceScope(db, currentUser, source)
  if (source === byBalance) return { where: and(filters, scope, search) }
  if (source === byUser && query.sort === 'profileName')
    return {
      where: filters,
      unsorted: and(resellerScope(currentUser, scope), search),
      groups: PROFILE_GROUPS,
    }
  if (isAdmin(currentUser.role)) return { where: filters, unsorted: search }
  const column = ownerColumn(source, query.sort)
  if (!column) return { where: filters, unsorted: and(scope, search) }
  if (currentUser.role !== 'superagent') return { where: and(scope, filters), unsorted: search }
  // The customers of a superagent's agents are scattered over the order of all users, but not over an index by owner.
  return search || query.ids
    ? { where: filters, unsorted: and(scope, search) }
    : { where: filters, groups: { column, ids: visibleOwners(db, currentUser), name: 'owners' } }
}

/** Groups all users by profile. */
const PROFILE_GROUPS = {
  column: users.profile,
  ids: sql`select ${profiles._id}, ${profiles.nameKey} from ${profiles}`,
  name: getTableName(profiles),
}

/** The scope of users without access to all. */
const resellerScope = ({ role }: CurrentUser, scope: SQL | undefined): SQL | undefined =>
  isAdmin(role) ? undefined : scope
