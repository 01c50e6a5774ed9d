import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { linkUrl } from '../../../domain/contents/link.ts'
import { isLinked, type LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { type LinkBase, linkBase } from '../../../domain/links/link-bases.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { tableColumns, tableOf } from '../../platform/database/collection.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { channels } from '../../platform/database/schema/channels.ts'
import { linkHealth, linkHosts } from '../../platform/database/schema/links.ts'
import { parseUrl } from '../../platform/outbound/parse-url.ts'

/** A link as stored in its record. */
export interface StoredLink {
  link: string
  linkType: 'I' | 'E'
  isYoutube: boolean
}

interface ActiveLink extends StoredLink, Record<string, unknown> {
  record: string
}

/** Whether a link of a content's `content` is YouTube's (rule K11). */
export const isYoutubeLink = sql`coalesce((l ->> 'provider') = '0' or (l ->> 'isYoutube') = 'true', false)`

/** Query of the active links of records: `record`, `link`, `linkType` and `isYoutube`. */
export const activeLinks = (resource: LinkedResource, where: SQL | undefined): SQL => {
  const table = tableOf(resource)
  const { content, link } = tableColumns(table)
  const condition = where ?? sql`true`
  if (content)
    return sql`select ${table._id} as record, l ->> 'link' as link, l ->> 'linkType' as "linkType",
      ${isYoutubeLink} as "isYoutube"
      from ${table}, jsonb_array_elements(${content}) l where (l ->> 'status') = 'true' and ${condition}`
  const linkType = resource === 'channels' ? sql`${channels.linkInternal}` : sql`'E'`
  return sql`select ${table._id} as record, ${link} as link, ${linkType} as "linkType", false as "isYoutube"
    from ${table} where ${link} <> '' and ${condition}`
}

/** Base URLs of internal links. */
export type Bases = Pick<Settings, LinkBase>

/** The URL of a link, or the id of a video; undefined for an internal one without a base URL. */
export const checkedUrl = (resource: LinkedResource, link: StoredLink, bases: Bases): string | undefined =>
  link.isYoutube ? link.link : linkUrl(link, bases[linkBase(resource)])

/** The host whose checks run one at a time; '' without one. */
export const linkHost = (url: string | undefined, isYoutube: boolean): string => {
  if (isYoutube) return 'youtube'
  return (url !== undefined && parseUrl(url)?.host) || ''
}

/** Identifies equal links, which are checked once. */
export const linkKey = (resource: LinkedResource, { link, linkType, isYoutube }: StoredLink): string => {
  const base = linkType === 'E' ? '' : resource === 'channels' ? 'tv' : 'content'
  return createHash('md5').update(`${base} ${isYoutube} ${link}`).digest('hex')
}

interface CheckRequest {
  resource: LinkedResource
  /** Condition on the records. */
  where: SQL | undefined
  now: Date
  /** Requested by a person: checked before scheduled ones. */
  isAsked: boolean
}

/** Rows per statement. */
const BATCH_SIZE = 1_000

/** Queues checks of the active links of records; returns their number. */
export const queueChecks = async (tx: Tx, bases: Bases, request: CheckRequest): Promise<number> => {
  const { resource, now, isAsked } = request
  const { rows } = await tx.execute<ActiveLink>(activeLinks(resource, request.where))
  const links = new Map(
    rows.map(({ record, ...link }) => {
      const key = linkKey(resource, link)
      const host = linkHost(checkedUrl(resource, link, bases), link.isYoutube)
      return [`${record} ${key}`, { record, ...link, key, host }]
    }),
  )
  // Sorted, so that two transactions never wait for each other.
  const sorted = [...links].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, link]) => link)
  await addHosts(tx, new Set(sorted.map(({ host }) => host)), now)
  for (let from = 0; from < sorted.length; from += BATCH_SIZE)
    await tx
      .insert(linkHealth)
      .values(
        sorted.slice(from, from + BATCH_SIZE).map((link) => ({ ...link, resource, nextCheck: now, isAsked })),
      )
      .onConflictDoUpdate({
        target: [linkHealth.record, linkHealth.key],
        set: {
          host: sql`excluded.host`,
          nextCheck: sql`coalesce(${linkHealth.nextCheck}, excluded.next_check)`,
          isAsked: sql`${linkHealth.isAsked} or excluded.is_asked`,
        },
      })
  return sorted.length
}

export const addHosts = async (tx: Tx, hosts: ReadonlySet<string>, now: Date): Promise<void> => {
  if (hosts.size === 0) return
  const values = [...hosts].sort().map((host) => ({ host, nextCheck: now }))
  for (let from = 0; from < values.length; from += BATCH_SIZE)
    await tx
      .insert(linkHosts)
      .values(values.slice(from, from + BATCH_SIZE))
      .onConflictDoNothing()
}

/** Minutes within which a reported content is checked once. */
const REPORT_MINUTES = 10

/** Queues checks of a reported content, unless it was checked a short time ago (rule L26). */
export const queueReported = async (
  tx: Tx,
  settings: Bases & Pick<Settings, 'linkChecks'>,
  resource: string,
  record: string,
  now: Date,
): Promise<void> => {
  if (!settings.linkChecks || !isLinked(resource)) return
  const since = new Date(now.getTime() - REPORT_MINUTES * 60_000)
  const [recent] = await tx
    .select({ record: linkHealth.record })
    .from(linkHealth)
    .where(and(eq(linkHealth.record, record), gt(linkHealth.checked, since)))
    .limit(1)
  if (recent) return
  await queueChecks(tx, settings, {
    resource,
    where: recordsById(resource, [record]),
    now,
    isAsked: true,
  })
}

/** Condition of records by id. */
export const recordsById = (resource: LinkedResource, ids: readonly string[]): SQL =>
  isAnyOf(tableOf(resource)._id, ids)

/** Condition of health rows whose link is still an active one of its record. */
export const isStillActive = (resource: LinkedResource): SQL => {
  const table = tableOf(resource)
  const { content, link } = tableColumns(table)
  const holds = content
    ? sql`${content} @> jsonb_build_array(jsonb_build_object('link', ${linkHealth.link}, 'status', true))`
    : sql`${link} = ${linkHealth.link}`
  return sql`exists (select from ${table} where ${and(sql`${table._id} = ${linkHealth.record}`, holds)})`
}

/** Days for which a deactivation can be undone. */
const UNDO_DAYS = 30

/** Removes the rows of links that their records no longer have; returns their number. */
export const removeGone = async (
  db: Executor,
  resource: LinkedResource,
  now: Date,
  most: number,
): Promise<number> => {
  const undoable = new Date(now.getTime() - UNDO_DAYS * 86_400_000)
  const { rowCount } = await db.execute(sql`
    delete from ${linkHealth} where (record, key) in (
      select ${linkHealth.record}, ${linkHealth.key} from ${linkHealth}
      where ${linkHealth.resource} = ${resource}
        and ${or(isNull(linkHealth.deactivated), lt(linkHealth.deactivated, undoable))}
        and not ${isStillActive(resource)} limit ${most})`)
  return rowCount ?? 0
}

/** Query of the records that have an active link that does not work. */
export const recordsWithDeadLinks = (resource: LinkedResource): SQL => sql`
  select ${linkHealth.record} from ${linkHealth}
  where ${linkHealth.resource} = ${sql.raw(`'${resource}'`)} and ${linkHealth.verdict} = 'down' and ${isStillActive(resource)}`
