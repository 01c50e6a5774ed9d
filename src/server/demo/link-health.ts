import { asc, sql } from 'drizzle-orm'
import { type LinkedResource, type LinkReason, verdictOf } from '../../domain/contents/link-verdict.ts'
import { KEPT_CHECKS, type LinkCheck } from '../../domain/links/link-health.ts'
import { activeLinks, linkKey } from '../features/links/queue-checks.ts'
import { tableOf } from '../platform/database/collection.ts'
import type { Tx } from '../platform/database/open.ts'
import { linkHealth } from '../platform/database/schema/links.ts'
import { DAY, HOUR, MINUTE, shift } from './clock.ts'
import { HOSTS } from './contents/links.ts'
import { createRandom, type Random } from './random.ts'
import { insertRows } from './record.ts'

/** Parts of the catalogue with checked links: those changed last, and films with external links. */
const CHECKED: readonly LinkedResource[] = ['movies', 'episodes', 'documentaries', 'channels', 'radios']
const RECORDS = 60

/** When the spare host lost its files: early on the last Tuesday before today. */
export const lossOfFiles = (now: Date): Date =>
  shift(new Date(Math.floor(now.getTime() / DAY) * DAY), 5 * HOUR - ((now.getUTCDay() + 5) % 7 || 7) * DAY)

/** The outage of the storage host, which is over. */
export const outage = (now: Date): { from: Date; until: Date } => ({
  from: shift(now, -8 * DAY),
  until: shift(now, -6 * DAY - 5 * HOUR),
})

/** What a check of a link found; most links work. */
const reasonAt = (link: string, date: Date, now: Date): LinkReason => {
  const { from, until } = outage(now)
  if (link.includes(HOSTS.partner)) return 'refused'
  if (link.includes(HOSTS.spare) && date >= lossOfFiles(now)) return 'notFound'
  if (link.includes(HOSTS.storage) && date >= from && date < until) return 'unreachable'
  return 'works'
}

/** Nightly checks, the last one first. */
const composeHistory = (link: string, now: Date, random: Random): LinkCheck[] =>
  Array.from({ length: KEPT_CHECKS }, (_, night) => {
    const date = shift(now, -night * DAY - random.integer(180, 400) * MINUTE)
    return { date: date.toISOString(), reason: reasonAt(link, date, now) }
  })

interface ActiveLink extends Record<string, unknown> {
  record: string
  link: string
  linkType: 'I' | 'E'
  isYoutube: boolean
}

/** Stores results of checks, none of which contacted a host; the catalogue must exist. */
export const loadLinkHealth = async (tx: Tx, now: Date): Promise<void> => {
  const random = createRandom('link health')
  for (const resource of CHECKED) {
    const table = tableOf(resource)
    const isNewest = sql`${table._id} in (
      select t._id from ${table} t order by t.date_update desc, t._id limit ${RECORDS})`
    const isExternal = resource === 'movies' ? sql`content::text like '%"E"%'` : sql`false`
    const links = await tx.execute<ActiveLink>(
      sql`${activeLinks(resource, sql`(${isNewest} or ${isExternal})`)} order by 1, 2`,
    )
    const rows = new Map(
      links.rows.map((link) => [`${link.record} ${link.link}`, healthRow(resource, link, now, random)]),
    )
    await insertRows(tx, linkHealth, [...rows.values()])
  }
}

const healthRow = (resource: LinkedResource, link: ActiveLink, now: Date, random: Random) => {
  const history = composeHistory(link.link, now, random)
  const { reason = 'works', date = now.toISOString() } = history[0] ?? {}
  const verdict = verdictOf(reason)
  const changed = history.findIndex((check) => verdictOf(check.reason) !== verdict)
  const repeats = changed === -1 ? history.length : changed
  return {
    ...{ resource, key: linkKey(resource, link), ...link, host: '', verdict, reason, history, repeats },
    checked: date,
    since: history[repeats - 1]?.date ?? date,
    announced: verdict === 'down' || changed !== -1 ? verdict : null,
    isAsked: false,
  }
}

/** The films whose links are dead, and those whose links were while the storage host was out. */
export const readFailing = async (tx: Tx): Promise<{ dead: Set<string>; recovered: Set<string> }> => {
  const rows = await tx
    .select({ record: linkHealth.record, verdict: linkHealth.verdict, link: linkHealth.link })
    .from(linkHealth)
    .orderBy(asc(linkHealth.record))
  const records = (isMatch: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(isMatch).map(({ record }) => record))
  return {
    dead: records(({ verdict }) => verdict === 'down'),
    recovered: records(({ verdict, link }) => verdict === 'up' && link.includes(HOSTS.storage)),
  }
}
