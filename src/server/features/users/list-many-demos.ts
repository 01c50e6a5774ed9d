import { and, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import { dayAfter, dayOf, startOfDay } from '../../../domain/format/dates.ts'
import { MANY_DEMOS } from '../../../domain/users/creation.ts'
import { ledgerSums, licenseTransactions } from '../../platform/database/schema/credits.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { isDemoCredit } from './grant-demo.ts'
import { isReseller } from './user-query.ts'

interface ManyDemos {
  _id: string
  fullName: string
  /** YYYY-MM-DD, in the service's time zone. */
  day: string
  demos: number
}

/** Days of resellers shown. */
const SHOWN = 10

/**
 * The resellers who created more than `MANY_DEMOS` demos today or yesterday, deleted ones too, the most first (rule
 * U27). The sums of CREDITs tell whose transactions to count.
 */
export const listManyDemos = ({ db, config: { timeZone }, now }: Context): Promise<ManyDemos[]> => {
  const yesterday = dayAfter(dayOf(now(), timeZone), -1)
  const { span, start, type, userCreated, transactions } = ledgerSums
  const busy = db
    .select({ _id: userCreated })
    .from(ledgerSums)
    .where(and(eq(span, 'day'), gte(start, yesterday), eq(type, 'CREDIT')))
    .groupBy(userCreated, start)
    .having(gt(sql`sum(${transactions})`, MANY_DEMOS))
  const day = sql<string>`to_char(${licenseTransactions.date} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const demos = sql<number>`count(*)::int`
  return db
    .select({ _id: users._id, fullName: users.fullName, day: day.as('day'), demos: demos.as('demos') })
    .from(licenseTransactions)
    .innerJoin(users, eq(users._id, licenseTransactions.userCreated))
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(
      and(
        inArray(licenseTransactions.userCreated, busy),
        gte(licenseTransactions.date, startOfDay(yesterday, timeZone)),
        isDemoCredit,
        isReseller,
        isNull(users.deletedAt),
      ),
    )
    .groupBy(users._id, users.fullName, sql`3`)
    .having(gt(demos, MANY_DEMOS))
    .orderBy(sql`4 desc, 3 desc, 1`)
    .limit(SHOWN)
}
