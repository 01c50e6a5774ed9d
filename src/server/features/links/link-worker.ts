import { and, eq, gt, isNotNull, min, type SQL, sql } from 'drizzle-orm'
import { type LinkReason, verdictOf } from '../../../domain/contents/link-verdict.ts'
import { KEPT_CHECKS } from '../../../domain/links/link-health.ts'
import type { Tx } from '../../platform/database/open.ts'
import { type LinkHealthRow, linkHealth, linkHosts } from '../../platform/database/schema/links.ts'
import type { Context } from '../../platform/http/context.ts'
import { allowAnyIp, isPublicIp } from '../../platform/outbound/ip-policy.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import type { NetworkWork } from '../../platform/tasks/network-worker.ts'
import { type CheckOptions, checkLink } from './check-link.ts'
import { deactivateFailing } from './deactivate.ts'
import { checkedUrl } from './queue-checks.ts'

/** Checks at once over all nodes; each host gets one at a time. */
const WIDTH = 20
/** Milliseconds for a link as a whole, and for the lease of its host. */
const TIME = 8_000
const LEASE = 30_000
/** Milliseconds between two checks of a host, and of its rest after `MAX_TIMEOUTS` time-outs. */
const PAUSE = 2_000
const REST = 3_600_000
const MAX_TIMEOUTS = 5

/** A link to check, and the claim of its host. */
type ClaimedLink = LinkHealthRow & { attempt: number }

export type Outcome = { reason: LinkReason } | 'released'

interface LinkWorkOptions
  extends Partial<Pick<CheckOptions, 'isAllowed' | 'lookup' | 'oembedUrl' | 'timeLimit'>> {
  /** Milliseconds between two checks of a host. */
  pause?: number
}

/** Checks links one at a time per host (rule L22). */
export const linkWork = (
  { db, config, metrics }: Pick<Context, 'db' | 'config' | 'metrics'>,
  options: LinkWorkOptions = {},
): NetworkWork<ClaimedLink, Outcome> => ({
  name: 'links',
  width: WIDTH,
  limit: TIME + 2_000,
  claim: (tx, date, most) => claimDue(tx, date, most),
  async perform(row, signal) {
    try {
      const settings = await db.transaction(currentSettings)
      const { pause: _pause, ...overrides } = options
      const url = checkedUrl(row.resource, row, settings)
      const reason = await checkLink(
        { url, isYoutube: row.isYoutube },
        {
          isAllowed: config.allowPrivateLinks ? allowAnyIp : isPublicIp,
          oembedUrl: config.youtubeUrl,
          timeLimit: TIME,
          ...overrides,
          signal,
        },
      )
      // The server stops, or the lease ends soon.
      return signal.aborted ? 'released' : { reason }
    } catch {
      return 'released'
    }
  },
  async settle(tx, row, outcome, date) {
    if (!(await releaseHost(tx, row, outcome, date, options.pause ?? PAUSE))) return
    if (outcome === 'released') return
    await storeResult(tx, row, outcome.reason, date)
    const { linkDeactivateAfter } = await currentSettings(tx)
    if (linkDeactivateAfter > 0 && verdictOf(outcome.reason) === 'down')
      await deactivateFailing(tx, row.key, linkDeactivateAfter, date)
    metrics?.countLinkCheck(verdictOf(outcome.reason))
  },
  async nextDue(db) {
    const free = sql<Date>`greatest(${linkHosts.nextCheck}, coalesce(${linkHosts.leaseUntil}, '-infinity'))`
    const waits = sql`exists (select from ${linkHealth} where host = ${linkHosts.host} and ${linkHealth.nextCheck} is not null)`
    const [row] = await db
      .select({ due: min(free).mapWith(linkHosts.nextCheck) })
      .from(linkHosts)
      .where(waits)
    return row?.due ?? undefined
  },
  async recover(db, date) {
    await db
      .update(linkHosts)
      .set({ leaseUntil: null, nextCheck: date })
      .where(gt(linkHosts.leaseUntil, date))
  },
})

/** One claim at a time over all nodes, whose limits count the leases of the others. */
const lockClaims = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('link checks', 0))`)

const claimDue = async (tx: Tx, now: Date, most: number): Promise<ClaimedLink[]> => {
  await lockClaims(tx)
  const at = sql`${now.toISOString()}::timestamptz`
  const leaseUntil = sql`${new Date(now.getTime() + LEASE).toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ record: string; key: string; attempt: number }>(sql`
    with due as (
      select h.host, d.record, d.key from ${linkHosts} h cross join lateral (
        select l.record, l.key from ${linkHealth} l where l.host = h.host and l.next_check <= ${at}
        order by l.is_asked desc nulls last, l.next_check limit 1) d
      where h.next_check <= ${at} and (h.lease_until is null or h.lease_until <= ${at})
      order by h.next_check
      limit greatest(0, least(${most}, ${freeLeases(at)}))),
    leased as (
      update ${linkHosts} h set attempt = attempt + 1, lease_until = ${leaseUntil}
      from due where h.host = due.host returning h.host, h.attempt)
    select due.record, due.key, leased.attempt from due join leased using (host)`)
  const claimed: ClaimedLink[] = []
  for (const { record, key, attempt } of rows) {
    const [row] = await tx
      .select()
      .from(linkHealth)
      .where(and(eq(linkHealth.record, record), eq(linkHealth.key, key)))
    if (row) claimed.push({ ...row, attempt })
  }
  return claimed
}

