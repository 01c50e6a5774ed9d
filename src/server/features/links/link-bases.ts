import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { shuffle } from 'es-toolkit'
import { can } from '../../../domain/access/permissions.ts'
import type { LinkedResource, LinkReason } from '../../../domain/contents/link-verdict.ts'
import { joinUrl } from '../../../domain/format/text.ts'
import {
  LINK_BASE_ENDPOINTS as API,
  BASE_PERMISSIONS,
  BASE_RESOURCES,
  type BaseCheck,
  type BaseDependants,
  LINK_BASE_MESSAGES,
  LINK_BASES,
  type LinkBase,
  MAX_TRIED,
} from '../../../domain/links/link-bases.ts'
import { tableColumns, tableOf } from '../../platform/database/collection.ts'
import type { Executor } from '../../platform/database/open.ts'
import { channels } from '../../platform/database/schema/channels.ts'
import { onRequestPool, runDetached, statementContext } from '../../platform/database/statement-context.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Conflict } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { allowAnyIp, isPublicIp } from '../../platform/outbound/ip-policy.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { checkLink } from './check-link.ts'
import { leaseHost, type Outcome, releaseHost } from './link-worker.ts'
import { addHosts, isYoutubeLink, linkHost } from './queue-checks.ts'
import { chunksOf } from './record-chunks.ts'

/** Milliseconds for a link, for all of them, between two, and until a busy host is free; the lease is longer. */
const LINK_TIME = 8_000
const TIME = 20_000
const PAUSE = 2_000
const WAIT = 4_000
const LEASE = 40_000

/** The endpoints of 'Cambiar y comprobar' (rule L31). */
export const linkBaseRoutes = (app: App, context: Context): void => {
  for (const base of LINK_BASES) {
    const access = BASE_PERMISSIONS[base]
    app.route({
      ...operation(API[base].count),
      config: { access, load: 'reports', replica: true },
      handler: async ({ currentUser }) => ({
        ...(await countDependants(context.db, base)),
        isScheduled: (await readSettings(context.db, currentUser)).linkChecks,
      }),
    })
    app.route({
      ...operation(API[base].check),
      config: { access, load: 'reports' },
      handler: ({ currentUser, body: { url } }) =>
        checkBase(
          context,
          BASE_RESOURCES[base].filter((resource) => can(currentUser, 'read', resource)),
          url,
        ),
    })
  }
}

/** Query of the links below their base address in a chunk of a resource: `link`, and `isActive`. */
const internalLinks = (resource: LinkedResource, chunk: SQL): SQL => {
  const table = tableOf(resource)
  const { content, link } = tableColumns(table)
  const isBelow = (text: SQL): SQL => sql`${text} <> '' and ${text} !~* '^[a-z][a-z0-9+.-]{0,20}:'`
  return content
    ? sql`select l ->> 'link' as link, ${table.status} and l ->> 'status' = 'true' as "isActive"
        from ${table}, jsonb_array_elements(${content}) l
        where ${chunk} and l ->> 'linkType' = 'I' and not ${isYoutubeLink} and ${isBelow(sql`(l ->> 'link')`)}`
    : sql`select ${link} as link, ${table.status} as "isActive"
        from ${table} where ${chunk} and ${channels.linkInternal} = 'I' and ${isBelow(sql`${link}`)}`
}

/** Counts the internal links of a base address, by resource. */
const countDependants = async (
  db: Executor,
  base: LinkBase,
): Promise<Pick<BaseDependants, 'links' | 'resources'>> => {
  const resources: BaseDependants['resources'] = []
  for (const resource of BASE_RESOURCES[base]) {
    let links = 0
    for (const chunk of await chunksOf(db, resource)) {
      const { rows } = await db.execute<{ links: number }>(
        sql`select count(*)::integer as links from (${internalLinks(resource, chunk)}) as internal`,
      )
      links += rows[0]?.links ?? 0
    }
    if (links > 0) resources.push({ resource, links })
  }
  resources.sort((one, other) => other.links - one.links)
  return { links: resources.reduce((sum, { links }) => sum + links, 0), resources }
}

/** Some different active internal links of these resources, by chance. */
const pickLinks = async (db: Executor, resources: readonly LinkedResource[]): Promise<string[]> => {
  const chunks: SQL[] = []
  for (const resource of resources)
    for (const chunk of await chunksOf(db, resource)) chunks.push(internalLinks(resource, chunk))
  const links = new Set<string>()
  let read = 0
  for (const chunk of shuffle(chunks)) {
    // As many chunks as links, so that they are not all of one kind.
    if (read === MAX_TRIED) break
    const { rows } = await db.execute<{ link: string }>(
      sql`select link from (select distinct link from (${chunk}) as internal where "isActive") as links
        order by random() limit ${MAX_TRIED}`,
    )
    if (rows.length > 0) read++
    for (const { link } of rows) links.add(link)
  }
  return shuffle([...links]).slice(0, MAX_TRIED)
}

/** Verdicts on the server as a whole: further links would get the same one. */
const FINAL: ReadonlySet<LinkReason> = new Set(['address', 'private', 'unreachable'])

/**
 * Checks some links of these resources under a new base address, one at a time, while its host gets no other check (rules
 * L22, L31).
 */
const checkBase = async (
  context: Context,
  resources: readonly LinkedResource[],
  url: string,
): Promise<BaseCheck[]> => {
  const links = await pickLinks(context.db, resources)
  if (links.length === 0) return []
  const release = await leaseForCheck(context, linkHost(url, false))
  const until = performance.now() + TIME
  const isOver = () => performance.now() > until || statementContext().signal?.aborted
  const checks: BaseCheck[] = []
  try {
    for (const link of links) {
      if (checks.length > 0) await pause(PAUSE)
      if (isOver()) break
      const check = await checkUnder(context, joinUrl(url, link))
      checks.push(check)
      if (FINAL.has(check.reason)) break
    }
  } finally {
    await release(checks.at(-1) ?? 'released')
  }
  return checks
}

const checkUnder = async ({ config }: Context, url: string): Promise<BaseCheck> => {
  const reason = await checkLink(
    { url, isYoutube: false },
    {
      isAllowed: config.allowPrivateLinks ? allowAnyIp : isPublicIp,
      oembedUrl: config.youtubeUrl,
      timeLimit: LINK_TIME,
      signal: new AbortController().signal,
    },
  )
  return { url, reason }
}

/** Leases a host as the worker does; resolves to its release. Throws a Conflict if it does not become free soon. */
const leaseForCheck = async ({ db, now }: Context, host: string) => {
  const until = performance.now() + WAIT
  for (;;) {
    const attempt = await onRequestPool(() =>
      withRetry(db, async (tx) => {
        await addHosts(tx, new Set([host]), now())
        return leaseHost(tx, host, now(), LEASE)
      }),
    )
    if (attempt !== undefined)
      return (outcome: Outcome) =>
        runDetached(() => withRetry(db, (tx) => releaseHost(tx, { host, attempt }, outcome, now(), PAUSE)))
    if (performance.now() > until) throw new Conflict(LINK_BASE_MESSAGES.busy)
    await pause(250)
  }
}
