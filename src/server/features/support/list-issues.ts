import {
  and,
  asc,
  type Column,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  type SQL,
  sql,
} from 'drizzle-orm'
import { z } from 'zod'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { dayRange } from '../../../domain/format/dates.ts'
import { ISSUE_TYPES, issueStatusName } from '../../../domain/support/issue.ts'
import {
  assigneeFilter,
  type Issue,
  issueOutput,
  type ListedIssue,
} from '../../../domain/support/issue-endpoints.ts'
import { MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import {
  type ListRequest,
  listPage,
  outputColumns,
  type SortOrder,
} from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import {
  type IssueGroupRow,
  type IssueRow,
  issueComments,
  issueDays,
  issueGroups,
  issues,
} from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { type OrderedRows, selectKeys, selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { flag, idList, listParameters } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'
import { readSenders } from './senders.ts'

const issueSorts = {
  date: issues.date,
  mediaType: issues.mediaType,
  issueType: issues.issueType,
  status: issues.status,
}
/** Sort fields of reports that are stored in their group. */
const groupKeySorts = { title: issueGroups.titleKey, reference: issueGroups.referenceKey }
export const groupSorts = {
  ...groupKeySorts,
  open: issueGroups.open,
  fixed: issueGroups.fixed,
  lastDate: issueGroups.lastDate,
  mediaType: issueGroups.mediaType,
  issueType: issueGroups.issueType,
}

const filters = {
  status: flag().optional(),
  issueType: choice(ISSUE_TYPES).optional(),
  mediaType: choice(MEDIA_TYPES).optional(),
  mediaId: id().optional(),
  assignee: assigneeFilter(),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
}

export const issueParameters = listParameters([...Object.keys(issueSorts), ...Object.keys(groupKeySorts)], {
  ...filters,
  groups: idList.optional(),
})
export const groupParameters = listParameters(Object.keys(groupSorts), filters)

type IssueQuery = z.output<typeof issueParameters>
export type GroupQuery = z.output<typeof groupParameters>

type Filters = Partial<Omit<IssueQuery, 'page' | 'limit' | 'sort' | 'order'>>

/** Replaces `me` in a query by the current user. */
export const resolveMe = <Query extends Pick<Filters, 'assignee'>>(
  query: Query,
  { id }: Pick<CurrentUser, 'id'>,
): Query => (query.assignee === 'me' ? { ...query, assignee: id } : query)

const isAssignedTo = (assignee: string): SQL =>
  assignee === 'none' ? isNull(issues.assignee) : eq(issues.assignee, assignee)

export const issueConditions = (
  config: Config,
  query: Filters,
): Pick<ListRequest, 'where' | 'unsorted'> & { counted: SQL | undefined } => {
  const matches = searchCondition(issueGroups.search, query.search ?? '')
  return {
    where: and(query.ids && inArray(issues._id, query.ids), issueFilters(config, query)),
    // A subquery, not an array: it is hashed, however many groups match.
    unsorted:
      matches && sql`${issues.group} in (select ${issueGroups.number} from ${issueGroups} where ${matches})`,
    counted: countFromStored(query),
  }
}

/** Conditions on the reports themselves. */
const issueFilters = ({ timeZone }: Config, query: Filters): SQL | undefined => {
  const { start, end } = dayRange(query.dateBeging, query.dateFinish, timeZone)
  return and(
    query.status === undefined ? undefined : eq(issues.status, query.status),
    query.issueType && eq(issues.issueType, query.issueType),
    query.mediaType && eq(issues.mediaType, query.mediaType),
    query.mediaId === undefined ? undefined : eq(issues.mediaId, query.mediaId),
    query.assignee === undefined ? undefined : isAssignedTo(query.assignee),
    query.groups &&
      sql`${issues.group} in (select ${issueGroups.number} from ${issueGroups} where ${isAnyOf(issueGroups._id, query.groups)})`,
    start && gte(issues.date, start),
    end && lt(issues.date, end),
  )
}

/** Conditions on the groups: all but days and status; with an assignee, those with such reports of the status. */
export const groupFilters = (query: Filters): SQL | undefined =>
  and(
    query.ids && inArray(issueGroups._id, query.ids),
    query.issueType && eq(issueGroups.issueType, query.issueType),
    query.mediaType && eq(issueGroups.mediaType, query.mediaType),
    query.mediaId === undefined ? undefined : eq(issueGroups.mediaId, query.mediaId),
    query.assignee === undefined
      ? undefined
      : sql`${issueGroups.number} in (select ${issues.group} from ${issues} where ${and(
          isAssignedTo(query.assignee),
          query.status === undefined ? undefined : eq(issues.status, query.status),
        )})`,
    searchCondition(issueGroups.search, query.search ?? ''),
  )

/** True if a query is limited to some days. */
export const hasDays = ({ dateBeging, dateFinish }: Filters): boolean =>
  dateBeging !== undefined || dateFinish !== undefined

/**
 * Counts a query's reports by stored counts, either by day or by content; undefined if it filters by both, or by an
 * assignee.
 */
const countFromStored = (query: Filters): SQL | undefined => {
  if (query.ids ?? query.groups ?? query.assignee) return undefined
  const isOfContent = query.mediaId !== undefined || (query.search ?? '').trim() !== ''
  if (isOfContent && hasDays(query)) return undefined
  const counts = isOfContent ? issueGroups : issueDays
  const where = isOfContent ? groupFilters(query) : dayTypeFilter(query)
  const sum = sql`sum(${countColumn(counts, query)})`
  return sql`select coalesce(${sum}, 0) from ${counts} ${where ? sql`where ${where}` : sql``}`
}

/** The stored count of reports with the query's status. */
const countColumn = ({ open, fixed }: typeof issueDays | typeof issueGroups, { status }: Filters): SQL =>
  status === undefined ? sql`${open} + ${fixed}` : status ? sql`${fixed}` : sql`${open}`

/** Conditions on the stored counts for a query's days and types. */
const dayTypeFilter = (query: Filters): SQL | undefined =>
  and(
    query.issueType && eq(issueDays.issueType, query.issueType),
    query.mediaType && eq(issueDays.mediaType, query.mediaType),
    query.dateBeging === undefined ? undefined : gte(issueDays.day, query.dateBeging),
    query.dateFinish === undefined ? undefined : lte(issueDays.day, query.dateFinish),
  )

const source = {
  table: issues,
  columns: { ...outputColumns(issues, issueOutput), group: issues.group, user: issues.user },
  id: issues._id,
  sorts: issueSorts,
  defaultSort: { by: 'date', order: 'desc' },
  thenBy: { mediaType: issues.date, issueType: issues.date, status: issues.date },
  scanLimit: 10_000,
} as const

const isGroupSort = (sort: string | undefined): sort is keyof typeof groupKeySorts =>
  sort !== undefined && sort in groupKeySorts

/** A page of the reports, newest first, with the senders that the current user may read. */
export const listIssues = async (
  context: Context,
  currentUser: CurrentUser,
  requested: IssueQuery,
): Promise<ListedIssue[]> => {
  const rows = await readIssues(context, currentUser, requested)
  const senders = await readSenders(
    context.db,
    currentUser,
    rows.map(({ user }) => user),
  )
  return rows.map(({ issue, user }) => withSender(issue, senders.get(user)))
}

/** Without the field if there is no sender to show. */
export const withSender = (issue: Issue, sender: ListedIssue['sender']): ListedIssue =>
  sender === undefined ? issue : { ...issue, sender }

/** A page of the reports with the ids of their senders. */
const readIssues = async (
  context: Context,
  currentUser: CurrentUser,
  requested: IssueQuery,
): Promise<{ issue: Issue; user: string }[]> => {
  const { db, config } = context
  const query = resolveMe(requested, currentUser)
  const paging = await resolvePaging(context, currentUser, query)
  const conditions = issueConditions(config, query)
  const { sort, order } = query
  const rows = isGroupSort(sort)
    ? await listByGroup(
        db,
        keysByGroup(groupKeySorts[sort], and(conditions.where, conditions.unsorted), order),
        paging,
      )
    : await listPage(db, source, { ...paging, ...conditions, sort, order })
  const groups = await groupsByNumber(db, [...new Set(rows.map(({ group }) => group))])
  const progressOf = await readProgress(db, rows)
  return rows.flatMap((row) => {
    const group = groups.get(row.group)
    return group ? [{ issue: issueResponse(row, group, progressOf(row)), user: row.user }] : []
  })
}

/** Assignee and comments of a report. */
type IssueProgress = Pick<Issue, 'assigneeName' | 'comments' | 'isAnswered'>

const NO_PROGRESS: IssueProgress = { assigneeName: null, comments: 0, isAnswered: false }

/** Reads the names of the assignees of some reports, and the numbers of their comments. */
export const readProgress = async (
  db: Executor,
  rows: readonly Pick<IssueRow, '_id' | 'assignee'>[],
): Promise<(row: Pick<IssueRow, '_id' | 'assignee'>) => IssueProgress> => {
  if (rows.length === 0) return () => NO_PROGRESS
  const names = await readUserNames(
    db,
    rows.flatMap(({ assignee }) => assignee ?? []),
  )
  const counts = await db
    .select({
      issue: issueComments.issue,
      comments: count(),
      isAnswered: sql<boolean>`bool_or(${issueComments.isAnswer})`,
    })
    .from(issueComments)
    .where(
      isAnyOf(
        issueComments.issue,
        rows.map(({ _id }) => _id),
      ),
    )
    .groupBy(issueComments.issue)
  const commentCounts = new Map(counts.map(({ issue, ...counted }) => [issue, counted]))
  return ({ _id, assignee }) => ({
    ...NO_PROGRESS,
    ...commentCounts.get(_id),
    assigneeName: names.get(assignee ?? '') ?? null,
  })
}

const readUserNames = async (db: Executor, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ _id: users._id, name: users.name })
    .from(users)
    .where(isAnyOf(users._id, new Set(ids)))
  return new Map(rows.map(({ _id, name }) => [_id, name]))
}

