import { and, count, gt, inArray, max, type SQL, sql } from 'drizzle-orm'
import { pagingOf } from '../collections/list-parameters.ts'
import type { Config } from '../config.ts'
import { countRows, listPage } from '../database/list-query.ts'
import type { Executor } from '../database/open.ts'
import { issueGroups, issues } from '../database/schema/support.ts'
import type { Context } from '../http/context.ts'
import { loadPageSize } from '../settings/page-size.ts'
import { filtersOf, type GroupQuery, groupFiltersOf, groupSorts } from './issue-conditions.ts'
import { type GroupWire, groupToWire } from './issue-wire.ts'

const source = {
  table: issueGroups,
  id: issueGroups._id,
  sorts: groupSorts,
  defaultSort: { by: 'open', order: 'desc' },
} as const

/** One page of the reports grouped by content and type: the ones with most open reports first. */
export const listGroups = async ({ db, config }: Context, query: GroupQuery): Promise<GroupWire[]> => {
  const rows = await listPage(db, source, {
    ...(await pagingOf(query, () => loadPageSize(db))),
    where: whereOf(db, config, query),
    sort: query.sort,
    order: query.order,
  })
  if (!hasDays(query) || rows.length === 0) return rows.map(groupToWire)
  const counts = await countsWithin(
    db,
    config,
    query,
    rows.map(({ _id }) => _id),
  )
  return rows.map((row) => groupToWire({ ...row, ...counts.get(row._id) }))
}

/** How many groups the same query finds. */
export const countGroups = async (
  { db, config }: Context,
  query: GroupQuery,
): Promise<{ count: number }> => ({
  count: await countRows(db, issueGroups, whereOf(db, config, query)),
})

const hasDays = ({ dateBeging, dateFinish }: GroupQuery): boolean =>
  dateBeging !== undefined || dateFinish !== undefined

const whereOf = (db: Executor, config: Config, query: GroupQuery): SQL | undefined => {
  const { status } = query
  const all = and(query.ids && inArray(issueGroups._id, query.ids), groupFiltersOf(query))
  if (!hasDays(query))
    return and(all, status === undefined ? undefined : gt(status ? issueGroups.fixed : issueGroups.open, 0))
  const within = db.selectDistinct({ group: issues.group }).from(issues).where(filtersOf(config, query))
  return and(all, inArray(issueGroups._id, within))
}

/** The counts of some groups in the days that a query asks for. */
const countsWithin = async (db: Executor, config: Config, query: GroupQuery, ids: string[]) => {
  const rows = await db
    .select({
      group: issues.group,
      open: sql<number>`count(*) filter (where not ${issues.status})`.mapWith(Number),
      total: count(),
      lastDate: max(issues.date),
    })
    .from(issues)
    .where(and(inArray(issues.group, ids), filtersOf(config, { ...query, status: undefined })))
    .groupBy(issues.group)
  return new Map(
    rows.map(({ group, open, total, lastDate }) => [
      group,
      { open, fixed: total - open, ...(lastDate && { lastDate }) },
    ]),
  )
}
