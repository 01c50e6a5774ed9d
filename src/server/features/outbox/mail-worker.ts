import { and, asc, count, eq, gt, isNull, lte } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ROUTES } from '../../../domain/access/routes.ts'
import { endOfDay, formatDay, formatMoment } from '../../../domain/format/dates.ts'
import { formatMoney } from '../../../domain/format/text.ts'
import { OUTBOX_MESSAGES } from '../../../domain/outbox/outbox.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import {
  customerValues,
  fillPlaceholders,
  type NoticeValues,
  USER_NOTICES,
} from '../../../domain/user-notices/notice.ts'
import { isEmail } from '../../../domain/validation/contact.ts'
import type { MailConfig } from '../../config.ts'
import { lastProof } from '../../platform/database/last-proof.ts'
import type { Tx } from '../../platform/database/open.ts'
import { backups } from '../../platform/database/schema/backups.ts'
import { type OutboxRow, outbox } from '../../platform/database/schema/outbox.ts'
import { balanceMonths, balances, licences, users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import type { NetworkWork } from '../../platform/tasks/network-worker.ts'
import {
  endLeases,
  isAbandoned,
  lease,
  lockClaims,
  nextDue,
  type Outcome,
  settleMessage,
} from './messages.ts'
import { type Mail, type MailLimits, sendMail } from './send-mail.ts'

/** Mails a minute, over all nodes. */
const MAX_A_MINUTE = 60
const MINUTE = 60_000
/** Time limit for a mail, and its lease, in milliseconds. */
const LIMIT = 90_000
const LEASE = 120_000
/** Mails under way at once on a node. */
const WIDTH = 4

interface MailWorkOptions {
  mostAMinute?: number
  limits?: MailLimits
}

/** Sends the mails of the outbox (rules N5 to N7). */
export const mailWork = (
  context: Pick<Context, 'db' | 'config' | 'now' | 'metrics'>,
  mail: MailConfig,
  { mostAMinute = MAX_A_MINUTE, limits }: MailWorkOptions = {},
): NetworkWork<OutboxRow, Outcome> => ({
  name: 'mail',
  width: WIDTH,
  limit: LIMIT,
  async claim(tx, now, most) {
    await lockClaims(tx, 'mail')
    await giveUpAbandoned(tx, now)
    const room = Math.min(most, mostAMinute - (await countClaimed(tx, now)))
    if (room <= 0) return []
    const due = and(
      eq(outbox.kind, 'mail'),
      eq(outbox.state, 'waiting'),
      isNull(outbox.leaseUntil),
      lte(outbox.nextAttempt, now),
    )
    const rows = await tx
      .select({ _id: outbox._id })
      .from(outbox)
      .where(due)
      .orderBy(asc(outbox.nextAttempt))
      .limit(room)
    return lease(
      tx,
      rows.map(({ _id }) => _id),
      now,
      LEASE,
    )
  },
  async perform(row, signal) {
    try {
      const composed = await context.db.transaction((tx) => composeMail(tx, context, mail, row))
      if (!composed) return { state: 'cancelled', answer: OUTBOX_MESSAGES.changed }
      return await sendMail(mail, composed, row.attempt, signal, limits)
    } catch {
      // The database is unavailable; nothing was sent yet.
      return { state: 'released' }
    }
  },
  async settle(tx, row, outcome, now) {
    if (await settleMessage(tx, row, outcome, now)) context.metrics?.countMessage('mail', outcome.state)
  },
  nextDue: (db) => nextDue(db, 'mail'),
  recover: (db, now) => endLeases(db, 'mail', now),
})

/** Marks mails whose node was killed while sending them: they may have arrived. */
const giveUpAbandoned = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .update(outbox)
    .set({ state: 'unconfirmed', ended: now, leaseUntil: null, answer: OUTBOX_MESSAGES.interrupted })
    .where(isAbandoned('mail', now))
}

const countClaimed = async (tx: Tx, now: Date): Promise<number> => {
  const since = new Date(now.getTime() - MINUTE)
  const [row] = await tx
    .select({ claimed: count() })
    .from(outbox)
    .where(and(eq(outbox.kind, 'mail'), gt(outbox.claimed, since)))
  return row?.claimed ?? 0
}

const seller = alias(users, 'seller')