/** The users with assigned reports, by name. */
export const listAssignees = ({ db }: Context): Promise<{ _id: string; name: string }[]> =>
  db
    .select({ _id: users._id, name: users.name })
    .from(users)
    .where(
      sql`${users._id} in (select ${issues.assignee} from ${issues} where ${isNotNull(issues.assignee)})`,
    )
    .orderBy(users.nameKey)

export const exportedIssues = (currentUser: CurrentUser, query: IssueQuery): ExportedList => ({
  resource: 'issues',
  row: issueOutput,
  shown: [
    'title',
    'mediaType',
    'issueType',
    'reference',
    'date',
    'status',
    'assigneeName',
  ] satisfies (keyof Issue)[],
  texts: { status: (status) => issueStatusName(status === true) },
  async find({ config }) {
    const { where, unsorted } = issueConditions(config, resolveMe(query, currentUser))
    const { sort, order } = query
    return isGroupSort(sort)
      ? keysByGroup(groupKeySorts[sort], and(where, unsorted), order)
      : selectListKeys(source, { where, unsorted, sort, order })
  },
  async read(context, rows) {
    const keys = rowKeys(rows)
    const found = await readIssues(context, currentUser, queryByKeys(query, keys))
    return sortByKeys(
      keys,
      found.map(({ issue }) => issue),
    )
  },
})

