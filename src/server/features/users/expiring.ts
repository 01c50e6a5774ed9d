import { and, gte, lt, sql } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { dayAfter, dayOf, dayRange } from '../../../domain/format/dates.ts'
import { daysFrom } from '../../../domain/format/series.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isOwned } from '../../platform/auth/scope.ts'
import type { Tx } from '../../platform/database/open.ts'
import { expiryDays, licences } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { countUsers } from './list-users.ts'
import type { UserQuery } from './user-query.ts'

/** Ranges, in days from today, for which expiring licences are counted; 0 is today only. */
const EXPIRING_DAYS = [0, 3, 7, 15, 30]

/** `days`: licences that expire within this many days from today. */
interface Expiring {
  soon: { days: number; count: number }[]
  expired: number
}

/**
 * Counts the licences in scope that expire within each range, and those already expired, exactly as the corresponding
 * lists do.
 */
export const countExpiring = async (context: Context, currentUser: CurrentUser): Promise<Expiring> => {
  const today = dayOf(context.now(), context.config.timeZone)
  const countWithin = async (days: Pick<UserQuery, 'dateBeging' | 'dateFinish'>) =>
    (await countUsers(context, currentUser, { search: '', ...days })).count
  const soon: Expiring['soon'] = []
  // Sequentially, to take only one of the pool's connections.
  for (const days of EXPIRING_DAYS)
    soon.push({ days, count: await countWithin({ dateBeging: today, dateFinish: dayAfter(today, days) }) })
  return { soon, expired: await countWithin({ dateFinish: dayAfter(today, -1) }) }
}

/** Days shown by the home page: the longest of the ranges. */
const LAST_EXPIRING = 30

/** Counts the licences in scope that expire on each day from today on, and those already expired. */
export const countExpiringByDay = async ({ db, config, now }: Context, currentUser: CurrentUser) => {
  const { timeZone } = config
  const days = daysFrom(dayOf(now(), timeZone), LAST_EXPIRING + 1)
  const [today = '', last = ''] = [days[0], days.at(-1)]
  const { start, end } = dayRange(today, last, timeZone)
  const expiry = sql`${licences.dateExpire}`
  const day = sql`to_char(${expiry} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const ofScope = (from: Date | undefined, to: Date | undefined) =>
    and(
      isOwned(db, currentUser, licences.owner),
      from && gte(licences.dateExpire, from),
      to && lt(licences.dateExpire, to),
    )
  const { rows } = await db.execute<{ day: string | null; count: number }>(
    isAdmin(currentUser.role)
      ? sql`
          select case when day >= ${today} then to_char(day, 'YYYY-MM-DD') end as day, sum(${expiryDays.licences})::float8 as count
          from ${expiryDays} where day <= ${last} group by 1`
      : sql`
          select ${day} as day, count(*)::float8 as count from ${licences} where ${ofScope(start, end)} group by 1
          union all
          select null, count(*)::float8 from ${licences} where ${ofScope(undefined, start)}`,
  )
  const counts = new Map(rows.map(({ day, count }) => [day, count]))
  return {
    days: days.map((each) => ({ day: each, count: counts.get(each) ?? 0 })),
    expired: counts.get(null) ?? 0,
  }
}

/** Rebuilds the stored licence counts with the days of a time zone. */
export const recountLicences = async (tx: Tx, timeZone: string): Promise<void> => {
  await tx.execute(sql`lock table ${licences}, ${expiryDays} in share row exclusive mode`)
  await tx.execute(sql`select recount_expiries(${timeZone})`)
}
