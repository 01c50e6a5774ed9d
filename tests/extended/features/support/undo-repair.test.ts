import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { BATCH_MESSAGES } from '../../../../src/domain/batches/batch.ts'
import { UNDO_DAYS } from '../../../../src/domain/batches/undo.ts'
import { ISSUE_MESSAGES } from '../../../../src/domain/support/issue.ts'
import { batches } from '../../../../src/server/platform/database/schema/batches.ts'
import { profiles, users } from '../../../../src/server/platform/database/schema/users.ts'
import { batchCleanUp } from '../../../../src/server/platform/tasks/batches.ts'
import { enqueue } from '../../../../src/server/platform/tasks/queue.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { create, filmOf } from '../../../support/films.ts'
import { runJobs } from '../../../support/jobs.ts'
import { type SignedIn, signedIn, signedInWith } from '../../../support/people.ts'
import { times, viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const path = '/api/issues'
const DAY = 24 * HOUR
let sa: SignedIn
let clerk: SignedIn
let viewer: SignedIn
let film: Row & { _id: string }
let other: Row & { _id: string }

/** Three open reports of a film, and one of another. */
beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  clerk = await signedInWith(server, { 'issue-list': ['modify'] })
  viewer = await viewerApp(server)
  film = await create(sa, '/api/movies', filmOf())
  other = await create(sa, '/api/movies', filmOf({ title: 'El laberinto' }))
  for (const mediaId of [film._id, film._id, film._id, other._id]) await reported({ mediaId })
})

const reported = async (changes: Row = {}) => {
  const body = { mediaId: film._id, mediaType: 'Movie', issueType: 'AUDIO', ...changes }
  const answer = await viewer.post(path, body)
  expect(answer.status).toBe(201)
  return String(answer.body._id)
}
const repairAll = async (body: Row = {}, who = sa) =>
  String((await who.post(`${path}/changeAllToFixes`, body)).body.batchId)
const undo = (batch: string, who = sa) => who.post(`${path}/repairs/${batch}/undo`)
const setStatus = (id: string, status: boolean) => sa.put(`${path}/${id}`, { status })
const openIds = async () => (await sa.get(`${path}?status=false`)).rows.map(({ _id }) => String(_id)).sort()
const listed = async (query = '') => (await sa.get(`${path}/repairs${query}`)).rows
const told = async () => (await sa.get('/api/audit?action=undo-repair')).rows

/** Whether the stored counts equal those of the rows. */
const areCountsSound = async () => {
  const { rows } = await server.db.execute(sql`
    select (select count(*) from (
        (select group_number, count(*) filter (where not status), count(*) filter (where status)
          from issues group by 1)
        except select number, open, fixed from issue_groups) g)::int as groups,
      (select count(*) from (
        (select day, media_type, issue_type, count(*) filter (where not status), count(*) filter (where status)
          from issues group by 1, 2, 3)
        except select day, media_type, issue_type, open, fixed from issue_days) d)::int as days`)
  expect(rows).toEqual([{ groups: 0, days: 0 }])
}

