import { sql } from 'drizzle-orm'
import { type LinkedResource, type LinkReason, verdictOf } from '../../domain/contents/link-verdict.ts'
import type { LinkCheck } from '../../domain/links/link-health.ts'
import { activeLinks, linkKey } from '../features/links/queue-checks.ts'
import { tableOf } from '../platform/database/collection.ts'
import type { Tx } from '../platform/database/open.ts'
import { linkHealth } from '../platform/database/schema/links.ts'
import { DAY, MINUTE, shift } from './clock.ts'
import { createRandom, type Random } from './random.ts'

/** Parts of the catalogue with checked links: those changed last, since the demo contacts no host. */
const CHECKED: readonly LinkedResource[] = ['movies', 'channels', 'radios']
const RECORDS = 60
const KEPT = 3

const composeHistory = (now: Date, random: Random): LinkCheck[] => {
  const reason = random.pick<LinkReason>([
    ...Array.from({ length: 16 }, () => 'works' as const),
    ...(['notFound', 'unreachable', 'refused'] as const),
  ])
  return Array.from({ length: KEPT }, (_, index) => ({
    date: shift(now, -index * 7 * DAY - random.integer(1, 300) * MINUTE).toISOString(),
    reason: index === 0 ? reason : 'works',
  }))
}

/** Stores results of checks for some links; the catalogue must exist. */
export const loadLinkHealth = async (tx: Tx, now: Date): Promise<void> => {
  const random = createRandom('link health')
  for (const resource of CHECKED) {
    const table = tableOf(resource)
    const newest = sql`${table._id} in (
      select t._id from ${table} t order by t.date_update desc, t._id limit ${RECORDS})`
    const { rows } = await tx.execute<{
      record: string
      link: string
      linkType: 'I' | 'E'
      isYoutube: boolean
    }>(sql`${activeLinks(resource, newest)} order by 1, 2`)
    const checks = rows.map(({ record, ...link }) => {
      const history = composeHistory(now, random)
      const [last] = history
      const reason = last?.reason ?? 'works'
      const date = new Date(last?.date ?? now)
      const verdict = verdictOf(reason)
      const key = linkKey(resource, link)
      return {
        ...{ resource, record, key, ...link, host: '' },
        verdict,
        reason,
        checked: date,
        since: date,
        repeats: 1,
        history,
      }
    })
    const seen = new Set<string>()
    const values = checks.filter(({ record, key }) => {
      const id = `${record} ${key}`
      return !seen.has(id) && seen.add(id)
    })
    if (values.length > 0) await tx.insert(linkHealth).values(values)
  }
}
