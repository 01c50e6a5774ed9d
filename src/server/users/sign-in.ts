import { and, eq, isNull } from 'drizzle-orm'
import { type Credentials, missingCredentials } from '../../domain/users/credentials.ts'
import { profiles, users } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import { Invalid, Unauthorized } from '../http/errors.ts'
import { openSession, removeIdleSessions } from '../http/sessions.ts'
import { nameKeyOf } from './keys.ts'
import { verifyNothing, verifyPassword } from './passwords.ts'
import { countAttempt } from './sign-in-limits.ts'

/** Opens a session for whoever knows the password, and gives its token; each refusal says and takes the same. */
export const signIn = async (
  context: Context,
  credentials: Credentials,
  address: string,
): Promise<string> => {
  refuseMissing(credentials)
  const nameKey = nameKeyOf(credentials.name)
  const forgetAttempt = await countAttempt(context, { nameKey, address })
  const user = await findUser(context, nameKey)
  const matches = user
    ? await verifyPassword(user.passwordHash, credentials.password)
    : await verifyNothing(credentials.password)
  if (!user || !matches || user.status !== 'enable' || !user.accessWeb)
    throw new Unauthorized('Nombre de usuario o contraseña incorrectos.')
  const now = context.now()
  await removeIdleSessions(context)
  return context.db.transaction(async (tx) => {
    await forgetAttempt(tx)
    await tx.update(users).set({ lastLogin: now }).where(eq(users._id, user.id))
    return openSession(tx, user.id, now)
  })
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
      passwordHash: users.passwordHash,
      status: users.status,
      accessWeb: profiles.accessWeb,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(and(eq(users.nameKey, nameKey), isNull(users.deletedAt)))
  return user
}
