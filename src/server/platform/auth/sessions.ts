import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm'
import { roleOf } from '../../../domain/access/permissions.ts'
import { appError } from '../../../domain/users/app-access.ts'
import { unavailability } from '../database/errors.ts'
import type { Executor } from '../database/open.ts'
import { sessions } from '../database/schema/sessions.ts'
import { profiles, users } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import type { CurrentUser } from './permissions.ts'

const idleLimit = 12 * 3_600_000
/** The time of the last use is written no more often than this. */
const useInterval = 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A token, which is stored nowhere, and what is stored of it. */
export const newToken = () => {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

/** Opens a session, of the web or of a viewer's app, and gives its token. */
export const openSession = async (
  executor: Executor,
  user: string,
  now: Date,
  isApp = false,
): Promise<string> => {
  const { token, tokenHash } = newToken()
  await executor.insert(sessions).values({ tokenHash, user, isApp, createdAt: now, lastUse: now })
  return token
}

export const closeSession = async (executor: Executor, tokenHash: string): Promise<void> => {
  await executor.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Ends the sessions of a user's apps. */
export const closeAppSessionsOf = async (executor: Executor, user: string): Promise<void> => {
  await executor.delete(sessions).where(and(eq(sessions.user, user), eq(sessions.isApp, true)))
}

/** Ends every session of a user, but for one that may stay. */
export const closeSessionsOf = async (executor: Executor, user: string, keep = ''): Promise<void> => {
  await executor.delete(sessions).where(and(eq(sessions.user, user), ne(sessions.tokenHash, keep)))
}

const removedAtOnce = 500

/** Takes away sessions that nobody may use any more; whoever does it at the same time takes others. */
export const idleSessionsRemoval = (executor: Executor, now: Date) => {
  const idle = executor
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(lt(sessions.lastUse, new Date(now.getTime() - idleLimit)))
    .limit(removedAtOnce)
    .for('update', { skipLocked: true })
  return executor.delete(sessions).where(inArray(sessions.tokenHash, idle))
}

/** A database that takes no writes can still be read from; the session is noted to be in use another time. */
const noteUse = async (db: Executor, tokenHash: string, time: Date): Promise<void> => {
  try {
    await db.update(sessions).set({ lastUse: time }).where(eq(sessions.tokenHash, tokenHash))
  } catch (error) {
    const reason = unavailability(error)
    if (reason !== 'read-only' && reason !== 'disk-full') throw error
  }
}

const sessionColumns = {
  id: users._id,
  name: users.name,
  fullName: users.fullName,
  creditToResell: users.creditToResell,
  profileId: profiles._id,
  profileName: profiles.name,
  isSystem: profiles.isSystem,
  routeAccess: profiles.routeAccess,
  lastUse: sessions.lastUse,
  isApp: sessions.isApp,
  accessWeb: profiles.accessWeb,
  accessApp: profiles.accessApp,
  dateValidate: profiles.dateValidate,
  dateExpire: users.dateExpire,
}

/** Who an Authorization header stands for, with what the profile gives at this moment; undefined when nobody. */
export const readSession = async (
  { db, now }: Context,
  authorization: string | undefined,
): Promise<Omit<CurrentUser, 'address'> | undefined> => {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return undefined
  const tokenHash = hashOf(token)
  const time = now()
  const [found] = await db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users._id, sessions.user))
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.lastUse, new Date(time.getTime() - idleLimit)),
        isNull(users.deletedAt),
        eq(users.status, 'enable'),
      ),
    )
  if (!found) return undefined
  const { isSystem, lastUse, accessWeb, accessApp, dateValidate, dateExpire, ...currentUser } = found
  const role = roleOf({ name: currentUser.profileName, isSystem })
  const isAllowed = currentUser.isApp
    ? appError({ role, accessApp, dateValidate, dateExpire }, time) === undefined
    : accessWeb
  if (!isAllowed) return undefined
  if (time.getTime() - lastUse.getTime() >= useInterval) await noteUse(db, tokenHash, time)
  return { ...currentUser, role, tokenHash }
}
