import {
  type ChallengeData,
  FACTOR_MESSAGES,
  FACTOR_NAMES,
  type FactorKind,
  MAX_PASSKEYS,
} from '../../../domain/sign-in/factor.ts'
import type { Enrolment, EnrolmentProof } from '../../../domain/sign-in/factor-endpoints.ts'
import type { Config } from '../../config.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { type FactorRow, factors } from '../../platform/database/schema/factors.ts'
import { Conflict, Invalid } from '../../platform/http/errors.ts'
import { challengeSeed, factorSeed, Sealer } from '../../platform/sealing/sealer.ts'
import { countWrongAnswer, endChallenge } from './challenges.ts'
import { createTotp, factorsOf, isPublicLogin, newSeed, renewRecoveryCodes, timeStep } from './factors.ts'
import { creationOptions, passkeySite, requireSite, verifyAttestation } from './passkeys.ts'

type EnrollingUser = { id: string; name: string; nameKey: string; fullName: string }

/**
 * Begins an enrolment; returns the data to store in its challenge and the response, the only one that contains the
 * seed. Throws Conflict if the user cannot have another factor of this kind.
 */
export const beginEnrolment = async (
  db: Executor,
  config: Pick<Config, 'publicUrl' | 'factorKeys'>,
  { user, key, kind }: { user: EnrollingUser; key: string; kind: FactorKind },
): Promise<{ data: ChallengeData; response: Enrolment }> => {
  if (await isPublicLogin(db, user)) throw new Conflict(FACTOR_MESSAGES.demoLogin)
  const existing = await factorsOf(db, user.id)
  if (kind === 'totp') {
    if (existing.some((each) => each.kind === 'totp')) throw new Conflict(FACTOR_MESSAGES.hasTotp)
    const seed = newSeed()
    const sealed = new Sealer(config).seal(seed, challengeSeed(key))
    return {
      data: { seed: sealed },
      response: { kind, secret: seed, url: createTotp(seed, user.name).toString() },
    }
  }
  const site = requireSite(config)
  const passkeys = existing.filter((each) => each.kind === 'passkey')
  if (passkeys.length >= MAX_PASSKEYS) throw new Conflict(FACTOR_MESSAGES.mostPasskeys)
  const options = await creationOptions(site, user, passkeys)
  return { data: { webauthn: options.challenge }, response: { kind, options } }
}

/** Columns of a factor whose possession is proven; undefined for a wrong proof. */
const verifyProof = async (
  config: Pick<Config, 'publicUrl' | 'factorKeys'>,
  { _id, key, data: { seed, webauthn }, proof: { code, attestation }, now }: ProofCheck,
): Promise<(Partial<FactorRow> & Pick<FactorRow, 'kind'>) | undefined> => {
  if (code !== undefined) {
    if (seed === undefined) return undefined
    const sealer = new Sealer(config)
    const plain = sealer.open(seed, challengeSeed(key))
    const lastStep = timeStep(plain, null, code, now)
    // The code that proves the seed does not work again (rule P13).
    return lastStep === undefined
      ? undefined
      : { kind: 'totp', seed: sealer.seal(plain, factorSeed(_id)), lastStep }
  }
  const site = passkeySite(config)
  if (attestation === undefined || webauthn === undefined || !site) return undefined
  const passkey = await verifyAttestation(site, webauthn, attestation)
  return passkey && { kind: 'passkey', ...passkey }
}

interface ProofCheck extends Pick<PendingEnrolment, 'key' | 'data' | 'proof' | 'now'> {
  /** Id of the new factor. */
  _id: string
}

interface PendingEnrolment {
  user: { id: string; name: string }
  address: string
  /** Of the challenge, which is locked. */
  key: string
  data: ChallengeData
  proof: EnrolmentProof
  now: Date
}

type EnrolmentResult = { recoveryCodes: string[] | null; error?: undefined } | { error: Error }

/**
 * Stores the factor; with a user's first one come recovery codes. Returns the error of a wrong proof, which is counted
 * and must be committed. The user's row must be locked.
 */
export const finishEnrolment = async (
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'factorKeys'>,
  { user, address, key, data, proof, now }: PendingEnrolment,
): Promise<EnrolmentResult> => {
  const _id = newId()
  const factor = await verifyProof(config, { _id, key, data, proof, now })
  if (!factor) {
    await countWrongAnswer(tx, key)
    const isCode = proof.code !== undefined
    const message = isCode ? FACTOR_MESSAGES.wrongCode : FACTOR_MESSAGES.wrongPasskey
    return { error: new Invalid([{ field: isCode ? 'code' : 'attestation', message }]) }
  }
  const { kind } = factor
  const isFirst = (await factorsOf(tx, user.id)).length === 0
  const name = proof.name || FACTOR_NAMES[kind]
  const stored = await tx
    .insert(factors)
    .values({ ...factor, _id, user: user.id, name, dateCreate: now })
    .onConflictDoNothing()
    .returning({ _id: factors._id })
  await endChallenge(tx, key)
  if (stored.length === 0)
    return { error: new Conflict(kind === 'totp' ? FACTOR_MESSAGES.hasTotp : FACTOR_MESSAGES.passkeyTaken) }
  await recordChange(tx, { ...user, ip: address }, now, {
    action: 'factor-add',
    resource: 'users',
    record: { _id: user.id, name: user.name },
    after: { factor: FACTOR_NAMES[kind] },
  })
  return { recoveryCodes: isFirst ? await renewRecoveryCodes(tx, user.id) : null }
}
