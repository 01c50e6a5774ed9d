import { and, arrayContains, eq } from 'drizzle-orm'
import type { WebhookEvent } from '../../../domain/outbox/webhook-events.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import type { BackupRow } from '../../platform/database/schema/backups.ts'
import { outbox, webhooks } from '../../platform/database/schema/outbox.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'

const EVENT: WebhookEvent = 'backup.failed'

/** Tells of a night without a good backup: the subscribed webhooks, and 'Email de contacto' by mail (rule O17). */
export const reportFailure = async (
  tx: Tx,
  { _id, night }: Pick<BackupRow, '_id' | 'night'>,
  { date, hasMail }: { date: Date; hasMail: boolean },
): Promise<void> => {
  const about = `${EVENT} ${_id}`
  const message = { token: newId(), date, nextAttempt: date, data: { id: _id, night } }
  const subscribed = await tx
    .select({ _id: webhooks._id })
    .from(webhooks)
    .where(and(eq(webhooks.isOn, true), arrayContains(webhooks.events, [EVENT])))
  const { mail } = await currentSettings(tx)
  const rows = [
    ...subscribed.map(({ _id: webhook }) => ({
      ...({ _id: newId(), kind: 'webhook', reason: EVENT, key: `${webhook} ${about}`, webhook } as const),
      ...message,
    })),
    ...(hasMail && mail !== ''
      ? [
          {
            ...({ _id: newId(), kind: 'mail', reason: 'backup', key: about, recipient: mail } as const),
            ...message,
          },
        ]
      : []),
  ]
  if (rows.length > 0) await tx.insert(outbox).values(rows).onConflictDoNothing()
}
