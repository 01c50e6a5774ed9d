import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm'
import { OUTBOX_MESSAGES } from '../../domain/outbox/outbox.ts'
import type { WebhookEvent } from '../../domain/outbox/webhook-events.ts'
import type { Tx } from '../platform/database/open.ts'
import { outbox, webhooks } from '../platform/database/schema/outbox.ts'
import { balances, licences, users } from '../platform/database/schema/users.ts'
import { DAY, HOUR, MINUTE, shift } from './clock.ts'
import { createRandom, idAt, type Random } from './random.ts'
import { RECEIVER_URL } from './receiver.ts'

type NewMessage = typeof outbox.$inferInsert
type Result = Pick<NewMessage, 'state' | 'status' | 'answer'> & { attempt: number }

const MAILS = 24
const DELIVERIES = 12

const EVENTS: readonly WebhookEvent[] = ['user.created', 'user.expired', 'transaction.processed']

const ACCEPTED: Result = { state: 'sent', status: 250, answer: '2.0.0 Ok: queued', attempt: 1 }
const DELIVERED: Result = { state: 'sent', status: 204, answer: '', attempt: 1 }

/** Results other than the usual one, by the position of their message. */
const MAIL_RESULTS: Readonly<Record<number, Result>> = {
  2: {
    state: 'unconfirmed',
    status: null,
    answer: OUTBOX_MESSAGES.silent,
    attempt: 1,
  },
  5: { state: 'failed', status: 550, answer: '5.1.1 El buzón no existe', attempt: 1 },
  9: {
    state: 'cancelled',
    status: null,
    answer: OUTBOX_MESSAGES.changed,
    attempt: 1,
  },
  14: { ...ACCEPTED, attempt: 3 },
}
const DELIVERY_RESULTS: Readonly<Record<number, Result>> = {
  7: { state: 'failed', status: 503, answer: 'Service Unavailable', attempt: 7 },
  4: { ...DELIVERED, attempt: 2 },
}

/** Mails and deliveries of the last days, all of them ended, and a webhook with the demo's own receiver. */
export const loadOutbox = async (tx: Tx, now: Date): Promise<void> => {
  const random = createRandom('outbox')
  const webhook = idAt(shift(now, -40 * DAY), random)
  await tx.insert(webhooks).values({
    _id: webhook,
    name: 'CRM de ventas',
    url: RECEIVER_URL,
    events: [...EVENTS],
    secret: 'whsec_ZGVtbyBvZiBDYXJ0ZWxlcmE=',
    dateCreate: shift(now, -40 * DAY),
    dateUpdate: shift(now, -DAY),
  })
  await tx.insert(outbox).values([...(await mails(tx, now, random)), ...deliveries(webhook, now, random)])
}

const mails = async (tx: Tx, now: Date, random: Random): Promise<NewMessage[]> => {
  const toBeNotified = and(eq(users.mailNotify, true), ne(users.email, ''), isNull(users.deletedAt))
  const who = { _id: users._id, email: users.email }
  const customers = await tx
    .select({ ...who, dateExpire: licences.dateExpire })
    .from(users)
    .innerJoin(licences, eq(licences._id, users._id))
    .where(and(toBeNotified, gt(licences.dateExpire, now)))
    .orderBy(asc(licences.dateExpire), asc(users._id))
    .limit(MAILS - 2)
  const resellers = await tx
    .select(who)
    .from(users)
    .innerJoin(balances, eq(balances._id, users._id))
    .where(toBeNotified)
    .orderBy(asc(users._id))
    .limit(2)
  const people = [
    ...customers.map((each) => ({ ...each, reason: 'expiry' as const })),
    ...resellers.map((each) => ({ ...each, dateExpire: null, reason: 'balance' as const })),
  ]
  return people.map(({ _id: user, email: recipient, dateExpire, reason }, index) => {
    const date = shift(now, -index * 9 * HOUR - random.integer(20, 200) * MINUTE)
    return {
      ...endedAt(date, MAIL_RESULTS[index] ?? ACCEPTED, random),
      kind: 'mail',
      reason,
      user,
      recipient,
      data: dateExpire === null ? {} : { dateExpire: dateExpire.toISOString() },
    }
  })
}

const deliveries = (webhook: string, now: Date, random: Random): NewMessage[] =>
  Array.from({ length: DELIVERIES }, (_, index) => {
    const date = shift(now, -index * 5 * HOUR - random.integer(2, 90) * MINUTE)
    return {
      ...endedAt(date, DELIVERY_RESULTS[index] ?? DELIVERED, random),
      kind: 'webhook',
      reason: random.pick(EVENTS),
      webhook,
      recipient: new URL(RECEIVER_URL).host,
      data: { id: idAt(date, random) },
    }
  })

const endedAt = (date: Date, result: Result, random: Random) => ({
  _id: idAt(date, random),
  token: idAt(date, random),
  date,
  nextAttempt: date,
  claimed: date,
  ended: shift(date, random.integer(1, 9) * 1_000),
  ...result,
})
