import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { can, type Principal } from '../../../domain/access/permissions.ts'
import {
  type DuplicateGroup,
  type MergeableResource,
  mergeEndpoints,
} from '../../../domain/contents/merge.ts'
import {
  CHECKED_RESOURCES,
  type CheckedPart,
  type CheckedResource,
  QUALITY_ENDPOINTS,
} from '../../../domain/contents/quality.ts'
import { entryOf } from '../../../domain/registry.ts'
import type { Defect } from '../../../domain/registry-entry.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import {
  type CatalogueTable,
  type Filter,
  filter,
  tableColumns,
  tableOf,
} from '../../platform/database/collection.ts'
import { countRows, rowsWhere } from '../../platform/database/count-rows.ts'
import { defectConditions, duplicateColumn, playableCondition } from '../../platform/database/defects.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/open.ts'
import { episodes, imdbColumn, series, totalViews } from '../../platform/database/schema/contents.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation, wholeNumber } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, sizeParameters } from '../../platform/lists/list-limit.ts'
import { recordsWithDeadLinks } from '../links/queue-checks.ts'

/** Arrays of ids of the records that share a key, by an index-only scan; each table has such an index. */
const duplicateGroups = (table: CatalogueTable): SQL => {
  const { titleKey, year, imdbId } = tableColumns(table)
  const groups: SQL[] = []
  const groupBy = (reason: string, key: SQL, where: SQL | undefined) =>
    groups.push(sql`
      select array_agg(${table._id} order by ${table._id}) as ids, ${sql.raw(`'${reason}'`)}::text as reason
      from ${table} ${where ? sql`where ${where}` : sql``} group by ${key} having count(*) > 1`)
  if (imdbId) groupBy('imdb', imdbColumn(imdbId), sql`${imdbColumn(imdbId)} <> ''`)
  if (titleKey && year) groupBy('title', duplicateColumn({ titleKey, year }), undefined)
  return sql.join(groups, sql` union all `)
}

/** An active link that did not work when it was checked last; of a series, in one of its episodes. */
const hasDeadLink = (resource: CheckedResource): SQL => {
  if (resource === 'series')
    return sql`${series._id} in (select ${episodes.serieId} from ${episodes} where ${episodes._id} in (${recordsWithDeadLinks('episodes')}))`
  return sql`${tableOf(resource)._id} in (${recordsWithDeadLinks(resource)})`
}

/** The rows of a table that have a defect. */
export const defectCondition = (resource: CheckedResource, defect: Defect): SQL => {
  const table = tableOf(resource)
  const { imdbId, ...columns } = tableColumns(table)
  const condition = defectConditions(columns)[defect]
  if (condition) return condition
  if (defect === 'duplicate')
    return sql`${table._id} in (select unnest(ids) from (${duplicateGroups(table)}) as duplicates)`
  if (defect === 'dead_link') return hasDeadLink(resource)
  if (defect === 'no_film_database' && imdbId) return sql`${imdbColumn(imdbId)} = ''`
  const isPlayable = and(eq(episodes.serieId, series._id), playableCondition(episodes))
  return not(sql`exists (select from ${episodes} where ${isPlayable})`)
}

/** Filter by defect; matches exactly what the summary counts (rule K25). */
export const qualityFilter = (resource: CheckedResource): { quality: Filter } => {
  const defects = entryOf(resource).defects ?? []
  return { quality: filter(z.enum(defects), (defect) => defectCondition(resource, defect)) }
}

const checkedResources = (principal: Principal): readonly CheckedResource[] =>
  CHECKED_RESOURCES.filter((resource) => can(principal, 'read', resource))

/** Counts the records with each defect by an index each, exactly as the list does. */
const countDefects = async (context: Context, resource: CheckedResource): Promise<CheckedPart> => {
  const table = tableOf(resource)
  const part: CheckedPart = { resource, total: await countRows(context.db, table), defects: [] }
  for (const defect of entryOf(resource).defects ?? []) {
    const { count, approximate } = await listSize(
      context,
      {},
      { rows: rowsWhere(table, defectCondition(resource, defect)) },
    )
    part.defects.push({ defect, count, ...(approximate && { approximate }) })
  }
  return part
}

