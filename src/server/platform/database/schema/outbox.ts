import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import {
  OUTBOX_KIND_NAMES,
  OUTBOX_REASON_NAMES,
  OUTBOX_STATE_NAMES,
} from '../../../../domain/outbox/outbox.ts'
import type { WebhookEvent } from '../../../../domain/outbox/webhook-events.ts'
import { id, instant } from '../columns.ts'
import { users } from './users.ts'

/** The URLs that events are sent to (rule N10). */
export const webhooks = pgTable('webhooks', {
  _id: id(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  /** JSON with placeholders; empty for the standard payload. */
  template: text('template').notNull().default(''),
  isOn: boolean('is_on').notNull().default(true),
  /** Why it was switched off by the service. */
  message: text('message').notNull().default(''),
  /** It signs every delivery, so it is no hash; sealed if the server has a key. */
  secret: text('secret').notNull(),
  /** Also signs until `secretUntil`. */
  oldSecret: text('old_secret'),
  secretUntil: instant('secret_until'),
  /** The first failure since the last success. */
  failingSince: instant('failing_since'),
  dateCreate: instant('date_create').notNull(),
  dateUpdate: instant('date_update').notNull(),
})
export type WebhookRow = typeof webhooks.$inferSelect

/**
 * Messages to other systems: each is written in the transaction that causes it, and sent by a worker
 * (docs/design/outbox.md).
 */
export const outbox = pgTable(
  'outbox',
  {
    _id: id(),
    kind: text('kind', { enum: OUTBOX_KIND_NAMES }).notNull(),
    reason: text('reason', { enum: OUTBOX_REASON_NAMES }).notNull(),
    /** Identifies event and recipient: the unique key prevents repeats. */
    key: text('key').unique(),
    user: text('user_id').references(() => users._id),
    webhook: text('webhook').references(() => webhooks._id, { onDelete: 'cascade' }),
    /** The address of a mail; erased with the user. */
    recipient: text('recipient').notNull().default(''),
    /** The `data` of a webhook's payload; what a mail is about. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    /** The webhook-id, equal for all addresses and attempts; of mails, the token that ends their notifications. */
    token: text('token').notNull(),
    date: instant('date').notNull(),
    state: text('state', { enum: OUTBOX_STATE_NAMES }).notNull().default('waiting'),
    attempt: integer('attempt').notNull().default(0),
    /** When it is due, or due again; while a node works on it, the end of its lease. */
    nextAttempt: instant('next_attempt').notNull(),
    /** Until when the node that claimed it may work on it; null if none has. */
    leaseUntil: instant('lease_until'),
    /** Last claim, for the limit of mails per minute. */
    claimed: instant('claimed'),
    ended: instant('ended'),
    /** Status of HTTP or SMTP. */
    status: integer('status'),
    answer: text('answer').notNull().default(''),
  },
  (table) => [
    index('outbox_date_sort').on(table.date, table._id),
    index('outbox_due').on(table.kind, table.nextAttempt).where(sql`${table.state} = 'waiting'`),
    index('outbox_due_webhook').on(table.webhook, table.nextAttempt).where(sql`${table.state} = 'waiting'`),
    // Few rows: messages being sent, and those left by killed nodes.
    index('outbox_leased').on(table.leaseUntil).where(sql`${table.leaseUntil} is not null`),
    index('outbox_claimed').on(table.claimed).where(sql`${table.kind} = 'mail'`),
    index('outbox_user').on(table.user, table.date, table._id).where(sql`${table.user} is not null`),
    index('outbox_webhook').on(table.webhook, table.date, table._id).where(sql`${table.webhook} is not null`),
    index('outbox_token').on(table.token),
  ],
)
export type OutboxRow = typeof outbox.$inferSelect
