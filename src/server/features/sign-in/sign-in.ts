import { and, eq, isNull } from 'drizzle-orm'
import { isSubscriber, roleOf } from '../../../domain/access/permissions.ts'
import { SESSION_ENDPOINTS as API } from '../../../domain/sign-in/endpoints.ts'
import { FACTOR_CODES, FACTOR_MESSAGES, factorNeed } from '../../../domain/sign-in/factor.ts'
import {
  APP_ACCESS_MESSAGES,
  appError,
  type Credentials,
  deviceKey,
  identifiesDevice,
  missingCredentials,
  toNameKey,
} from '../../../domain/sign-in/sign-in.ts'
import type { Device } from '../../../domain/users/user.ts'
import { boundedEvents, recordChange } from '../../platform/audit/audit-log.ts'
import { closeSession, hashToken, newToken } from '../../platform/auth/sessions.ts'
import type { Tx } from '../../platform/database/open.ts'
import { licences, profiles, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context, SignInOutcome } from '../../platform/http/context.ts'
import { Forbidden, Invalid, TooManyRequests, Unauthorized } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { storeChallenge } from './challenges.ts'
import { claimDevice } from './demo-devices.ts'
import { hasFactor, isPublicLogin } from './factors.ts'
import { deviceCookie, deviceSecret } from './known-devices.ts'
import {
  type Origin,
  openSession,
  recordSignIn,
  requestOrigin,
  type SignedIn,
  webBucket,
} from './open-session.ts'
import { verifyDummy, verifyPassword } from './passwords.ts'
import { type Attempt, admitAttempt, type LimitBucket, unlessOverloaded } from './sign-in-limits.ts'

/** The outcome of a failed sign-in; undefined without name or password, which does not count as an attempt. */
export const signInOutcome = (error: unknown): SignInOutcome | undefined => {
  if (error instanceof Invalid) return undefined
  if (error instanceof Unauthorized) return error.details.challenge === undefined ? 'wrong' : 'challenged'
  if (error instanceof Forbidden) return 'refused'
  return error instanceof TooManyRequests ? 'limited' : 'failed'
}

/**
 * What browsers remove on sign-out: cached responses, which contain customers' data. Not the cookies, which include
 * known devices (rule P7), nor storage, where the admin itself removes what is personal and keeps theme and columns.
 */
const SITE_DATA = '"cache"'

export const sessionRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.signIn),
    // Not compressed: the length of a response that echoes a guess next to a secret would reveal how much of it is
    // right.
    compress: false,
    config: { access: 'public', outlivesClient: true },
    async handler({ body, ip, headers, protocol }, reply) {
      reply.header('cache-control', 'no-store')
      const count = (outcome: SignInOutcome | undefined) => {
        if (outcome) context.metrics?.countSignIn(body.device ? 'app' : 'web', outcome)
      }
      try {
        const { token, setCookie } = await signIn(context, body, requestOrigin({ ip, headers, protocol }))
        if (setCookie !== undefined) reply.header('set-cookie', setCookie)
        count('success')
        return { token }
      } catch (error) {
        count(signInOutcome(error))
        throw error
      }
    },
  })
  app.route({
    ...operation(API.signOut),
    config: { access: 'any-session', peopleOnly: true, outlivesClient: true, beforePasswordChange: true },
    async handler({ currentUser }, reply) {
      const record = { _id: currentUser.id, name: currentUser.name }
      await context.db.transaction(async (tx) => {
        await closeSession(tx, currentUser.tokenHash)
        await recordChange(tx, currentUser, context.now(), { action: 'sign-out', resource: 'users', record })
      })
      reply.header('clear-site-data', SITE_DATA)
      return reply.code(204).send()
    },
  })
}

interface SignIn extends Credentials {
  device?: Device | undefined
}

/**
 * Opens a session and returns its token. Every failed web sign-in has the same message and duration; an app with the
 * right password is told why access is refused. Throws Unauthorized with a challenge if the web needs a second factor.
 */
