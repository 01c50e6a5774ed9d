import { and, count, eq, gte, lt } from 'drizzle-orm'
import { isReseller } from '../../../domain/access/permissions.ts'
import { dayOf, dayRange } from '../../../domain/format/dates.ts'
import { demosPerDayError } from '../../../domain/users/creation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import { licences, type UserRow } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { Invalid } from '../../platform/http/errors.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import { nextPosting, transactionNames } from '../credits/ledger.ts'

/** The CREDITs that give demos their hours: no other one in months has none. */
export const isDemoCredit = and(
  eq(licenseTransactions.type, 'CREDIT'),
  eq(licenseTransactions.period, 'MESES'),
  eq(licenseTransactions.count, 0),
)

/** Demos that a user has created on this day of the service, deleted ones too (rule U27). */
export const countDemosToday = async (
  db: Executor,
  creator: string,
  { now, config: { timeZone } }: Pick<Context, 'now' | 'config'>,
): Promise<number> => {
  const today = dayOf(now(), timeZone)
  const { start, end } = dayRange(today, today, timeZone)
  const { userCreated, date } = licenseTransactions
  const [row] = await db
    .select({ demos: count() })
    .from(licenseTransactions)
    .where(and(eq(userCreated, creator), start && gte(date, start), end && lt(date, end), isDemoCredit))
  return row?.demos ?? 0
}

/**
 * Throws Invalid for a reseller who has created the demos of the day (rule U27). Two requests at once see each other's
 * demos only if the reseller's row is locked for writing.
 */
export const requireDemoLeft = async (
  db: Executor,
  context: Pick<Context, 'now' | 'config'>,
  creator: CurrentUser,
): Promise<void> => {
  if (!isReseller(creator.role)) return
  const { demosPerDay } = await currentSettings(db)
  if (demosPerDay === 0) return
  const error = demosPerDayError(creator, await countDemosToday(db, creator.id, context), { demosPerDay })
  if (error) throw new Invalid([error])
}

/** Gives a new demo user its hours, recorded as a CREDIT of no months and no price (rule U15). */
export const grantDemo = async (
  tx: Tx,
  creator: { id: string; fullName: string },
  demo: UserRow,
  dateExpire: Date,
  now: Date,
): Promise<void> => {
  await tx.insert(licenseTransactions).values({
    userCreated: creator.id,
    userLicensed: demo._id,
    ...transactionNames(creator, demo),
    type: 'CREDIT',
    period: 'MESES',
    count: 0,
    creditPrice: 0,
    total: 0,
    status: 'PROCESSED',
    newDateExpire: dateExpire,
    date: now,
    processedAt: now,
    posting: nextPosting,
  })
  await tx.update(licences).set({ dateExpire }).where(eq(licences._id, demo._id))
}
