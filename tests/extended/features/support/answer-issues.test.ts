import { count, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BATCH_MESSAGES } from '../../../../src/domain/batches/batch.ts'
import { ISSUE_MESSAGES, ISSUE_TYPE_NAMES } from '../../../../src/domain/support/issue.ts'
import { COMMENT_MESSAGES, MAX_COMMENTS } from '../../../../src/domain/support/issue-comment.ts'
import { batches } from '../../../../src/server/platform/database/schema/batches.ts'
import { issueComments } from '../../../../src/server/platform/database/schema/support.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { runJobs } from '../../../support/jobs.ts'
import { type SignedIn, signedIn, signedInWith } from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const path = '/api/issues'
let sa: SignedIn
let clerk: SignedIn
let viewer: SignedIn
let film: Row & { _id: string }
let report: string

const reported = async (changes: Row = {}, from = viewer): Promise<string> => {
  const body = { mediaId: film._id, mediaType: 'Movie', issueType: 'AUDIO', ...changes }
  const { _id } = await create(from, path, body)
  return _id
}

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  clerk = await signedInWith(server, { 'issue-list': ['modify'] })
  viewer = await viewerApp(server)
  film = await create(sa, '/api/movies', filmOf())
  report = await reported()
})

afterEach(() => server.db.execute(sql`delete from tasks`))

/** Adds this many copies of the first report. */
const addReports = (count: number) =>
  server.db.execute(sql`
    with added as (
      insert into issues (_id, group_number, media_id, media_type, issue_type, date, day, user_id, date_update)
      select 'r' || n, group_number, media_id, media_type, issue_type, date, day, user_id, date_update
      from issues, generate_series(1, ${count}) n where _id = ${report} returning 1),
    of_groups as (update issue_groups set open = open + ${count})
    update issue_days set open = open + ${count}`)

const start = (body: Row, who = clerk) => who.post(`${path}/answers`, { text: 'Ya funciona.', ...body })
const batchOf = async (id: unknown, who = clerk): Promise<Row> => (await who.get(`/api/batches/${id}`)).body

/** Starts a batch, and returns its id. */
const started = async (body: Row, who = clerk): Promise<string> => {
  const sent = await start(body, who)
  expect(sent).toMatchObject({ status: 202, body: { batch: expect.any(String) } })
  return String(sent.body.batch)
}

/** Starts a batch, runs it to its end and returns it. */
const answered = async (body: Row, who = clerk): Promise<Row> => {
  const batch = await started(body, who)
  await runJobs(server.context)
  return batchOf(batch, who)
}

const ownOf = async (who = viewer) => (await who.get(`${path}/mine`)).rows
const textsOf = async (id = report) => (await sa.get(`${path}/${id}/comments`)).rows.map(({ text }) => text)
const open = async () => (await sa.get(`${path}/size?status=false`)).body.count
const repairsOf = async () => (await sa.get(`${path}/repairs`)).rows
const undoRepair = (id: unknown) => sa.post(`${path}/repairs/${id}/undo`)
const audit = async (query = '') => (await sa.get(`/api/audit?resource=issues${query}`)).rows
const stored = async () => (await server.db.select({ n: count() }).from(issueComments))[0]?.n

/** True if no report has two answers. */
const isOnce = async (): Promise<boolean> => {
  const { rows } = await server.db.execute(
    sql`select issue from issue_comments group by 1 having count(*) > 1`,
  )
  return rows.length === 0
}