export const signIn = async (context: Context, sent: SignIn, origin: Origin): Promise<SignedIn> => {
  refuseMissing(sent)
  const { address, agent, cookies, isSecure } = origin
  const { password, device } = sent
  const nameKey = toNameKey(sent.name)
  const user = await findUser(context, nameKey)
  const bucket = chooseBucket(user, device, cookies, context.now())
  const attempt = await admitAttempt(context, { nameKey, address, bucket }).catch(async (error) => {
    if (error instanceof TooManyRequests) await recordRejected(context, nameKey, user, address)
    throw error
  })
  const verification = user ? verifyPassword(user.passwordHash, password) : verifyDummy(password)
  const matches = await unlessOverloaded(context, attempt, verification)
  const now = context.now()
  if (!user || !matches || user.status !== 'enable' || (!device && !user.accessWeb)) {
    await attempt.fail(context.db)
    await recordSignIn(context.db, 'sign-in-failed', { user, address, now })
    throw wrongCredentials()
  }
  const need = device ? undefined : factorNeed({ ...user, isDemanded: await isDemanded(context, user) })
  if (need) throw await challenge(context, user, { attempt, need, address, now })
  const { token, error } = await withRetry(context.db, (tx) =>
    openUserSession(tx, user, { attempt, device, address, agent, now, timeZone: context.config.timeZone }),
  )
  if (error !== undefined) throw error
  if (device) return { token }
  return { token, setCookie: await deviceCookie(context.db, user.secret, user, cookies, now, isSecure) }
}

/** The demo's public logins cannot have a factor, so none is demanded of them. */
const isDemanded = async ({ db }: Context, user: SignInUser): Promise<boolean> =>
  user.secondFactor && !(await isPublicLogin(db, user))

interface PendingSignIn {
  attempt: Attempt
  need: 'answer' | 'enrol'
  address: string
  now: Date
}

/** Stores a challenge; until it is answered, the attempt counts as failed (rules P7, P12). */
const challenge = async (
  context: Context,
  user: SignInUser,
  { attempt, need, address, now }: PendingSignIn,
): Promise<Unauthorized> => {
  const { token, tokenHash } = newToken()
  const data = { attempt: attempt._id, password: hashToken(user.passwordHash) }
  await context.db.transaction(async (tx) => {
    await attempt.fail(tx)
    await storeChallenge(tx, { key: tokenHash, user: user.id, purpose: need, data }, now)
    await recordSignIn(tx, 'sign-in-password', { user, address, now })
  })
  return new Unauthorized(FACTOR_MESSAGES[need], { code: FACTOR_CODES[need], challenge: token })
}

const wrongCredentials = () => new Unauthorized('Nombre de usuario o contraseña incorrectos.')

const chooseBucket = (
  user: SignInUser | undefined,
  device: Device | undefined,
  cookies: string | undefined,
  now: Date,
): LimitBucket => {
  const bucket = webBucket(user?.secret, user, cookies, now)
  if (bucket.kind !== 'anywhere') return bucket
  const linked = user?.device?.macAddress
  const isLinked =
    device !== undefined && linked !== undefined && deviceKey(linked) === deviceKey(device.macAddress)
  return { kind: isLinked ? 'linked' : 'anywhere' }
}

interface VerifiedAttempt {
  attempt: Attempt
  device: Device | undefined
  address: string
  agent: string
  now: Date
  timeZone: string
}

type SessionResult = { token: string; error?: undefined } | { token?: undefined; error: Error }

/** Opens the session after a correct password, unless app access is refused or the password was changed meanwhile. */
const openUserSession = async (
  tx: Tx,
  user: SignInUser,
  { attempt, device, address, agent, now, timeZone }: VerifiedAttempt,
): Promise<SessionResult> => {
  const error = device && (await appAccessError(tx, user, { device, now, timeZone }))
  const opening = { user, attempts: [attempt._id], device, address, agent, now }
  const token = error === undefined ? await openSession(tx, opening) : undefined
  await recordSignIn(tx, token === undefined ? 'sign-in-failed' : 'sign-in', { user, address, now })
  if (token !== undefined) return { token }
  if (error === undefined) return { error: wrongCredentials() }
  await attempt.forget(tx)
  return { error: new Forbidden(error) }
}

