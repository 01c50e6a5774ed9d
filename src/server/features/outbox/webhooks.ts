import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Message } from '../../../domain/outbox/outbox.ts'
import {
  type ListedWebhook,
  MAX_DELIVERIES,
  MAX_WEBHOOKS,
  OLD_SECRET_HOURS,
  WEBHOOK_MESSAGES,
  type Webhook,
  type WebhookInput,
  webhookSchema,
} from '../../../domain/outbox/webhook.ts'
import { toValidationErrors } from '../../../domain/validation/errors.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { outbox, type WebhookRow, webhooks } from '../../platform/database/schema/outbox.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, Invalid, NotFound } from '../../platform/http/errors.ts'
import { editDate, refuseStale } from '../../platform/http/operation.ts'
import { oldWebhookSecret, Sealer, webhookSecret } from '../../platform/sealing/sealer.ts'
import { toMessages } from './list-outbox.ts'
import { newSecret } from './webhook-secrets.ts'

const webhookResponse = (
  { secret: _, oldSecret: __, dateCreate: ___, ...row }: WebhookRow,
  now: Date,
): Webhook => ({
  ...row,
  failingSince: row.failingSince?.toISOString() ?? null,
  secretUntil: row.secretUntil && row.secretUntil > now ? row.secretUntil.toISOString() : null,
  dateUpdate: row.dateUpdate.toISOString(),
})

/** Fields of a webhook in the audit log: not its URL, which may contain a secret of the receiver. */
const auditFields = ({ name, url, events, template, isOn }: WebhookInput) => ({
  name,
  host: new URL(url).host,
  events,
  template,
  isOn,
})

export const listWebhooks = async ({ db, now }: Context): Promise<ListedWebhook[]> => {
  const last = db
    .select({ ended: outbox.ended })
    .from(outbox)
    .where(and(eq(outbox.webhook, webhooks._id), eq(outbox.state, 'sent')))
    .orderBy(desc(outbox.date), desc(outbox._id))
    .limit(1)
    .as('last')
  const rows = await db
    .select({ row: getTableColumns(webhooks), ended: last.ended })
    .from(webhooks)
    .leftJoinLateral(last, sql`true`)
    .orderBy(asc(webhooks._id))
  return rows.map(({ row, ended }) => ({
    ...webhookResponse(row, now()),
    lastSuccess: ended?.toISOString() ?? null,
  }))
}

export const createWebhook = ({ db, now, config }: Context, currentUser: CurrentUser, input: WebhookInput) =>
  withRetry(db, async (tx) => {
    // The lock makes the limit hold for two requests at once.
    await tx.execute(sql`lock table ${webhooks} in share row exclusive mode`)
    const [stored] = await tx.select({ count: count() }).from(webhooks)
    if ((stored?.count ?? 0) >= MAX_WEBHOOKS) throw new Conflict(WEBHOOK_MESSAGES.tooMany)
    requireConfirmed(currentUser)
    const date = now()
    const _id = newId()
    const secret = newSecret()
    const sealed = new Sealer(config).seal(secret, webhookSecret(_id))
    const [row] = await tx
      .insert(webhooks)
      .values({ _id, ...input, secret: sealed, dateCreate: date, dateUpdate: date })
      .returning()
    if (!row) throw new Error('The webhook was not stored')
    await recordWebhook(tx, currentUser, date, 'create', { record: row, after: auditFields(row) })
    return { ...webhookResponse(row, date), secret }
  })

