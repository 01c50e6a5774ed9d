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
import type { Size } from '../../../domain/contract/list-limit.ts'
import {
  type IssueGroup,
  issueGroupOutput,
  type ListedGroup,
} from '../../../domain/support/issue-endpoints.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { listPage, outputColumns } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { type IssueGroupRow, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { selectKeys, selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'
import { type GroupQuery, groupFilters, groupSorts, hasDays, resolveMe, totalIssues } from './list-issues.ts'
import { readGroupSenders } from './senders.ts'

const source = {
  table: issueGroups,
  columns: { ...outputColumns(issueGroups, issueGroupOutput), number: issueGroups.number },
  id: issueGroups._id,
  sorts: groupSorts,
  defaultSort: { by: 'open', order: 'desc' },
} as const

/** A page of the reports grouped by content and type, with the senders that the current user may read. */
export const listGroups = async (
  context: Context,
  currentUser: CurrentUser,
  query: GroupQuery,
): Promise<ListedGroup[]> => {
  const rows = await readGroups(context, currentUser, query)
  const numbers = rows.map(({ number }) => number)
  const sendersOf = await readGroupSenders(context.db, currentUser, numbers, query)
  return rows.map((row) => ({ ...groupResponse(row), ...sendersOf(row.number) }))
}

/** A page of the groups, those with the most open reports first. */
const readGroups = async (
  context: Context,
  currentUser: CurrentUser,
  requested: GroupQuery,
): Promise<SelectedGroup[]> => {
  const { db } = context
  const query = resolveMe(requested, currentUser)
  const paging = await resolvePaging(context, currentUser, query)
  return hasDays(query)
    ? listGroupsWithin(db, query, paging)
    : listPage(db, source, {
        ...paging,
        where: groupCondition(query),
        sort: query.sort,
        order: query.order,
      })
}

export const exportedGroups = (currentUser: CurrentUser, requested: GroupQuery): ExportedList => ({
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
    const query = resolveMe(requested, currentUser)
    if (!hasDays(query))
      return selectListKeys(source, { where: groupCondition(query), sort: query.sort, order: query.order })
    const within = countsWithin(db, query, undefined)
    const where = whereWithin(db, query, within)
    const key = sql`(select ${issueGroups._id} from ${issueGroups} where ${issueGroups.number} = ${within.group})`
    return selectKeys(
      key,
      sql`from ${within} ${where ? sql`where ${where}` : sql``}`,
      groupOrder(query, within),
    )
  },
  async read(context, rows) {
    const keys = rowKeys(rows)
    const found = await readGroups(context, currentUser, queryByKeys(requested, keys))
    return sortByKeys(keys, found.map(groupResponse))
  },
})

export const countGroups = (
  context: Context,
  currentUser: CurrentUser,
  requested: SizeQuery<GroupQuery>,
): Promise<Size> => {
  const query = resolveMe(requested, currentUser)
  return listSize(context, query, {
    rows: hasDays(query) ? groupsWithin(context.db, query) : rowsWhere(issueGroups, groupCondition(query)),
  })
}

const MAX_REPORTED = 5

/**
 * Open reports by type, most frequent first, without empty types; and the contents with the most reports of one type.
 */
export const summarizeOpenIssues = async (context: Context, currentUser: CurrentUser) => {
  const totals = await totalIssues(context, {})
  const groups = await readGroups(context, currentUser, {
    ...{ search: '', status: false, sort: 'open', order: 'desc', limit: MAX_REPORTED },
  })
  return {
    types: totals
      .filter(({ open }) => open > 0)
      .map(({ issueType, open }) => ({ issueType, open }))
      .sort((one, other) => other.open - one.open),
    groups: groups.map(groupResponse),
  }
}

const groupCondition = (query: GroupQuery): SQL | undefined =>
  and(
    groupFilters(query),
    query.status === undefined ? undefined : gt(query.status ? issueGroups.fixed : issueGroups.open, 0),
  )

type SelectedGroup = Pick<IssueGroupRow, (keyof IssueGroupRow & keyof IssueGroup) | 'number'>

const groupResponse = ({ number: _, ...row }: SelectedGroup): IssueGroup => ({
  ...row,
  lastDate: row.lastDate.toISOString(),
})

/**
 * A page of the groups with reports in a query's days, with their counts in those days: ranked first, then counted, see
 * docs/design/grouped-reports.md.
 */
