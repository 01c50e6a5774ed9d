import { recordChange } from '../../../../src/server/platform/audit/audit-log.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { batches } from '../../../../src/server/platform/database/schema/batches.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { jobRuns } from '../../../../src/server/platform/database/schema/tasks.ts'
import {
  at,
  countIn,
  customerId,
  exportOf,
  lengthOf,
  listOf,
  type Occasion,
  type Request,
  type Requests,
} from './request.ts'

const doerOf = ({ scene, caller, side }: Occasion) => {
  const { otherAgent } = scene.people
  return (side === 'own' && caller.kind !== 'admin' ? caller.person : otherAgent) ?? otherAgent
}
const entryId = async (occasion: Occasion): Promise<string> => {
  const { rows } = await occasion.scene.people.sa.get(`/api/audit?limit=1&user=${doerOf(occasion).id}`)
  return String(rows[0]?._id ?? newId())
}
/** Stores a change of a setting, the last one. */
const settingChanges: Request = async (occasion) => {
  const { db, clock } = occasion.scene.test
  const { id, name } = doerOf(occasion)
  clock.advance(1)
  await recordChange(db, { id, name, ip: '' }, clock.now(), {
    ...{ action: 'update', resource: 'settings', record: { _id: 'settings', name: '' } },
    ...{ before: { pageSize: 20 }, after: { pageSize: 50 } },
  })
  return { path: '/api/audit/settings', found: countIn }
}
const visitId = ({ scene, side }: Occasion): string => scene[side].visit
const activityOf =
  (rest: string): Request =>
  ({ scene, side }) => ({ path: `/api/activitys/${encodeURIComponent(scene[side].name)}${rest}` })
const film = ({ scene }: Occasion): string => scene.records['/api/movies'] ?? ''
const issueOf = ({ scene }: Occasion): string => scene.issue

/** A new repair to undo. */
const repairOf = async ({ scene, isLetIn }: Occasion): Promise<string> => {
  if (!isLetIn) return newId()
  const { db, clock } = scene.test
  const repair = { _id: newId(), resource: 'issues', action: 'repair', state: 'done' } as const
  const createdBy = scene.people.sa.id
  await db.insert(batches).values({ ...repair, createdBy, address: '', date: clock.now() })
  return repair._id
}

/** A mail that failed. */
const mailId = async (occasion: Occasion): Promise<string> => {
  const { db, clock } = occasion.scene.test
  const [_id, date] = [newId(), clock.now()]
  await db.insert(outbox).values({
    _id,
    kind: 'mail',
    reason: 'expiry',
    user: customerId(occasion),
    token: newId(),
    date,
    state: 'failed',
    nextAttempt: date,
  })
  return _id
}

/** A failed run of a batch that can be continued. */
const runId = async (occasion: Occasion): Promise<string> => {
  const { test, people } = occasion.scene
  const { caller, side } = occasion
  const [_id, begun, asker] = [newId(), test.clock.now(), caller.person ?? people.otherAgent]
  await test.db.insert(batches).values({
    ...{ _id, resource: 'movies', action: 'update', state: 'failed' },
    ...{ createdBy: asker.id, address: '', date: begun },
  })
  await test.db.insert(jobRuns).values({
    ...{ _id, kind: 'batch', key: _id, begun, ended: begun, state: 'failed' },
    user: side === 'own' ? asker.id : null,
  })
  return _id
}

