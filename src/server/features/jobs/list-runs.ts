import { and, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { dayRange } from '../../../domain/format/dates.ts'
import { type JobRun, jobRunOutput } from '../../../domain/jobs/endpoints.ts'
import { JOB_NAMES, RUN_STATE_NAMES, RUN_STATES, retryError, runTitle } from '../../../domain/jobs/job.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import { listPage } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { type JobRunRow, jobRuns } from '../../platform/database/schema/tasks.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { listParameters } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'
import type { TaskKind } from '../../platform/tasks/queue.ts'

export const runParameters = listParameters(['begun'], {
  kind: choice(JOB_NAMES).optional(),
  state: choice(RUN_STATE_NAMES).optional(),
  user: id().optional(),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
})
type RunQuery = z.output<typeof runParameters>

const source = {
  table: jobRuns,
  columns: getTableColumns(jobRuns),
  id: jobRuns._id,
  sorts: { begun: jobRuns.begun },
  defaultSort: { by: 'begun', order: 'desc' },
} as const

type Kinds = readonly TaskKind[]

export const listRuns = async (
  context: Context,
  kinds: Kinds,
  currentUser: CurrentUser,
  query: RunQuery,
): Promise<JobRun[]> => {
  const rows = await listPage(context.db, source, {
    ...(await resolvePaging(context, currentUser, query)),
    where: runFilters(context, currentUser, query),
    sort: query.sort,
    order: query.order,
  })
  return toRuns(context.db, kinds, rows)
}

export const countRuns = (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<RunQuery>,
): Promise<Size> =>
  listSize(context, query, { rows: rowsWhere(jobRuns, runFilters(context, currentUser, query)) })

const STATE_NAMES = new Map<string, string>(Object.entries(RUN_STATES))

export const exportedRuns = (kinds: Kinds, currentUser: CurrentUser, query: RunQuery): ExportedList => ({
  resource: 'jobs',
  row: jobRunOutput,
  shown: ['begun', 'name', 'userName', 'state', 'done', 'ended', 'message'] satisfies (keyof JobRun)[],
  texts: { state: (state) => STATE_NAMES.get(String(state)) ?? '' },
  find: async (context) =>
    selectListKeys(source, {
      where: runFilters(context, currentUser, query),
      sort: query.sort,
      order: query.order,
    }),
  async read(context, rows) {
    const keys = rowKeys(rows)
    return sortByKeys(keys, await listRuns(context, kinds, currentUser, queryByKeys(query, keys)))
  },
})

/** Resellers see only the runs that they started (rule J5). */
export const visibleRuns = ({ id, role }: Pick<CurrentUser, 'id' | 'role'>): SQL | undefined =>
  isAdmin(role) ? undefined : eq(jobRuns.user, id)

/** Search matches the user who started the run. */
const runFilters = (
  { db, config }: Context,
  currentUser: CurrentUser,
  { ids, search, kind, state, user, dateBeging, dateFinish }: RunQuery,
): SQL | undefined => {
  const { start, end } = dayRange(dateBeging, dateFinish, config.timeZone)
  const matches = searchCondition(users.search, search)
  return and(
    visibleRuns(currentUser),
    ids && inArray(jobRuns._id, ids),
    kind && eq(jobRuns.kind, kind),
    state && eq(jobRuns.state, state),
    user === undefined ? undefined : eq(jobRuns.user, user),
    start && gte(jobRuns.begun, start),
    end && lt(jobRuns.begun, end),
    matches && inArray(jobRuns.user, db.select({ _id: users._id }).from(users).where(matches)),
  )
}

/** Runs in the API's format, with the names of the users who started them. */
const toRuns = async (db: Executor, kinds: Kinds, rows: readonly JobRunRow[]): Promise<JobRun[]> => {
  const people = [...new Set(rows.flatMap(({ user }) => user ?? []))]
  const userRows =
    people.length === 0
      ? []
      : await db.select({ _id: users._id, name: users.name }).from(users).where(isAnyOf(users._id, people))
  const names = new Map(userRows.map(({ _id, name }) => [_id, name]))
  const superseded = await findSuperseded(db, rows)
  return rows.map((row) => ({
    _id: row._id,
    kind: row.kind,
    name: runTitle(row),
    user: row.user,
    userName: names.get(row.user ?? '') ?? '',
    begun: row.begun.toISOString(),
    ended: row.ended?.toISOString() ?? null,
    state: row.state,
    done: row.done,
    left: row.left,
    slices: row.slices,
    message: row.message,
    canRetry:
      retryError({
        state: row.state,
        isRepeatable: isRepeatable(kinds, row),
        isSuperseded: superseded.has(row._id),
      }) === undefined,
  }))
}

/** True for schedules, and for kinds with a `repeat` function. */
export const isRepeatable = (kinds: Kinds, { kind }: Pick<JobRunRow, 'kind'>): boolean => {
  const match = kinds.find(({ name }) => name === kind)
  return match?.cron !== undefined || match?.repeat !== undefined
}

/** Ids of the failed runs whose job ran again later. */
const findSuperseded = async (db: Executor, rows: readonly JobRunRow[]): Promise<Set<string>> => {
  const failed = rows.flatMap(({ _id, state }) => (state === 'failed' ? [_id] : []))
  if (failed.length === 0) return new Set()
  const superseded = await db
    .select({ _id: jobRuns._id })
    .from(jobRuns)
    .where(and(isAnyOf(jobRuns._id, failed), isSuperseded))
  return new Set(superseded.map(({ _id }) => _id))
}

/** Condition of runs whose job ran again later. */
export const isSuperseded = sql`exists (
  select from ${jobRuns} as later where later.kind = ${jobRuns.kind} and later.key = ${jobRuns.key}
    and (later.begun, later._id) > (${jobRuns.begun}, ${jobRuns._id}))`
