import { and, gt, type SQL } from 'drizzle-orm'
import { pagingOf } from '../../platform/collections/list-parameters.ts'
import { countRows, listPage } from '../../platform/database/list-query.ts'
import { issueGroups } from '../../platform/database/schema/support.ts'
import type { Context } from '../../platform/http/context.ts'
import { loadPageSize } from '../../platform/settings/page-size.ts'
import { countGroupsWithin, listGroupsWithin } from './groups-within.ts'
import { type GroupQuery, groupFiltersOf, groupSorts, hasDays } from './issue-conditions.ts'
import { type GroupWire, groupToWire } from './issue-wire.ts'

const source = {
  table: issueGroups,
  id: issueGroups._id,
  sorts: groupSorts,
  defaultSort: { by: 'open', order: 'desc' },
} as const

/** One page of the reports grouped by content and type: the ones with most open reports first. */
export const listGroups = async ({ db }: Context, query: GroupQuery): Promise<GroupWire[]> => {
  const paging = await pagingOf(query, () => loadPageSize(db))
  const rows = hasDays(query)
    ? await listGroupsWithin(db, query, paging)
    : await listPage(db, source, { ...paging, where: whereOf(query), sort: query.sort, order: query.order })
  return rows.map(groupToWire)
}

export const countGroups = async ({ db }: Context, query: GroupQuery): Promise<{ count: number }> => ({
  count: hasDays(query)
    ? await countGroupsWithin(db, query)
    : await countRows(db, issueGroups, whereOf(query)),
})

const whereOf = (query: GroupQuery): SQL | undefined =>
  and(
    groupFiltersOf(query),
    query.status === undefined ? undefined : gt(query.status ? issueGroups.fixed : issueGroups.open, 0),
  )
