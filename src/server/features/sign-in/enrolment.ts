import {
  type ChallengeData,
  FACTOR_MESSAGES,
  FACTOR_NAMES,
  type FactorKind,
  MOST_PASSKEYS,
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
import { factorsOf, isPublicLogin, newSeed, renewRecoveryCodes, stepOf, totpOf } from './factors.ts'
import { creationOptions, requireSite, siteOf, verifyAttestation } from './passkeys.ts'

type Person = { id: string; name: string; nameKey: string; fullName: string }

/**
 * Begins an enrolment: what the challenge with a key must remember, and the answer, the only one with the seed. Throws Conflict if
 * the user cannot have another factor of this kind.
 */
export const beginEnrolment = async (
  db: Executor,
  config: Pick<Config, 'publicUrl' | 'factorKeys'>,
  { user, key, kind }: { user: Person; key: string; kind: FactorKind },
): Promise<{ data: ChallengeData; answer: Enrolment }> => {
  if (await isPublicLogin(db, user)) throw new Conflict(FACTOR_MESSAGES.demoLogin)
  const known = await factorsOf(db, user.id)
  if (kind === 'totp') {
    if (known.some((each) => each.kind === 'totp')) throw new Conflict(FACTOR_MESSAGES.hasTotp)
    const seed = newSeed()
    const sealed = new Sealer(config).seal(seed, challengeSeed(key))
    return { data: { seed: sealed }, answer: { kind, secret: seed, url: totpOf(seed, user.name).toString() } }
  }
  const site = requireSite(config)
  const passkeys = known.filter((each) => each.kind === 'passkey')
  if (passkeys.length >= MOST_PASSKEYS) throw new Conflict(FACTOR_MESSAGES.mostPasskeys)
  const options = await creationOptions(site, user, passkeys)
  return { data: { webauthn: options.challenge }, answer: { kind, options } }
}

/** The columns that prove possession of a new factor; undefined if the proof does not fit what was begun. */
const verified = async (
  config: Pick<Config, 'publicUrl' | 'factorKeys'>,
  { _id, key, data: { seed, webauthn }, proof: { code, attestation }, now }: Begun,
): Promise<(Partial<FactorRow> & Pick<FactorRow, 'kind'>) | undefined> => {
  if (code !== undefined) {
    if (seed === undefined) return undefined
    const sealer = new Sealer(config)
    const plain = sealer.open(seed, challengeSeed(key))
    const lastStep = stepOf(plain, null, code, now)
    // The code that proves the seed does not work again (rule P13).
    return lastStep === undefined
      ? undefined
      : { kind: 'totp', seed: sealer.seal(plain, factorSeed(_id)), lastStep }
  }
  const site = siteOf(config)
  if (attestation === undefined || webauthn === undefined || !site) return undefined
  const passkey = await verifyAttestation(site, webauthn, attestation)
  return passkey && { kind: 'passkey', ...passkey }
}

interface Begun extends Pick<Finish, 'key' | 'data' | 'proof' | 'now'> {
  /** Id of the new factor. */
  _id: string
}

interface Finish {
  user: { id: string; name: string }
  address: string
  /** Of the challenge, which is locked. */
  key: string
  data: ChallengeData
  proof: EnrolmentProof
  now: Date
}

type Finished = { recoveryCodes: string[] | null; error?: undefined } | { error: Error }

/**
 * Stores the factor; with a user's first one come recovery codes. Returns the error of a wrong proof, which is counted
 * and must be committed. The user's row must be locked.
 */
export const finishEnrolment = async (
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'factorKeys'>,
  { user, address, key, data, proof, now }: Finish,
): Promise<Finished> => {
  const _id = newId()
  const factor = await verified(config, { _id, key, data, proof, now })
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