describe('undoing a repair', () => {
  test('opens exactly the closed reports, and returns their number', async () => {
    const before = await openIds()
    await repairAll({ mediaId: other._id })
    const batch = await repairAll({ mediaId: film._id })
    expect(await openIds()).toEqual([])
    expect((await undo(batch)).body).toEqual({ reopened: 3, kept: 0 })
    expect(await openIds()).toHaveLength(3)
    expect(before).toEqual(expect.arrayContaining(await openIds()))
    await areCountsSound()
  })

  test('skips reports closed before, and those changed since', async () => {
    const [early = '', opened = '', closedAgain = ''] = await openIds()
    await setStatus(early, true)
    const batch = await repairAll()
    await setStatus(opened, false)
    await setStatus(closedAgain, false)
    await setStatus(closedAgain, true)
    expect((await undo(batch)).body).toEqual({ reopened: 1, kept: 2 })
    const open = await openIds()
    expect(open).toHaveLength(2)
    expect(open).toContain(opened)
    expect(open).not.toContain(early)
    expect(open).not.toContain(closedAgain)
    await areCountsSound()
  })

  test('skips reports that a later repair closed again', async () => {
    const first = await repairAll()
    await undo(first)
    const second = await repairAll({ mediaId: film._id })
    expect((await undo(first)).body).toEqual({ reopened: 4, kept: 0 })
    expect(await openIds()).toHaveLength(1)
    expect((await undo(second)).body).toEqual({ reopened: 3, kept: 0 })
    await areCountsSound()
  })

  test('does not affect reports that arrived meanwhile', async () => {
    const batch = await repairAll()
    const late = await reported()
    await setStatus(late, true)
    expect((await undo(batch)).body).toEqual({ reopened: 4, kept: 0 })
    expect(await openIds()).not.toContain(late)
    await areCountsSound()
  })

  test('has an effect once for repeated and concurrent requests', async () => {
    const batch = await repairAll()
    const answers = await times(6, (index) => undo(batch, index % 2 === 0 ? sa : clerk))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ reopened: 4, kept: 0 })]),
    )
    expect(await told()).toHaveLength(1)
    await areCountsSound()
  })

  test('concurrent with repairs and single changes counts each report once', async () => {
    const batch = await repairAll()
    const [id = ''] = (await sa.get(path)).rows.map(({ _id }) => String(_id))
    const answers = await Promise.all([
      times(3, () => undo(batch)),
      times(3, () => sa.post(`${path}/changeAllToFixes`, {})),
      times(6, (index) => setStatus(id, index % 2 === 0)),
    ])
    expect(answers.flat().filter(({ status }) => status >= 500)).toEqual([])
    await areCountsSound()
  })

  test('is an audit event', async () => {
    const batch = await repairAll()
    await undo(batch, clerk)
    expect(await told()).toMatchObject([
      {
        action: 'undo-repair',
        resource: 'issues',
        record: batch,
        user: clerk.id,
        changes: [
          { field: 'reopened', before: null, after: 4 },
          { field: 'kept', before: null, after: 0 },
        ],
      },
    ])
  })

  test('is possible for thirty days; then the repair is deleted', async () => {
    const batch = await repairAll({ mediaId: film._id })
    server.clock.advance(UNDO_DAYS * DAY + 1)
    sa = await signedIn(server, 'sa')
    const late = await undo(batch)
    expect([late.status, late.body.message]).toEqual([404, ISSUE_MESSAGES.repairGone])
    expect(await listed()).toEqual([])
    const later = await repairAll()
    await enqueue(server.db, batchCleanUp, '')
    await runJobs(server.context, 3)
    expect(await server.db.select({ _id: batches._id }).from(batches)).toEqual([{ _id: later }])
  })

  test('requires the permission to repair, and an existing repair', async () => {
    const batch = await repairAll()
    const reader = await signedInWith(server, { 'issue-list': [] })
    expect((await undo(batch, reader)).status).toBe(403)
    expect((await reader.get(`${path}/repairs`)).status).toBe(403)
    expect((await reader.get(`${path}/repairs/size`)).status).toBe(403)
    expect((await undo('nadie')).status).toBe(404)
    const deletion = { _id: 'lote', resource: 'movies', action: 'delete', state: 'done' } as const
    const date = server.clock.now()
    await server.db.insert(batches).values({ ...deletion, createdBy: sa.id, address: '', date })
    expect((await undo('lote')).status).toBe(404)
    expect((await undo(batch, clerk)).status).toBe(200)
  })

  test('opens thousands of reports at once', async () => {
    await server.db.execute(sql`
      insert into issues (_id, group_number, media_id, media_type, issue_type, date, day, user_id, date_update)
      select 'r' || n, group_number, media_id, media_type, issue_type, date, day, user_id, date_update
      from issues, generate_series(1, 5000) n where media_id = ${other._id}`)
    await server.db.execute(sql`update issue_groups set open = open + 5000 where media_id = ${other._id}`)
    await server.db.execute(sql`update issue_days set open = open + 5000`)
    const batch = await repairAll()
    expect((await undo(batch)).body).toEqual({ reopened: 5004, kept: 0 })
    await areCountsSound()
  })
})

describe('a repair as a batch of its user', () => {
  const own = async (who = sa) => (await who.get('/api/batches')).rows

  test('is listed with its number of reports, and undone within the request like other batches', async () => {
    const batch = await repairAll({ mediaId: film._id })
    expect(await own(clerk)).toEqual([])
    const done = { resource: 'issues', state: 'done', done: 3, total: 3, changed: 3, refusedCount: 0 }
    expect(await own()).toEqual([
      expect.objectContaining({ ...done, _id: batch, action: 'repair', changes: {}, canUndo: true }),
    ])
    expect((await clerk.post(`/api/batches/${batch}/undo`)).status).toBe(404)

    const [kept = ''] = (await sa.get(`${path}?status=true`)).rows.map(({ _id }) => String(_id))
    await setStatus(kept, true)
    await setStatus(kept, false)
    const answer = await sa.post(`/api/batches/${batch}/undo`)
    expect(answer.status).toBe(202)
    expect(await openIds()).toHaveLength(4)
    expect(await own()).toEqual([
      expect.objectContaining({
        ...done,
        ...{ _id: answer.body.batch, action: 'undo', undoes: 'repair', canUndo: false },
        ...{ changed: 2, refusedCount: 1 },
      }),
      expect.objectContaining({ _id: batch, state: 'undone', canUndo: false }),
    ])
    expect((await listed())[0]).toMatchObject({ undone: { reopened: 2, kept: 1, userName: sa.name } })
    await areCountsSound()
  })

  test('leaves most places in the list to other batches', async () => {
    for (let each = 0; each < 3; each++) {
      const batch = await repairAll({ mediaId: other._id })
      await undo(batch)
    }
    const { rows } = await sa.get('/api/batches?limit=10')
    expect(rows).toHaveLength(2)
  })

  test('cannot be undone twice, whoever undid it', async () => {
    const batch = await repairAll()
    await undo(batch, clerk)
    const again = await sa.post(`/api/batches/${batch}/undo`)
    expect([again.status, again.body.message]).toEqual([409, BATCH_MESSAGES.undone])
    expect((await undo(batch)).body).toEqual({ reopened: 4, kept: 0 })
  })

  test('is not undone without the permission to repair', async () => {
    const batch = await repairAll({}, clerk)
    const profile = server.db.select({ _id: users.profile }).from(users).where(eq(users._id, clerk.id))
    await server.db.update(profiles).set({ routeAccess: [] }).where(inArray(profiles._id, profile))
    expect((await clerk.post(`/api/batches/${batch}/undo`)).status).toBe(403)
    expect(await own(clerk)).toEqual([])
    expect(await openIds()).toEqual([])
  })

  test('links to its audit events', async () => {
    const batch = await repairAll()
    await undo(batch)
    const [undone] = await own()
    const eventsOf = async (id: unknown) => (await sa.get(`/api/audit?batch=${id}`)).rows
    expect(await eventsOf(batch)).toMatchObject([{ action: 'repair', record: null }])
    expect(await eventsOf(undone?._id)).toMatchObject([{ action: 'undo-repair', record: batch }])
  })
})

