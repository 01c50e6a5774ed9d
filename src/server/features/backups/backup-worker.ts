import { and, arrayContains, desc, eq, isNotNull, lte, min, sql } from 'drizzle-orm'
import { BACKUP_MESSAGES, MAX_ATTEMPTS, RETRY_MINUTES } from '../../../domain/backups/backup.ts'
import { dayAfter, dayOf, hourOf } from '../../../domain/format/dates.ts'
import type { JobName } from '../../../domain/jobs/job.ts'
import type { WebhookEvent } from '../../../domain/outbox/webhook-events.ts'
import type { BackupConfig } from '../../config.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { newId } from '../../platform/database/ids.ts'
import { locateFile } from '../../platform/database/locate-file.ts'
import type { Database, Db, Log, Tx } from '../../platform/database/open.ts'
import { type BackupRow, backups } from '../../platform/database/schema/backups.ts'
import { outbox, webhooks } from '../../platform/database/schema/outbox.ts'
import type { Context } from '../../platform/http/context.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import {
  type AnyNetworkWorker,
  type NetworkWork,
  NetworkWorker,
} from '../../platform/tasks/network-worker.ts'
import { nextRun } from '../../platform/tasks/queue.ts'
import { recordRun } from '../../platform/tasks/runs.ts'
import {
  type ListedBackups,
  type MakeBackup,
  makeInChild,
  type TakenBackup,
  takeBackup,
} from './take-backup.ts'

const KIND: JobName = 'backup'

/** Milliseconds for a backup with its proof, and of its lease. */
const LIMIT = 6 * 3_600_000
const LEASE = LIMIT + 600_000

type Outcome =
  | ({ state: 'taken' } & TakenBackup)
  | { state: 'failed'; message: string }
  /** The server stops: tried again by another node, or at the next start. */
  | { state: 'released' }

interface BackupWorkOptions {
  database: Database
  log: Log
  make: MakeBackup
}