/** Visits, reports, messages, jobs and the audit log. */
export const support: Requests = {
  'GET /api/histories': listOf('/api/histories', visitId),
  'GET /api/histories/size': listOf('/api/histories/size', visitId),
  'GET /api/histories/export': exportOf('/api/histories', visitId),
  'GET /api/histories/summary': listOf('/api/histories/summary', visitId, lengthOf('days')),
  'GET /api/histories/days': listOf('/api/histories/days', visitId, lengthOf('days')),
  'GET /api/histories/:userId': (occasion) => ({ path: `/api/histories/${customerId(occasion)}` }),
  'POST /api/histories': (occasion) => ({
    path: '/api/histories',
    body: { contentId: film(occasion), mediaType: 'Movie' },
  }),
  'GET /api/activitys/:username': activityOf(''),
  'GET /api/activitys/:username/size': activityOf('/size'),
  'GET /api/activitys/:username/export': activityOf('/export'),
  'GET /api/issues': listOf('/api/issues', issueOf),
  'GET /api/issues/size': listOf('/api/issues/size', issueOf),
  'GET /api/issues/export': exportOf('/api/issues', issueOf),
  'GET /api/issues/totals': at('/api/issues/totals'),
  'GET /api/issues/groups': at('/api/issues/groups'),
  'GET /api/issues/groups/size': at('/api/issues/groups/size'),
  'GET /api/issues/open': at('/api/issues/open'),
  'GET /api/issues/groups/export': at('/api/issues/groups/export'),
  'PUT /api/issues/:id': (occasion) => ({
    path: `/api/issues/${issueOf(occasion)}`,
    body: { status: true },
  }),
  'POST /api/issues/changeAllToFixes': () => ({ path: '/api/issues/changeAllToFixes', body: {} }),
  'GET /api/issues/repairs': at('/api/issues/repairs'),
  'GET /api/issues/repairs/size': at('/api/issues/repairs/size'),
  'POST /api/issues/repairs/:id/undo': async (occasion) => ({
    path: `/api/issues/repairs/${await repairOf(occasion)}/undo`,
  }),
  'GET /api/issues/:id/comments': (occasion) => ({ path: `/api/issues/${issueOf(occasion)}/comments` }),
  'POST /api/issues/:id/comments': (occasion) => ({
    path: `/api/issues/${issueOf(occasion)}/comments`,
    body: { text: 'Nota' },
  }),
  'POST /api/issues/answers': (occasion) => ({
    path: '/api/issues/answers',
    body: { text: 'Ya funciona.', ids: [issueOf(occasion)] },
  }),
  'POST /api/issues/assignments': () => ({
    path: '/api/issues/assignments',
    body: { isAssigned: true, ids: [newId()] },
  }),
  'GET /api/issues/assignees': at('/api/issues/assignees'),
  'GET /api/issues/mine': at('/api/issues/mine'),
  'POST /api/issues': (occasion) => ({
    path: '/api/issues',
    body: { mediaId: film(occasion), mediaType: 'Movie', issueType: 'LINK' },
  }),
  'GET /api/outbox': listOf('/api/outbox', mailId),
  'GET /api/outbox/size': listOf('/api/outbox/size', mailId),
  'GET /api/outbox/export': exportOf('/api/outbox', mailId),
  'POST /api/outbox/:id/resend': async (occasion) => ({
    path: `/api/outbox/${await mailId(occasion)}/resend`,
    status: 409,
  }),
  'GET /api/jobs': listOf('/api/jobs', runId),
  'GET /api/jobs/size': listOf('/api/jobs/size', runId),
  'GET /api/jobs/export': exportOf('/api/jobs', runId),
  'GET /api/jobs/schedules': at('/api/jobs/schedules'),
  'PUT /api/jobs/schedules/:kind': () => ({ path: '/api/jobs/schedules/reminders', body: { isOn: true } }),
  'POST /api/jobs/schedules/:kind/run': at('/api/jobs/schedules/batch/run', 404),
  'POST /api/jobs/:id/retry': async (occasion) => ({ path: `/api/jobs/${await runId(occasion)}/retry` }),
  'GET /api/audit': listOf('/api/audit', entryId),
  'GET /api/audit/size': listOf('/api/audit/size', entryId),
  'GET /api/audit/settings': settingChanges,
  'GET /api/audit/export': exportOf('/api/audit', entryId),
}
