import { and, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dayRange } from '../../../domain/format/days.ts'
import { ISSUE_TYPES, repairBounds } from '../../../domain/support/issue.ts'
import { MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import { id } from '../../../domain/validation/ids.ts'
import { text } from '../../../domain/validation/text.ts'
import type { Config } from '../../config.ts'
import { choice, day, flag, listParameters } from '../../platform/collections/list-parameters.ts'
import type { ListRequest } from '../../platform/database/list-source.ts'
import { issueDays, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { searchCondition } from '../../platform/database/search.ts'

export const issueSorts = {
  date: issues.date,
  mediaType: issues.mediaType,
  issueType: issues.issueType,
  status: issues.status,
}
/** What reports are sorted by that their group keeps for them. */
export const sortsOfGroup = { title: issueGroups.titleKey, reference: issueGroups.referenceKey }
export const groupSorts = {
  ...sortsOfGroup,
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
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
}

/** The query of the reports' list and of its count. */
export const issueParameters = listParameters(
  [...Object.keys(issueSorts), ...Object.keys(sortsOfGroup)],
  filters,
)
/** The query of the reports grouped by content and type. */
export const groupParameters = listParameters(Object.keys(groupSorts), filters)

/** The body of a repair of many: the filters of the list, and what was counted with them. */
export const repairSchema = z.strictObject({
  issueType: choice(ISSUE_TYPES).optional(),
  mediaType: choice(MEDIA_TYPES).optional(),
  mediaId: id().optional(),
  dateBeging: filters.dateBeging,
  dateFinish: filters.dateFinish,
  search: text(200),
  ...repairBounds,
})
export type Repair = z.output<typeof repairSchema>

export type IssueQuery = z.output<typeof issueParameters>
export type GroupQuery = z.output<typeof groupParameters>

type Filters = Partial<Omit<IssueQuery, 'page' | 'limit' | 'sort' | 'order'>>

/** What a query of reports asks for. */
export const issueConditions = (
  config: Config,
  query: Filters,
): Pick<ListRequest, 'where' | 'scattered' | 'counted'> => {
  const found = searchCondition(issueGroups.search, query.search ?? '')
  return {
    where: and(query.ids && inArray(issues._id, query.ids), filtersOf(config, query)),
    // A subquery, not an array: rows are looked up in it by hash, however many groups a word finds.
    scattered:
      found && sql`${issues.group} in (select ${issueGroups.number} from ${issueGroups} where ${found})`,
    counted: countedIssues(query),
  }
}

/** The conditions that reports themselves answer. */
const filtersOf = ({ timeZone }: Config, query: Filters): SQL | undefined => {
  const { start, end } = dayRange(query.dateBeging, query.dateFinish, timeZone)
  return and(
    query.status === undefined ? undefined : eq(issues.status, query.status),
    query.issueType && eq(issues.issueType, query.issueType),
    query.mediaType && eq(issues.mediaType, query.mediaType),
    query.mediaId === undefined ? undefined : eq(issues.mediaId, query.mediaId),
    start && gte(issues.date, start),
    end && lt(issues.date, end),
  )
}

/** The conditions that the groups of reports answer: all but the days and the status. */
export const groupFiltersOf = (query: Filters): SQL | undefined =>
  and(
    query.ids && inArray(issueGroups._id, query.ids),
    query.issueType && eq(issueGroups.issueType, query.issueType),
    query.mediaType && eq(issueGroups.mediaType, query.mediaType),
    query.mediaId === undefined ? undefined : eq(issueGroups.mediaId, query.mediaId),
    searchCondition(issueGroups.search, query.search ?? ''),
  )

/** Whether a query asks for some days alone. */
export const hasDays = ({ dateBeging, dateFinish }: Filters): boolean =>
  dateBeging !== undefined || dateFinish !== undefined

/**
 * The statement that counts what a query finds from counts that are written with each report: by day, or by content;
 * undefined where it asks for both.
 */
const countedIssues = (query: Filters): SQL | undefined => {
  if (query.ids) return undefined
  const isOfContent = query.mediaId !== undefined || (query.search ?? '').trim() !== ''
  if (isOfContent && hasDays(query)) return undefined
  const counts = isOfContent ? issueGroups : issueDays
  const where = isOfContent ? groupFiltersOf(query) : daysOf(query)
  const sum =
    query.status === undefined
      ? sql`${counts.open} + ${counts.fixed}`
      : query.status
        ? sql`${counts.fixed}`
        : sql`${counts.open}`
  return sql`select coalesce(sum(${sum}), 0) from ${counts} ${where ? sql`where ${where}` : sql``}`
}

/** The counts of the days and kinds that a query asks for. */
export const daysOf = (query: Filters): SQL | undefined =>
  and(
    query.issueType && eq(issueDays.issueType, query.issueType),
    query.mediaType && eq(issueDays.mediaType, query.mediaType),
    query.dateBeging === undefined ? undefined : gte(issueDays.day, query.dateBeging),
    query.dateFinish === undefined ? undefined : lte(issueDays.day, query.dateFinish),
  )
