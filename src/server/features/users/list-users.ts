import {
  and,
  asc,
  type Column,
  desc,
  eq,
  getTableName,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-end.ts'
import { LOW_BALANCE, sellsSince } from '../../../domain/credits/low-balance.ts'
import { dayOf, dayRange } from '../../../domain/format/dates.ts'
import { deviceSchema, type User, userOutput } from '../../../domain/users/user.ts'
import { hiddenInUserList, hiddenPartError } from '../../../domain/users/visibility.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isOwned, ownersOf, scopeOf } from '../../platform/auth/scope.ts'
import { batchFilter, inBatch } from '../../platform/batches/batches.ts'
import { filterQuery } from '../../platform/collections/bulk.ts'
import { countRows, type ListRequest, listPage, rowsWhere } from '../../platform/database/list-query.ts'
import { keysIn, keysOfList } from '../../platform/database/long-read.ts'
import type { Executor } from '../../platform/database/open.ts'
import { ledgerSums } from '../../platform/database/schema/credits.ts'
import {
  balanceMonths,
  balances,
  expiryDays,
  licences,
  profiles,
  users,
} from '../../platform/database/schema/users.ts'
import { personCondition } from '../../platform/database/search.ts'
import { type ExportedList, inOrderOf, keysOf, queryOfKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { flag, listParameters } from '../../platform/http/operation.ts'
import { pagingOf, type SizeQuery, sizeOf } from '../../platform/lists/list-end.ts'
import type { UserFinder } from '../credits/bulk-sale.ts'
import { platformsOf } from './user-checks.ts'
import { listedUser } from './user-row.ts'
import {
  byBalance,
  byExpiry,
  byUser,
  type columns,
  ofProfile,
  type Source,
  withoutBalance,
} from './user-sources.ts'

const sorts = { ...byUser.sorts, ...byExpiry.sorts, ...byBalance.sorts }

const isByExpiry = (sort: string | undefined): boolean => sort !== undefined && sort in byExpiry.sorts

export const userParameters = (config: Config) =>
  listParameters(Object.keys(sorts), {
    dateBeging: day('Vence desde este día').optional(),
    dateFinish: day('Vence hasta este día').optional(),
    registerFrom: day('Registrado desde este día').optional(),
    registerTo: day('Registrado hasta este día').optional(),
    platform: choice(platformsOf(config)).optional(),
    useTvList: flag().optional(),
    profile: id().optional(),
    lowBalance: flag()
      .refine((only) => only, 'Debe ser true.')
      .optional()
      .meta({ description: 'true: solo agentes que venden y a quienes les queda poco balance' }),
    ...batchFilter,
  })
export type UserQuery = z.output<ReturnType<typeof userParameters>>

const textIn = (parameters: object, name: string): string | undefined => {
  const value: unknown = Object.entries(parameters).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/**
 * Throws Forbidden if a query, or the filter of a bulk request, names a part of the list hidden from the current user.
 * Takes the unvalidated input, since a 403 takes precedence over validation errors.
 */
export const requireVisible = ({ role }: CurrentUser, sent: unknown): void => {
  if (typeof sent !== 'object' || sent === null) return
  const message = hiddenPartError(role, {
    columns: textIn(sent, 'columns')?.split(','),
    sort: textIn(sent, 'sort'),
    filters: Object.keys(sent),
  })
  if (message !== undefined) throw new Forbidden(message)
}

/** `requireVisible` for the `filter` of a bulk request. */
const requireVisibleFilter = (currentUser: CurrentUser, body: unknown): void => {
  if (typeof body === 'object' && body !== null && 'filter' in body) requireVisible(currentUser, body.filter)
}

export const listUsers = async (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
): Promise<User[]> => {
  const { now } = context
  const page = await pagingOf(context, currentUser, query)
  const rows = await (query.sort === 'creditToResell'
    ? listByBalance(context, currentUser, query, page)
    : pageOf(context, currentUser, query, isByExpiry(query.sort) ? byExpiry : byUser, page))
  const moment = now()
  return rows.map((row) => listedUser(row, { name: row.profileName, isSystem: row.isSystem }, moment))
}

export const exportedUsers = (currentUser: CurrentUser, query: UserQuery): ExportedList => ({
  resource: 'users',
  row: userOutput,
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
      return keysOfList(source, {
        where: allOf(context, currentUser, query, source),
        sort: query.sort,
        order: query.order,
      })
    }
    const where = allOf(context, currentUser, query, byExpiry)
    const towards = query.order === 'desc' ? desc : asc
    // Users without a balance sort as equal, as in the list.
    const months = sql`coalesce((select ${balances.months} from ${balances} where ${balances._id} = ${licences._id}), 0)`
    const from = sql`from ${licences} ${where ? sql`where ${where}` : sql``}`
    return keysIn(licences._id, from, [towards(months), towards(licences._id)])
  },
  async read(context, found) {
    const keys = keysOf(found)
    return inOrderOf(keys, await listUsers(context, currentUser, queryOfKeys(query, keys)))
  },
})

const deviceText = (device: unknown): string => {
  const { success, data } = deviceSchema.safeParse(device)
  return success ? data.description || data.model || data.macAddress : ''
}

const allOf = (context: Context, currentUser: CurrentUser, query: UserQuery, source: Source) =>
  and(
    filtersOf(context.config, query, source),
    scopeIn(context.db, currentUser, source),
    matchIn(context, source, query),
  )

type Page = Awaited<ReturnType<typeof pagingOf>>

const pageOf = (context: Context, currentUser: CurrentUser, query: UserQuery, source: Source, page: Page) =>
  listPage<typeof columns>(context.db, source, {
    ...page,
    ...conditionsOf(context, currentUser, query, source),
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
  const rows = await pageOf(context, currentUser, query, first, { offset, limit })
  if (rows.length === limit) return rows
  const isSeen = rows.length > 0 || offset === 0
  const before = isSeen ? offset + rows.length : await countPart(context, currentUser, query, first)
  const rest = { offset: Math.max(0, offset - before), limit: limit - rows.length }
  return [...rows, ...(await pageOf(context, currentUser, query, second, rest))]
}

/** Counts the users of one part of the list by balance. */
const countPart = async (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
  source: typeof byBalance | typeof withoutBalance,
): Promise<number> => {
  const { db } = context
  const { where, unsorted } = conditionsOf(context, currentUser, query, source)
  return countRows(db, source.table, and(source.present, where, unsorted))
}

export const countUsers = (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<UserQuery>,
): Promise<Size> => {
  const { db, config } = context
  // Filters by day, and those by owner, use an index on the licences.
  const source = query.dateBeging !== undefined || query.dateFinish !== undefined ? byExpiry : byUser
  const filters = filtersOf(config, query, source)
  const where = and(scopeIn(db, currentUser, source), filters, matchIn(context, source, query))
  return sizeOf(context, query, { rows: rowsWhere(source.table, where), kept: keptCount(currentUser, query) })
}

/** The number of active resellers in scope with a low balance, and the first of them by balance. */
export const listLowBalances = async (
  context: Context,
  currentUser: CurrentUser,
): Promise<{ count: number; users: User[] }> => {
  const { db, config, now } = context
  const low = sql`${users._id} in (${lowBalances(dayOf(now(), config.timeZone))})`
  const found = await db
    .select({ _id: users._id })
    .from(users)
    .leftJoin(balances, eq(balances._id, users._id))
    .where(and(scopeOf(db, currentUser), low))
    .orderBy(balanceMonths, users._id)
  const ids = found.slice(0, 5).map(({ _id }) => _id)
  if (ids.length === 0) return { count: 0, users: [] }
  const query: UserQuery = { search: '', ids, limit: ids.length, sort: 'creditToResell', order: 'asc' }
  return { count: found.length, users: await listUsers(context, currentUser, query) }
}

/** A query of the ids (`_id`) of all users matching a list's query. */
const foundUsers = (context: Context, currentUser: CurrentUser, query: UserQuery): SQL => {
  const { db, config } = context
  const filters = and(filtersOf(config, query, byUser), matchIn(context, byUser, query))
  const found = and(byUser.present, scopeIn(db, currentUser, byUser), filters)
  return sql`select ${users._id} from ${users} where ${found}`
}

/** Finds the users that a filter of a request body describes, for changes and sales of many. */
export const userFinder = (context: Context): UserFinder => {
  const querystring = userParameters(context.config)
  return {
    requireVisible: requireVisibleFilter,
    find: (currentUser, filter) => foundUsers(context, currentUser, filterQuery(querystring, filter)),
  }
}

/**
 * Counts users by day of expiry from stored counts, for users with access to all: other counts of users are not stored.
 */
const keptCount = (
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
    ...others
  }: SizeQuery<UserQuery>,
): SQL | undefined => {
  const days = daysWithin(expiryDays.day, dateBeging, dateFinish)
  const isOfDaysAlone = search.trim() === '' && Object.values(others).every((filter) => filter === undefined)
  return days && isOfDaysAlone && isAdmin(role)
    ? sql`select coalesce(sum(${expiryDays.licences}), 0) from ${expiryDays} where ${days}`
    : undefined
}

const daysWithin = (day: Column, from: string | undefined, to: string | undefined): SQL | undefined =>
  and(from === undefined ? undefined : gte(day, from), to === undefined ? undefined : lte(day, to))

/** Sort fields with an index by owner. */
const ownersSorts: readonly string[] = [
  'name',
  'fullName',
  'email',
  'celPhone',
  'dateCreate',
  'lastLogin',
] satisfies (keyof typeof sorts)[]

/** The owner column of an index that covers a sort, if there is one. */
const ownerColumn = (source: Source, sort: string | undefined) => {
  if (source === byExpiry) return licences.owner
  const by = sort ?? source.defaultSort.by
  return source === byUser && ownersSorts.includes(by) ? users.createdBy : undefined
}

const conditionsOf = (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
  source: Source,
): Pick<ListRequest, 'where' | 'unsorted' | 'groups'> => {
  const { db, config } = context
  const filters = filtersOf(config, query, source)
  const searched = matchIn(context, source, query)
  const scope = scopeIn(db, currentUser, source)
  if (source === byBalance) return { where: and(filters, scope, searched) }
  if (source === byUser && query.sort === 'profileName')
    return { where: filters, unsorted: and(ofReseller(currentUser, scope), searched), groups: OF_PROFILES }
  if (isAdmin(currentUser.role)) return { where: filters, unsorted: searched }
  const column = ownerColumn(source, query.sort)
  if (!column) return { where: filters, unsorted: and(scope, searched) }
  if (currentUser.role !== 'superagent') return { where: and(scope, filters), unsorted: searched }
  // The customers of a superagent's agents are scattered over the order of all users, but not over an index by owner.
  return searched || query.ids
    ? { where: filters, unsorted: and(scope, searched) }
    : { where: filters, groups: { column, ids: ownersOf(db, currentUser), name: 'owners' } }
}

/** Groups all users by profile. */
const OF_PROFILES = {
  column: users.profile,
  ids: sql`select ${profiles._id}, ${profiles.nameKey} from ${profiles}`,
  name: getTableName(profiles),
}

/** The scope of users without access to all. */
const ofReseller = ({ role }: CurrentUser, scope: SQL | undefined): SQL | undefined =>
  isAdmin(role) ? undefined : scope

/** Adapts a condition on users to the rows of a source. */
const amongUsers = (source: Source, condition: SQL | undefined): SQL | undefined =>
  source === byUser || !condition
    ? condition
    : sql`${source.id} in (select ${users._id} from ${users} where ${condition})`

const amongLicences = (source: Source, condition: SQL | undefined): SQL | undefined =>
  source.table === licences || !condition
    ? condition
    : sql`${source.id} in (select ${licences._id} from ${licences} where ${condition})`

/** Conditions whose matches are scattered over the order of the list: search, low balance, batch. */
const matchIn = (
  { config, now }: Context,
  source: Source,
  { search, lowBalance, batch }: UserQuery,
): SQL | undefined =>
  and(
    amongUsers(source, personCondition(users.search, search)),
    lowBalance ? sql`${source.id} in (${lowBalances(dayOf(now(), config.timeZone))})` : undefined,
    inBatch(source.id, batch),
  )

/** Rule C25. Finds active sellers by the monthly sums, so its cost doesn't depend on the number of sales. */
const lowBalances = (today: string): SQL => {
  const { span, start, userCreated, type } = ledgerSums
  const isReseller = and(
    eq(users._id, userCreated),
    isNull(users.deletedAt),
    profiles.isSystem,
    inArray(profiles.name, ['agent', 'superagent']),
  )
  const hasEnough = and(eq(balances._id, userCreated), gte(balances.months, LOW_BALANCE))
  const where = and(
    eq(span, 'month'),
    gte(start, sellsSince(today)),
    inArray(type, ['SALE', 'TRANSFER']),
    sql`not exists (select from ${balances} where ${hasEnough})`,
    sql`exists (select from ${users} join ${profiles} on ${ofProfile.on} where ${isReseller})`,
  )
  return sql`select ${userCreated} from ${ledgerSums} where ${where}`
}

const scopeIn = (db: Executor, currentUser: CurrentUser, source: Source): SQL | undefined =>
  source === byUser
    ? scopeOf(db, currentUser)
    : amongLicences(source, isOwned(db, currentUser, licences.owner))

const filtersOf = (
  { timeZone }: Pick<Config, 'timeZone'>,
  query: UserQuery,
  source: Source,
): SQL | undefined => {
  const expiry = dayRange(query.dateBeging, query.dateFinish, timeZone)
  const registration = dayRange(query.registerFrom, query.registerTo, timeZone)
  return and(
    query.ids && inArray(source.id, query.ids),
    amongLicences(
      source,
      and(
        expiry.start && gte(licences.dateExpire, expiry.start),
        expiry.end && lt(licences.dateExpire, expiry.end),
      ),
    ),
    amongUsers(
      source,
      and(
        registration.start && gte(users.dateCreate, registration.start),
        registration.end && lt(users.dateCreate, registration.end),
        query.platform === undefined ? undefined : eq(users.platform, query.platform),
        query.useTvList === undefined ? undefined : eq(users.useTvList, query.useTvList),
        query.profile === undefined ? undefined : eq(users.profile, query.profile),
      ),
    ),
  )
}
