import { and, asc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { can, type Principal } from '../../../domain/access/permissions.ts'
import { CHANNEL_CATEGORY_TYPE } from '../../../domain/contents/category.ts'
import { publicationObstacle, statusAt } from '../../../domain/contents/publication.ts'
import type { Obstacle } from '../../../domain/contents/publication-states.ts'
import { API_PATHS } from '../../../domain/registry.ts'
import { MEDIA_RESOURCES, type MediaResource } from '../../../domain/support/media-types.ts'
import { PUBLICATION_ENDPOINTS } from '../../../domain/support/publications.ts'
import { type NewAuditEvent, recordEvents, SERVICE } from '../../platform/audit/audit-log.ts'
import { anyTable, tableColumns, tableOf } from '../../platform/database/collection.ts'
import { defectConditions } from '../../platform/database/defects.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { categories } from '../../platform/database/schema/contents.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation } from '../../platform/http/operation.ts'
import type { ChunkedKind, TaskKind } from '../../platform/tasks/queue.ts'
import { defectCondition } from './quality.ts'

/** Records per chunk. */
const CHUNK_SIZE = 200

/** Series last: one without a playable episode cannot be switched on, and both may have the same date. */
const PUBLICATION_ORDER = [...MEDIA_RESOURCES].sort(
  (one, other) => Number(one === 'series') - Number(other === 'series'),
)

/** The earliest date to act on, by resource; from small indexes. */
const dueByResource = async (db: Executor): Promise<Map<MediaResource, Date>> => {
  const parts = PUBLICATION_ORDER.map((resource) => {
    const table = tableOf(resource)
    return sql`select ${resource}::text as resource, min(${table.publicationDue}) as due from ${table}
      where ${isNotNull(table.publicationDue)}`
  })
  const { rows } = await db.execute<{ resource: MediaResource; due: Date | string | null }>(
    sql.join(parts, sql` union all `),
  )
  return new Map(rows.flatMap(({ resource, due }) => (due === null ? [] : [[resource, new Date(due)]])))
}

/**
 * Switches contents and channels on and off on their dates (rules L2 to L4). A date is acted on once: the transaction
 * that does it moves `publicationDue` to the next one.
 */
export const publications: TaskKind & ChunkedKind = {
  name: 'publications',
  async nextDue(db) {
    const dates = [...(await dueByResource(db)).values()].map((date) => date.getTime())
    return dates.length === 0 ? undefined : new Date(Math.min(...dates))
  },
  async chunk({ tx, context }) {
    const now = context.now()
    const due = await dueByResource(tx)
    for (const resource of PUBLICATION_ORDER) {
      const first = due.get(resource)
      // One resource per chunk: episodes are switched on before their series.
      const done = first && first <= now ? await publish(tx, resource, now) : 0
      if (done > 0) return { state: 'more', done }
    }
    return 'done'
  },
}

interface DueRow extends Record<string, unknown> {
  _id: string
  title: string
  status: boolean
  datePublish: string | null
  dateUnpublish: string | null
  publicationBlocked: Obstacle | null
  hasActiveLink: boolean
  isCategoryOff: boolean
}

/** Acts on the dates of some records of a resource that have passed, and returns their number. */
const publish = async (tx: Tx, resource: MediaResource, now: Date): Promise<number> => {
  const table = tableOf(resource)
  // Records locked by an edit are left to the next chunk or run.
  const rows: DueRow[] = await tx
    .select({
      _id: sql<string>`${table._id}`,
      title: sql<string>`${table.title}`,
      status: sql<boolean>`${table.status}`,
      datePublish: sql<string | null>`${table.datePublish}`,
      dateUnpublish: sql<string | null>`${table.dateUnpublish}`,
      publicationBlocked: sql<Obstacle | null>`${table.publicationBlocked}`,
      hasActiveLink: sql<boolean>`not (${withoutLink(resource)})`,
      isCategoryOff: sql<boolean>`${categoryIsOff(resource)}`,
    })
    .from(anyTable(table))
    .where(and(isNotNull(table.publicationDue), lte(table.publicationDue, now)))
    .orderBy(asc(table.publicationDue))
    .limit(CHUNK_SIZE)
    .for('no key update', { of: anyTable(table), skipLocked: true })
  const groups = new Map<string, { status: boolean; blocked: Obstacle | null; ids: string[] }>()
  const events: NewAuditEvent[] = []
  for (const row of rows) {
    const before = { status: row.status, publicationBlocked: row.publicationBlocked }
    const after = applyDates(row, now)
    const key = JSON.stringify(after)
    const group = groups.get(key) ?? { status: after.status, blocked: after.publicationBlocked, ids: [] }
    groups.set(key, { ...group, ids: [...group.ids, row._id] })
    if (
      before.status !== after.status ||
      (after.publicationBlocked ?? before.publicationBlocked) !== before.publicationBlocked
    )
      events.push({ action: 'update', resource, record: { _id: row._id, name: row.title }, before, after })
  }
  for (const { status, blocked, ids } of groups.values())
    await tx.execute(sql`
      update ${table} set status = ${status}, publication_blocked = ${blocked}, publication_due =
        case when ${table.dateUnpublish} > ${now.toISOString()}::timestamptz then ${table.dateUnpublish} end
      where ${isAnyOf(table._id, ids)}`)
  if (events.length > 0) await recordEvents(tx, SERVICE, now, events)
  return rows.length
}

