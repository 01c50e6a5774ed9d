import { eq } from 'drizzle-orm'
import { SESSION_ENDPOINTS as API } from '../../../domain/sign-in/endpoints.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { sessions, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Unauthorized } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { checkPassword } from './check-password.ts'

/** Confirms who uses a session (rules P17, P18). */
export const confirmRoute = (app: App, context: Context): void => {
  app.route({
    ...operation(API.confirm),
    // Not compressed, as the sign-in.
    compress: false,
    config: { access: 'signed-in', outlivesClient: true },
    async handler({ currentUser, body }, reply) {
      await confirm(context, currentUser, body.password)
      return reply.code(204).send()
    },
  })
}

const confirm = async (context: Context, currentUser: CurrentUser, password: string): Promise<void> => {
  const { _id, name, nameKey, passwordHash } = users
  const [user] = await context.db
    .select({ _id, name, nameKey, passwordHash })
    .from(users)
    .where(eq(users._id, currentUser.id))
  if (!user) throw new Unauthorized()
  await checkPassword(context, currentUser, user, password, {
    field: 'password',
    failed: 'confirm-failed',
    refused: 'confirm-refused',
  })
  await withRetry(context.db, async (tx) => {
    const confirmedAt = context.now()
    // A password change has ended the session meanwhile.
    const confirmed = await tx
      .update(sessions)
      .set({ confirmedAt })
      .where(eq(sessions.tokenHash, currentUser.tokenHash))
      .returning({ _id: sessions._id })
    if (confirmed.length === 0) throw new Unauthorized()
    await recordChange(tx, currentUser, confirmedAt, { action: 'confirm', resource: 'users', record: user })
  })
}