const summarize = async (context: Context, principal: Principal): Promise<CheckedPart[]> => {
  const parts: CheckedPart[] = []
  // Sequentially, to take only one of the pool's connections.
  for (const resource of checkedResources(principal)) parts.push(await countDefects(context, resource))
  return parts
}

export const qualityRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(QUALITY_ENDPOINTS.summary),
    config: { access: { action: 'read', resource: 'quality' }, load: 'reports', replica: true },
    handler: ({ currentUser }) => summarize(context, currentUser),
  })
}

/** Most records returned of a group. */
const MAX_OF_GROUP = 50

const parameters = z.strictObject({
  page: wholeNumber(1, 1_000_000).optional(),
  limit: wholeNumber(1, 100).default(20),
})

interface GroupRow extends Record<string, unknown> {
  ids: string[]
  reasons: DuplicateGroup['reasons']
}

/** Groups of likely duplicates, ordered by the registration of their first record. */
const listDuplicates = async (
  context: Context,
  currentUser: CurrentUser,
  resource: MergeableResource,
  query: z.output<typeof parameters>,
): Promise<DuplicateGroup[]> => {
  const { db } = context
  const { limit, offset } = await resolvePaging(context, currentUser, query)
  const table = tableOf(resource)
  const { rows: groups } = await db.execute<GroupRow>(sql`
    select ids, array_agg(reason order by reason) as reasons from (${duplicateGroups(table)}) as duplicates
    group by ids order by ids limit ${limit} offset ${offset}`)
  const shown = groups.flatMap(({ ids }) => ids.slice(0, MAX_OF_GROUP))
  const records = await readDuplicates(db, resource, shown)
  return groups.map(({ ids, reasons }) => ({
    reasons,
    count: ids.length,
    records: ids.flatMap((id) => records.get(id) ?? []),
  }))
}

type DuplicateRecord = DuplicateGroup['records'][number]

interface RecordRow extends Record<string, unknown>, Omit<DuplicateRecord, 'dateCreate' | 'dateUpdate'> {
  dateCreate: Date | string
  dateUpdate: Date | string
}

const readDuplicates = async (
  db: Db,
  resource: MergeableResource,
  ids: readonly string[],
): Promise<Map<string, DuplicateRecord>> => {
  if (ids.length === 0) return new Map()
  const table = tableOf(resource)
  const { imdbId } = tableColumns(table)
  const { rows } = await db.execute<RecordRow>(sql`
    select ${table._id} as _id, ${table.title} as title, ${table.year} as year, ${table.covertImage} as "covertImage",
      ${imdbId ?? sql`''`} as "imdbId", ${table.status} as status, ${totalViews(table)} as view,
      ${table.dateCreate} as "dateCreate", ${table.dateUpdate} as "dateUpdate"
    from ${table} where ${isAnyOf(table._id, ids)}`)
  const iso = (date: Date | string) => new Date(date).toISOString()
  return new Map(
    rows.map((row) => [
      row._id,
      { ...row, dateCreate: iso(row.dateCreate), dateUpdate: iso(row.dateUpdate) },
    ]),
  )
}

/** GET /api/<entity>/duplicates and its count. */
export const duplicateRoutes = (app: App, context: Context, resource: MergeableResource): void => {
  const api = mergeEndpoints(resource)
  const access = { action: 'read', resource } as const
  app.route({
    ...operation(api.duplicates, { querystring: parameters }),
    config: { access, load: 'reports', replica: true },
    handler: ({ currentUser, query }) => listDuplicates(context, currentUser, resource, query),
  })
  app.route({
    ...operation(api.duplicatesCount, { querystring: sizeParameters(parameters) }),
    config: { access, load: 'reports', replica: true },
    handler: ({ query }) =>
      listSize(context, query, {
        rows: sql`select distinct ids from (${duplicateGroups(tableOf(resource))}) as duplicates`,
      }),
  })
}
