import {
  and,
  asc,
  type Column,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lte,
  max,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Size } from '../../../domain/contract/list-end.ts'
import { type IssueGroup, issueGroupOutput } from '../../../domain/support/issue-endpoints.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import { answeredColumns, listPage, rowsWhere } from '../../platform/database/list-query.ts'
import { keysIn, keysOfList } from '../../platform/database/long-read.ts'
import type { Executor } from '../../platform/database/open.ts'
import { type IssueGroupRow, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { type ExportedList, inOrderOf, keysOf, queryOfKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { pagingOf, type SizeQuery, sizeOf } from '../../platform/lists/list-end.ts'
import { type GroupQuery, groupFiltersOf, groupSorts, hasDays, totalIssues } from './list-issues.ts'

const source = {
  table: issueGroups,
  columns: answeredColumns(issueGroups, issueGroupOutput),
  id: issueGroups._id,
  sorts: groupSorts,
  defaultSort: { by: 'open', order: 'desc' },
} as const

/** One page of the reports grouped by content and type: the ones with most open reports first. */
export const listGroups = async (
  context: Context,
  currentUser: CurrentUser,
  query: GroupQuery,
): Promise<IssueGroup[]> => {
  const { db } = context
  const paging = await pagingOf(context, currentUser, query)
  const rows = hasDays(query)
    ? await listGroupsWithin(db, query, paging)
    : await listPage(db, source, { ...paging, where: whereOf(query), sort: query.sort, order: query.order })
  return rows.map(groupResponse)
}

/** The groups as their export reads them. */
export const exportedGroups = (currentUser: CurrentUser, query: GroupQuery): ExportedList => ({
  resource: 'issues',
  name: 'Reportes agrupados',
  row: issueGroupOutput,
  shown: [
    'title',
    'mediaType',
    'issueType',
    'reference',
    'open',
    'fixed',
    'lastDate',
  ] satisfies (keyof IssueGroup)[],
  async find({ db }) {
    if (!hasDays(query))
      return keysOfList(source, { where: whereOf(query), sort: query.sort, order: query.order })
    const within = countsWithin(db, query, undefined)
    const where = whereWithin(db, query, within)
    const key = sql`(select ${issueGroups._id} from ${issueGroups} where ${issueGroups.number} = ${within.group})`
    return keysIn(key, sql`from ${within} ${where ? sql`where ${where}` : sql``}`, orderOf(query, within))
  },
  async read(context, found) {
    const keys = keysOf(found)
    return inOrderOf(keys, await listGroups(context, currentUser, queryOfKeys(query, keys)))
  },
})

export const countGroups = (context: Context, query: SizeQuery<GroupQuery>): Promise<Size> =>
  sizeOf(context, query, {
    rows: hasDays(query) ? groupsWithin(context.db, query) : rowsWhere(issueGroups, whereOf(query)),
  })

const MOST_REPORTED = 5

/** The open reports of each type that has any, the most frequent first, and the contents with most of one type. */
export const summarizeOpenIssues = async (context: Context, currentUser: CurrentUser) => {
  const totals = await totalIssues(context, {})
  const groups = await listGroups(context, currentUser, {
    ...{ search: '', status: false, sort: 'open', order: 'desc', limit: MOST_REPORTED },
  })
  return {
    types: totals
      .filter(({ open }) => open > 0)
      .map(({ issueType, open }) => ({ issueType, open }))
      .sort((one, other) => other.open - one.open),
    groups,
  }
}

const whereOf = (query: GroupQuery): SQL | undefined =>
  and(
    groupFiltersOf(query),
    query.status === undefined ? undefined : gt(query.status ? issueGroups.fixed : issueGroups.open, 0),
  )

/** What a list reads of a group. */
type ListedGroup = Pick<IssueGroupRow, keyof IssueGroupRow & keyof IssueGroup>

const groupResponse = (row: ListedGroup): IssueGroup => ({
  ...row,
  lastDate: row.lastDate.toISOString(),
})

/**
 * One page of the groups that have reports within the days of a query, with the counts of those days: ranked first,
 * then counted, see docs/design/grouped-reports.md.
 */
const listGroupsWithin = async (
  db: Executor,
  query: GroupQuery,
  paging: Paging,
): Promise<IssueGroupRow[]> => {
  const { sort, order } = sortingOf(query)
  const isOfOpen = sort === 'open' && order === 'desc' && paging.offset < mostOpenGroups
  if (query.status !== undefined || !isOfOpen) return pageOf(db, query, paging, rankedBy(query))
  // Those with open reports come first by themselves: a page of theirs needs no other reports to be ranked.
  const rows = await pageOf(db, query, paging, isOpen)
  return rows.length === paging.limit ? rows : pageOf(db, query, paging, undefined)
}

interface Paging {
  limit: number
  offset: number
}

/** Further down a page is hardly one of groups with open reports. */
const mostOpenGroups = 10_000

// The query's schema lets no other name in.
const asSort = (sort: string): keyof typeof groupSorts => sort as keyof typeof groupSorts

const sortingOf = ({ sort, order }: GroupQuery) => ({
  sort: asSort(sort ?? 'open'),
  order: order ?? (sort ? 'asc' : 'desc'),
})

/** One page of the groups, ranked by the reports that meet a condition; their counts are those of all reports. */
const pageOf = async (
  db: Executor,
  query: GroupQuery,
  { limit, offset }: Paging,
  condition: SQL | undefined,
): Promise<IssueGroupRow[]> => {
  const within = countsWithin(db, query, condition)
  const found = await db
    .select({ group: within.group })
    .from(within)
    .where(whereWithin(db, query, within))
    .orderBy(...orderOf(query, within))
    .limit(limit)
    .offset(offset)
  // Numbers, not a subquery: of few groups the index of the days gives the counts without the reports.
  const numbers = found.map((row) => row.group)
  const counted = countsWithin(db, query, inArray(issues.group, numbers))
  const { open, fixed, lastDate } = counted
  const rows = await db
    .select({ group: issueGroups, open, fixed, lastDate })
    .from(counted)
    .innerJoin(issueGroups, eq(issueGroups.number, counted.group))
    .orderBy(...orderOf(query, counted))
  return rows.map(({ group, lastDate, ...counts }) => ({
    ...group,
    ...counts,
    lastDate: lastDate ?? group.lastDate,
  }))
}

type Ranked = Pick<ReturnType<typeof countsWithin>, 'group' | 'open' | 'fixed' | 'lastDate'>

/** Above the number of any group; two thousand million open reports of one still fit beside it. */
const beyondNumbers = sql.raw(String(2 ** 32))

const orderOf = (query: GroupQuery, { group, open, fixed, lastDate }: Ranked): SQL[] => {
  const { sort, order } = sortingOf(query)
  const direction = order === 'asc' ? asc : desc
  if (sort === 'lastDate') return [direction(lastDate), direction(group)]
  if (sort === 'fixed') return [direction(fixed), direction(group)]
  if (sort !== 'open') return [direction(ofGroup(groupSorts[sort], group)), direction(group)]
  // Most groups have as few as the next one: one number is sorted in less time than two.
  return [direction(sql`${open} * ${beyondNumbers} + ${group}`)]
}

const isOpen = eq(issues.status, false)

/** The reports that decide the order of the groups: where the open ones do, the others need not be read. */
const rankedBy = ({ status, sort }: GroupQuery): SQL | undefined =>
  status === false && sort !== 'lastDate' && sort !== 'fixed' ? isOpen : undefined

/** Not a join: groups that are sorted otherwise are counted and sorted without the table of their titles. */
const ofGroup = (column: Column, group: SQLWrapper): SQL =>
  sql`(select ${column} from ${issueGroups} where ${issueGroups.number} = ${group})`

/** The groups that have reports within the days of a query. */
const groupsWithin = (db: Executor, query: GroupQuery): SQL => {
  const within = countsWithin(db, query, rankedBy(query))
  const where = whereWithin(db, query, within)
  return sql`select from ${within} ${where ? sql`where ${where}` : sql``}`
}

/**
 * The reports of each group within the days of a query, of those that meet a condition. The counts have names that no
 * table has: they are written without one.
 */
const countsWithin = (db: Executor, { dateBeging, dateFinish }: GroupQuery, condition: SQL | undefined) =>
  db
    .select({
      group: issues.group,
      open: sql<number>`count(*) filter (where not ${issues.status})`.mapWith(Number).as('open_within'),
      fixed: sql<number>`count(*) filter (where ${issues.status})`.mapWith(Number).as('fixed_within'),
      lastDate: max(issues.date).as('last_within'),
    })
    .from(issues)
    .where(
      and(
        dateBeging === undefined ? undefined : gte(issues.day, dateBeging),
        dateFinish === undefined ? undefined : lte(issues.day, dateFinish),
        condition,
      ),
    )
    .groupBy(issues.group)
    .as('within')

const whereWithin = (
  db: Executor,
  query: GroupQuery,
  { group, open, fixed }: ReturnType<typeof countsWithin>,
): SQL | undefined => {
  const filters = groupFiltersOf(query)
  const filtered = filters && db.select({ number: issueGroups.number }).from(issueGroups).where(filters)
  return and(
    filtered && inArray(group, filtered),
    query.status === undefined ? undefined : gt(query.status ? fixed : open, 0),
  )
}