const composeMail = async (
  tx: Tx,
  { now, config }: Pick<Context, 'now' | 'config'>,
  { publicUrl }: MailConfig,
  row: OutboxRow,
): Promise<Mail | undefined> => {
  if (row.reason === 'backup') return composeReport(tx, config, publicUrl, row)
  const settings = await currentSettings(tx)
  const [person] = await tx
    .select({
      fullName: users.fullName,
      name: users.name,
      email: users.email,
      status: users.status,
      mailNotify: users.mailNotify,
      dateExpire: licences.dateExpire,
      balance: balanceMonths,
      seller: seller.fullName,
    })
    .from(users)
    .leftJoin(licences, eq(licences._id, users._id))
    .leftJoin(balances, eq(balances._id, users._id))
    .leftJoin(seller, eq(seller._id, users.createdBy))
    .where(and(eq(users._id, row.user ?? ''), isNull(users.deletedAt)))
  if (!person?.mailNotify || !isEmail(person.email) || person.status !== 'enable') return undefined
  if (!isStillTrue(row, person, settings)) return undefined
  const values: NoticeValues = {
    ...customerValues(
      { ...person, dateExpire: person.dateExpire?.toISOString() ?? null },
      {
        fullName: person.seller ?? '',
        now: now(),
        timeZone: config.timeZone,
        price: formatMoney(settings.creditPriceMonthly, settings.currency),
        businessName: settings.businessName,
      },
    ),
    balance: String(person.balance),
  }
  const { setting, subject } = row.reason === 'balance' ? USER_NOTICES.balanceMail : USER_NOTICES.expiryMail
  const unsubscribe = `${publicUrl}/baja/${row.token}`
  const text = fillPlaceholders(settings[setting], values)
  return {
    messageId: messageId(row, publicUrl),
    to: person.email,
    subject: fillPlaceholders(settings[subject], values).replace(/\s+/g, ' '),
    text: `${text}\n\n${FOOTER}\n${unsubscribe}\n`,
    html: toHtml(text, unsubscribe),
    unsubscribe,
    date: row.date,
  }
}

const messageId = ({ _id }: OutboxRow, publicUrl: string): string => `<${_id}@${new URL(publicUrl).hostname}>`

const JOBS_PATH = ROUTES.find(({ template }) => template === 'job-list')?.path ?? ''

/** The mail about a failed backup, to the operator (rule O17). */
const composeReport = async (
  tx: Tx,
  { timeZone }: Pick<Context['config'], 'timeZone'>,
  publicUrl: string,
  row: OutboxRow,
): Promise<Mail | undefined> => {
  const [night] = await tx
    .select()
    .from(backups)
    .where(eq(backups._id, String(row.data.id)))
  if (!night) return undefined
  const proven = await lastProof(tx, row.date)
  const day = formatDay(endOfDay(night.night, timeZone), timeZone)
  const text = [
    `La copia de seguridad automática del ${day} falló: ${night.message}`,
    proven
      ? `La última copia probada es del ${formatMoment(proven, timeZone)}.`
      : 'Todavía no hay ninguna copia probada.',
    `Vea las tareas: ${publicUrl}${JOBS_PATH}`,
  ].join('\n\n')
  return {
    messageId: messageId(row, publicUrl),
    to: row.recipient,
    subject: `Cartelera: falló la copia de seguridad del ${day}`,
    text: `${text}\n`,
    html: toHtml(text),
    date: row.date,
  }
}

/** True if the reason of a mail still holds: a renewal cancels it. */
const isStillTrue = (
  { reason, data }: OutboxRow,
  { dateExpire, balance }: { dateExpire: Date | null; balance: number },
  { mailReminders, lowBalanceMail }: Settings,
): boolean =>
  reason === 'balance'
    ? balance < lowBalanceMail
    : mailReminders && dateExpire?.toISOString() === data.dateExpire

const FOOTER = 'Recibe este correo porque pidió que se le avise. Para no recibir más:'

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const toHtml = (text: string, unsubscribe?: string): string => {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:0 0 16px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
  return `<!doctype html>
<html lang="es"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1f2430;background:#fff">
<div style="max-width:560px;margin:0 auto">
${paragraphs}${unsubscribe === undefined ? '' : footer(unsubscribe)}
</div></body></html>`
}

const footer = (unsubscribe: string): string => `
<p style="margin:32px 0 0;font-size:13px;color:#5b6275">${escapeHtml(FOOTER)}
<a href="${escapeHtml(unsubscribe)}" style="color:#5b6275">dejar de recibir avisos</a></p>`
