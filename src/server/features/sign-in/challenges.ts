import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import {
  CHALLENGE_MS,
  type ChallengeData,
  type ChallengePurpose,
  FACTOR_CODES,
  FACTOR_MESSAGES,
  MAX_ANSWERS,
} from '../../../domain/sign-in/factor.ts'
import { hashToken } from '../../platform/auth/sessions.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Db, Executor, Tx } from '../../platform/database/open.ts'
import { challenges } from '../../platform/database/schema/factors.ts'
import { Unauthorized } from '../../platform/http/errors.ts'

export interface NewChallenge {
  /** Hash of the challenge, or of what identifies it to a session. */
  key: string
  user: string
  purpose: ChallengePurpose
  data: ChallengeData
}

/** Stores a challenge for five minutes; replaces one with the same key (rule P12). */
export const storeChallenge = async (
  executor: Executor,
  { key, ...challenge }: NewChallenge,
  now: Date,
): Promise<void> => {
  const values = { ...challenge, attempts: 0, dateExpire: new Date(now.getTime() + CHALLENGE_MS) }
  await executor
    .insert(challenges)
    .values({ tokenHash: key, ...values })
    .onConflictDoUpdate({ target: challenges.tokenHash, set: values })
}

/** Condition for a challenge that can still be answered. */
export const isOpen = (key: string, purpose: ChallengePurpose, now: Date) =>
  and(
    eq(challenges.tokenHash, key),
    eq(challenges.purpose, purpose),
    lt(challenges.attempts, MAX_ANSWERS),
    gt(challenges.dateExpire, now),
  )

/** Locks an open challenge of a user, whose row the caller has locked first; undefined if it is over. */
export const lockChallenge = async (
  tx: Tx,
  { key, user, purpose }: Omit<NewChallenge, 'data'>,
  now: Date,
): Promise<ChallengeData | undefined> => {
  const [row] = await tx
    .select({ data: challenges.data })
    .from(challenges)
    .where(and(isOpen(key, purpose, now), eq(challenges.user, user)))
    .for('update')
  return row?.data
}

/** Merges data into a stored challenge; its attempts and expiry stay. */
export const addToChallenge = async (executor: Executor, key: string, data: ChallengeData): Promise<void> => {
  await executor
    .update(challenges)
    .set({ data: sql`${challenges.data} || ${JSON.stringify(data)}::jsonb` })
    .where(eq(challenges.tokenHash, key))
}

/** Counts a wrong answer; a WebAuthn challenge is not answered twice. */
export const countWrongAnswer = async (tx: Tx, key: string): Promise<void> => {
  await tx
    .update(challenges)
    .set({ attempts: sql`${challenges.attempts} + 1`, data: sql`${challenges.data} - 'webauthn'` })
    .where(eq(challenges.tokenHash, key))
}

export const endChallenge = async (tx: Tx, key: string): Promise<void> => {
  await tx.delete(challenges).where(eq(challenges.tokenHash, key))
}

/** Ends the challenges of disabled users, who start again once enabled (rule P12). */
export const endUserChallenges = async (tx: Tx, users: readonly string[]): Promise<void> => {
  await tx.delete(challenges).where(isAnyOf(challenges.user, users))
}

/** Key of the challenge of a session: of its enrolment or its confirmation. */
export const sessionKey = (purpose: 'session' | 'confirm', tokenHash: string): string =>
  hashToken(`${purpose} ${tokenHash}`)

export const challengeOver = () => new Unauthorized(FACTOR_MESSAGES.over, { code: FACTOR_CODES.over })

const DELETE_BATCH = 500

/** Deletes challenges that are over by time, skipping those that another node is deleting. */
export const removeOldChallenges = async (db: Db, now: Date): Promise<void> => {
  const old = db
    .select({ tokenHash: challenges.tokenHash })
    .from(challenges)
    .where(lte(challenges.dateExpire, now))
    .limit(DELETE_BATCH)
    .for('update', { skipLocked: true })
  for (let removed = DELETE_BATCH; removed === DELETE_BATCH; ) {
    const rows = await db
      .delete(challenges)
      .where(inArray(challenges.tokenHash, old))
      .returning({ tokenHash: challenges.tokenHash })
    removed = rows.length
  }
}
