import { and, desc, eq } from 'drizzle-orm'
import { deviceLabel } from '../../../domain/sign-in/device.ts'
import { SESSION_ENDPOINTS as API, type Session } from '../../../domain/sign-in/endpoints.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { closeUserSessions, isOpen } from '../../platform/auth/sessions.ts'
import type { Tx } from '../../platform/database/open.ts'
import { sessions, type UserRow } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { operation, idParameters as params } from '../../platform/http/operation.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

const config = { access: 'signed-in', peopleOnly: true } as const

/** One's own sessions (rule P19). */
export const ownSessionRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.own),
    config,
    handler: ({ currentUser }) => listSessions(context, currentUser, currentUser.id),
  })
  app.route({
    ...operation(API.endOthers),
    config,
    handler: ({ currentUser }) =>
      withRetry(context.db, (tx) =>
        endSessions(tx, context, currentUser, { ...ownRecord(currentUser), keep: currentUser.tokenHash }),
      ),
  })
  app.route({
    ...operation(API.endOwn, { params }),
    config,
    async handler({ currentUser, params }, reply) {
      await endSession(context, currentUser, params.id)
      return reply.code(204).send()
    },
  })
}

const MAX_LISTED = 100

/** The open sessions of a user, those used last first. */
export const listSessions = async (
  { db, now }: Context,
  currentUser: CurrentUser,
  user: string,
): Promise<Session[]> => {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user, user), isOpen(now(), await readSettings(db, currentUser))))
    .orderBy(desc(sessions.lastUse), desc(sessions._id))
    .limit(MAX_LISTED)
  return rows.map(({ _id, tokenHash, agent, address, isApp, createdAt, lastUse }) => ({
    _id,
    device: isApp ? agent : deviceLabel(agent),
    address,
    isApp,
    dateBegin: createdAt.toISOString(),
    lastUse: lastUse.toISOString(),
    isCurrent: tokenHash === currentUser.tokenHash,
  }))
}

const ownRecord = ({ id, name }: CurrentUser) => ({ _id: id, name })

/** Ends the sessions of a user, except `keep`; returns how many. */
export const endSessions = async (
  tx: Tx,
  { now }: Context,
  currentUser: CurrentUser,
  { _id, name, keep }: Pick<UserRow, '_id' | 'name'> & { keep?: string },
): Promise<{ count: number }> => {
  const count = await closeUserSessions(tx, _id, keep)
  if (count > 0) await recordEnd(tx, currentUser, now(), { _id, name }, count)
  return { count }
}

const endSession = ({ db, now }: Context, currentUser: CurrentUser, id: string): Promise<void> =>
  withRetry(db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions._id, id), eq(sessions.user, currentUser.id)))
      .returning({ _id: sessions._id })
    if (ended.length === 0) throw new NotFound('La sesión ya terminó.')
    await recordEnd(tx, currentUser, now(), ownRecord(currentUser), 1)
  })

const recordEnd = (
  tx: Tx,
  currentUser: CurrentUser,
  date: Date,
  record: Pick<UserRow, '_id' | 'name'>,
  ended: number,
): Promise<void> =>
  recordChange(tx, currentUser, date, { action: 'disconnect', resource: 'users', record, after: { ended } })