export const updateWebhook = (
  { db, now }: Context,
  currentUser: CurrentUser,
  id: string,
  { dateUpdate: read, ...sent }: Partial<WebhookInput> & { dateUpdate?: string },
): Promise<Webhook> =>
  withRetry(db, async (tx) => {
    const stored = await lockWebhook(tx, id)
    refuseStale({ dateUpdate: read }, stored.dateUpdate)
    const { name, url, events, template, isOn } = stored
    const parsed = webhookSchema.safeParse({ name, url, events, template, isOn, ...sent })
    if (!parsed.success) throw new Invalid(toValidationErrors(parsed.error))
    requireConfirmed(currentUser)
    const value = parsed.data
    // Switching it on again gives it three more days.
    const fresh = value.isOn && !isOn ? { message: '', failingSince: null } : {}
    const dateUpdate = editDate(now(), stored.dateUpdate)
    const [row] = await tx
      .update(webhooks)
      .set({ ...value, ...fresh, dateUpdate })
      .where(eq(webhooks._id, id))
      .returning()
    if (!row) throw new NotFound(WEBHOOK_MESSAGES.missing)
    const changes = { before: auditFields(stored), after: auditFields(row) }
    await recordWebhook(tx, currentUser, now(), 'update', { record: row, ...changes })
    return webhookResponse(row, now())
  })

export const deleteWebhook = ({ db, now }: Context, currentUser: CurrentUser, id: string) =>
  withRetry(db, async (tx) => {
    const stored = await lockWebhook(tx, id)
    requireConfirmed(currentUser)
    await tx.delete(webhooks).where(eq(webhooks._id, id))
    await recordWebhook(tx, currentUser, now(), 'delete', { record: stored, before: auditFields(stored) })
    return { _id: id }
  })

/** Replaces the secret; the old one signs beside the new one for a day, so that receivers can change it meanwhile. */
export const replaceSecret = ({ db, now, config }: Context, currentUser: CurrentUser, id: string) =>
  withRetry(db, async (tx) => {
    const stored = await lockWebhook(tx, id)
    requireConfirmed(currentUser)
    const secret = newSecret()
    const sealer = new Sealer(config)
    const secretUntil = new Date(now().getTime() + OLD_SECRET_HOURS * 3_600_000)
    const [row] = await tx
      .update(webhooks)
      .set({
        secret: sealer.seal(secret, webhookSecret(id)),
        oldSecret: sealer.renew(stored.secret, webhookSecret(id), oldWebhookSecret(id)),
        secretUntil,
      })
      .where(eq(webhooks._id, id))
      .returning()
    if (!row) throw new NotFound(WEBHOOK_MESSAGES.missing)
    const after = { password: secret }
    await recordWebhook(tx, currentUser, now(), 'update', { record: row, before: { password: '' }, after })
    return { ...webhookResponse(row, now()), secret }
  })

/** Queues a test message. */
export const testWebhook = async (context: Context, currentUser: CurrentUser, id: string): Promise<void> => {
  const { db, now } = context
  await withRetry(db, async (tx) => {
    const stored = await lockWebhook(tx, id)
    if (!stored.isOn) throw new Conflict(WEBHOOK_MESSAGES.off)
    const token = newId()
    const date = now()
    await tx.insert(outbox).values({
      _id: newId(),
      kind: 'webhook',
      reason: 'test',
      webhook: id,
      data: { id: currentUser.id },
      token,
      date,
      nextAttempt: date,
    })
  })
  context.wakeNetworkWorkers?.()
}

export const listDeliveries = async ({ db }: Context, id: string): Promise<Message[]> => {
  const [target] = await db.select({ _id: webhooks._id }).from(webhooks).where(eq(webhooks._id, id))
  if (!target) throw new NotFound(WEBHOOK_MESSAGES.missing)
  const rows = await db
    .select()
    .from(outbox)
    .where(eq(outbox.webhook, id))
    .orderBy(desc(outbox.date), desc(outbox._id))
    .limit(MAX_DELIVERIES)
  return toMessages(db, rows)
}

const lockWebhook = async (tx: Tx, id: string): Promise<WebhookRow> => {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks._id, id)).for('update')
  if (!row) throw new NotFound(WEBHOOK_MESSAGES.missing)
  return row
}

interface WebhookChange {
  record: Pick<WebhookRow, '_id' | 'name'>
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
}

const recordWebhook = (
  tx: Tx,
  currentUser: CurrentUser,
  date: Date,
  action: 'create' | 'update' | 'delete',
  { record: { _id, name }, ...changes }: WebhookChange,
): Promise<void> =>
  recordChange(tx, currentUser, date, {
    action,
    resource: 'settings',
    record: { _id, name: `Webhook ${name}` },
    ...changes,
  })