describe('an answer to many reports', () => {
  test('is added to each report of a group, and repairs the open ones', async () => {
    const other = await viewerApp(server)
    const second = await reported({}, other)
    const elsewhere = await reported({ issueType: 'LINK' }, other)
    const [group] = (await sa.get(`${path}/groups?issueType=AUDIO`)).rows
    const named = { groups: [group?._id], status: false, count: 2 }
    const batch = await answered({ ...named, text: '{titulo}: listo', repair: true })
    expect(batch).toMatchObject({
      resource: 'issues',
      action: 'answer',
      state: 'done',
      total: 2,
      done: 2,
      changed: 2,
      changes: {},
      canUndo: false,
    })
    const own = (await ownOf(other)).map(({ _id, status, answer }) => [_id, status, answer])
    expect(own.sort()).toEqual(
      [
        [second, true, `${film.title}: listo`],
        [elsewhere, false, null],
      ].sort(),
    )
    const [repair] = await repairsOf()
    expect(repair).toMatchObject({ count: 2, filters: { chosen: true }, undone: null })
    expect((await undoRepair(repair?._id)).body).toEqual({ reopened: 2, kept: 0 })
    expect(await ownOf()).toMatchObject([{ status: false, answer: `${film.title}: listo` }])
  })

  test('fills in titles last, so that braces in them are preserved', async () => {
    const odd = await create(sa, '/api/movies', filmOf({ title: 'El {error} y {titulo}' }))
    const id = await reported({ mediaId: odd._id })
    await answered({ ids: [id], text: ' {titulo} · {error} ' })
    await clerk.post(`${path}/${id}/comments`, { text: '{titulo} · {error}', isAnswer: true })
    expect(await textsOf(id)).toEqual(Array(2).fill(`El {error} y {titulo} · ${ISSUE_TYPE_NAMES.AUDIO}`))
  })

  test('changes nothing if there are more reports than counted, and skips later ones', async () => {
    const { count: seen, until } = (await sa.get(`${path}/size?status=false`)).body
    const late = await reported({ issueType: 'LINK' })
    const stale = await start({ status: false, count: seen })
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      409,
      'STALE',
      ISSUE_MESSAGES.more(2),
    ])
    expect(await server.db.select().from(batches)).toEqual([])
    expect(await answered({ status: false, count: seen, until, repair: true })).toMatchObject({ changed: 1 })
    const batch = await started({})
    const later = await reported({ issueType: 'VIDEO' })
    await runJobs(server.context)
    expect(await batchOf(batch)).toMatchObject({ total: 2 })
    expect([await textsOf(late), await textsOf(later)]).toEqual([['Ya funciona.'], []])
  })

  test('respects the filters: status, content, search and assignee', async () => {
    await clerk.put(`${path}/${report}`, { status: true })
    const other = await reported({ issueType: 'LINK' })
    await clerk.post(`${path}/assignments`, { ids: [other], isAssigned: true })
    for (const none of [{ status: true, assignee: 'me' }, { search: 'nada' }, { count: 0, mediaId: 'x' }]) {
      const sent = await start(none)
      expect([sent.status, sent.body.message], JSON.stringify(none)).toEqual([
        409,
        COMMENT_MESSAGES.noReports,
      ])
    }
    expect(await answered({ assignee: 'me' })).toMatchObject({ changed: 1 })
    expect(await answered({ mediaId: film._id })).toMatchObject({ changed: 2 })
    expect(await repairsOf()).toEqual([])
    for (const body of [
      { ids: [] },
      { text: ' ' },
      { text: '{x}' },
      { count: -1 },
      { status: 'true' },
      { x: 1 },
    ])
      expect((await start(body)).status, JSON.stringify(body)).toBe(422)
  })

  test('processes more reports than fit into one chunk', async () => {
    await addReports(2_500)
    const batch = await started({ repair: true })
    await runJobs(server.context, 1)
    expect(await batchOf(batch)).toMatchObject({ state: 'running', done: 1_000, total: 2_501 })
    await runJobs(server.context)
    expect(await batchOf(batch)).toMatchObject({ state: 'done', changed: 2_501 })
    expect([await stored(), await isOnce(), await open()]).toEqual([2_501, true, 0])
    const repairs = await repairsOf()
    expect(repairs).toMatchObject([{ count: 2_501 }])
    expect((await undoRepair(repairs[0]?._id)).body).toEqual({ reopened: 2_501, kept: 0 })
    expect(await open()).toBe(2_501)
    expect((await audit('&action=answer')).length + (await audit('&action=repair')).length).toBe(2)
  })

  test('is one audit event with number, filters and batch, and its text is stored in neither', async () => {
    const { _id } = await answered({ mediaId: film._id, repair: true, text: 'Un secreto' })
    const { rows, text } = await sa.get('/api/audit?resource=issues')
    const [repair] = await repairsOf()
    expect(rows.map(({ action, recordName, user, batch }) => [action, recordName, user, batch])).toEqual([
      ['repair', film.title, clerk.id, repair?._id],
      ['answer', film.title, clerk.id, _id],
    ])
    expect(text).not.toContain('secreto')
    expect(JSON.stringify(await server.db.select().from(batches))).not.toContain('secreto')
  })

  test('sent by two operators at once is stored for each, and each report is repaired once', async () => {
    const sent = [
      await started({ ids: [report], text: 'Uno', repair: true }),
      await started({ ids: [report], text: 'Dos', repair: true }, sa),
    ]
    await runJobs(server.context)
    expect(await batchOf(sent[0])).toMatchObject({ changed: 1 })
    expect(await batchOf(sent[1], sa)).toMatchObject({ changed: 1 })
    expect(await textsOf()).toEqual(['Uno', 'Dos'])
    expect(await repairsOf()).toMatchObject([{ count: 1, userName: clerk.name }])
    expect((await ownOf())[0]?.answer).toBe('Dos')
  })

  test('is not added beyond the limit of comments, nor for deleted viewers, but repairs these reports', async () => {
    const other = await viewerApp(server)
    const orphan = await reported({}, other)
    const fine = await reported({ issueType: 'LINK' })
    const row = { issue: report, text: 'Nota', isAnswer: false, date: server.clock.now(), user: sa.id }
    await server.db.insert(issueComments).values(Array.from({ length: MAX_COMMENTS }, () => row))
    const batch = await started({ repair: true })
    expect((await sa.delete(`/api/users/${other.id}`)).status).toBe(200)
    await runJobs(server.context)
    const refused = [
      { _id: report, message: COMMENT_MESSAGES.tooMany },
      { _id: orphan, message: COMMENT_MESSAGES.viewerGone },
    ]
    expect(await batchOf(batch)).toMatchObject({ done: 3, changed: 1, refusedCount: 2 })
    expect((await batchOf(batch)).refused).toEqual(
      refused.toSorted((one, two) => (one._id < two._id ? -1 : 1)),
    )
    expect([await textsOf(fine), await textsOf(orphan), await open()]).toEqual([['Ya funciona.'], [], 0])
  })

  test('requires the permission to modify reports, also while it runs', async () => {
    const reader = await signedInWith(server, { 'issue-list': [] })
    expect((await start({ text: '' }, reader)).status).toBe(403)
    await addReports(1_500)
    const batch = await started({ repair: true })
    await runJobs(server.context, 1)
    await server.db.execute(sql`update users set status = 'disable' where _id = ${clerk.id}`)
    await runJobs(server.context)
    const [row] = await server.db.select().from(batches).where(sql`_id = ${batch}`)
    expect(row).toMatchObject({ state: 'cancelled', message: BATCH_MESSAGES.forbidden, changed: 1_000 })
    expect([await stored(), await open()]).toEqual([1_000, 501])
    expect((await audit()).slice(0, 2)).toMatchObject([
      { action: 'repair', user: clerk.id },
      { action: 'answer', user: clerk.id },
    ])
  })

  test('can be stopped between two chunks, and the repairs so far be undone in one step', async () => {
    await addReports(1_500)
    const batch = await started({ repair: true })
    await runJobs(server.context, 1)
    const cancelled = await clerk.post(`/api/batches/${batch}/cancel`)
    expect(cancelled.body).toMatchObject({ state: 'cancelled', done: 1_000 })
    await runJobs(server.context)
    expect([await stored(), await open()]).toEqual([1_000, 501])
    const [answer] = await audit('&action=answer')
    expect(answer?.changes).toContainEqual({ field: 'count', before: null, after: 1_000 })
    expect((await clerk.post(`/api/batches/${batch}/undo`)).status).toBe(409)
    const [repair] = await repairsOf()
    expect((await undoRepair(repair?._id)).body).toEqual({ reopened: 1_000, kept: 0 })
    expect([await stored(), await open()]).toEqual([1_000, 1_501])
  })

  test('continues without repairing once its repair was undone', async () => {
    await addReports(1_500)
    const batch = await started({ repair: true })
    await runJobs(server.context, 1)
    const [repair] = await repairsOf()
    expect((await undoRepair(repair?._id)).body).toEqual({ reopened: 1_000, kept: 0 })
    await runJobs(server.context)
    expect(await batchOf(batch)).toMatchObject({ state: 'done', changed: 1_501 })
    expect([await stored(), await isOnce(), await open()]).toEqual([1_501, true, 1_501])
    expect((await undoRepair(repair?._id)).body).toEqual({ reopened: 1_000, kept: 0 })
  })

  test('repeats a failed chunk without adding a second comment', async () => {
    await addReports(1_500)
    const batch = await started({ repair: true })
    await runJobs(server.context, 1)
    // Fails after the answers of the chunk were inserted.
    await server.db.execute(
      sql`alter table batches add constraint stops check (done < 1001 or action <> 'repair')`,
    )
    await runJobs(server.context)
    expect(await batchOf(batch)).toMatchObject({ state: 'running', done: 1_000 })
    expect([await stored(), await open()]).toEqual([1_000, 501])
    await server.db.execute(sql`alter table batches drop constraint stops`)
    await server.db.execute(sql`update tasks set due = now()`)
    await runJobs(server.context)
    expect(await batchOf(batch)).toMatchObject({ state: 'done', changed: 1_501 })
    expect([await stored(), await isOnce(), await open()]).toEqual([1_501, true, 0])
    expect(await repairsOf()).toMatchObject([{ count: 1_501 }])
  })
})
