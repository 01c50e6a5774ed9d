import { setTimeout as pause } from 'node:timers/promises'
import { eq, inArray, lte, sql } from 'drizzle-orm'
import { ipKey } from '../../platform/auth/ip-key.ts'
import { windowLimit } from '../../platform/auth/window-limit.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db, Executor } from '../../platform/database/open.ts'
import { loginAttempts } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { Overloaded, TooManyRequests } from '../../platform/http/errors.ts'

// `rate-limiter-flexible` has fixed windows, which let nearly twice the limit through at their edge, and counts each
// key in a statement of its own: it neither admits an attempt by three limits at once nor counts attempts under way.
const windowSeconds = 15 * 60
const perNameAndAddress = 10
const perAddress = 100
const perAccount = 20
/** Failures per account within a limit bucket, which also bounds a stolen cookie or a leaked device address. */
const perKnownBucket = 10

/** A longer pending attempt belongs to a terminated node, and counts as a failure. */
const pendingSeconds = 60
/** Milliseconds that an attempt waits for pending ones which would exhaust the limit if they failed. */
const longestWait = 10_000
const mostWaiting = 200
const retryAfterSeconds = 5

/**
 * The origin of an attempt. Only `anywhere` shares the account's common limit: exhausting it from outside cannot lock
 * out the owner, who uses another bucket.
 */
export type LimitBucket =
  | { kind: 'anywhere' }
  /** A browser with a cookie of this account. */
  | { kind: 'device'; id: string }
  /** An app on the linked device. */
  | { kind: 'linked' }
  /** The account's own session. */
  | { kind: 'session' }

/** Greater than any count: for limits that do not apply to a bucket. */
const UNLIMITED = 2 ** 31 - 1

/** A known browser or session is only limited by its own failures, not by others at its address (rule P7). */
const bucketLimits = ({ kind }: LimitBucket) => {
  if (kind === 'anywhere') return { perNameAndAddress, perAddress, perBucket: perAccount }
  return kind === 'linked'
    ? { perNameAndAddress, perAddress, perBucket: perKnownBucket }
    : { perNameAndAddress: UNLIMITED, perAddress: UNLIMITED, perBucket: perKnownBucket }
}

const bucketKey = (bucket: LimitBucket): string => {
  if (bucket.kind === 'anywhere') return ''
  return bucket.kind === 'device' ? `device ${bucket.id}` : bucket.kind
}

interface AttemptOrigin {
  nameKey: string
  address: string
  bucket: LimitBucket
}

export interface Attempt {
  _id: string
  /** Removes the attempt: the password was right, or was not verified. */
  forget: (executor: Executor) => Promise<void>
  /** Counts the attempt as failed: the password was wrong. */
  fail: (executor: Executor) => Promise<void>
}

/**
 * Right passwords of an account in fifteen minutes on a node: each costs a hash, and no limit of failures counts them.
 */
const perAccountRight = 300

const rightLimits = new WeakMap<Pick<Context, 'db' | 'now'>, ReturnType<typeof windowLimit>>()

const rightLimit = (context: Pick<Context, 'db' | 'now'>) => {
  const existing = rightLimits.get(context)
  const limit =
    existing ??
    windowLimit({
      most: perAccountRight,
      milliseconds: windowSeconds * 1000,
      message: 'Demasiados inicios de sesión. Espere unos minutos e intente de nuevo.',
    })
  rightLimits.set(context, limit)
  return limit
}

const DELETE_BATCH = 500

/** Deletes expired attempts, skipping those that another node is deleting. */
export const removeOldAttempts = async (db: Db, now: Date): Promise<void> => {
  const old = db
    .select({ _id: loginAttempts._id })
    .from(loginAttempts)
    .where(lte(loginAttempts.at, new Date(now.getTime() - windowSeconds * 1000)))
    .limit(DELETE_BATCH)
    .for('update', { skipLocked: true })
  for (let removed = DELETE_BATCH; removed === DELETE_BATCH; ) {
    const rows = await db
      .delete(loginAttempts)
      .where(inArray(loginAttempts._id, old))
      .returning({ _id: loginAttempts._id })
    removed = rows.length
  }
}

let waiting = 0

/**
 * Admits an attempt while failures and pending attempts are within the limits, and right ones within theirs; waits if
 * only pending ones exceed them. Throws TooManyRequests beyond the limits. See docs/design/sign-in-limits.md.
 */
export const admitAttempt = async (
  context: Pick<Context, 'db' | 'now'>,
  { nameKey, address, bucket }: AttemptOrigin,
): Promise<Attempt> => {
  const { db, now } = context
  const _id = newId()
  const isAttempt = eq(loginAttempts._id, _id)
  const limits = bucketLimits(bucket)
  const admit = async (): Promise<number> => {
    const { rows } = await db.execute<{ wait: number }>(
      sql`select admit_login_attempt(${_id}, ${nameKey}, ${ipKey(address)},
        ${bucketKey(bucket)}, ${now().toISOString()}::timestamptz,
        ${limits.perNameAndAddress}::int, ${limits.perAddress}::int, ${limits.perBucket}::int,
        ${windowSeconds}::int, ${pendingSeconds}::int) as wait`,
    )
    return rows[0]?.wait ?? windowSeconds
  }
  const takeBack = rightLimit(context)(nameKey, now())
  const wait = await retryWhilePending(admit).catch((error) => {
    takeBack()
    throw error
  })
  if (wait > 0) {
    takeBack()
    throw new TooManyRequests(wait)
  }
  return {
    _id,
    forget: async (executor) => {
      await executor.delete(loginAttempts).where(isAttempt)
    },
    fail: async (executor) => {
      takeBack()
      await executor.update(loginAttempts).set({ pending: false }).where(isAttempt)
    },
  }
}

/** Retries while pending attempts block (-1); returns 0 once admitted, or the seconds to wait. */
const retryWhilePending = async (admit: () => Promise<number>): Promise<number> => {
  const first = await admit()
  if (first >= 0) return first
  if (waiting >= mostWaiting) throw new Overloaded(retryAfterSeconds)
  waiting++
  try {
    for (const deadline = performance.now() + longestWait; performance.now() < deadline; ) {
      await pause(20 + Math.random() * 60)
      const wait = await admit()
      if (wait >= 0) return wait
    }
  } finally {
    waiting--
  }
  throw new Overloaded(retryAfterSeconds)
}

/** Deletes the attempt if its verification fails, for example when overloaded: it was no guess. */
export const unlessOverloaded = async <T>(
  { db }: Pick<Context, 'db'>,
  attempt: Attempt,
  verify: Promise<T>,
): Promise<T> => {
  try {
    return await verify
  } catch (error) {
    await attempt.forget(db)
    throw error
  }
}
