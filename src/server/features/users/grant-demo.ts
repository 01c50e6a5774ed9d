import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/database/open.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import { licences, type UserRow } from '../../platform/database/schema/users.ts'
import { nextPosting, transactionNames } from '../credits/ledger.ts'

/** Gives a new demo user its two hours, recorded as a CREDIT of no months and no price (rule U15). */
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