/** Keys of reports in the order of a column of their groups; within a group by date. */
const keysByGroup = (column: Column, where: SQL | undefined, order: SortOrder = 'asc') => {
  const towards = order === 'asc' ? asc : desc
  return selectKeys(
    issues._id,
    sql`from ${issueGroups} join ${issues} on ${issues.group} = ${issueGroups.number} ${where ? sql`where ${where}` : sql``}`,
    [column, issueGroups._id, issues.date, issues._id].map((each) => towards(each)),
  )
}

/** A page of the reports ordered by a column of their groups, whose index is read up to the page. */
const listByGroup = async (
  db: Executor,
  keys: OrderedRows,
  { limit, offset }: { limit: number; offset: number },
): Promise<SelectedIssue[]> => {
  const { rows: keyRows } = await db.execute<{ _id: string }>(
    sql`${keys.rows} limit ${limit} offset ${offset}`,
  )
  const ids = keyRows.map(({ _id }) => _id)
  if (ids.length === 0) return []
  const rows = await db.select(source.columns).from(issues).where(isAnyOf(issues._id, ids))
  return rows.sort((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id))
}

const groupsByNumber = async (db: Executor, numbers: number[]): Promise<Map<number, IssueGroupRow>> => {
  if (numbers.length === 0) return new Map()
  const rows = await db.select().from(issueGroups).where(isAnyOf(issueGroups.number, numbers))
  return new Map(rows.map((group) => [group.number, group]))
}

/** The number of reports of a query, and the number of the latest one, which excludes later reports from a repair. */
export const countIssues = async (
  context: Context,
  currentUser: CurrentUser,
  requested: SizeQuery<IssueQuery>,
): Promise<Size & { until: number }> => {
  const { db, config } = context
  const query = resolveMe(requested, currentUser)
  const { where, unsorted, counted } = issueConditions(config, query)
  const [last] = await db.select({ number: max(issues.number) }).from(issues)
  const size = await listSize(context, query, {
    rows: rowsWhere(issues, and(where, unsorted)),
    storedCount: counted,
  })
  return { ...size, until: last?.number ?? 0 }
}

type SelectedIssue = Pick<IssueRow, (keyof IssueRow & keyof Issue) | 'group' | 'user'>

/** A report in the API's format, with its group's title. */
export const issueResponse = (
  { group: _, user: __, ...row }: SelectedIssue,
  { title, reference, resource, parentId }: IssueGroupRow,
  progress: IssueProgress = NO_PROGRESS,
): Issue => ({
  ...progress,
  ...row,
  title,
  reference,
  resource,
  parentId,
  date: row.date.toISOString(),
  dateUpdate: row.dateUpdate.toISOString(),
})

export const totalParameters = z.strictObject({
  mediaType: choice(MEDIA_TYPES).optional(),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
})

/** Reports by type, without empty types. */
export const totalIssues = async ({ db }: Context, query: z.output<typeof totalParameters>) =>
  db
    .select({
      issueType: issueDays.issueType,
      open: sql<number>`sum(${issueDays.open})`.mapWith(Number),
      fixed: sql<number>`sum(${issueDays.fixed})`.mapWith(Number),
    })
    .from(issueDays)
    .where(dayTypeFilter(query))
    .groupBy(issueDays.issueType)
    .orderBy(asc(issueDays.issueType))
