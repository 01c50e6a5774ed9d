import { and, gte, lt, not, sql } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { dayAfter, dayOf, dayRange } from '../../../domain/format/dates.ts'
import { daysFrom } from '../../../domain/format/period-labels.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isOwned } from '../../platform/auth/scope.ts'
import type { Tx } from '../../platform/database/open.ts'
import { expiryDays, licences, users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { isWithinLimit } from '../../platform/lists/list-limit.ts'
import { countUsers } from './list-users.ts'
import { isDemo, type UserQuery } from './user-query.ts'

/** Ranges, in days from today, for which expiring licences are counted; 0 is today only. */
const EXPIRING_DAYS = [0, 3, 7, 15, 30]

/** A count in the format of a list's `/size`. */
type Figure = Pick<Size, 'count' | 'approximate'>

/** `days`: licences that expire within this many days from today. */
interface Expiring {
  soon: (Figure & { days: number })[]
  expired: number
  expiredApproximate?: Size['approximate']
}

type Days = Pick<UserQuery, 'dateBeging' | 'dateFinish'>

const countWithin = async (context: Context, currentUser: CurrentUser, days: Days): Promise<Figure> => {
  const { count, approximate } = await countUsers(context, currentUser, { search: '', demo: false, ...days })
  return { count, ...(approximate && { approximate }) }
}

const countExpired = async (
  context: Context,
  currentUser: CurrentUser,
  today: string,
): Promise<Omit<Expiring, 'soon'>> => {
  const { count, approximate } = await countWithin(context, currentUser, { dateFinish: dayAfter(today, -1) })
  return { expired: count, ...(approximate && { expiredApproximate: approximate }) }
}

/**
 * Counts the licences in scope, without demos (rule N3), that expire within each range and those already expired,
 * exactly as their lists do.
 */
export const countExpiring = async (context: Context, currentUser: CurrentUser): Promise<Expiring> => {
  const today = dayOf(context.now(), context.config.timeZone)
  const soon: Expiring['soon'] = []
  // Sequentially, to take only one of the pool's connections.
  for (const days of EXPIRING_DAYS) {
    const range = { dateBeging: today, dateFinish: dayAfter(today, days) }
    soon.push({ days, ...(await countWithin(context, currentUser, range)) })
  }
  return { soon, ...(await countExpired(context, currentUser, today)) }
}

interface ExpiringByDay extends Expiring {
  days: (Figure & { day: string })[]
}

/** Days shown by the home page: the longest of the ranges. */
const SHOWN_DAYS = 30

/**
 * Also counts the days from today on. One statement counts all days and, by addition, the ranges; ranges above the list
 * limit use the list's estimate.
 */
export const countExpiringByDay = async (
  context: Context,
  currentUser: CurrentUser,
): Promise<ExpiringByDay> => {
  const today = dayOf(context.now(), context.config.timeZone)
  const all = daysFrom(today, SHOWN_DAYS + 1)
  const counts = await countDays(context, currentUser, all)
  const countRange = async (days: readonly string[]): Promise<Figure> => {
    const count = days.reduce((sum, day) => sum + (counts.get(day) ?? 0), 0)
    // For admins, the list's count is the sum of the same stored counts.
    if (isAdmin(currentUser.role) || isWithinLimit(context, count)) return { count }
    return countWithin(context, currentUser, { dateBeging: days[0], dateFinish: days.at(-1) })
  }
  const days: ExpiringByDay['days'] = []
  for (const day of all) days.push({ day, ...(await countRange([day])) })
  const soon: Expiring['soon'] = []
  for (const days of EXPIRING_DAYS) soon.push({ days, ...(await countRange(all.slice(0, days + 1))) })
  return { days, soon, ...(await countExpired(context, currentUser, today)) }
}

/** The licences in scope that expire on each day of a range, without the days that have none. */
const countDays = async (
  { db, config: { timeZone } }: Context,
  currentUser: CurrentUser,
  days: readonly string[],
): Promise<Map<string, number>> => {
  const [first, last] = [days[0], days.at(-1)]
  const { start, end } = dayRange(first, last, timeZone)
  const ofDemo = sql`${licences._id} in (select ${users._id} from ${users} where ${isDemo})`
  const within = and(start && gte(licences.dateExpire, start), end && lt(licences.dateExpire, end))
  const { rows } = await db.execute<{ day: string; count: number }>(
    isAdmin(currentUser.role)
      ? sql`
          select to_char(day, 'YYYY-MM-DD') as day, sum(count)::float8 as count from (
            select day, ${expiryDays.licences} as count from ${expiryDays} where day between ${first} and ${last}
            union all
            select (${licences.dateExpire} at time zone ${timeZone})::date, -1 from ${licences} where ${and(within, ofDemo)}
          ) as counted group by 1`
      : sql`
          select to_char(${licences.dateExpire} at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::float8 as count
          from ${licences} where ${and(isOwned(db, currentUser, licences.owner), within, not(ofDemo))} group by 1`,
  )
  return new Map(rows.map(({ day, count }) => [day, count]))
}

/** Rebuilds the stored licence counts with the days of a time zone. */
export const recountLicences = async (tx: Tx, timeZone: string): Promise<void> => {
  await tx.execute(sql`lock table ${licences}, ${expiryDays} in share row exclusive mode`)
  await tx.execute(sql`select recount_expiries(${timeZone})`)
}
