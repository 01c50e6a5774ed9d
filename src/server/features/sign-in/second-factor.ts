import { and, eq, isNull } from 'drizzle-orm'
import { type ChallengeData, FACTOR_CODES, FACTOR_MESSAGES } from '../../../domain/sign-in/factor.ts'
import {
  FACTOR_ENDPOINTS as API,
  type EnrolmentProof,
  type FactorAnswer,
} from '../../../domain/sign-in/factor-endpoints.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { hashToken } from '../../platform/auth/sessions.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { challenges } from '../../platform/database/schema/factors.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { TooManyRequests, Unauthorized } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import {
  addToChallenge,
  challengeOver,
  countWrongAnswer,
  endChallenge,
  isOpen,
  lockChallenge,
} from './challenges.ts'
import { beginEnrolment, finishEnrolment } from './enrolment.ts'
import { acceptAnswer, factorName, factorOptions, factorsOf, lockOwner, type Owner } from './factors.ts'
import { deviceCookie, deviceSecret } from './known-devices.ts'
import {
  type Origin,
  openSession,
  recordSignIn,
  requestOrigin,
  type SignedIn,
  webBucket,
} from './open-session.ts'
import { passkeySite } from './passkeys.ts'
import { recordRejected, signInOutcome } from './sign-in.ts'
import { type Attempt, admitAttempt, unlessOverloaded } from './sign-in-limits.ts'

/** The second half of a sign-in on the web (rules P11, P12). */
export const secondFactorRoutes = (app: App, context: Context): void => {
  const config = { access: 'public', outlivesClient: true } as const
  app.route({
    ...operation(API.answer),
    // As in the sign-in itself.
    compress: false,
    config,
    async handler({ body, ip, headers, protocol }, reply) {
      reply.header('cache-control', 'no-store')
      const { challenge, ...answer } = body
      try {
        const origin = requestOrigin({ ip, headers, protocol })
        const { token, setCookie } = await answerChallenge(context, challenge, answer, origin)
        if (setCookie !== undefined) reply.header('set-cookie', setCookie)
        context.metrics?.countSignIn('web', 'success')
        return { token }
      } catch (error) {
        const outcome = signInOutcome(error)
        if (outcome) context.metrics?.countSignIn('web', outcome)
        throw error
      }
    },
  })
  app.route({
    ...operation(API.options),
    config,
    handler({ body }, reply) {
      reply.header('cache-control', 'no-store')
      return describeChallenge(context, body.challenge)
    },
  })
  app.route({
    ...operation(API.enrol),
    compress: false,
    config,
    async handler({ body }, reply) {
      reply.header('cache-control', 'no-store')
      const { user, key } = await findOpenChallenge(context, body.challenge, 'enrol')
      const enrolment = { user, key, kind: body.kind }
      const { data, response } = await beginEnrolment(context.db, context.config, enrolment)
      await addToChallenge(context.db, key, data)
      return { ...response, offersPasskeys: passkeySite(context.config) !== undefined }
    },
  })
  app.route({
    ...operation(API.verifyEnrolment),
    compress: false,
    config,
    async handler({ body, ip, headers, protocol }, reply) {
      reply.header('cache-control', 'no-store')
      const { challenge, ...proof } = body
      const origin = requestOrigin({ ip, headers, protocol })
      const { setCookie, ...session } = await enrolAndEnter(context, challenge, proof, origin)
      reply.header('set-cookie', setCookie)
      context.metrics?.countSignIn('web', 'success')
      return session
    },
  })
}

type Purpose = 'answer' | 'enrol'

/** The open challenge of a sign-in, with its user; throws the Unauthorized that says it is over. */
const findOpenChallenge = async ({ db, now }: Context, challenge: string, purpose: Purpose) => {
  const key = hashToken(challenge)
  const [row] = await db
    .select({
      data: challenges.data,
      secret: deviceSecret,
      user: {
        id: users._id,
        name: users.name,
        nameKey: users.nameKey,
        fullName: users.fullName,
        passwordHash: users.passwordHash,
        status: users.status,
        accessWeb: profiles.accessWeb,
      },
    })
    .from(challenges)
    .innerJoin(users, eq(users._id, challenges.user))
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(and(isOpen(key, purpose, now()), isNull(users.deletedAt)))
  if (!row || !canEnter(row.user, row.data)) throw challengeOver()
  return { key, ...row }
}

/** True if the password that earned the challenge would still open a session (rule P12). */
const canEnter = (
  { passwordHash, status, accessWeb }: Pick<Owner, 'passwordHash' | 'status' | 'accessWeb'>,
  { password }: ChallengeData,
): boolean => password === hashToken(passwordHash) && status === 'enable' && accessWeb

/** Locks the user, then the challenge; undefined if it is over by now. */
const lockOpenChallenge = async (tx: Tx, key: string, id: string, purpose: Purpose, now: Date) => {
  const user = await lockOwner(tx, id)
  const data = user && (await lockChallenge(tx, { key, user: id, purpose }, now))
  return data && canEnter(user, data) ? { user, data } : undefined
}

