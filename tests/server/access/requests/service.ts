import { COMPENSATE, can, createOrUpdate, holds } from '../../../../src/domain/access/permissions.ts'
import { NO_VERDICTS } from '../../../../src/domain/imports/import.ts'
import { VIEW_LISTS } from '../../../../src/domain/views/view.ts'
import { BATCH_WORKS, IMPORT_WORKS } from '../../../../src/server/background-tasks.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { batches } from '../../../../src/server/platform/database/schema/batches.ts'
import { importRows, imports } from '../../../../src/server/platform/database/schema/imports.ts'
import { apiKeys } from '../../../../src/server/platform/database/schema/keys.ts'
import { outbox, webhooks } from '../../../../src/server/platform/database/schema/outbox.ts'
import { savedViews } from '../../../../src/server/platform/database/schema/views.ts'
import { apkOf } from '../../../support/apk.ts'
import type { Row } from '../../../support/app.ts'
import { PASSWORD, storeUser } from '../../../support/people.ts'
import { pngOf } from '../../../support/png.ts'
import { again, type MatrixCaller, principalOf } from '../callers.ts'
import { at, countIn, type Occasion, type Request, type Requests, type Trial } from './request.ts'

/** A list that the caller may open, if any. */
const listOfCaller = ({ kind, holds }: MatrixCaller): string =>
  (kind !== 'sa' && VIEW_LISTS.find((list) => list in holds)) || 'movie-list'

/** Stores a view of the caller or of another user; returns its path. */
const viewPath = async ({ scene, caller, side }: Occasion): Promise<string> => {
  const { test, people } = scene
  const name = newId()
  const [row] = await test.db
    .insert(savedViews)
    .values({
      list: listOfCaller(caller),
      name,
      nameKey: name,
      owner: side === 'own' ? (caller.person ?? people.sa).id : people.otherAgent.id,
      filters: {},
      options: {},
      dateUpdate: test.clock.now(),
    })
    .returning()
  return `/api/views/${row?._id}`
}

/** Stores a webhook, with a delivery that failed; returns their ids. */
const storeWebhook = async ({
  scene: { test },
}: Occasion): Promise<{ webhook: string; delivery: string }> => {
  const [webhook, delivery, date] = [newId(), newId(), test.clock.now()]
  await test.db.insert(webhooks).values({
    _id: webhook,
    name: 'CRM',
    url: 'http://127.0.0.1:9/hook',
    events: ['user.created'],
    secret: 'whsec_c2VjcmV0bw==',
    dateCreate: date,
    dateUpdate: date,
  })
  await test.db.insert(outbox).values({
    _id: delivery,
    kind: 'webhook',
    reason: 'test',
    webhook,
    token: newId(),
    date,
    state: 'failed',
    nextAttempt: date,
  })
  return { webhook, delivery }
}

/** Stores a key of the caller or of an sa; returns its id. */
const storeKey = async ({ scene: { test, people }, caller, side }: Occasion): Promise<string> => {
  const user = side === 'own' ? (caller.person ?? people.sa).id : (await storeUser(test, 'sa'))._id
  const [_id, keyHash, date] = [newId(), newId(), test.clock.now()]
  await test.db
    .insert(apiKeys)
    .values({ _id, keyHash, user, name: 'CRM', routeAccess: [], dateCreate: date, dateExpire: date })
  return _id
}

const ofWebhook =
  (rest: string, body?: Row): Request =>
  async (occasion) => {
    const { webhook, delivery } = await storeWebhook(occasion)
    return { path: `/api/webhooks/${webhook}${rest.replace(':delivery', delivery)}`, ...(body && { body }) }
  }

const ownerOf = ({ scene: { people }, caller, side }: Occasion): string =>
  side === 'own' ? (caller.person ?? people.sa).id : people.otherAgent.id

const KINDS = BATCH_WORKS.flatMap((work) =>
  (['update', 'delete', 'repair'] as const)
    .filter((action) => (work.chunk ? action in work.chunk : action === work.action))
    .map((action) => ({ resource: work.resource, action })),
)

const COMPENSATION = { resource: 'users', action: 'compensate' } as const