/** Records an attempt beyond the limits, with a password or a second factor; repeated ones are summarised. */
export const recordRejected = (
  context: Context,
  nameKey: string,
  user: Pick<SignInUser, 'id' | 'name'> | undefined,
  address: string,
): Promise<void> => {
  const by = { id: null, name: '', ip: address }
  const record = { _id: user?.id ?? null, name: user?.name ?? '' }
  const event = { action: 'sign-in-refused', resource: 'users', record } as const
  return boundedEvents(context).record([`sign-in of ${nameKey}`, `sign-in from ${address}`], by, event)
}

const refuseMissing = (credentials: Credentials): void => {
  const missing = missingCredentials(credentials)
  if (!missing) return
  const { general, ...fields } = missing
  const errors = Object.entries(fields).map(([field, message]) => ({ field, message }))
  throw new Invalid(general === undefined ? errors : [{ field: '', message: general }, ...errors])
}

const findUser = async ({ db }: Context, nameKey: string) => {
  const [user] = await db
    .select({
      id: users._id,
      name: users.name,
      nameKey: users.nameKey,
      passwordHash: users.passwordHash,
      status: users.status,
      device: users.device,
      dateExpire: licences.dateExpire,
      accessWeb: profiles.accessWeb,
      secondFactor: profiles.secondFactor,
      hasFactor,
      accessApp: profiles.accessApp,
      dateValidate: profiles.dateValidate,
      deviceValidate: profiles.deviceValidate,
      profile: { name: profiles.name, isSystem: profiles.isSystem },
      secret: deviceSecret,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .innerJoin(licences, eq(licences._id, users._id))
    .where(and(eq(users.nameKey, nameKey), isNull(users.deletedAt)))
  return user
}

type SignInUser = NonNullable<Awaited<ReturnType<typeof findUser>>>

type AppSignIn = Pick<VerifiedAttempt, 'now' | 'timeZone'> & { device: Device }

/** Why app access on this device is refused; links the first device if the profile validates devices. */
const appAccessError = async (tx: Tx, user: SignInUser, signIn: AppSignIn): Promise<string | undefined> =>
  appError({ ...user, hasLicence: isSubscriber(roleOf(user.profile)) }, signIn.now) ??
  (await takeDevice(tx, user, signIn))

/**
 * Links a user's first device or refreshes its data, and records the use of a demo; returns why the device is refused,
 * with nothing written (rules P10, P25). Locks the row, so that of two concurrent first devices only one is linked.
 */
const takeDevice = async (
  tx: Tx,
  { id, deviceValidate, profile }: SignInUser,
  { device, now, timeZone }: AppSignIn,
): Promise<string | undefined> => {
  const { macAddress } = device
  const usesDemo = roleOf(profile) === 'demo' && identifiesDevice(macAddress)
  if (!deviceValidate && !usesDemo) return undefined
  const [stored] = await tx
    .select({ device: users.device, demoDevices: users.demoDevices })
    .from(users)
    .where(eq(users._id, id))
    .for('no key update')
  const linked = stored?.device ?? null
  if (deviceValidate && linked !== null && deviceKey(linked.macAddress) !== deviceKey(macAddress))
    return APP_ACCESS_MESSAGES.otherDevice
  const own = stored?.demoDevices ?? []
  const demoDevices = usesDemo ? await claimDevice(tx, { macAddress, own, now, timeZone }) : own
  if (demoDevices === undefined) return APP_ACCESS_MESSAGES.demoUsed
  await tx
    .update(users)
    .set({ ...(deviceValidate && { device }), ...(usesDemo && { demoDevices }) })
    .where(eq(users._id, id))
  return undefined
}
