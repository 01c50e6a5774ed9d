import { z } from 'zod'
import { AUDIT_ACTION_NAMES } from '../../../domain/audit/audit-event.ts'
import type { AuditEvent } from '../../../domain/audit/endpoints.ts'
import { TIMELINE_ENDPOINTS as API, type TimelineEvent } from '../../../domain/timeline/endpoints.ts'
import {
  auditKind,
  MAX_TIMELINE_EVENTS,
  readableKinds,
  TIMELINE_EVENTS,
  TIMELINE_KIND_NAMES,
  TIMELINE_SOURCES,
  type TimelineKind,
} from '../../../domain/timeline/timeline.ts'
import { choice } from '../../../domain/validation/filters.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { customers, findUser } from '../../platform/auth/scope.ts'
import { runOnPrimary } from '../../platform/database/statement-context.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { idParameters, operation, wholeNumber } from '../../platform/http/operation.ts'
import { listUserEvents } from '../audit/routes.ts'
import { listTransactions } from '../credits/list-transactions.ts'
import { listOutbox } from '../outbox/list-outbox.ts'
import { listAnswersTo, listReportsOf } from '../support/issue-comments.ts'
import { listHistories } from '../support/list-histories.ts'
import { listNotes } from './user-notes.ts'

const querystring = z.strictObject({
  kind: choice(TIMELINE_KIND_NAMES).optional(),
  limit: wholeNumber(1, MAX_TIMELINE_EVENTS)
    .optional()
    .meta({ description: `${TIMELINE_EVENTS} si no se indica` }),
})

/** What happened to a user lately (rule U30). */
export const userTimelineRoute = (app: App, context: Context): void => {
  app.route({
    ...operation(API.get, { params: idParameters, querystring }),
    config: { access: { action: 'read', resource: 'users' }, cases: customers(), replica: true },
    async handler({ currentUser, params: { id }, query: { kind, limit = TIMELINE_EVENTS } }) {
      await findUser(context.db, currentUser, id)
      const kinds = readableKinds(currentUser, { id })
      if (kind !== undefined && !kinds.includes(kind)) throw new Forbidden()
      const requested = kind === undefined ? kinds : [kind]
      const events: TimelineEvent[] = []
      for (const source of new Set(requested.map((each) => TIMELINE_SOURCES[each])))
        events.push(...(await READERS[source](context, currentUser, { user: id, kinds: requested, limit })))
      return { kinds, events: events.sort(byDate).slice(0, limit) }
    },
  })
}

const byDate = (one: TimelineEvent, other: TimelineEvent): number =>
  other.date.localeCompare(one.date) || other._id.localeCompare(one._id)

interface Request {
  user: string
  kinds: readonly TimelineKind[]
  limit: number
}

type Reader = (context: Context, currentUser: CurrentUser, request: Request) => Promise<TimelineEvent[]>

const NEWEST = { search: '', sort: 'date', order: 'desc' } as const

/** The newest events of each list that timelines read, as that list shows them to the current user. */
const READERS: Readonly<Record<(typeof TIMELINE_SOURCES)[TimelineKind], Reader>> = {
  async license_transactions(context, currentUser, { user, limit }) {
    const query = { ...NEWEST, limit, userLicensed: user, status: 'PROCESSED' } as const
    const rows = await runOnPrimary(() => listTransactions(context, currentUser, query))
    return rows.map((row) => ({ kind: 'sale', ...row }))
  },
  async audit(context, currentUser, { user, kinds, limit }) {
    const actions = AUDIT_ACTION_NAMES.filter((action) => {
      const kind = auditKind(action)
      return kind !== undefined && kinds.includes(kind)
    })
    const rows = await listUserEvents(context, currentUser, { user, actions, limit })
    return rows.flatMap(toTimelineEvent)
  },
  async histories(context, currentUser, { user, limit }) {
    const rows = await listHistories(context, currentUser, { ...NEWEST, limit, userId: user })
    return rows.map((row) => ({ kind: 'visit', ...row }))
  },
  async issues(context, _, { user, kinds, limit }) {
    const reports = kinds.includes('report') ? await listReportsOf(context, user, limit) : []
    const answers = kinds.includes('reply') ? await listAnswersTo(context, user, limit) : []
    return [
      ...reports.map((row) => ({ kind: 'report' as const, ...row, date: row.date.toISOString() })),
      ...answers.map((row) => ({ kind: 'reply' as const, ...row, date: row.date.toISOString() })),
    ]
  },
  async outbox(context, currentUser, { user, limit }) {
    const rows = await listOutbox(context, currentUser, { ...NEWEST, limit, kind: 'mail', user })
    return rows.map((row) => ({ ...row, kind: 'mail' }))
  },
  async users({ db }, _, { user, limit }) {
    const notes = await listNotes(db, user, limit)
    return notes.map((note) => ({ kind: 'note', ...note }))
  },
}

const toTimelineEvent = ({ _id, date, action, userName, address, changes }: AuditEvent): TimelineEvent[] => {
  switch (auditKind(action)) {
    case 'change':
      return [{ kind: 'change', _id, date, action, userName, fields: changes.map(({ field }) => field) }]
    case 'access':
      return [{ kind: 'access', _id, date, action, address }]
    case 'notice':
      return [{ kind: 'notice', _id, date, userName, notice: String(changes[0]?.after ?? '') }]
    default:
      return []
  }
}