/** A batch that was undone, of a kind that the caller may do, if any. */
const ofBatch =
  (rest: string, status?: number): Request =>
  async (occasion) => {
    const { db, clock } = occasion.scene.test
    const principal = principalOf(occasion.caller)
    const changed = KINDS.find(({ resource, action }) =>
      can(principal, action === 'delete' ? 'delete' : 'update', resource),
    )
    const kind = changed ?? (holds(principal, COMPENSATE) ? COMPENSATION : undefined)
    const batch = { _id: newId(), resource: 'movies', action: 'update', state: 'undone', ...kind } as const
    const createdBy = ownerOf(occasion)
    await db.insert(batches).values({ ...batch, createdBy, address: '', date: clock.now() })
    return { path: `/api/batches/${batch._id}${rest}`, ...(status && { status }) }
  }

/** An import that was written, of a resource that the caller may import, if any. */
const ofImport =
  (rest: string, more: Pick<Trial, 'status' | 'body'> = {}): Request =>
  async (occasion) => {
    const { db, clock } = occasion.scene.test
    const principal = principalOf(occasion.caller)
    const work = IMPORT_WORKS.find(({ resource }) => holds(principal, createOrUpdate(resource)))
    const [_id, date] = [newId(), clock.now()]
    const resource = work?.resource ?? 'movies'
    const counts = { ...NO_VERDICTS, refused: 1 }
    const file = { name: 'uno.csv', columns: [], total: 1, counts, state: 'done' as const }
    const written = { _id, resource, date, createdBy: ownerOf(occasion), address: '', ...file }
    await db.insert(imports).values(written)
    await db.insert(importRows).values({ import: _id, row: 2, cells: ['x'], verdict: 'refused' })
    return { path: `/api/imports/${_id}${rest}`, ...more }
  }

const LOGO = { path: '/api/logo', body: pngOf(), headers: { 'content-type': 'image/png' } }

