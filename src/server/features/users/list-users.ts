import {
  and,
  type Column,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { dayOf, dayRange } from '../../../domain/format/dates.ts'
import { type User, userOutput } from '../../../domain/users/user.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import { type CurrentUser, ownersOf, scopeOf } from '../../platform/auth/access.ts'
import {
  answeredColumns,
  countRows,
  isoText,
  isoTextOrNull,
  type ListRequest,
  listPage,
  perDatabase,
  seekDay,
  sumOfDays,
} from '../../platform/database/list-query.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import {
  expiryDays,
  profiles,
  registrationDays,
  userCounts,
  userSearch,
  users,
} from '../../platform/database/schema/users.ts'
import { countingCondition, personCondition, seekPrefix } from '../../platform/database/search.ts'
import { runAmongRequests } from '../../platform/database/work.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { flag, listParameters, pagingOf } from '../../platform/http/operation.ts'
import { loadPageSize } from '../../platform/settings/read-settings.ts'
import { platformsOf } from './user-checks.ts'
import { listedUser } from './user-row.ts'

const sorts = {
  name: users.nameKey,
  fullName: users.fullNameKey,
  profileName: users.profileKey,
  platform: users.platform,
  email: users.email,
  celPhone: users.celPhone,
  userCreate: users.userCreate,
  dateCreate: users.dateCreate,
  dateExpire: users.dateExpire,
  // The months left of a licence follow from its expiry.
  creditAmount: users.dateExpire,
  creditToResell: users.creditToResell,
  lastLogin: users.lastLogin,
  status: users.status,
}
const source = {
  table: users,
  columns: {
    ...answeredColumns(users, userOutput),
    dateCreate: isoText(users.dateCreate),
    dateUpdate: isoText(users.dateUpdate),
    dateExpire: isoTextOrNull(users.dateExpire),
    lastLogin: isoTextOrNull(users.lastLogin),
    profileName: profiles.name,
    isSystem: profiles.isSystem,
  },
  join: { table: profiles, on: eq(profiles._id, users.profile) },
  present: isNull(users.deletedAt),
  id: users._id,
  sorts,
  defaultSort: { by: 'name', order: 'asc' },
  ranges: users.nameKey,
} as const

/** The query of the list and its count. */
export const userParameters = (config: Config) =>
  listParameters(Object.keys(sorts), {
    dateBeging: day('Vence desde este día').optional(),
    dateFinish: day('Vence hasta este día').optional(),
    registerFrom: day('Registrado desde este día').optional(),
    registerTo: day('Registrado hasta este día').optional(),
    platform: choice(platformsOf(config)).optional(),
    useTvList: flag().optional(),
    profile: id().optional(),
  })
type UserQuery = z.output<ReturnType<typeof userParameters>>

/** One page of the users within the current user's scope. */
export const listUsers = async (
  context: Context,
  currentUser: CurrentUser,
  query: UserQuery,
): Promise<User[]> => {
  const { db, config, now } = context
  const paging = await pagingOf(query, () => loadPageSize(db, currentUser))
  const conditions = conditionsOf(db, config, currentUser, query)
  const start = isAdmin(currentUser.role) ? await seekUsers(db, config, query, paging) : undefined
  const rows = await listPage(db, source, {
    ...paging,
    ...conditions,
    ...(start && { where: and(conditions.where, start.where), offset: start.offset, counted: undefined }),
    sort: query.sort,
    order: query.order,
  })
  const moment = now()
  return rows.map((row) => listedUser(row, { name: row.profileName, isSystem: row.isSystem }, moment))
}

const ownUser = perDatabase((db) => readById(db, source.present).prepare('own_user'))

/** The current user as the list shows it. */
export const readOwnUser = async ({ db, now }: Context, { id }: CurrentUser): Promise<User> =>
  theUser(await ownUser(db).execute({ id }), now())

/** A user within the current user's scope, as the list shows it. */
export const readUser = async ({ db, now }: Context, currentUser: CurrentUser, id: string): Promise<User> =>
  theUser(await readById(db, scopeOf(db, currentUser)).prepare('user').execute({ id }), now())

const readById = (db: Executor, scope: SQL | undefined) =>
  db
    .select(source.columns)
    .from(users)
    .innerJoin(source.join.table, source.join.on)
    .where(and(eq(users._id, sql.placeholder('id')), scope))

const theUser = ([row]: readonly Awaited<ReturnType<typeof readById>>[number][], now: Date): User => {
  if (!row) throw new NotFound()
  return listedUser(row, { name: row.profileName, isSystem: row.isSystem }, now)
}

