import { and, eq, getTableColumns, gte, inArray, lt, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { dayRange } from '../../../domain/format/dates.ts'
import {
  type Message,
  messageOutput,
  OUTBOX_KIND_NAMES,
  OUTBOX_REASON_NAMES,
  OUTBOX_STATE_NAMES,
} from '../../../domain/outbox/outbox.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import { listPage } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { type OutboxRow, outbox, webhooks } from '../../platform/database/schema/outbox.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { listParameters } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'

export const outboxParameters = listParameters(['date'], {
  kind: choice(OUTBOX_KIND_NAMES).optional(),
  reason: choice(OUTBOX_REASON_NAMES).optional(),
  state: choice(OUTBOX_STATE_NAMES).optional(),
  user: id().optional(),
  webhook: id().optional(),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
})
type OutboxQuery = z.output<typeof outboxParameters>

const source = {
  table: outbox,
  columns: getTableColumns(outbox),
  id: outbox._id,
  sorts: { date: outbox.date },
  defaultSort: { by: 'date', order: 'desc' },
} as const

export const listOutbox = async (
  context: Context,
  currentUser: CurrentUser,
  query: OutboxQuery,
): Promise<Message[]> => {
  const rows = await listPage(context.db, source, {
    ...(await resolvePaging(context, currentUser, query)),
    where: messageFilters(context, currentUser, query),
    sort: query.sort,
    order: query.order,
  })
  return toMessages(context.db, rows)
}

export const countOutbox = (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<OutboxQuery>,
): Promise<Size> =>
  listSize(context, query, { rows: rowsWhere(outbox, messageFilters(context, currentUser, query)) })

export const exportedOutbox = (currentUser: CurrentUser, query: OutboxQuery): ExportedList => ({
  resource: 'outbox',
  row: messageOutput,
  shown: ['date', 'kind', 'reason', 'name', 'recipient', 'state', 'answer'] satisfies (keyof Message)[],
  find: async (context) =>
    selectListKeys(source, {
      where: messageFilters(context, currentUser, query),
      sort: query.sort,
      order: query.order,
    }),
  async read(context, rows) {
    const keys = rowKeys(rows)
    return sortByKeys(keys, await listOutbox(context, currentUser, queryByKeys(query, keys)))
  },
})

/** Search matches the recipients. Resellers see the mails to their customers. */
const messageFilters = (
  { db, config }: Context,
  currentUser: CurrentUser,
  { ids, search, kind, reason, state, user, webhook, dateBeging, dateFinish }: OutboxQuery,
): SQL | undefined => {
  const { start, end } = dayRange(dateBeging, dateFinish, config.timeZone)
  const matches = searchCondition(users.search, search)
  const scope = isAdmin(currentUser.role) ? undefined : inScope(db, currentUser)
  const people = and(matches, scope)
  return and(
    ids && inArray(outbox._id, ids),
    kind && eq(outbox.kind, kind),
    reason && eq(outbox.reason, reason),
    state && eq(outbox.state, state),
    user === undefined ? undefined : eq(outbox.user, user),
    webhook === undefined ? undefined : eq(outbox.webhook, webhook),
    start && gte(outbox.date, start),
    end && lt(outbox.date, end),
    people && inArray(outbox.user, db.select({ _id: users._id }).from(users).where(people)),
  )
}

/** Messages in the format of the API, with the names of their recipients. */
export const toMessages = async (db: Executor, rows: readonly OutboxRow[]): Promise<Message[]> => {
  const distinctIds = (column: 'user' | 'webhook') => [...new Set(rows.flatMap((row) => row[column] ?? []))]
  const [people, targets] = [distinctIds('user'), distinctIds('webhook')]
  const names = new Map<string, string>()
  if (people.length > 0) {
    const userRows = await db
      .select({ _id: users._id, name: users.name })
      .from(users)
      .where(isAnyOf(users._id, people))
    for (const { _id, name } of userRows) names.set(_id, name)
  }
  if (targets.length > 0) {
    const webhookRows = await db
      .select({ _id: webhooks._id, name: webhooks.name, url: webhooks.url })
      .from(webhooks)
    for (const { _id, name } of webhookRows) names.set(_id, name)
  }
  return rows.map((row) => ({
    _id: row._id,
    kind: row.kind,
    reason: row.reason,
    user: row.user,
    webhook: row.webhook,
    name: names.get((row.kind === 'mail' ? row.user : row.webhook) ?? '') ?? '',
    recipient: row.recipient,
    date: row.date.toISOString(),
    state: row.state,
    attempt: row.attempt,
    nextAttempt: row.state === 'waiting' ? row.nextAttempt.toISOString() : null,
    ended: row.ended?.toISOString() ?? null,
    status: row.status,
    answer: row.answer,
  }))
}