describe('the list of recent repairs', () => {
  test('shows user, filters, date, number and undoing', async () => {
    const first = await repairAll({ mediaId: other._id, search: 'laberinto' }, clerk)
    const repairedAt = server.clock.now().toISOString()
    server.clock.advance(1_000)
    await repairAll()
    await undo(first)
    const undoneAt = server.clock.now().toISOString()
    expect(await listed()).toMatchObject([
      { userName: sa.name, count: 3, filters: {}, title: null, undone: null },
      {
        _id: first,
        date: repairedAt,
        userName: clerk.name,
        count: 1,
        filters: { mediaId: other._id, search: 'laberinto' },
        title: 'El laberinto',
        undone: { reopened: 1, kept: 0, date: undoneAt, userName: sa.name },
      },
    ])
    expect((await sa.get(`${path}/repairs/size`)).body).toEqual({ count: 2 })
    expect(await listed('?limit=1&page=2')).toMatchObject([{ _id: first }])
    expect((await sa.get(`${path}/repairs?limit=0`)).status).toBe(422)
    expect((await sa.get(`${path}/repairs?sort=date`)).status).toBe(422)
  })

  test('names the content that the reports were moved to', async () => {
    await repairAll({ mediaId: other._id })
    const dates = { dateUpdate: film.dateUpdate, withDateUpdate: other.dateUpdate }
    const merged = await sa.post(`/api/movies/${film._id}/merge`, { with: other._id, ...dates })
    expect(merged.status).toBe(200)
    expect(await listed()).toMatchObject([{ filters: { mediaId: film._id }, title: film.title }])
  })

  test('omits repairs without effect', async () => {
    const answer = await sa.post(`${path}/changeAllToFixes`, { search: 'nadie' })
    expect(answer.body).toEqual({ count: 0, batchId: null })
    const stale = await sa.post(`${path}/changeAllToFixes`, { count: 1 })
    expect(stale.status).toBe(409)
    expect(await listed()).toEqual([])
  })
})

describe('a repair of chosen reports', () => {
  const changeAll = (body: Row) => sa.post(`${path}/changeAllToFixes`, body)

  test('closes exactly those, returns their number, and can be undone', async () => {
    const [first = '', second = '', ...others] = await openIds()
    const { body: counted } = await sa.get(`${path}/size?status=false&ids=${first},${second}`)
    expect(counted.count).toBe(2)
    const { body } = await changeAll({ ids: [first, second], ...counted })
    expect(body.count).toBe(2)
    expect(await openIds()).toEqual(others)
    expect((await listed())[0]).toMatchObject({ count: 2, filters: { chosen: true } })
    await undo(String(body.batchId))
    expect(await openIds()).toEqual([first, second, ...others].sort())
    await areCountsSound()
  })

  test('closes all of the chosen groups', async () => {
    const groups = (await sa.get(`${path}/groups?mediaId=${film._id}`)).rows.map(({ _id }) => String(_id))
    const { body: counted } = await sa.get(`${path}/size?status=false&groups=${groups.join(',')}`)
    expect(counted.count).toBe(3)
    expect((await changeAll({ groups, ...counted })).body.count).toBe(3)
    expect(await openIds()).toHaveLength(1)
    await areCountsSound()
  })

  test('accepts 1 to 100 known ids, and requires the permission', async () => {
    const errors = { ids: { message: ISSUE_MESSAGES.chosen } }
    for (const ids of [[], Array(101).fill(film._id), 'todos'])
      expect(await changeAll({ ids })).toMatchObject({ status: 422, body: { errors } })
    expect((await changeAll({ ids: [film._id] })).body).toEqual({ count: 0, batchId: null })
    const reader = await signedInWith(server, { 'issue-list': [] })
    expect(await reader.post(`${path}/changeAllToFixes`, { ids: [] })).toMatchObject({ status: 403 })
    expect(await openIds()).toHaveLength(4)
  })
})
