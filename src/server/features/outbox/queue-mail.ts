import { randomBytes } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { newId } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { outbox } from '../../platform/database/schema/outbox.ts'
import { users } from '../../platform/database/schema/users.ts'

/** The token of a mail's link that ends notifications: random, so that it says nothing about the person (rule N8). */
export const newMailToken = (): string => randomBytes(18).toString('base64url')

interface BalanceChange {
  user: string
  /** Months before and after. */
  before: number
  after: number
  /** The transaction that changed it. */
  cause: string
  date: Date
}

/** Queues a mail to a reseller whose balance just fell below the number of the settings; 0: none (rule N6). */
export const queueLowBalance = async (
  tx: Tx,
  lowBalanceMail: number,
  { user, before, after, cause, date }: BalanceChange,
): Promise<void> => {
  if (before < lowBalanceMail || after >= lowBalanceMail) return
  const [person] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users._id, user), eq(users.mailNotify, true), ne(users.email, ''), isNull(users.deletedAt)))
  if (!person) return
  await tx
    .insert(outbox)
    .values({
      _id: newId(),
      kind: 'mail',
      reason: 'balance',
      key: `balance ${user} ${cause}`,
      user,
      recipient: person.email,
      token: newMailToken(),
      date,
      nextAttempt: date,
    })
    .onConflictDoNothing()
}
