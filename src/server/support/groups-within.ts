import {
  and,
  asc,
  count,
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
import type { Executor } from '../database/open.ts'
import { type IssueGroupRow, issueGroups, issues } from '../database/schema/support.ts'
import { type GroupQuery, groupFiltersOf } from './issue-conditions.ts'

/** One page of the groups that have reports within the days of a query, with the counts of those days. */
export const listGroupsWithin = async (
  db: Executor,
  query: GroupQuery,
  paging: Paging,
): Promise<IssueGroupRow[]> => withFigures(db, query, await numbersOfPage(db, query, paging))

interface Paging {
  page: number
  limit: number
}

/** Further down a page is hardly one of groups with open reports. */
const mostOpenGroups = 10_000

/** Those with open reports come first by themselves: a page of theirs needs no other reports to be read. */
const numbersOfPage = async (db: Executor, query: GroupQuery, paging: Paging): Promise<number[]> => {
  const { sort, order } = sortingOf(query)
  const isOfOpen = sort === 'open' && order === 'desc' && paging.page * paging.limit <= mostOpenGroups
  if (query.status !== undefined || !isOfOpen) return rankedNumbers(db, query, paging, rankedBy(query))
  const numbers = await rankedNumbers(db, query, paging, isOpen)
  return numbers.length === paging.limit ? numbers : rankedNumbers(db, query, paging, undefined)
}

const sortingOf = ({ sort, order }: GroupQuery) => ({
  sort: sort ?? 'open',
  order: order ?? (sort ? 'asc' : 'desc'),
})

const rankedNumbers = async (
  db: Executor,
  query: GroupQuery,
  { page, limit }: Paging,
  condition: SQL | undefined,
): Promise<number[]> => {
  const within = countsWithin(db, query, condition)
  const { group, open, lastDate } = within
  const { sort, order } = sortingOf(query)
  const sorts: Readonly<Record<string, SQLWrapper>> = { open, lastDate, title: titleOf(group) }
  const sorted = sorts[sort] ?? open
  const direction = order === 'asc' ? asc : desc
  const rows = await db
    .select({ group })
    .from(within)
    .where(whereOf(db, query, within))
    .orderBy(direction(sorted), direction(group))
    .limit(limit)
    .offset((page - 1) * limit)
  return rows.map((row) => row.group)
}

const isOpen = eq(issues.status, false)

/** The reports that tell the order of the groups: where the open ones do, the others need not be read. */
const rankedBy = ({ status, sort }: GroupQuery): SQL | undefined =>
  status === false && sort !== 'lastDate' ? isOpen : undefined

/** Not a join: groups that are sorted otherwise are counted and sorted without the table of their titles. */
const titleOf = (group: SQLWrapper): SQL =>
  sql`(select ${issueGroups.titleKey} from ${issueGroups} where ${issueGroups.number} = ${group})`

/** How many groups have reports within the days of a query. */
export const countGroupsWithin = async (db: Executor, query: GroupQuery): Promise<number> => {
  const within = countsWithin(db, query, rankedBy(query))
  const [row] = await db
    .select({ count: count() })
    .from(within)
    .where(whereOf(db, query, within))
  return row?.count ?? 0
}

/** The reports of each group within the days of a query, of those that meet a condition. */
const countsWithin = (db: Executor, { dateBeging, dateFinish }: GroupQuery, condition: SQL | undefined) =>
  db
    .select({
      group: issues.group,
      open: sql<number>`count(*) filter (where not ${issues.status})`.mapWith(Number).as('open'),
      fixed: sql<number>`count(*) filter (where ${issues.status})`.mapWith(Number).as('fixed'),
      lastDate: max(issues.date).as('last_date'),
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

const whereOf = (
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

/** Groups with their titles and their figures of those days, in the order of their numbers here. */
const withFigures = async (db: Executor, query: GroupQuery, numbers: number[]): Promise<IssueGroupRow[]> => {
  if (numbers.length === 0) return []
  const figures = await db.select().from(countsWithin(db, query, inArray(issues.group, numbers)))
  const groups = await db.select().from(issueGroups).where(inArray(issueGroups.number, numbers))
  const figuresOf = new Map(figures.map((each) => [each.group, each]))
  const groupOf = new Map(groups.map((group) => [group.number, group]))
  return numbers.flatMap((number) => {
    const group = groupOf.get(number)
    const { open = 0, fixed = 0, lastDate = null } = figuresOf.get(number) ?? {}
    return group ? [{ ...group, open, fixed, lastDate: lastDate ?? group.lastDate }] : []
  })
}
