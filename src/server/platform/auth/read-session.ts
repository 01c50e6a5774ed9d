import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { isSubscriber, roleOf } from '../../../domain/access/permissions.ts'
import { KEY_PATTERN } from '../../../domain/keys/key.ts'
import { isConfirmed } from '../../../domain/sign-in/confirmed-changes.ts'
import { appError } from '../../../domain/sign-in/sign-in.ts'
import type { Db } from '../database/open.ts'
import { dateExpire, licences, profiles, sessions, users } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import { readSettings } from '../settings/read-settings.ts'
import { keyReader } from './api-keys.ts'
import { type CurrentUser, userColumns } from './current-user.ts'
import { PermissionCache } from './permission-cache.ts'
import { hashToken, idleLimit, oldestSessionStart, updateLastUse, useInterval } from './sessions.ts'

/** Only for apps, whose sessions end with the licence. */
const appExpiry: SQL<Date | null> = sql`case when ${sessions.isApp} then ${dateExpire} end`.mapWith(
  licences.dateExpire,
)

const sessionColumns = {
  ...userColumns,
  createdAt: sessions.createdAt,
  lastUse: sessions.lastUse,
  sessionId: sessions._id,
  confirmedAt: sessions.confirmedAt,
  written: sessions.written,
  isApp: sessions.isApp,
  isPasswordGiven: users.isPasswordGiven,
  accessWeb: profiles.accessWeb,
  accessApp: profiles.accessApp,
  dateValidate: profiles.dateValidate,
  dateExpire: appExpiry,
}

/** The statement run by every request of a session: without literal values, so that it is planned once. */
const prepareSession = (db: Db) =>
  db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users._id, sessions.user))
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.lastUse, sql.placeholder('since')),
        isNull(users.deletedAt),
        sql`${users.status} = 'enable'`,
      ),
    )
    .prepare('session')

/**
 * Resolves an Authorization header to its user with the profile's current rights; undefined without a valid session or
 * key. A session's token cannot look like a key, which is longer.
 */
export const sessionReader = (context: Context) => {
  const permissions = new PermissionCache()
  const readKey = keyReader(context.db, permissions)
  let statement: ReturnType<typeof prepareSession> | undefined
  return async (authorization: string | undefined): Promise<Omit<CurrentUser, 'ip'> | undefined> => {
    const token = /^Bearer ([\w-]{20,100})$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return undefined
    const { db, now } = context
    const time = now()
    if (KEY_PATTERN.test(token)) return readKey(token, time)
    const tokenHash = hashToken(token)
    statement ??= prepareSession(db)
    const [found] = await statement.execute({
      tokenHash,
      since: new Date(time.getTime() - idleLimit).toISOString(),
    })
    if (!found) return undefined
    const {
      isSystem,
      profileVersion,
      createdAt,
      lastUse,
      confirmedAt,
      isPasswordGiven,
      accessWeb,
      accessApp,
      dateValidate,
      dateExpire,
      ...currentUser
    } = found
    const role = roleOf({ name: currentUser.profileName, isSystem })
    const isAllowed = currentUser.isApp
      ? appError({ hasLicence: isSubscriber(role), accessApp, dateValidate, dateExpire }, time) === undefined
      : accessWeb
    if (!isAllowed) return undefined
    // Cached: no further statement.
    const settings = await readSettings(db, found)
    if (!currentUser.isApp && createdAt <= oldestSessionStart(time, settings)) return undefined
    const mustChangePassword = !currentUser.isApp && isPasswordGiven && settings.passwordChange
    const routeAccess = await permissions.get(db, currentUser.profileId, profileVersion)
    if (!routeAccess) return undefined
    if (time.getTime() - lastUse.getTime() >= useInterval) await updateLastUse(db, tokenHash, time)
    return {
      role,
      routeAccess,
      tokenHash,
      mustChangePassword,
      isConfirmed: isConfirmed(confirmedAt, time, settings),
      ...currentUser,
    }
  }
}