/** Describes how a challenge can be answered, and renews its WebAuthn options. */
const describeChallenge = async (context: Context, challenge: string) => {
  const { db, config } = context
  const { key, user } = await findOpenChallenge(context, challenge, 'answer')
  const ways = await factorOptions(db, config, user.id)
  if (ways.passkey) await addToChallenge(db, key, { webauthn: ways.passkey.challenge })
  return ways
}

type Outcome = { token: string; error?: undefined } | { error: Error }

/**
 * Opens the session if the answer is right. Each answer is a guess that is limited as passwords are; a right one also
 * forgives the attempt with the password (rule P12).
 */
const answerChallenge = async (
  context: Context,
  challenge: string,
  answer: FactorAnswer,
  origin: Origin,
): Promise<SignedIn> => {
  const { key, user, secret } = await findOpenChallenge(context, challenge, 'answer')
  const { address, cookies } = origin
  const bucket = webBucket(secret, user, cookies, context.now())
  const attempt = await admitAttempt(context, { nameKey: user.nameKey, address, bucket }).catch(
    async (error) => {
      if (error instanceof TooManyRequests) await recordRejected(context, user.nameKey, user, address)
      throw error
    },
  )
  const verification = withRetry(context.db, (tx) =>
    verifyAnswer(tx, context, { key, id: user.id, answer, attempt, origin }),
  )
  const outcome = await unlessOverloaded(context, attempt, verification)
  if (outcome.error) throw outcome.error
  return { token: outcome.token, setCookie: await rememberBrowser(context, user, secret, origin) }
}

interface AnswerCheck {
  key: string
  id: string
  answer: FactorAnswer
  attempt: Attempt
  origin: Origin
}

const verifyAnswer = async (
  tx: Tx,
  { config, now }: Context,
  { key, id, answer, attempt, origin }: AnswerCheck,
): Promise<Outcome> => {
  const { address, agent } = origin
  const time = now()
  const locked = await lockOpenChallenge(tx, key, id, 'answer', time)
  if (!locked) {
    await attempt.forget(tx)
    return { error: challengeOver() }
  }
  const { user, data } = locked
  const factor = factorName(answer)
  const accepted = await acceptAnswer(tx, config, { user: id, answer, webauthn: data.webauthn, now: time })
  if (!accepted) {
    await countWrongAnswer(tx, key)
    await attempt.fail(tx)
    await recordSignIn(tx, 'sign-in-failed', { user, factor, address, now: time })
    const message = answer.assertion === undefined ? FACTOR_MESSAGES.wrong : FACTOR_MESSAGES.wrongPasskey
    return { error: new Unauthorized(message, { code: FACTOR_CODES.wrong }) }
  }
  if (answer.recoveryCode !== undefined) await recordRecovery(tx, user, address, time)
  const attempts = [attempt._id, data.attempt ?? '']
  return completeSignIn(tx, { user, key, factor, attempts, address, agent, now: time })
}

interface CompletedChallenge {
  user: Owner
  key: string
  factor: string
  attempts: string[]
  address: string
  agent: string
  now: Date
}

/** Ends the challenge and opens the session. */
const completeSignIn = async (
  tx: Tx,
  { key, ...opening }: CompletedChallenge,
): Promise<{ token: string }> => {
  await endChallenge(tx, key)
  const token = await openSession(tx, { ...opening, isFactorGiven: true })
  // The locked user was just checked.
  if (token === undefined) throw new Error('The session of a locked user was not opened')
  await recordSignIn(tx, 'sign-in', opening)
  return { token }
}

const recordRecovery = (executor: Executor, { id, name }: Owner, address: string, now: Date) =>
  recordChange(executor, { id, name, ip: address }, now, {
    action: 'recovery-used',
    resource: 'users',
    record: { _id: id, name },
  })

/** Only after the second factor is a browser known for the account (rule P7). */
const rememberBrowser = (
  { db, now }: Context,
  user: { id: string; passwordHash: string },
  secret: string | null,
  { cookies, isSecure }: Origin,
): Promise<string> => deviceCookie(db, secret, user, cookies, now(), isSecure)

/** Finishes the enrolment that the profile demands, and opens the session. */
const enrolAndEnter = async (
  context: Context,
  challenge: string,
  proof: EnrolmentProof,
  origin: Origin,
): Promise<Required<SignedIn> & { recoveryCodes: string[] }> => {
  const { config, now } = context
  const { key, user: signingIn, secret } = await findOpenChallenge(context, challenge, 'enrol')
  const { address, agent } = origin
  const outcome = await withRetry(context.db, async (tx) => {
    const time = now()
    const locked = await lockOpenChallenge(tx, key, signingIn.id, 'enrol', time)
    if (!locked) return { error: challengeOver() }
    const { user, data } = locked
    // Somebody who only knows the password must not add a factor to one that was enrolled meanwhile.
    if ((await factorsOf(tx, user.id)).length > 0) return { error: challengeOver() }
    const result = await finishEnrolment(tx, config, { user, address, key, data, proof, now: time })
    if (result.error) return result
    const attempts = [data.attempt ?? '']
    const factor = factorName(proof)
    const { token } = await completeSignIn(tx, { user, key, factor, attempts, address, agent, now: time })
    return { token, recoveryCodes: result.recoveryCodes ?? [] }
  })
  if ('error' in outcome) throw outcome.error
  return { ...outcome, setCookie: await rememberBrowser(context, signingIn, secret, origin) }
}
