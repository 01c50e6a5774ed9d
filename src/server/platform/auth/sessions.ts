import { hash, randomBytes } from 'node:crypto'
import { and, eq, inArray, lt, ne } from 'drizzle-orm'
import { unavailability } from '../database/errors.ts'
import type { Db, Executor } from '../database/open.ts'
import { sessions } from '../database/schema/users.ts'

export const idleLimit = 12 * 3_600_000
/** Minimum interval between updates of the time of last use. */
export const useInterval = 60_000

export const hashOf = (token: string): string => hash('sha256', token, 'hex')

/** A session token, and its hash, of which only the hash is stored. */
export const newToken = () => {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

export const closeSession = async (executor: Executor, tokenHash: string): Promise<void> => {
  await executor.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Ends the sessions of a user's apps. */
export const closeAppSessionsOf = async (executor: Executor, user: string): Promise<void> => {
  await executor.delete(sessions).where(and(eq(sessions.user, user), eq(sessions.isApp, true)))
}

/** Ends every session of a user, except `keep`. */
export const closeSessionsOf = async (executor: Executor, user: string, keep = ''): Promise<void> => {
  await executor.delete(sessions).where(and(eq(sessions.user, user), ne(sessions.tokenHash, keep)))
}

const removedAtOnce = 500

/** Deletes expired sessions, skipping those that another node is deleting. */
export const removeIdleSessions = async (db: Db, now: Date): Promise<void> => {
  const idle = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(lt(sessions.lastUse, new Date(now.getTime() - idleLimit)))
    .limit(removedAtOnce)
    .for('update', { skipLocked: true })
  for (let removed = removedAtOnce; removed === removedAtOnce; ) {
    const rows = await db
      .delete(sessions)
      .where(inArray(sessions.tokenHash, idle))
      .returning({ user: sessions.user })
    removed = rows.length
  }
}

/** Ignores a read-only database, which still serves reads. */
export const noteUse = async (db: Executor, tokenHash: string, time: Date): Promise<void> => {
  try {
    await db.update(sessions).set({ lastUse: time }).where(eq(sessions.tokenHash, tokenHash))
  } catch (error) {
    const reason = unavailability(error)
    if (reason !== 'read-only' && reason !== 'disk-full') throw error
  }
}
