import { isIPv6 } from 'node:net'
import { and, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import { newId } from '../database/ids.ts'
import type { Executor } from '../database/open.ts'
import { loginAttempts } from '../database/schema/sessions.ts'
import type { Context } from '../http/context.ts'
import { TooManyRequests } from '../http/errors.ts'

const windowLength = 15 * 60_000
const perNameAndAddress = 10
const perAddress = 100
const removedAtOnce = 500

/** Whoever has an IPv6 address has the 2^64 of its network: they count as one. */
const addressKey = (address: string): string => {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const start = head.split(':').filter((part) => part !== '')
  const end = tail.split(':').filter((part) => part !== '')
  const gap = plain.includes('::') ? Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0') : []
  return `${[...start, ...gap, ...end].slice(0, 4).join(':')}::/64`
}

interface Attempt {
  nameKey: string
  address: string
}

/**
 * Writes down an attempt before the password is looked at, so that guesses made side by side count too (decisions
 * D13). Gives the function that takes it back after a success; throws TooManyRequests beyond the limits.
 */
export const countAttempt = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { nameKey, address }: Attempt,
): Promise<(executor: Executor) => Promise<void>> => {
  const attempt = { _id: newId(), nameKey, address: addressKey(address), at: now() }
  const forget = async (executor: Executor) => {
    await executor.delete(loginAttempts).where(eq(loginAttempts._id, attempt._id))
  }
  await removeOldAttempts(db, attempt.at)
  await db.insert(loginAttempts).values(attempt)
  const sameAddress = eq(loginAttempts.address, attempt.address)
  const waits = await Promise.all([
    secondsToWait(db, attempt, perNameAndAddress, and(sameAddress, eq(loginAttempts.nameKey, nameKey))),
    secondsToWait(db, attempt, perAddress, sameAddress),
  ])
  const wait = Math.max(...waits)
  if (wait === 0) return forget
  // Refused unseen, it is no failure: else whoever keeps trying would keep the name shut.
  await forget(db)
  throw new TooManyRequests(wait)
}

/** Seconds until fewer than `limit` other attempts are left in the window; 0 when there are fewer now. */
const secondsToWait = async (
  db: Executor,
  attempt: { _id: string; at: Date },
  limit: number,
  same: ReturnType<typeof and>,
): Promise<number> => {
  const [blocking] = await db
    .select({ at: loginAttempts.at })
    .from(loginAttempts)
    .where(
      and(
        same,
        ne(loginAttempts._id, attempt._id),
        gt(loginAttempts.at, new Date(attempt.at.getTime() - windowLength)),
      ),
    )
    .orderBy(desc(loginAttempts.at))
    .offset(limit - 1)
    .limit(1)
  if (!blocking) return 0
  return Math.max(1, Math.ceil((blocking.at.getTime() + windowLength - attempt.at.getTime()) / 1000))
}

const removeOldAttempts = async (db: Executor, now: Date): Promise<void> => {
  const old = db
    .select({ _id: loginAttempts._id })
    .from(loginAttempts)
    .where(lte(loginAttempts.at, new Date(now.getTime() - windowLength)))
    .limit(removedAtOnce)
    .for('update', { skipLocked: true })
  await db.delete(loginAttempts).where(inArray(loginAttempts._id, old))
}
