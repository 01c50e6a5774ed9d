import { eq } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { OUTBOX_MESSAGES, OUTBOX_REASONS, resendError } from '../../../domain/outbox/outbox.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { findUser } from '../../platform/auth/scope.ts'
import { outbox } from '../../platform/database/schema/outbox.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, NotFound } from '../../platform/http/errors.ts'

/** Queues a message again (rule N7); `webhook`: only if it is one of its deliveries. */
export const resend = async (
  context: Context,
  currentUser: CurrentUser,
  id: string,
  webhook?: string,
): Promise<void> => {
  const { db, now, config } = context
  await withRetry(db, async (tx) => {
    const [row] = await tx.select().from(outbox).where(eq(outbox._id, id)).for('no key update')
    if (!row || (webhook !== undefined && row.webhook !== webhook))
      throw new NotFound(OUTBOX_MESSAGES.missing)
    if (webhook === undefined && !isAdmin(currentUser.role)) await findUser(tx, currentUser, row.user ?? '')
    const error =
      row.kind === 'mail' && !config.mail ? OUTBOX_MESSAGES.mailOff : resendError(row.kind, row.state)
    if (error !== undefined) throw new Conflict(error)
    await tx
      .update(outbox)
      .set({ state: 'waiting', attempt: 0, nextAttempt: now(), ended: null, status: null, answer: '' })
      .where(eq(outbox._id, id))
    await recordChange(tx, currentUser, now(), {
      action: 'resend',
      resource: 'outbox',
      record: { _id: id, name: OUTBOX_REASONS[row.reason] },
      ...(row.user !== null && { subject: row.user }),
    })
  })
  context.wakeNetworkWorkers?.()
}
