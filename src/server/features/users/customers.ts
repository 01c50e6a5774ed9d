import { and, count, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/database/open.ts'
import { type UserRow, users } from '../../platform/database/schema/users.ts'
import { Conflict } from '../../platform/http/errors.ts'

/** Throws Conflict for a reseller with a balance or customers, whose row must be locked (rules U10, U18). */
export const refuseWithCustomers = async (
  tx: Tx,
  { _id, creditToResell }: UserRow,
  message: (credits: number, customers: number) => string,
): Promise<void> => {
  const [found] = await tx
    .select({ customers: count() })
    .from(users)
    .where(and(eq(users.createdBy, _id), isNull(users.deletedAt)))
  const customers = found?.customers ?? 0
  if (creditToResell > 0 || customers > 0) throw new Conflict(message(creditToResell, customers))
}