export const countUsers = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: UserQuery,
): Promise<{ count: number }> => {
  const filters = filtersOf(config, query)
  if (isAdmin(currentUser.role)) {
    const found = countingCondition(userSearch.search, query.search)
    if (!filters) return { count: await (found ? countRows(db, userSearch, found) : countAll(db)) }
    const kept = found ? undefined : keptCount(query)
    if (kept) return { count: await sumOf(db, kept) }
  }
  const where = and(scopeOf(db, currentUser), filters, personCondition(users.search, query.search))
  return { count: await countRows(db, users, where) }
}

const userCount = sum(userCounts.users).mapWith(Number)

/** A few rows: on the connection that read the session, it is not waited for behind reports. */
const sumOfCounts = perDatabase((db) =>
  db.select({ count: userCount }).from(userCounts).prepare('count_users'),
)

const countAll = async (db: Executor): Promise<number> => {
  const [row] = await runAmongRequests(() => sumOfCounts(db).execute())
  return row?.count ?? 0
}

const sumOf = async (db: Executor, kept: SQL): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`select (${kept})::float8 as count`)
  return rows[0]?.count ?? 0
}

/**
 * The statement that counts the users whom filters find among all, from counts that are kept with them: by day of expiry,
 * by day of registration, or by the rest; undefined for several of these, and for ids.
 */
const keptCount = (query: UserQuery): SQL | undefined => {
  const { dateBeging, dateFinish, registerFrom, registerTo, platform, useTvList, profile } = query
  const expiry = daysWithin(expiryDays.day, dateBeging, dateFinish)
  const registration = daysWithin(registrationDays.day, registerFrom, registerTo)
  const kind = and(
    platform === undefined ? undefined : eq(userCounts.platform, platform),
    useTvList === undefined ? undefined : eq(userCounts.useTvList, useTvList),
    profile === undefined ? undefined : eq(userCounts.profile, profile),
  )
  if (query.ids || [expiry, registration, kind].filter(Boolean).length > 1) return undefined
  if (expiry) return sql`select coalesce(sum(${expiryDays.licences}), 0) from ${expiryDays} where ${expiry}`
  const [counts, where] = registration ? [registrationDays, registration] : [userCounts, kind]
  return sql`select coalesce(sum(${counts.users}), 0) from ${counts} ${where ? sql`where ${where}` : sql``}`
}

const daysWithin = (day: Column, from: string | undefined, to: string | undefined): SQL | undefined =>
  and(from === undefined ? undefined : gte(day, from), to === undefined ? undefined : lte(day, to))

/** Where a page far down the list by registration or by expiry begins, from the counts by day; undefined where those don't say it. */
const seekUsers = async (
  db: Executor,
  { timeZone }: Config,
  query: UserQuery,
  { page, limit }: { page: number; limit: number },
) => {
  const { sort, order = 'asc', dateBeging, dateFinish, registerFrom, registerTo } = query
  const isByExpiry = sort === 'dateExpire' || sort === 'creditAmount'
  const offset = (page - 1) * limit
  const where = isByExpiry
    ? daysWithin(expiryDays.day, dateBeging, dateFinish)
    : daysWithin(registrationDays.day, registerFrom, registerTo)
  if (offset < FAR || query.search.trim() !== '' || query.ids || !(isByExpiry || sort === 'dateCreate'))
    return undefined
  const others = isByExpiry
    ? { ...query, dateBeging: undefined, dateFinish: undefined }
    : { ...query, registerFrom: undefined, registerTo: undefined }
  if (filtersOf({ timeZone }, others)) return undefined
  if (!isByExpiry) {
    const days = { counts: registrationDays, day: registrationDays.day, rows: registrationDays.users, where }
    return seekDay(db, timeZone, days, { date: users.dateCreate, offset, order })
  }
  const days = { counts: expiryDays, day: expiryDays.day, rows: expiryDays.licences, where }
  const licences = await sumOf(db, sumOfDays(days))
  // Those without a licence come first or last, except where days are asked for.
  const before = where || order === 'asc' ? 0 : (await countAll(db)) - licences
  if (offset < before + FAR || offset - before + limit > licences) return undefined
  return seekDay(db, timeZone, days, { date: users.dateExpire, offset: offset - before, order })
}

/** Before so many rows the list itself is quick. */
const FAR = 5_000

/** Sorts that have an index for the customers of each owner. */
const ownersSorts: readonly string[] = ['name', 'dateExpire', 'creditAmount'] satisfies (keyof typeof sorts)[]