const listGroupsWithin = async (
  db: Executor,
  query: GroupQuery,
  paging: Paging,
): Promise<IssueGroupRow[]> => {
  const { sort, order } = effectiveSort(query)
  const isByOpen = sort === 'open' && order === 'desc' && paging.offset < mostOpenGroups
  if (query.status !== undefined || !isByOpen) return readPage(db, query, paging, rankingCondition(query))
  // Groups with open reports come first anyway: if they fill the page, only open reports need to be ranked.
  const rows = await readPage(db, query, paging, isOpen)
  return rows.length === paging.limit ? rows : readPage(db, query, paging, undefined)
}

interface Paging {
  limit: number
  offset: number
}

/** Beyond this offset, a page hardly contains groups with open reports. */
const mostOpenGroups = 10_000

// The query's schema allows no other value.
const asSort = (sort: string): keyof typeof groupSorts => sort as keyof typeof groupSorts

const effectiveSort = ({ sort, order }: GroupQuery) => ({
  sort: asSort(sort ?? 'open'),
  order: order ?? (sort ? 'asc' : 'desc'),
})

/** A page of the groups, ranked by the reports that meet a condition, with the counts of all their reports. */
const readPage = async (
  db: Executor,
  query: GroupQuery,
  { limit, offset }: Paging,
  condition: SQL | undefined,
): Promise<IssueGroupRow[]> => {
  const within = countsWithin(db, query, condition)
  const ranked = await db
    .select({ group: within.group })
    .from(within)
    .where(whereWithin(db, query, within))
    .orderBy(...groupOrder(query, within))
    .limit(limit)
    .offset(offset)
  // As values, not a subquery: for few groups, the index on days gives the counts without reading the reports.
  const numbers = ranked.map((row) => row.group)
  const counted = countsWithin(db, query, inArray(issues.group, numbers))
  const { open, fixed, lastDate } = counted
  const rows = await db
    .select({ group: issueGroups, open, fixed, lastDate })
    .from(counted)
    .innerJoin(issueGroups, eq(issueGroups.number, counted.group))
    .orderBy(...groupOrder(query, counted))
  return rows.map(({ group, lastDate, ...counts }) => ({
    ...group,
    ...counts,
    lastDate: lastDate ?? group.lastDate,
  }))
}

type GroupCounts = Pick<ReturnType<typeof countsWithin>, 'group' | 'open' | 'fixed' | 'lastDate'>

/** Greater than any group's number; up to two thousand million open reports still fit in the product. */
const NUMBER_RANGE = sql.raw(String(2 ** 32))

const groupOrder = (query: GroupQuery, { group, open, fixed, lastDate }: GroupCounts): SQL[] => {
  const { sort, order } = effectiveSort(query)
  const direction = order === 'asc' ? asc : desc
  if (sort === 'lastDate') return [direction(lastDate), direction(group)]
  if (sort === 'fixed') return [direction(fixed), direction(group)]
  if (sort !== 'open') return [direction(groupColumn(groupSorts[sort], group)), direction(group)]
  // Combines both into one number: most groups have equal counts, and sorting by one key is faster than by two.
  return [direction(sql`${open} * ${NUMBER_RANGE} + ${group}`)]
}

const isOpen = eq(issues.status, false)

/** Reports that determine the ranking: if only open ones do, the others are not read. */
const rankingCondition = ({ status, sort }: GroupQuery): SQL | undefined =>
  status === false && sort !== 'lastDate' && sort !== 'fixed' ? isOpen : undefined

/** A subquery instead of a join: other sort orders don't need the table of titles at all. */
const groupColumn = (column: Column, group: SQLWrapper): SQL =>
  sql`(select ${column} from ${issueGroups} where ${issueGroups.number} = ${group})`

/** The groups with reports within the days of a query. */
const groupsWithin = (db: Executor, query: GroupQuery): SQL => {
  const within = countsWithin(db, query, rankingCondition(query))
  const where = whereWithin(db, query, within)
  return sql`select from ${within} ${where ? sql`where ${where}` : sql``}`
}

/**
 * Counts by group within the days of a query, of the reports that meet a condition. The names of the counts exist in no
 * table, so they need no qualifier.
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
  const filters = groupFilters(query)
  const filtered = filters && db.select({ number: issueGroups.number }).from(issueGroups).where(filters)
  return and(
    filtered && inArray(group, filtered),
    query.status === undefined ? undefined : gt(query.status ? fixed : open, 0),
  )
}