/** Leases that are left of those of all nodes. */
const freeLeases = (at: SQL): SQL =>
  sql`${WIDTH} - (select count(*) from ${linkHosts} u where u.lease_until > ${at})`

/** Leases one host for some milliseconds; undefined if it is not free. */
export const leaseHost = async (
  tx: Tx,
  host: string,
  now: Date,
  milliseconds: number,
): Promise<number | undefined> => {
  await lockClaims(tx)
  const at = sql`${now.toISOString()}::timestamptz`
  const [leased] = await tx
    .update(linkHosts)
    .set({ attempt: sql`attempt + 1`, leaseUntil: new Date(now.getTime() + milliseconds) })
    .where(
      sql`${linkHosts.host} = ${host} and next_check <= ${at} and (lease_until is null or lease_until <= ${at})
        and ${freeLeases(at)} > 0`,
    )
    .returning({ attempt: linkHosts.attempt })
  return leased?.attempt
}

/** Ends the lease of the host; false if it was lost. A host that keeps timing out rests. */
export const releaseHost = async (
  tx: Tx,
  { host, attempt }: Pick<ClaimedLink, 'host' | 'attempt'>,
  outcome: Outcome,
  now: Date,
  pause: number,
): Promise<boolean> => {
  const isSlow = outcome !== 'released' && outcome.reason === 'slow'
  const [row] = await tx
    .update(linkHosts)
    .set({ leaseUntil: null, ...(outcome !== 'released' && { timeouts: isSlow ? sql`timeouts + 1` : 0 }) })
    .where(and(eq(linkHosts.host, host), eq(linkHosts.attempt, attempt), isNotNull(linkHosts.leaseUntil)))
    .returning()
  if (!row) return false
  const isResting = row.timeouts >= MAX_TIMEOUTS
  // An hour later it gets one more attempt before it rests again.
  await tx
    .update(linkHosts)
    .set({
      nextCheck: new Date(now.getTime() + (outcome === 'released' ? 0 : isResting ? REST : pause)),
      ...(isResting && { timeouts: MAX_TIMEOUTS - 1 }),
    })
    .where(eq(linkHosts.host, host))
  return true
}

/** Stores a result for every record that has the link. */
const storeResult = async (tx: Tx, { key }: ClaimedLink, reason: LinkReason, now: Date): Promise<void> => {
  const verdict = verdictOf(reason)
  const check = JSON.stringify([{ date: now.toISOString(), reason }])
  // A deactivated link is only queued again after a person has activated it: its failures count anew.
  const isActivated = sql`(${linkHealth.deactivated} is not null and ${linkHealth.nextCheck} is not null)`
  const isSame = sql`(${linkHealth.verdict} = ${verdict} and not ${isActivated})`
  await tx
    .update(linkHealth)
    .set({
      verdict,
      reason,
      checked: now,
      since: sql`case when ${isSame} then ${linkHealth.since} else ${now.toISOString()}::timestamptz end`,
      repeats: sql`case when ${isSame} then ${linkHealth.repeats} + 1 else 1 end`,
      history: sql`jsonb_path_query_array(${check}::jsonb || ${linkHealth.history}, ${sql.raw(`'$[0 to ${KEPT_CHECKS - 1}]'`)})`,
      nextCheck: null,
      isAsked: false,
      deactivated: sql`case when ${isActivated} then null else ${linkHealth.deactivated} end`,
    })
    .where(eq(linkHealth.key, key))
  if (verdict === 'down' || verdict === 'up') await announce(tx, key, verdict, now)
}

/** Checks in a row that must agree before webhooks are told. */
const AGREEING_CHECKS = 2

/** Tells webhooks once per change of the verdict (rule L25). A link that works from the beginning is no news. */
const announce = async (tx: Tx, key: string, verdict: 'down' | 'up', now: Date): Promise<void> => {
  await tx.execute(sql`
    with told as (
      update ${linkHealth} l set announced = ${verdict} from ${linkHealth} before
      where l.key = ${key} and l.repeats >= ${AGREEING_CHECKS} and l.announced is distinct from ${verdict}
        and before.record = l.record and before.key = l.key
      returning l.record, l.resource, l.reason, before.announced)
    select queue_events(array_agg(row(${`link.${verdict}`}, gen_random_uuid()::text, ${now.toISOString()}::timestamptz,
      jsonb_build_object('id', record, 'resource', resource, 'reason', reason))::webhook_event))
    from told where ${verdict === 'down'} or announced is not null having count(*) > 0`)
}
