import { randomBytes } from 'node:crypto'
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import {
  FACTOR_NAMES,
  type FactorKind,
  formatRecoveryCode,
  normalRecoveryCode,
  RECOVERY_CODES,
  RECOVERY_SYMBOLS,
} from '../../../domain/sign-in/factor.ts'
import type { Assertion, Factor, FactorAnswer, Ways } from '../../../domain/sign-in/factor-endpoints.ts'
import type { Config } from '../../config.ts'
import { hashToken } from '../../platform/auth/sessions.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { challenges, type FactorRow, factors, recoveryCodes } from '../../platform/database/schema/factors.ts'
import { installation } from '../../platform/database/schema/settings.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import { factorSeed, Sealer } from '../../platform/sealing/sealer.ts'
import { isDemoLogin } from './demo-logins.ts'
import { passkeySite, requestOptions, requireSite, verifyAssertion } from './passkeys.ts'

/** True if a user has a second factor, as a column of a query of users. */
export const hasFactor = sql<boolean>`exists (select from ${factors} where ${factors.user} = ${users._id})`

/**
 * Locks a user, which serialises everything about its factors; undefined for a deleted one. Challenges are locked after
 * it, never before.
 */
export const lockOwner = async (tx: Tx, id: string) => {
  const [row] = await tx
    .select({
      id: users._id,
      name: users.name,
      nameKey: users.nameKey,
      fullName: users.fullName,
      passwordHash: users.passwordHash,
      status: users.status,
      accessWeb: profiles.accessWeb,
      isDemanded: profiles.secondFactor,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(and(eq(users._id, id), isNull(users.deletedAt)))
    .for('no key update', { of: users })
  return row
}
export type Owner = NonNullable<Awaited<ReturnType<typeof lockOwner>>>

/** True for the logins with a published password, in a demo: whoever enrols would lock all others out (rule P11). */
export const isPublicLogin = async (db: Executor, { nameKey }: { nameKey: string }): Promise<boolean> => {
  if (!isDemoLogin(nameKey)) return false
  const [row] = await db.select({ isDemo: installation.isDemo }).from(installation)
  return row?.isDemo === true
}

export const factorsOf = (executor: Executor, user: string): Promise<FactorRow[]> =>
  executor.select().from(factors).where(eq(factors.user, user)).orderBy(asc(factors.dateCreate), factors._id)

/** Factors as their user sees them: without seeds and keys. */
export const describeFactors = async (
  executor: Executor,
  user: string,
): Promise<{ factors: Factor[]; recoveryCodes: number }> => {
  const rows = await factorsOf(executor, user)
  const [left] = await executor
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.user, user))
  return {
    factors: rows.map(({ _id, kind, name, dateCreate, lastUse }) => ({
      _id,
      kind,
      name,
      dateCreate: dateCreate.toISOString(),
      lastUse: lastUse?.toISOString() ?? null,
    })),
    recoveryCodes: left?.count ?? 0,
  }
}

/** The kinds of factors that a user can answer with, and new options for passkeys. */
export const factorOptions = async (
  executor: Executor,
  config: Pick<Config, 'publicUrl'>,
  user: string,
): Promise<Ways> => {
  const rows = await factorsOf(executor, user)
  const passkeys = rows.filter(({ kind }) => kind === 'passkey')
  const site = passkeySite(config)
  const passkey = site && passkeys.length > 0 ? await requestOptions(site, passkeys) : null
  return { kinds: [...new Set(rows.map(({ kind }) => kind))], passkey }
}

/** Deletes users' factors, recovery codes and challenges. */
export const eraseFactors = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  for (const table of [factors, recoveryCodes, challenges])
    await tx.delete(table).where(isAnyOf(table.user, ids))
}

