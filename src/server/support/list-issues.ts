import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { pagingOf } from '../collections/list-parameters.ts'
import { listPage } from '../database/list-query.ts'
import type { Executor } from '../database/open.ts'
import { type IssueGroupRow, issueGroups, issues } from '../database/schema/support.ts'
import type { Context } from '../http/context.ts'
import { loadPageSize } from '../settings/page-size.ts'
import { type IssueQuery, issueConditions, issueSorts } from './issue-conditions.ts'
import { type IssueWire, issueToWire } from './issue-wire.ts'

const source = {
  table: issues,
  id: issues._id,
  sorts: issueSorts,
  defaultSort: { by: 'date', order: 'desc' },
  nearbyReach: 10_000,
} as const

/** One page of the reports, the last ones first. */
export const listIssues = async ({ db, config }: Context, query: IssueQuery): Promise<IssueWire[]> => {
  const rows = await listPage(db, source, {
    ...(await pagingOf(query, () => loadPageSize(db))),
    ...issueConditions(config, query),
    sort: query.sort,
    order: query.order,
  })
  const groups = await groupsByNumber(db, [...new Set(rows.map(({ group }) => group))])
  return rows.flatMap((row) => {
    const group = groups.get(row.group)
    return group ? [issueToWire(row, group)] : []
  })
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
