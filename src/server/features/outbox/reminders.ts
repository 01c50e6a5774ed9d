import {
  and,
  arrayOverlaps,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  not,
  type SQL,
  sql,
} from 'drizzle-orm'
import { isSubscriber, ROLES, type Role } from '../../../domain/access/permissions.ts'
import { dayAfter, dayOf, dayRange } from '../../../domain/format/dates.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { outbox, webhooks } from '../../platform/database/schema/outbox.ts'
import { licences, profiles, users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import type { ChunkedKind, TaskKind } from '../../platform/tasks/queue.ts'
import { newMailToken } from './queue-mail.ts'

/** Messages written by a chunk. */
const CHUNK_SIZE = 500

/** Hours of past expiries that are still announced, so that an outage loses none. */
const EXPIRED_HOURS = 48

/** Profiles of viewers, whose licences expire (rule A1); demos get no mails. */
const VIEWERS = ROLES.filter(isSubscriber)
const CUSTOMERS: readonly Role[] = ['app']

/**
 * Writes the mails and the events of licences that expire on the days of the settings, and the events of those that
 * expired (rules N5, N9). Runs hourly; a unique key per licence and expiry prevents repeats.
 */
export const reminders: TaskKind & ChunkedKind = {
  name: 'reminders',
  cron: '10 * * * *',
  async isOffInSettings(db) {
    if ((await currentSettings(db)).mailReminders) return false
    const listens = arrayOverlaps(webhooks.events, ['user.expiring', 'user.expired'])
    return (await countRows(db, webhooks, and(eq(webhooks.isOn, true), listens))) === 0
  },
  async chunk({ tx, context }) {
    const now = context.now()
    const { mailReminders, mailReminderDays } = await currentSettings(tx)
    let written = 0
    for (const days of mailReminderDays) {
      const expiring = expiringIn(days, context, now)
      if (mailReminders && context.config.mail) written += await queueMails(tx, expiring, now, days)
      written += await queueEvents(tx, 'user.expiring', expiring, now, days)
    }
    const since = new Date(now.getTime() - EXPIRED_HOURS * 3_600_000)
    const expired = and(gt(licences.dateExpire, since), lte(licences.dateExpire, now))
    written += await queueEvents(tx, 'user.expired', expired, now)
    if (written > 0) context.wakeNetworkWorkers?.()
    return { state: written > 0 ? 'more' : 'done', done: written }
  },
}

/** Licences that end on a day of the service, not yet at `now`. */
const expiringIn = (days: number, { config: { timeZone } }: Pick<Context, 'config'>, now: Date) => {
  const day = dayAfter(dayOf(now, timeZone), days)
  const { start, end } = dayRange(day, day, timeZone)
  return and(
    gt(licences.dateExpire, now),
    start && gte(licences.dateExpire, start),
    end && lt(licences.dateExpire, end),
  )
}

/** The expiry in the format of `toISOString`. */
const isoExpiry = sql`to_char(${licences.dateExpire} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const isActive = (roles: readonly Role[]) =>
  and(
    eq(users.status, 'enable'),
    isNull(users.deletedAt),
    sql`${users.profile} in (select ${profiles._id} from ${profiles} where ${and(eq(profiles.isSystem, true), inArray(profiles.name, [...roles]))})`,
  )

const queueMails = async (tx: Tx, expiring: SQL | undefined, now: Date, days: number): Promise<number> => {
  const key = sql<string>`'expiry ' || ${users._id} || ' ' || ${isoExpiry} || ' ' || ${days}::text`
  const rows = await tx
    .select({ user: users._id, recipient: users.email, dateExpire: licences.dateExpire, key })
    .from(licences)
    .innerJoin(users, eq(users._id, licences._id))
    .where(
      and(
        expiring,
        isActive(CUSTOMERS),
        eq(users.mailNotify, true),
        ne(users.email, ''),
        not(sql`exists (select from ${outbox} where ${outbox.key} = ${key})`),
      ),
    )
    .limit(CHUNK_SIZE)
  if (rows.length === 0) return 0
  await tx
    .insert(outbox)
    .values(
      rows.map(({ user, recipient, dateExpire, key }) => ({
        _id: newId(),
        kind: 'mail' as const,
        reason: 'expiry' as const,
        key,
        user,
        recipient,
        data: { dateExpire: dateExpire?.toISOString() },
        token: newMailToken(),
        date: now,
        nextAttempt: now,
      })),
    )
    .onConflictDoNothing()
  return rows.length
}

/** Queues events for active, subscribed webhooks; expiries before a webhook was created are not sent. */
const queueEvents = async (
  tx: Tx,
  event: 'user.expiring' | 'user.expired',
  where: SQL | undefined,
  now: Date,
  days?: number,
): Promise<number> => {
  const at = sql`${now.toISOString()}::timestamptz`
  const about = days === undefined ? sql`${event}` : sql`${`${event} ${days}`}`
  const message = sql`${about} || ' ' || ${users._id} || ' ' || ${isoExpiry}`
  const data = sql`jsonb_build_object('id', ${users._id}, 'dateExpire', ${isoExpiry} ${days === undefined ? sql`` : sql`, 'days', ${days}::int`})`
  const isNew = event === 'user.expired' ? sql`and ${licences.dateExpire} > ${webhooks.dateCreate}` : sql``
  const { rowCount } = await tx.execute(sql`
    insert into ${outbox} (_id, kind, reason, key, webhook, data, token, date, next_attempt)
    select gen_random_uuid()::text, 'webhook', ${event}, ${webhooks._id} || ' ' || ${message}, ${webhooks._id}, ${data},
      md5(${message}), ${at}, ${at}
    from ${webhooks} cross join ${licences} join ${users} on ${users._id} = ${licences._id}
    where ${webhooks.isOn} and ${event} = any(${webhooks.events}) and ${and(where, isActive(VIEWERS))} ${isNew}
      and not exists (select from ${outbox} where ${outbox.key} = ${webhooks._id} || ' ' || ${message})
    limit ${CHUNK_SIZE}
    on conflict do nothing`)
  return rowCount ?? 0
}
