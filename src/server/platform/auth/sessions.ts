import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Settings } from '../../../domain/settings/settings.ts'
import { unavailability } from '../database/errors.ts'
import type { Db, Executor, Tx } from '../database/open.ts'
import { sessions } from '../database/schema/users.ts'
import { Unauthorized } from '../http/errors.ts'
import { currentSettings } from '../settings/read-settings.ts'

export const idleLimit = 12 * 3_600_000
const DAY_MS = 86_400_000

/** The beginning of the oldest web session that is still valid (rule P20). */
export const oldestSessionStart = (now: Date, { sessionDays }: Pick<Settings, 'sessionDays'>): Date =>
  new Date(now.getTime() - sessionDays * DAY_MS)

/** Condition for sessions that have not ended by themselves. */
export const isOpen = (now: Date, limits: Pick<Settings, 'sessionDays'>): SQL | undefined =>
  and(
    gt(sessions.lastUse, new Date(now.getTime() - idleLimit)),
    or(eq(sessions.isApp, true), gt(sessions.createdAt, oldestSessionStart(now, limits))),
  )

/** Minimum interval between updates of the time of last use. */
export const useInterval = 60_000

export const hashToken = (token: string): string => hash('sha256', token, 'hex')

/** A session token, and its hash, of which only the hash is stored. */
export const newToken = () => {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export const closeSession = async (executor: Executor, tokenHash: string): Promise<void> => {
  await executor.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Keeps a session from being ended until the transaction ends; throws Unauthorized if it already was. */
export const lockSession = async (tx: Tx, tokenHash: string): Promise<void> => {
  const [found] = await tx
    .select({ _id: sessions._id })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for('key share')
  if (!found) throw new Unauthorized()
}

/** Ends the sessions of a user's apps. */
export const closeAppSessions = async (executor: Executor, user: string): Promise<void> => {
  await executor.delete(sessions).where(and(eq(sessions.user, user), eq(sessions.isApp, true)))
}

/** Ends a user's sessions on the web. */
export const closeWebSessions = async (executor: Executor, user: string): Promise<void> => {
  await executor.delete(sessions).where(and(eq(sessions.user, user), eq(sessions.isApp, false)))
}

/** Ends every session of a user, except `keep`; returns how many. */
export const closeUserSessions = async (executor: Executor, user: string, keep = ''): Promise<number> => {
  const closed = await executor
    .delete(sessions)
    .where(and(eq(sessions.user, user), ne(sessions.tokenHash, keep)))
    .returning({ _id: sessions._id })
  return closed.length
}

const removedAtOnce = 500

/** Deletes the sessions that have ended by themselves, skipping those that another node is deleting. */
export const removeEndedSessions = async (db: Db, now: Date): Promise<void> => {
  const { sessionDays } = await currentSettings(db)
  const ended = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(not(isOpen(now, { sessionDays }) ?? sql`true`))
    .limit(removedAtOnce)
    .for('update', { skipLocked: true })
  for (let removed = removedAtOnce; removed === removedAtOnce; ) {
    const rows = await db
      .delete(sessions)
      .where(inArray(sessions.tokenHash, ended))
      .returning({ user: sessions.user })
    removed = rows.length
  }
}

export const updateLastUse = (db: Executor, tokenHash: string, time: Date): Promise<void> =>
  unlessReadOnly(async () => {
    await db.update(sessions).set({ lastUse: time }).where(eq(sessions.tokenHash, tokenHash))
  })

/** Ignores a read-only database, which still serves reads. */
export const unlessReadOnly = async (write: () => Promise<void>): Promise<void> => {
  try {
    await write()
  } catch (error) {
    const reason = unavailability(error)
    if (reason !== 'read-only' && reason !== 'disk-full') throw error
  }
}