/** Sessions, the service itself and its settings. */
export const service: Requests = {
  'GET /health': at('/health'),
  'GET /ready': at('/ready'),
  'GET /api/openapi.json': at('/api/openapi.json'),
  'GET /api/docs': at('/api/docs'),
  'GET /pictures/:kind/*': at('/pictures/cover/Uno.svg'),
  // A user name per caller: concurrent sign-ins with one name would count as guesses.
  'POST /auth/local': ({ scene, caller: { kind, person } }) => {
    const isOfWeb = kind !== 'app' && kind !== 'demo'
    const { name } = (isOfWeb && person) || scene.people.sa
    return { path: '/auth/local', body: { name, password: PASSWORD } }
  },
  'POST /auth/second-factor': () => ({
    path: '/auth/second-factor',
    status: 401,
    body: { challenge: 'x', code: '123456' },
  }),
  'POST /auth/second-factor/options': () => ({
    path: '/auth/second-factor/options',
    status: 401,
    body: { challenge: 'x' },
  }),
  'POST /auth/second-factor/enrol': () => ({
    path: '/auth/second-factor/enrol',
    status: 401,
    body: { challenge: 'x', kind: 'totp' },
  }),
  'POST /auth/second-factor/enrol/verify': () => ({
    path: '/auth/second-factor/enrol/verify',
    status: 401,
    body: { challenge: 'x', code: '123456' },
  }),
  'POST /auth/confirm/options': at('/auth/confirm/options'),
  'GET /api/me/factors': at('/api/me/factors'),
  'POST /api/me/factors': () => ({ path: '/api/me/factors', body: { kind: 'totp' } }),
  // In a new session, in which no enrolment was started.
  'POST /api/me/factors/verify': async ({ scene, caller }) => ({
    path: '/api/me/factors/verify',
    status: 409,
    body: { code: '123456' },
    token: await again(scene.test, caller),
  }),
  'POST /api/me/factors/recovery-codes': at('/api/me/factors/recovery-codes', 409),
  'DELETE /api/me/factors/:id': () => ({ path: `/api/me/factors/${newId()}`, status: 404 }),
  'POST /auth/logout': async ({ scene, caller }) => ({
    path: '/auth/logout',
    token: await again(scene.test, caller),
  }),
  'POST /auth/confirm': () => ({ path: '/auth/confirm', body: { password: PASSWORD } }),
  'GET /api/me/sessions': at('/api/me/sessions'),
  'DELETE /api/me/sessions': at('/api/me/sessions'),
  'DELETE /api/me/sessions/:id': () => ({ path: `/api/me/sessions/${newId()}`, status: 404 }),
  'GET /api/search': ({ scene, side }) => ({ path: `/api/search?q=${scene[side].name}`, found: countIn }),
  'GET /api/notices': at('/api/notices'),
  'GET /api/sign-in': at('/api/sign-in'),
  'POST /api/demo/reset': at('/api/demo/reset', 404),
  'GET /api/first-steps': at('/api/first-steps'),
  'GET /api/backups/status': at('/api/backups/status'),
  'GET /api/views': ({ caller }) => ({ path: `/api/views?list=${listOfCaller(caller)}` }),
  'POST /api/views': ({ scene, caller, side }) => ({
    path: '/api/views',
    body: { list: listOfCaller(caller), name: newId(), profile: side === 'own' ? null : scene.profiles.sa },
  }),
  'PUT /api/views/:id': async (occasion) => ({ path: await viewPath(occasion), body: { name: newId() } }),
  'DELETE /api/views/:id': async (occasion) => ({ path: await viewPath(occasion) }),
  'GET /api/settings': at('/api/settings'),
  'PUT /api/settings': ({ side }) => ({
    path: '/api/settings',
    body: side === 'own' ? { pageSize: 20 } : { linkChecks: false },
  }),
  'PUT /api/settings/updateTvUrlBase': () => ({
    path: '/api/settings/updateTvUrlBase',
    body: { tvUrlBase: 'https://tv.example/' },
  }),
  'GET /api/apk': at('/api/apk'),
  'GET /api/apk/facts': at('/api/apk/facts'),
  'PUT /api/apk': () => ({
    path: '/api/apk',
    body: apkOf(),
    headers: { 'content-type': 'application/octet-stream' },
  }),
  'GET /api/logo/:version': async ({ scene: { test, people } }) => {
    const headers = { ...LOGO.headers, authorization: `Bearer ${people.sa.token}` }
    const { path } = (
      await test.app.inject({ method: 'PUT', url: LOGO.path, headers, payload: LOGO.body })
    ).json()
    return { path }
  },
  'PUT /api/logo': () => LOGO,
  'DELETE /api/logo': at('/api/logo'),
  'GET /baja/:token': at('/baja/x'),
  'POST /baja/:token': at('/baja/x'),
  'GET /api/webhooks': at('/api/webhooks'),
  // Counted with those of other callers, they would reach the limit.
  'POST /api/webhooks': async ({ scene: { test } }) => {
    await test.db.delete(webhooks)
    const body = { name: 'CRM', url: 'http://127.0.0.1:9/hook', events: ['user.created'] }
    return { path: '/api/webhooks', body }
  },
  'PUT /api/webhooks/:id': ofWebhook('', { name: 'Otro' }),
  'DELETE /api/webhooks/:id': ofWebhook(''),
  'POST /api/webhooks/:id/secret': ofWebhook('/secret'),
  'POST /api/webhooks/:id/test': ofWebhook('/test'),
  'GET /api/webhooks/:id/deliveries': ofWebhook('/deliveries'),
  'POST /api/webhooks/:id/deliveries/:delivery/resend': ofWebhook('/deliveries/:delivery/resend'),
  'GET /api/keys': at('/api/keys'),
  'GET /api/keys/size': at('/api/keys/size'),
  'GET /api/keys/export': at('/api/keys/export'),
  'POST /api/keys': () => ({ path: '/api/keys', body: {}, status: 422 }),
  'DELETE /api/keys/:id': async (occasion) => ({ path: `/api/keys/${await storeKey(occasion)}` }),
  'GET /api/batches': at('/api/batches'),
  'GET /api/batches/:id': ofBatch(''),
  'POST /api/batches/:id/cancel': ofBatch('/cancel'),
  'POST /api/batches/:id/undo': ofBatch('/undo', 409),
  'GET /api/imports/:id': ofImport(''),
  'GET /api/imports/:id/rows': ofImport('/rows'),
  'GET /api/imports/:id/refused': ofImport('/refused'),
  'PUT /api/imports/:id/mapping': ofImport('/mapping', { status: 409, body: { columns: ['title'] } }),
  'POST /api/imports/:id/apply': ofImport('/apply', { status: 409, body: { version: 1, takeNew: true } }),
  'DELETE /api/imports/:id': ofImport(''),
  'GET /api/lookups/platforms': at('/api/lookups/platforms'),
  'GET /api/lookups/film': at('/api/lookups/film?title=x', 503),
}
