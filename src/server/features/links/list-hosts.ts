import { type SQL, sql } from 'drizzle-orm'
import type { LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { type LinkHost, MAX_HOSTS } from '../../../domain/links/link-health.ts'
import { tableColumns, tableOf } from '../../platform/database/collection.ts'
import { linkHosts } from '../../platform/database/link-hosts.ts'
import type { Executor } from '../../platform/database/open.ts'
import { linkHealth } from '../../platform/database/schema/links.ts'
import type { Context } from '../../platform/http/context.ts'
import { isStillActive } from './queue-checks.ts'
import { chunksOf } from './record-chunks.ts'

/**
 * An address up to its path, by which many links are grouped before `address_hosts`, which takes ten times as long, finds the
 * host of each group; null for most that have none.
 */
const beginningOf = (address: SQL): SQL => sql`case when split_part(${address}, '/', 2) = ''
  then split_part(${address}, '/', 1) || '//' || split_part(${address}, '/', 3) end`

/** Null for paths, which are left out of the result: the planner would move a condition before the grouping. */
const HOST = sql`(address_hosts(beginning))[1]`

/** The number of links at each host, of a chunk of the records. */
const countLinks = async (
  db: Executor,
  resource: LinkedResource,
  chunk: SQL,
): Promise<{ host: string; links: number }[]> => {
  const table = tableOf(resource)
  const { content, link, guideLink } = tableColumns(table)
  const addresses = content
    ? sql`select l ->> 'link' as address from jsonb_array_elements(${content}) l`
    : sql`select unnest(array[${guideLink ? sql`${link}, ${guideLink}` : sql`${link}`}]) as address`
  const { rows } = await db.execute<{ host: string | null; links: number }>(sql`
    select ${HOST} as host, sum(links)::integer as links from (
      select ${beginningOf(sql`address`)} as beginning, count(*) as links
      from ${table}, lateral (${addresses}) as addresses
      where ${chunk} group by 1) as counted
    group by 1`)
  return rows.flatMap(({ host, links }) => (host === null ? [] : { host, links }))
}

/** The number of a resource's records with a link at each of these hosts, by the index, as the lists' filter does. */
const countRecords = async (
  db: Executor,
  resource: LinkedResource,
  hosts: readonly string[],
): Promise<{ host: string; count: number }[]> => {
  const table = tableOf(resource)
  const { rows } = await db.execute<{ host: string; count: number }>(sql`
    select host, (select count(*)::integer from ${table} where ${linkHosts(tableColumns(table))} @> array[host]) as count
    from unnest(${sql.param([...hosts])}::text[]) as host`)
  return rows
}

interface Checks {
  host: string | null
  down: number
  since: Date | string | null
  checked: Date | string | null
}

/** What checks found of a resource's links at each host: how many are down, the earliest since when, and the last check. */
const countChecks = async (db: Executor, resource: LinkedResource): Promise<Checks[]> => {
  const beginning = sql`${beginningOf(sql`${linkHealth.link}`)} as beginning`
  const isDown = sql`${linkHealth.verdict} = 'down'`
  const { rows } = await db.execute<Checks & Record<string, unknown>>(sql`
    select ${HOST} as host, sum(down)::integer as down, min(since) as since, max(checked) as checked from (
      select ${beginning}, 0 as down, null::timestamptz as since, max(${linkHealth.checked}) as checked
      from ${linkHealth} where ${linkHealth.resource} = ${resource} group by 1
      union all
      select ${beginning}, count(*)::integer, min(${linkHealth.since}), null
      from ${linkHealth} where ${linkHealth.resource} = ${resource} and ${isDown} and ${isStillActive(resource)} group by 1) as found
    group by 1`)
  return rows
}

/** The hosts with the most links of these resources, with what checks found (rule L29). */
export const listHosts = async (
  { db }: Pick<Context, 'db'>,
  resources: readonly LinkedResource[],
): Promise<LinkHost[]> => {
  const hosts = new Map<string, LinkHost>()
  const linksOf = new Map<LinkedResource, Set<string>>()
  for (const resource of resources) {
    const found = new Set<string>()
    for (const chunk of await chunksOf(db, resource)) {
      for (const { host, links } of await countLinks(db, resource, chunk)) {
        const sum = hosts.get(host) ?? { host, links: 0, records: [], down: 0, since: null, checked: null }
        hosts.set(host, { ...sum, links: sum.links + links })
        found.add(host)
      }
    }
    linksOf.set(resource, found)
  }
  const most = [...hosts.values()]
    .sort((one, other) => other.links - one.links || (one.host < other.host ? -1 : 1))
    .slice(0, MAX_HOSTS)
  const listed = new Map(most.map((host) => [host.host, host]))
  for (const resource of [...resources].sort()) {
    const sought = most.flatMap(({ host }) => (linksOf.get(resource)?.has(host) ? [host] : []))
    for (const { host, count } of sought.length > 0 ? await countRecords(db, resource, sought) : [])
      if (count > 0) listed.get(host)?.records.push({ resource, count })
    for (const { host, down, since, checked } of await countChecks(db, resource)) {
      const sum = listed.get(host ?? '')
      if (!sum) continue
      sum.down += down
      sum.since = inOrder(sum.since, since)[0] ?? null
      sum.checked = inOrder(sum.checked, checked).at(-1) ?? null
    }
  }
  return most
}

/** The instants among these, the earliest first. */
const inOrder = (...instants: readonly (Date | string | null)[]): string[] =>
  instants.flatMap((each) => (each === null ? [] : new Date(each).toISOString())).sort()