const conditionsOf = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: UserQuery,
): Pick<ListRequest, 'where' | 'unsorted' | 'owners' | 'prefix' | 'counted'> => {
  const filters = filtersOf(config, query)
  const searched = personCondition(users.search, query.search)
  if (isAdmin(currentUser.role))
    return {
      where: filters,
      unsorted: searched,
      // Only over all users: within a scope, scanning is quicker.
      prefix: seekPrefix(query.search),
      counted: keptCount(query),
    }
  const scope = scopeOf(db, currentUser)
  const isInOrder = ownersSorts.includes(query.sort ?? source.defaultSort.by)
  if (!isInOrder) return { where: filters, unsorted: and(scope, searched) }
  if (currentUser.role !== 'superagent') return { where: and(scope, filters), unsorted: searched }
  // The customers of a superagent's agents lie anywhere in the order of all, but not in that of their owner.
  return searched || query.ids
    ? { where: filters, unsorted: and(scope, searched) }
    : { where: filters, owners: { column: users.createdBy, ids: ownersOf(db, currentUser) } }
}

const filtersOf = ({ timeZone }: Pick<Config, 'timeZone'>, query: UserQuery): SQL | undefined => {
  const expiry = dayRange(query.dateBeging, query.dateFinish, timeZone)
  const registration = dayRange(query.registerFrom, query.registerTo, timeZone)
  return and(
    query.ids && inArray(users._id, query.ids),
    expiry.start && gte(users.dateExpire, expiry.start),
    expiry.end && lt(users.dateExpire, expiry.end),
    registration.start && gte(users.dateCreate, registration.start),
    registration.end && lt(users.dateCreate, registration.end),
    query.platform === undefined ? undefined : eq(users.platform, query.platform),
    query.useTvList === undefined ? undefined : eq(users.useTvList, query.useTvList),
    query.profile === undefined ? undefined : eq(users.profile, query.profile),
  )
}

/** How many days ahead the list of users counts licences that end soon; 0 is today. */
const EXPIRING_DAYS = [0, 3, 7, 15, 30] as const
type ExpiringDays = (typeof EXPIRING_DAYS)[number]

/** `days`: licences that end from today to so many days later. */
interface Expiring {
  soon: { days: number; count: number }[]
  expired: number
}

const DAY = 86_400_000

/** Counts, within the current user's scope, the licences that end from today to so many days later, and those that ended before. */
export const countExpiring = async (
  { db, config, now }: Context,
  currentUser: CurrentUser,
): Promise<Expiring> => {
  const today = dayOf(now(), config.timeZone)
  const dayIn = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00.000Z`) + days * DAY).toISOString().slice(0, 10)
  const counted = isAdmin(currentUser.role)
    ? countKept(today, dayIn)
    : countInScope(db, config, currentUser, today, dayIn)
  const { rows } = await db.execute<Record<`in${ExpiringDays}` | 'expired', number>>(counted)
  const [row] = rows
  return {
    soon: EXPIRING_DAYS.map((days) => ({ days, count: row?.[`in${days}`] ?? 0 })),
    expired: row?.expired ?? 0,
  }
}

/** From the counts by day, which are few rows whatever the number of users. */
const countKept = (today: string, dayIn: (days: number) => string): SQL => {
  const { day, licences } = expiryDays
  const sums = EXPIRING_DAYS.map(
    (
      days,
    ) => sql`coalesce(sum(${licences}) filter (where ${day} between ${today} and ${dayIn(days)}), 0)::float8
      as ${sql.identifier(`in${days}`)}`,
  )
  return sql`
    select ${sql.join(sums, sql`, `)},
      coalesce(sum(${licences}) filter (where ${day} < ${today}), 0)::float8 as expired
    from ${expiryDays} where ${day} <= ${dayIn(30)}`
}

/** From an index on creator and expiry alone. */
const countInScope = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  today: string,
  dayIn: (days: number) => string,
): SQL => {
  const instant = (date: Date | undefined) => sql`${(date ?? new Date(0)).toISOString()}::timestamptz`
  const start = instant(dayRange(today, today, config.timeZone).start)
  const endOf = (days: number) => instant(dayRange(today, dayIn(days), config.timeZone).end)
  const sums = EXPIRING_DAYS.map(
    (
      days,
    ) => sql`(count(*) filter (where ${users.dateExpire} >= ${start} and ${users.dateExpire} < ${endOf(days)}))::float8
      as ${sql.identifier(`in${days}`)}`,
  )
  const where = and(
    scopeOf(db, currentUser),
    isNotNull(users.dateExpire),
    sql`${users.dateExpire} < ${endOf(30)}`,
  )
  return sql`
    select ${sql.join(sums, sql`, `)}, (count(*) filter (where ${users.dateExpire} < ${start}))::float8 as expired
    from ${users} where ${where}`
}

/** Counts all users anew, by the days of a zone. */
export const recountUsers = async (tx: Tx, timeZone: string): Promise<void> => {
  await tx.execute(sql`
    lock table ${users}, ${userCounts}, ${registrationDays}, ${expiryDays} in share row exclusive mode`)
  await tx.execute(sql`select recount_users(${timeZone})`)
}
