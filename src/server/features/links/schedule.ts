import { and, eq, isNull, lt, not, or, sql } from 'drizzle-orm'
import { LINKED_RESOURCES } from '../../../domain/contents/link-verdict.ts'
import { hourOf } from '../../../domain/format/dates.ts'
import { linkBase } from '../../../domain/links/link-bases.ts'
import { isLinkHour, LINK_HEALTH_MESSAGES } from '../../../domain/links/link-health.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { tableOf } from '../../platform/database/collection.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { linkHealth, linkHosts } from '../../platform/database/schema/links.ts'
import { settings as settingsTable } from '../../platform/database/schema/settings.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import type { ChunkedKind, TaskKind } from '../../platform/tasks/queue.ts'
import { activeLinks, queueChecks, removeGone } from './queue-checks.ts'

/** Records queued or rows removed per chunk. */
const CHUNK_SIZE = 2_000

/**
 * Queues the links of active records that were not checked for some days, within the hours of the settings, and
 * withdraws scheduled checks outside of them (rule L23).
 */
export const linkChecks: TaskKind & ChunkedKind = {
  name: 'link-checks',
  cron: '5 * * * *',
  isOffInSettings: async (db) => !(await currentSettings(db)).linkChecks,
  async outOfHours(db, { now, config }) {
    const settings = await currentSettings(db)
    if (isLinkHour(hourOf(now(), config.timeZone), settings)) return undefined
    return LINK_HEALTH_MESSAGES.outOfHours(settings)
  },
  async chunk({ tx, context }) {
    const now = context.now()
    const settings = await currentSettings(tx)
    if (await removeIdleHosts(tx, now)) return 'more'
    if (!settings.linkChecks || !isLinkHour(hourOf(now, context.config.timeZone), settings))
      return (await withdrawChecks(tx)) > 0 ? 'more' : 'done'
    for (const resource of LINKED_RESOURCES) {
      if ((await removeGone(tx, resource, now, CHUNK_SIZE)) > 0) return 'more'
      const records = await dueRecords(tx, resource, settings, now)
      if (records.length === 0) continue
      const where = sql`${tableOf(resource)._id} = any(${sql.param(records)})`
      const done = await queueChecks(tx, settings, { resource, where, now, isAsked: false })
      context.wakeNetworkWorkers?.()
      return { state: 'more', done }
    }
    return 'done'
  },
}

/** Withdraws scheduled checks; returns their number. */
const withdrawChecks = async (tx: Tx): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    update ${linkHealth} set next_check = null where (record, key) in (
      select record, key from ${linkHealth} where next_check is not null and not is_asked limit ${CHUNK_SIZE})`)
  return rowCount ?? 0
}

/** Milliseconds after which no pause of a host is still in effect. */
const IDLE_TIME = 3_600_000

/** Removes hosts without waiting checks, which would slow down each claim; false if there are none. */
const removeIdleHosts = async (tx: Tx, now: Date): Promise<boolean> => {
  const isWaiting = sql`exists (
    select from ${linkHealth} where host = ${linkHosts.host} and ${linkHealth.nextCheck} is not null)`
  const isIdle = and(
    lt(linkHosts.nextCheck, new Date(now.getTime() - IDLE_TIME)),
    or(isNull(linkHosts.leaseUntil), lt(linkHosts.leaseUntil, now)),
    not(isWaiting),
  )
  const idle = await tx.select({ host: linkHosts.host }).from(linkHosts).where(isIdle).limit(CHUNK_SIZE)
  if (idle.length === 0) return false
  // Waits for transactions that queue checks of these hosts, which are not visible yet.
  await tx.execute(sql`lock table ${linkHosts} in share row exclusive mode`)
  const hosts = idle.map(({ host }) => host)
  await tx.delete(linkHosts).where(and(isIdle, isAnyOf(linkHosts.host, hosts)))
  return true
}

/**
 * Active records with an active link that waits for no check and had none for some days, or none since its base address
 * was changed.
 */
const dueRecords = async (
  tx: Tx,
  resource: (typeof LINKED_RESOURCES)[number],
  { linkCheckDays }: Settings,
  now: Date,
): Promise<string[]> => {
  const before = new Date(now.getTime() - linkCheckDays * 86_400_000)
  const table = tableOf(resource)
  // A check that ended shortly after the change may have begun at the former address.
  const moved = sql`(select (${settingsTable.baseDates} ->> ${linkBase(resource)})::timestamptz + interval '10 seconds'
    from ${settingsTable})`
  const isMoved = and(eq(linkHealth.linkType, 'I'), lt(linkHealth.checked, moved))
  const isDue = or(isNull(linkHealth.checked), lt(linkHealth.checked, before), isMoved)
  const { rows } = await tx.execute<{ record: string }>(sql`
    select distinct a.record from (${activeLinks(resource, eq(table.status, true))}) a
    left join ${linkHealth} on ${linkHealth.record} = a.record and ${linkHealth.link} = a.link
      and ${linkHealth.linkType} = a."linkType" and ${linkHealth.isYoutube} = a."isYoutube"
    where ${linkHealth.nextCheck} is null and (${linkHealth.record} is null or ${isDue})
    limit ${CHUNK_SIZE}`)
  return rows.map(({ record }) => record)
}