/** An authenticator app's key: 160 bits, with six digits for thirty seconds, as all apps understand. */
export const createTotp = (seed: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Cartelera', label, secret: Secret.fromBase32(seed) })

export const newSeed = (): string => new Secret({ size: 20 }).base32

/**
 * The time step of a code, one before and one after the current included; undefined if the code is wrong, or not later
 * than the last step accepted (rule P13). The library compares in constant time.
 */
export const timeStep = (
  seed: string,
  lastStep: number | null,
  code: string,
  now: Date,
): number | undefined => {
  const timestamp = now.getTime()
  const delta = createTotp(seed).validate({ token: code, timestamp, window: 1 })
  if (delta === null) return undefined
  const step = TOTP.counter({ timestamp }) + delta
  return lastStep === null || step > lastStep ? step : undefined
}

export interface GivenAnswer {
  user: string
  answer: FactorAnswer
  /** Challenge of the WebAuthn options last sent. */
  webauthn: string | undefined
  now: Date
}

/**
 * Accepts a right answer once; false for a wrong one. The user's row must be locked. Throws Conflict for a passkey if
 * the server has no site for passkeys.
 */
export const acceptAnswer = async (
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'factorKeys'>,
  { user, answer, webauthn, now }: GivenAnswer,
): Promise<boolean> => {
  const { code, recoveryCode, assertion } = answer
  if (code !== undefined) return acceptCode(tx, config, { user, code, now })
  if (recoveryCode !== undefined) return spendRecoveryCode(tx, user, recoveryCode)
  return assertion !== undefined && acceptAssertion(tx, config, { user, assertion, webauthn, now })
}

/** Name of the factor of an answer, for the audit log (rule G1). */
export const factorName = ({ code, recoveryCode }: FactorAnswer): string => {
  if (code !== undefined) return FACTOR_NAMES.totp
  return recoveryCode === undefined ? FACTOR_NAMES.passkey : 'Código de recuperación'
}

const acceptCode = async (
  tx: Tx,
  config: Pick<Config, 'factorKeys'>,
  { user, code, now }: { user: string; code: string; now: Date },
): Promise<boolean> => {
  const [row] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.user, user), eq(factors.kind, 'totp')))
  if (!row?.seed) return false
  const { _id, seed, lastStep } = row
  const sealer = new Sealer(config)
  const place = factorSeed(_id)
  const step = timeStep(sealer.open(seed, place), lastStep, code, now)
  if (step === undefined) return false
  const renewed = sealer.isCurrent(seed) ? {} : { seed: sealer.renew(seed, place) }
  await tx
    .update(factors)
    .set({ ...renewed, lastStep: step, lastUse: now })
    .where(eq(factors._id, _id))
  return true
}

const acceptAssertion = async (
  tx: Tx,
  config: Pick<Config, 'publicUrl'>,
  { user, assertion, webauthn, now }: Omit<GivenAnswer, 'answer'> & { assertion: Assertion },
): Promise<boolean> => {
  const site = requireSite(config)
  const [row] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.user, user), eq(factors.credentialId, assertion.id)))
  if (!row || webauthn === undefined) return false
  const counter = await verifyAssertion(site, webauthn, row, assertion)
  if (counter === undefined) return false
  await tx.update(factors).set({ counter, lastUse: now }).where(eq(factors._id, row._id))
  return true
}

const recoveryHash = (user: string, code: string): string => hashToken(`${user} ${normalRecoveryCode(code)}`)

const spendRecoveryCode = async (tx: Tx, user: string, code: string): Promise<boolean> => {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.user, user), eq(recoveryCodes.codeHash, recoveryHash(user, code))))
    .returning({ user: recoveryCodes.user })
  return used.length > 0
}

/** Replaces a user's recovery codes; this is the only time that they are known (rule P14). */
export const renewRecoveryCodes = async (tx: Tx, user: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    formatRecoveryCode(randomBytes(RECOVERY_SYMBOLS)),
  )
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user, user))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ user, codeHash: recoveryHash(user, code) })))
  return codes
}

/**
 * Removes one of a user's factors; undefined if there is none with this id. With the last one, the recovery codes are
 * removed too.
 */
export const removeFactor = async (tx: Tx, user: string, id: string): Promise<FactorKind | undefined> => {
  const [removed] = await tx
    .delete(factors)
    .where(and(eq(factors._id, id), eq(factors.user, user)))
    .returning({ kind: factors.kind })
  const [left] = await tx.select({ count: count() }).from(factors).where(eq(factors.user, user))
  if (left?.count === 0) await tx.delete(recoveryCodes).where(eq(recoveryCodes.user, user))
  return removed?.kind
}
