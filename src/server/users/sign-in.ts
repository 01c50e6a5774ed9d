import { and, eq, isNull } from 'drizzle-orm'
import { roleOf } from '../../domain/access/roles.ts'
import { appRefusal } from '../../domain/users/app-access.ts'
import { type Credentials, missingCredentials } from '../../domain/users/credentials.ts'
import type { Device } from '../../domain/users/user.ts'
import { boundedEvents } from '../audit/bounded-events.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Executor, Tx } from '../database/open.ts'
import { profiles, users } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import { Forbidden, Invalid, TooManyRequests, Unauthorized } from '../http/errors.ts'
import { openSession, removeIdleSessions } from '../http/sessions.ts'
import { nameKeyOf } from './keys.ts'
import { linkDevice } from './link-device.ts'
import { verifyDummy, verifyPassword } from './passwords.ts'
import { countAttempt } from './sign-in-limits.ts'

interface SignIn extends Credentials {
  /** Sent by a viewer's app. */
  device?: Device | undefined
}

/**
 * Opens a session for whoever knows the password, and gives its token; each refusal of the web says and takes the
 * same. An app that knows the password is told why it may not be used.
 */
export const signIn = async (context: Context, sent: SignIn, address: string): Promise<string> => {
  refuseMissing(sent)
  const { password, device } = sent
  const nameKey = nameKeyOf(sent.name)
  const user = await findUser(context, nameKey)
  const forgetAttempt = await countAttempt(context, { nameKey, address }).catch(async (error) => {
    if (error instanceof TooManyRequests) await recordRefusal(context, nameKey, user, address)
    throw error
  })
  const matches = await (user ? verifyPassword(user.passwordHash, password) : verifyDummy(password)).catch(
    async (error) => {
      // A password that nobody looked at is no guess.
      await forgetAttempt(context.db)
      throw error
    },
  )
  const now = context.now()
  if (!user || !matches || user.status !== 'enable' || (!device && !user.accessWeb)) {
    await recordSignIn(context.db, 'sign-in-failed', { user, address, now })
    throw new Unauthorized('Nombre de usuario o contraseña incorrectos.')
  }
  await removeIdleSessions(context)
  const { token, refusal } = await context.db.transaction(async (tx) => {
    await forgetAttempt(tx)
    const refusal = device && (await appProblem(tx, user, device, now))
    await recordSignIn(tx, refusal === undefined ? 'sign-in' : 'sign-in-failed', { user, address, now })
    if (refusal !== undefined) return { refusal }
    await tx.update(users).set({ lastLogin: now }).where(eq(users._id, user.id))
    return { token: await openSession(tx, user.id, now, device !== undefined) }
  })
  if (token === undefined) throw new Forbidden(refusal)
  return token
}

const recordRefusal = (context: Context, nameKey: string, user: Found | undefined, address: string) => {
  const by = { id: null, name: '', address }
  const record = { _id: user?.id ?? null, name: user?.name ?? '' }
  const deed = { action: 'sign-in-refused', resource: 'users', record } as const
  return boundedEvents(context).record(`sign-in ${nameKey} ${address}`, by, deed)
}

/** Of a name that nobody has the trail keeps nothing: people type their password there. */
const recordSignIn = (
  executor: Executor,
  action: 'sign-in' | 'sign-in-failed',
  { user, address, now }: { user: Found | undefined; address: string; now: Date },
): Promise<void> => {
  const { id = null, name = '' } = user ?? {}
  const by = action === 'sign-in' ? { id, name, address } : { id: null, name: '', address }
  return recordChange(executor, by, now, { action, resource: 'users', record: { _id: id, name } })
}

const refuseMissing = (credentials: Credentials): void => {
  const missing = missingCredentials(credentials)
  if (!missing) return
  const { general, ...fields } = missing
  const problems = Object.entries(fields).map(([field, message]) => ({ field, message }))
  throw new Invalid(general === undefined ? problems : [{ field: '', message: general }, ...problems])
}

const findUser = async ({ db }: Context, nameKey: string) => {
  const [user] = await db
    .select({
      id: users._id,
      name: users.name,
      passwordHash: users.passwordHash,
      status: users.status,
      dateExpire: users.dateExpire,
      accessWeb: profiles.accessWeb,
      accessApp: profiles.accessApp,
      dateValidate: profiles.dateValidate,
      deviceValidate: profiles.deviceValidate,
      profile: { name: profiles.name, isSystem: profiles.isSystem },
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(and(eq(users.nameKey, nameKey), isNull(users.deletedAt)))
  return user
}

type Found = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Why somebody may not use the app on this device; links the first device where the profile asks for one. */
const appProblem = async (tx: Tx, user: Found, device: Device, now: Date): Promise<string | undefined> =>
  appRefusal({ ...user, role: roleOf(user.profile) }, now) ??
  (user.deviceValidate ? await linkDevice(tx, user.id, device) : undefined)