/** The status of a record by its dates; blocked if it cannot be switched on (rule L4). */
const applyDates = (row: DueRow, now: Date): { status: boolean; publicationBlocked: Obstacle | null } => {
  const status = statusAt(row, now) ?? row.status
  const obstacle = status && !row.status ? publicationObstacle(row) : null
  return { status: status && obstacle === null, publicationBlocked: obstacle }
}

/** The quality defect of having no active link (rule K25); episodes are not checked for defects otherwise. */
const withoutLink = (resource: MediaResource): SQL =>
  resource === 'episodes'
    ? (defectConditions(tableColumns(tableOf(resource))).no_link ?? sql`false`)
    : defectCondition(resource, 'no_link')

/** True for records with categories none of which is active; channels name theirs (rule K15). */
const categoryIsOff = (resource: MediaResource): SQL => {
  const { categories: ids, categoryKey } = tableColumns(tableOf(resource))
  if (ids)
    return sql`${ids} <> '[]'::jsonb and not exists (
      select from ${categories} where ${categories.status} and ${ids} @> to_jsonb(${categories._id}))`
  return resource === 'channels'
    ? sql`exists (select from ${categories} where ${eq(categories.type, CHANNEL_CATEGORY_TYPE)}
        and not ${categories.status} and sort_key(${categories.name}) = ${categoryKey})`
    : sql`false`
}

/** Records of each list on the home page. */
const SHOWN = 5

const readableResources = (principal: Principal): MediaResource[] =>
  MEDIA_RESOURCES.filter((resource) => can(principal, 'read', resource))

interface ListedRow extends Record<string, unknown> {
  _id: string
  resource: MediaResource
  serieId: string | null
  title: string
  date: Date | string
  obstacle: Obstacle
  publishes: boolean
}

/** The next publications by date, and the blocked ones. */
const listPublications = async ({ db }: Context, principal: Principal) => {
  const parts = readableResources(principal).flatMap((resource) => {
    const table = tableOf(resource)
    const { serieId } = tableColumns(table)
    const identity = sql`${table._id} as _id, ${resource}::text as resource, ${serieId ?? sql`null::text`} as "serieId",
      ${table.title} as title`
    return [
      sql`(select ${identity}, ${table.datePublish} as date, ${table.publicationBlocked} as obstacle, null::boolean as publishes
        from ${table} where ${isNotNull(table.publicationBlocked)} order by ${table.datePublish} desc limit ${SHOWN})`,
      sql`(select ${identity}, ${table.publicationDue}, null::text, ${table.publicationDue} is not distinct from ${table.datePublish}
        from ${table} where ${isNotNull(table.publicationDue)} order by ${table.publicationDue} limit ${SHOWN})`,
    ]
  })
  const { rows } = await db.execute<ListedRow>(sql`
    select * from (${sql.join(parts, sql` union all `)}) as found
    order by obstacle is null, case when obstacle is null then date end, date desc nulls last, _id`)
  const listed = rows.map(({ date, ...row }) => ({ ...row, date: new Date(date).toISOString() }))
  return {
    blocked: listed.filter(({ obstacle }) => obstacle !== null).slice(0, SHOWN),
    coming: listed.filter(({ obstacle }) => obstacle === null).slice(0, SHOWN),
  }
}

export const publicationRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(PUBLICATION_ENDPOINTS.list),
    config: {
      access: { any: MEDIA_RESOURCES.map((resource) => ({ action: 'read', resource }) as const) },
      replica: true,
    },
    handler: ({ currentUser }) => listPublications(context, currentUser),
  })
}

const PATHS = MEDIA_RESOURCES.map((resource) => API_PATHS[resource])

/**
 * Wakes the worker after writes to the catalogue: on the embedded engine an idle one sleeps until the next date that it
 * knows.
 */
export const wakeForPublications = (app: App, { wakeWorker, config }: Context): void => {
  if (!wakeWorker || config.databaseUrl !== undefined) return
  app.addHook('onResponse', async ({ method, url }, { statusCode }) => {
    if (method !== 'GET' && statusCode < 300 && PATHS.some((path) => url.startsWith(path))) wakeWorker()
  })
}
