import { and, asc, eq, min, sql } from 'drizzle-orm'
import { Webhook as Signature } from 'standardwebhooks'
import { MAX_ANSWER, type OutboxReason } from '../../../domain/outbox/outbox.ts'
import {
  FAILING_DAYS,
  retryAfterSeconds,
  WEBHOOK_DELAYS,
  WEBHOOK_MESSAGES,
  webhookBody,
} from '../../../domain/outbox/webhook.ts'
import { type Payload, WEBHOOK_TYPES, type WebhookType } from '../../../domain/outbox/webhook-events.ts'
import type { Db, Tx } from '../../platform/database/open.ts'
import { type OutboxRow, outbox, type WebhookRow, webhooks } from '../../platform/database/schema/outbox.ts'
import type { Context } from '../../platform/http/context.ts'
import { SourceFailed } from '../../platform/http/errors.ts'
import { type GuardedFetchOptions, guardedPost } from '../../platform/outbound/guarded-fetch.ts'
import { allowAnyIp, type IpPolicy, isPublicIp } from '../../platform/outbound/ip-policy.ts'
import type { NetworkWork } from '../../platform/tasks/network-worker.ts'
import { endLeases, lease, lockClaims, type Outcome, settleMessage } from './messages.ts'
import { renewSecrets, signingSecrets } from './webhook-secrets.ts'

/** Time limits for a request and for a delivery as a whole, and its lease, in milliseconds. */
const REQUEST_LIMIT = 10_000
const LIMIT = 15_000
const LEASE = 60_000
/** Concurrent deliveries: of a node, and to one URL over all nodes, so that a hanging one leaves room. */
const WIDTH = 16
const WIDTH_PER_URL = 2

type Delivery = OutboxRow & { target: WebhookRow }

/** The outcome of a delivery, and whether its URL is gone for good. */
type DeliveryOutcome = Outcome & { isGone?: boolean }

/** Delivers the events of the outbox to their webhooks (rule N11). */
export const webhookWork = (
  context: Pick<Context, 'config' | 'now' | 'metrics' | 'demoReceiver'>,
  isAllowed: IpPolicy = context.config.allowPrivateWebhooks ? allowAnyIp : isPublicIp,
  request: Partial<Pick<GuardedFetchOptions, 'lookup' | 'timeLimit'>> = {},
): NetworkWork<Delivery, DeliveryOutcome> => ({
  name: 'webhook',
  width: WIDTH,
  limit: LIMIT,
  async claim(tx, now, most) {
    await lockClaims(tx, 'webhook')
    const ids = await dueDeliveries(tx, now, most)
    const rows = await lease(tx, ids, now, LEASE)
    const targets = rows.length > 0 ? await tx.select().from(webhooks) : []
    return rows.flatMap((row) => {
      const target = targets.find(({ _id }) => _id === row.webhook)
      return target ? [{ ...row, target }] : []
    })
  },
  async perform({ target, ...row }, signal) {
    // Not the whole URL, which may contain a secret of the receiver.
    const recipient = new URL(target.url).host
    const after = WEBHOOK_DELAYS[row.attempt - 1]
    const later: Outcome =
      after === undefined ? { state: 'failed' } : { state: 'waiting', after: after * 1_000 }
    try {
      const now = context.now()
      const sent = signRequest(row, target, signingSecrets(context.config, target, now), now)
      // The whole URL must be equal: other ports and paths of this machine stay closed (rule N13).
      const policy = target.url === context.demoReceiver ? allowAnyIp : isAllowed
      const { status, answer, retryAfter } = await guardedPost(
        target.url,
        { ...sent, signal },
        { isAllowed: policy, timeLimit: REQUEST_LIMIT, sizeLimit: MAX_ANSWER, ...request },
      )
      const response = { status, answer, recipient }
      if (status >= 200 && status < 300) return { state: 'sent', ...response }
      if (status === 410) return { state: 'failed', isGone: true, ...response }
      const requestedWait =
        status === 429 || status === 503 ? retryAfterSeconds(retryAfter, context.now()) : 0
      return later.state === 'waiting'
        ? { ...later, after: Math.max(later.after, requestedWait * 1_000), ...response }
        : { ...later, ...response }
    } catch (error) {
      // The server stops.
      if (signal.aborted) return { state: 'released' }
      const answer = error instanceof SourceFailed ? error.message : 'No se pudo enviar.'
      return { ...later, answer, recipient }
    }
  },
  async settle(tx, { target, ...row }, { isGone = false, ...outcome }, now) {
    if (!(await settleMessage(tx, row, outcome, now))) return
    // A shutdown says nothing about the receiver.
    const stored = outcome.state === 'released' ? undefined : await lockTarget(tx, target._id)
    if (stored) {
      await renewSecrets(tx, context.config, stored)
      await updateHealth(tx, stored, outcome.state === 'sent', isGone, now)
    }
    context.metrics?.countMessage('webhook', outcome.state)
  },
  nextDue: nextDelivery,
  recover: (db, now) => endLeases(db, 'webhook', now),
})

