import { and, asc, type Column, desc, inArray, type SQL, sql } from 'drizzle-orm'
import { pagingOf } from '../../platform/collections/list-parameters.ts'
import { listPage } from '../../platform/database/list-query.ts'
import { orderBy, type SortOrder } from '../../platform/database/list-source.ts'
import type { Executor } from '../../platform/database/open.ts'
import {
  type IssueGroupRow,
  type IssueRow,
  issueGroups,
  issues,
} from '../../platform/database/schema/support.ts'
import type { Context } from '../../platform/http/context.ts'
import { loadPageSize } from '../../platform/settings/page-size.ts'
import { type IssueQuery, issueConditions, issueSorts, sortsOfGroup } from './issue-conditions.ts'
import { type IssueWire, issueToWire } from './issue-wire.ts'

const source = {
  table: issues,
  id: issues._id,
  sorts: issueSorts,
  defaultSort: { by: 'date', order: 'desc' },
  thenBy: { mediaType: issues.date, issueType: issues.date, status: issues.date },
  nearbyReach: 10_000,
} as const

const isOfGroup = (sort: string | undefined): sort is keyof typeof sortsOfGroup =>
  sort !== undefined && sort in sortsOfGroup

/** One page of the reports, the last ones first. */
export const listIssues = async ({ db, config }: Context, query: IssueQuery): Promise<IssueWire[]> => {
  const paging = await pagingOf(query, () => loadPageSize(db))
  const conditions = issueConditions(config, query)
  const rows = isOfGroup(query.sort)
    ? await listByGroup(db, sortsOfGroup[query.sort], conditions, { ...paging, order: query.order ?? 'asc' })
    : await listPage(db, source, { ...paging, ...conditions, sort: query.sort, order: query.order })
  const groups = await groupsByNumber(db, [...new Set(rows.map(({ group }) => group))])
  return rows.flatMap((row) => {
    const group = groups.get(row.group)
    return group ? [issueToWire(row, group)] : []
  })
}

/** A page of the reports in an order of their groups, whose index is read up to the page; those of a group by date. */
const listByGroup = async (
  db: Executor,
  column: Column,
  { where, scattered }: ReturnType<typeof issueConditions>,
  { page, limit, order }: { page: number; limit: number; order: SortOrder },
): Promise<IssueRow[]> => {
  const all = and(where, scattered)
  const towards = order === 'asc' ? asc : desc
  const { rows: keys } = await db.execute<{ _id: string }>(sql`
    select ${issues._id} from ${issueGroups} join ${issues} on ${issues.group} = ${issueGroups.number}
    ${all ? sql`where ${all}` : sql``}
    ${orderBy([column, issueGroups._id, issues.date, issues._id].map((each) => towards(each)))}
    limit ${limit} offset ${(page - 1) * limit}`)
  const ids = keys.map(({ _id }) => _id)
  if (ids.length === 0) return []
  const rows = await db.select().from(issues).where(inArray(issues._id, ids))
  return rows.sort((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id))
}

const groupsByNumber = async (db: Executor, numbers: number[]): Promise<Map<number, IssueGroupRow>> => {
  if (numbers.length === 0) return new Map()
  const found = await db.select().from(issueGroups).where(inArray(issueGroups.number, numbers))
  return new Map(found.map((group) => [group.number, group]))
}

/** A count, and the number of the last report that there was then: what comes later is none of those counted. */
export type IssueCount = { count: number; until: number }

/** How many reports the same query finds, exactly. */
export const countIssues = async ({ db, config }: Context, query: IssueQuery): Promise<IssueCount> => {
  const { rows } = await db.execute<IssueCount>(sql`
    select (${countOf(issueConditions(config, query))}) as count,
      coalesce((select max(${issues.number}) from ${issues}), 0) as until`)
  return rows[0] ?? { count: 0, until: 0 }
}

const countOf = ({ where, scattered, counted }: ReturnType<typeof issueConditions>): SQL => {
  const all = and(where, scattered)
  return counted ?? sql`select count(*) from ${issues} ${all ? sql`where ${all}` : sql``}`
}
