import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { dayOf, dayRange } from '../../../domain/format/dates.ts'
import { type CurrentUser, scopeOf } from '../../platform/auth/access.ts'
import { users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'

/** How many days ahead the list of users counts licences that end soon; 0 is today. */
const EXPIRING_DAYS = [0, 3, 7, 15, 30] as const

/** `days`: licences that end from today to so many days later. */
export interface Expiring {
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
  const lastDay = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00.000Z`) + days * DAY).toISOString().slice(0, 10)
  const endOf = (days: number) => dayRange(today, lastDay(days), config.timeZone).end ?? new Date(0)
  const start = dayRange(today, today, config.timeZone).start ?? new Date(0)
  const within = (days: number) =>
    sql<number>`count(*) filter (where ${users.dateExpire} >= ${start.toISOString()}::timestamptz and ${users.dateExpire} < ${endOf(days).toISOString()}::timestamptz)`.mapWith(
      Number,
    )
  const [row] = await db
    .select({
      expired:
        sql<number>`count(*) filter (where ${users.dateExpire} < ${start.toISOString()}::timestamptz)`.mapWith(
          Number,
        ),
      ...Object.fromEntries(EXPIRING_DAYS.map((days) => [`in${days}`, within(days)])),
    })
    .from(users)
    .where(and(scopeOf(db, currentUser), isNotNull(users.dateExpire), lt(users.dateExpire, endOf(30))))
  const counts = new Map(Object.entries(row ?? {}))
  return {
    soon: EXPIRING_DAYS.map((days) => ({ days, count: Number(counts.get(`in${days}`) ?? 0) })),
    expired: row?.expired ?? 0,
  }
}