/** The first due deliveries of each active webhook, within its width. An ended lease makes a delivery due again. */
const dueDeliveries = async (tx: Tx, now: Date, most: number): Promise<string[]> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ _id: string }>(sql`
    select due._id from ${webhooks} w cross join lateral (
      select o._id, o.next_attempt from ${outbox} o
      where o.webhook = w._id and o.state = 'waiting' and o.next_attempt <= ${at}
      order by o.next_attempt
      limit greatest(0, ${WIDTH_PER_URL} - (
        select count(*) from ${outbox} u where u.webhook = w._id and u.state = 'waiting' and u.lease_until > ${at}))
    ) due
    where w.is_on order by due.next_attempt limit ${most}`)
  return rows.map(({ _id }) => _id)
}

/** When the next delivery to an active webhook is due. */
const nextDelivery = async (db: Db): Promise<Date | undefined> => {
  const first = db
    .select({ due: outbox.nextAttempt })
    .from(outbox)
    .where(and(eq(outbox.webhook, webhooks._id), eq(outbox.state, 'waiting')))
    .orderBy(asc(outbox.nextAttempt))
    .limit(1)
    .as('first')
  const [row] = await db
    .select({ due: min(first.due) })
    .from(webhooks)
    .crossJoinLateral(first)
    .where(eq(webhooks.isOn, true))
  return row?.due ?? undefined
}

const isWebhookType = (reason: OutboxReason): reason is WebhookType => Object.hasOwn(WEBHOOK_TYPES, reason)

/** The signed request of a delivery, as https://www.standardwebhooks.com defines it. */
const signRequest = (
  { reason, token, date, data }: OutboxRow,
  target: WebhookRow,
  secrets: readonly string[],
  now: Date,
) => {
  const type = isWebhookType(reason) ? reason : 'test'
  const payload: Payload = { type, timestamp: date.toISOString(), data }
  const body = webhookBody(target.template, payload)
  const signatures = secrets.map((secret) => new Signature(secret).sign(token, now, body))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': token,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
  }
}

const lockTarget = async (tx: Tx, id: string): Promise<WebhookRow | undefined> => {
  const [target] = await tx.select().from(webhooks).where(eq(webhooks._id, id)).for('no key update')
  return target
}

/** Stores success or failure of a webhook; switches it off once it is gone, or has failed for `FAILING_DAYS`. */
const updateHealth = async (
  tx: Tx,
  target: WebhookRow,
  isSuccess: boolean,
  isGone: boolean,
  now: Date,
): Promise<void> => {
  const { _id: id } = target
  if (isSuccess) {
    if (target.failingSince) await tx.update(webhooks).set({ failingSince: null }).where(eq(webhooks._id, id))
    return
  }
  const failingSince = target.failingSince ?? now
  const isFailing = now.getTime() - failingSince.getTime() >= FAILING_DAYS * 86_400_000
  const message = isGone ? WEBHOOK_MESSAGES.gone : isFailing ? WEBHOOK_MESSAGES.failing : ''
  await tx
    .update(webhooks)
    .set({ failingSince, ...(message && target.isOn && { isOn: false, message }) })
    .where(eq(webhooks._id, id))
}