/** Makes the backup of each night on one of the nodes that have a folder for it (rule O15). */
export const backupWork = (
  { db, config, metrics, now }: Pick<Context, 'db' | 'config' | 'metrics' | 'now'>,
  settings: BackupConfig,
  { database, log, make }: BackupWorkOptions,
): NetworkWork<BackupRow, Outcome> => {
  const report = async (tx: Tx, row: BackupRow, date: Date): Promise<void> => {
    metrics?.countRun(KIND, 'failed', date)
    await reportFailure(tx, row, { date, hasMail: config.mail !== undefined })
  }
  return {
    name: 'backups',
    width: 1,
    limit: LIMIT,
    async claim(tx, date) {
      const night = nightAt(date, settings.hour, config.timeZone)
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('backups', 0))`)
      for (const row of await endAbandoned(tx, night, date)) await report(tx, row, date)
      return claimNight(tx, night, date)
    },
    async perform({ begun }, signal) {
      try {
        const taken = await takeBackup({
          database,
          config,
          backups: settings,
          date: begun,
          signal,
          log,
          make,
          listed: () => readListed(db, now()),
          lastBytes: await readLastBytes(db),
        })
        return { state: 'taken', ...taken }
      } catch (error) {
        if (signal.aborted && !isTimeout(signal.reason)) return { state: 'released' }
        log.error({ err: error }, 'a backup failed')
        return { state: 'failed', message: failureMessage(error, signal) }
      }
    },
    async settle(tx, row, outcome, date) {
      const end = await settleNight(tx, row, outcome, date)
      if (end === 'failed') await report(tx, row, date)
      else if (end === 'done') metrics?.countRun(KIND, end, date)
    },
    async nextDue(db) {
      const next = await nextRun(`0 ${settings.hour} * * *`, config.timeZone, now())
      const [waiting] = await db
        .select({ due: backups.due })
        .from(backups)
        .where(eq(backups.state, 'waiting'))
      return waiting && waiting.due < next ? waiting.due : next
    },
    async recover(db, date) {
      await db.update(backups).set({ due: date }).where(eq(backups.state, 'running'))
    },
  }
}

/** Milliseconds between two looks for a night that another node left. */
const POLL = 60_000

export const createBackupWorker = (
  context: Context,
  settings: BackupConfig,
  { database, log, isAlone }: { database: Database; log: Log; isAlone: boolean },
): AnyNetworkWorker => {
  const make = makeInChild(locateFile('main.js'), log)
  const work = backupWork(context, settings, { database, log, make })
  return new NetworkWorker(context, work, { isAlone, log, times: { poll: POLL } })
}

/** The local day on which the latest backup was due. */
const nightAt = (now: Date, hour: number, timeZone: string): string => {
  const day = dayOf(now, timeZone)
  return hourOf(now, timeZone) >= hour ? day : dayAfter(day, -1)
}

/** Claims a night unless it is over, waits for its next attempt, or another backup is under way. */
const claimNight = async (tx: Tx, night: string, now: Date): Promise<BackupRow[]> => {
  const [busy] = await tx.select({ _id: backups._id }).from(backups).where(eq(backups.state, 'running'))
  if (busy) return []
  const begun = { state: 'running', begun: now, due: new Date(now.getTime() + LEASE), ended: null } as const
  const [known] = await tx.select().from(backups).where(eq(backups.night, night))
  const rows = !known
    ? await tx
        .insert(backups)
        .values({ _id: newId(), night, attempt: 1, ...begun })
        .returning()
    : known.state === 'waiting' && known.due <= now
      ? await tx
          .update(backups)
          .set({ ...begun, attempt: known.attempt + 1 })
          .where(eq(backups._id, known._id))
          .returning()
      : []
  for (const row of rows) await recordAttempt(tx, row, { state: 'running', now })
  return rows
}

/**
 * Ends attempts whose node was killed, and nights that nobody tried again before the next one; returns the nights that
 * failed.
 */
const endAbandoned = async (tx: Tx, night: string, now: Date): Promise<BackupRow[]> => {
  const failed: BackupRow[] = []
  const rows = await tx.select().from(backups).where(sql`${backups.state} in ('running', 'waiting')`)
  for (const row of rows) {
    const isPast = row.night !== night
    // A lease that is longer than one was given while the clock was ahead.
    const isLeased = row.due > now && row.due.getTime() <= now.getTime() + LEASE
    if (row.state === 'running' ? isLeased : !isPast) continue
    const message = row.state === 'running' ? BACKUP_MESSAGES.interrupted : row.message
    const isLast = isPast || row.attempt >= MAX_ATTEMPTS
    const end = await storeFailure(tx, row, { message, isLast, pause: 0 }, now)
    if (end === 'failed') failed.push(row)
  }
  return failed
}

/** Stores an outcome, if the lease still holds; returns how the night ended, if it did. */
const settleNight = async (
  tx: Tx,
  row: BackupRow,
  outcome: Outcome,
  now: Date,
): Promise<'done' | 'failed' | undefined> => {
  const [held] = await tx
    .select({ _id: backups._id })
    .from(backups)
    .where(and(eq(backups._id, row._id), eq(backups.state, 'running'), eq(backups.attempt, row.attempt)))
    .for('update')
  if (!held) return undefined
  if (outcome.state === 'released') {
    const message = BACKUP_MESSAGES.interrupted
    const again = { state: 'waiting', due: now, attempt: row.attempt - 1, message } as const
    await tx.update(backups).set(again).where(eq(backups._id, row._id))
    await recordAttempt(tx, row, { state: 'retrying', message, now })
    return undefined
  }
  const { message } = outcome
  if (outcome.state === 'failed')
    return storeFailure(tx, row, { message, isLast: row.attempt >= MAX_ATTEMPTS }, now)
  const { file, bytes, sha256, isProven, failure } = outcome
  const proven = isProven ? row.begun : null
  await tx.update(backups).set({ file, bytes, sha256, proven }).where(eq(backups._id, row._id))
  // Another attempt would make a second file.
  if (failure !== undefined) return storeFailure(tx, row, { message: failure, isLast: true }, now)
  await tx.update(backups).set({ state: 'done', ended: now, message }).where(eq(backups._id, row._id))
  await recordAttempt(tx, row, { state: 'done', message, now })
  return 'done'
}

const storeFailure = async (
  tx: Tx,
  row: BackupRow,
  { message, isLast, pause = RETRY_MINUTES * 60_000 }: { message: string; isLast: boolean; pause?: number },
  now: Date,
): Promise<'failed' | undefined> => {
  const next = isLast
    ? ({ state: 'failed', ended: now } as const)
    : ({ state: 'waiting', due: new Date(now.getTime() + pause) } as const)
  await tx
    .update(backups)
    .set({ ...next, message })
    .where(eq(backups._id, row._id))
  await recordAttempt(tx, row, { state: isLast ? 'failed' : 'retrying', message, now })
  return isLast ? 'failed' : undefined
}

const recordAttempt = (
  tx: Tx,
  { night, begun }: BackupRow,
  update: { state: 'running' | 'retrying' | 'done' | 'failed'; message?: string; now: Date },
): Promise<void> =>
  recordRun(
    tx,
    { kind: KIND, key: night, user: null },
    { ...update, begun, slices: update.state === 'done' ? 1 : 0 },
  )

const EVENT: WebhookEvent = 'backup.failed'

/** Tells of a night without a good backup: the subscribed webhooks, and 'Email de contacto' by mail (rule O17). */
const reportFailure = async (
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

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError'

const failureMessage = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return BACKUP_MESSAGES.late
  return error instanceof BackupError ? error.message : BACKUP_MESSAGES.unexpected
}

const readListed = async (db: Db, date: Date): Promise<ListedBackups> => {
  const proven = await db
    .select({ file: backups.file })
    .from(backups)
    .where(lte(backups.proven, date))
    .orderBy(desc(backups.proven))
  const [first] = await db.select({ begun: min(backups.begun) }).from(backups)
  return { proven: proven.map(({ file }) => file), since: first?.begun ?? date }
}

const readLastBytes = async (db: Db): Promise<number | undefined> => {
  const [row] = await db
    .select({ bytes: backups.bytes })
    .from(backups)
    .where(isNotNull(backups.bytes))
    .orderBy(desc(backups.begun))
    .limit(1)
  return row?.bytes ?? undefined
}
