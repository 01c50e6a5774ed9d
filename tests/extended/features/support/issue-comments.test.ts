import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ISSUE_TYPE_NAMES } from '../../../../src/domain/support/issue.ts'
import {
  COMMENT_MESSAGES,
  MAX_ASSIGNED,
  MAX_COMMENT,
  MAX_COMMENTS,
  MAX_OWN_ISSUES,
} from '../../../../src/domain/support/issue-comment.ts'
import { CONTROL } from '../../../../src/domain/validation/fields.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { issueComments } from '../../../../src/server/platform/database/schema/support.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { type SignedIn, signedIn, signedInWith } from '../../../support/people.ts'
import { times, viewerApp } from '../../../support/viewers.ts'

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

const comment = (body: Row, id = report, who = clerk) => who.post(`${path}/${id}/comments`, body)
const answer = (text: string, id = report, who = clerk) => comment({ text, isAnswer: true }, id, who)
const assign = (body: Row, who = clerk) => who.post(`${path}/assignments`, { isAssigned: true, ...body })
const commentsOf = async (id = report) => (await sa.get(`${path}/${id}/comments`)).rows
const ownOf = async (who = viewer) => (await who.get(`${path}/mine`)).rows
const listed = async (query = '', who = clerk) => (await who.get(`${path}?${query}`)).rows
const stored = async () => {
  const { rows } = await server.db.execute<{ n: number }>(sql`select count(*)::int as n from issue_comments`)
  return rows[0]?.n
}

describe('a comment', () => {
  test('is listed with its author, notes and answers in order', async () => {
    const note = await comment({ text: 'Llamé al proveedor.' })
    expect(note.status).toBe(201)
    expect(note.body).toEqual({
      _id: expect.any(String),
      text: 'Llamé al proveedor.',
      isAnswer: false,
      date: server.clock.now().toISOString(),
      userName: clerk.name,
      batchId: null,
    })
    await answer('Lo miramos.')
    expect((await commentsOf()).map(({ text, isAnswer }) => [text, isAnswer])).toEqual([
      ['Llamé al proveedor.', false],
      ['Lo miramos.', true],
    ])
    expect(await listed()).toMatchObject([{ comments: 2, isAnswered: true }])
  })

  test('also repairs its report, which can be undone', async () => {
    const { body } = await comment({ text: 'Ya funciona.', isAnswer: true, repair: true })
    expect(await ownOf()).toMatchObject([{ status: true, answer: 'Ya funciona.' }])
    expect((await comment({ text: 'Otra vez', repair: true })).body).toMatchObject({ batchId: null })
    const actions = (await sa.get('/api/audit?resource=issues')).rows.map(({ action }) => action)
    expect(actions.sort()).toEqual(['answer', 'comment', 'repair'])
    const undone = await sa.post(`${path}/repairs/${body.batchId}/undo`)
    expect(undone.body).toEqual({ reopened: 1, kept: 0 })
    expect(await ownOf()).toMatchObject([{ status: false, answer: 'Ya funciona.' }])
  })

  test('with a blank text or control characters is a 422 that names the field', async () => {
    for (const [body, field, message] of [
      [{ text: ' \n ' }, 'text', COMMENT_MESSAGES.text],
      [{ text: '\u001b[2J' }, 'text', CONTROL],
      [{ text: '\u200b' }, 'text', COMMENT_MESSAGES.text],
      [{ text: 'x'.repeat(501) }, 'text', `Debe tener como máximo ${MAX_COMMENT} caracteres.`],
      [{ text: 'Hola {nombre}', isAnswer: true }, 'text', COMMENT_MESSAGES.placeholder('{nombre}')],
      [{ text: 'a', isAnswer: 'sí' }, 'isAnswer', 'Debe ser verdadero o falso.'],
    ] as const) {
      const sent = await comment(body)
      expect(sent.status, message).toBe(422)
      expect(validationErrorsOf(sent)[field]).toBe(message)
    }
    expect((await comment({ text: 'a\u0000' })).status).toBe(422)
    expect((await comment({ text: 'a', user: 'x' })).status).toBe(422)
    expect(await stored()).toBe(0)
  })

  test('of a report that does not exist is a 404', async () => {
    expect((await comment({ text: 'Hola' }, newId())).status).toBe(404)
    expect((await comment({ text: 'Hola' }, 'nadie')).status).toBe(404)
    expect((await sa.get(`${path}/${newId()}/comments`)).status).toBe(404)
  })

  test('is refused beyond the limit of a report, also among concurrent ones', async () => {
    const row = { issue: report, text: 'Nota', isAnswer: false, date: server.clock.now(), user: sa.id }
    await server.db.insert(issueComments).values(Array.from({ length: MAX_COMMENTS - 2 }, () => row))
    const sent = await times(5, (index) => answer(`Respuesta ${index}`))
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422])
    expect(await commentsOf()).toHaveLength(MAX_COMMENTS)
  })

  test('is an audit event without its text', async () => {
    await comment({ text: 'Vive en la calle 5' })
    await answer('Gracias por avisar')
    const { rows, text } = await sa.get('/api/audit?resource=issues')
    expect(rows.map(({ action, record, user, changes }) => [action, record, user, changes])).toEqual([
      ['answer', report, clerk.id, []],
      ['comment', report, clerk.id, []],
    ])
    expect(text).not.toMatch(/calle 5|Gracias/)
  })

  test('requires the permission to modify reports; reading requires that to list them', async () => {
    const reader = await signedInWith(server, { 'issue-list': [] })
    expect((await reader.get(`${path}/${report}/comments`)).status).toBe(200)
    expect((await comment({ text: 'Hola' }, report, reader)).status).toBe(403)
    expect((await assign({}, reader)).status).toBe(403)
    expect((await viewer.get(`${path}/${report}/comments`)).status).toBe(403)
    expect((await clerk.get(`${path}/mine`)).status).toBe(403)
  })
})

describe('the reports of a viewer in its app', () => {
  test('show content, error, state and answers, but no notes and no staff', async () => {
    await comment({ text: 'Nota interna' })
    await answer('Lo miramos.')
    server.clock.advance(60_000)
    await answer('«{titulo}» ya funciona: {error}.', report, sa)
    await clerk.put(`${path}/${report}`, { status: true })
    await assign({ ids: [report] })
    const { rows, text } = await viewer.get(`${path}/mine`)
    const last = `«${film.title}» ya funciona: ${ISSUE_TYPE_NAMES.AUDIO}.`
    expect(rows).toEqual([
      {
        _id: report,
        mediaId: film._id,
        mediaType: 'Movie',
        title: film.title,
        issueType: 'AUDIO',
        status: true,
        date: expect.any(String),
        answer: last,
        answerDate: server.clock.now().toISOString(),
        answers: [
          { text: 'Lo miramos.', date: expect.any(String) },
          { text: last, date: server.clock.now().toISOString() },
        ],
      },
    ])
    for (const secret of ['interna', clerk.name, clerk.id, sa.name, sa.id]) expect(text).not.toContain(secret)
  })

  test('are only those of that viewer, newest first and at most fifty', async () => {
    const other = await viewerApp(server)
    const theirs = await reported({}, other)
    expect((await ownOf()).map(({ _id, answer }) => [_id, answer])).toEqual([[report, null]])
    expect((await ownOf(other)).map(({ _id }) => _id)).toEqual([theirs])
    for (let index = 0; index < MAX_OWN_ISSUES; index++) {
      server.clock.advance(120_000)
      await reported({ issueType: 'LINK' })
    }
    const own = await ownOf()
    expect(own).toHaveLength(MAX_OWN_ISSUES)
    const dates = own.map(({ date }) => String(date))
    expect(dates).toEqual([...dates].sort().toReversed())
    expect(own.map(({ _id }) => _id)).not.toContain(report)
  })
})

describe('an assignment', () => {
  test('is shown, filtered and counted, also in groups and exports', async () => {
    const other = await reported({ issueType: 'LINK' })
    expect((await assign({ ids: [report], count: 1 })).body).toEqual({ count: 1, kept: 0 })
    expect(await listed('assignee=me')).toMatchObject([
      { _id: report, assignee: clerk.id, assigneeName: clerk.name },
    ])
    expect((await listed('assignee=none')).map(({ _id }) => _id)).toEqual([other])
    expect((await listed(`assignee=${clerk.id}`, sa)).map(({ _id }) => _id)).toEqual([report])
    expect(await listed('assignee=me', sa)).toEqual([])
    for (const [query, count] of [
      ['assignee=me', 1],
      ['assignee=me&status=true', 0],
      ['assignee=none', 1],
      ['assignee=me&search=nada', 0],
      ['assignee=me&dateBeging=2026-03-15', 1],
    ] as const) {
      expect((await clerk.get(`${path}/size?${query}`)).body, query).toMatchObject({ count })
      expect((await clerk.get(`${path}/groups/size?${query}`)).body, query).toMatchObject({ count })
      expect((await clerk.get(`${path}/groups?${query}`)).rows, query).toHaveLength(count)
    }
    expect((await clerk.get(`${path}/assignees`)).rows).toEqual([{ _id: clerk.id, name: clerk.name }])
    const file = await clerk.get(`${path}/export?assignee=me`)
    expect(file.text).toContain(clerk.name)
    expect(file.text.trim().split('\n')).toHaveLength(2)
    expect((await clerk.get(`${path}/groups/export?assignee=me`)).text.trim().split('\n')).toHaveLength(2)
    expect((await clerk.get(`${path}?assignee=a b`)).status).toBe(422)
  })

  test('changes neither the date of the last edit nor the status', async () => {
    const [before] = await listed()
    server.clock.advance(1_000)
    await assign({ ids: [report] })
    await answer('Hola')
    const [after] = await listed()
    expect([after?.dateUpdate, after?.userUpdate]).toEqual([before?.dateUpdate, before?.userUpdate])
    const toggled = await clerk.put(`${path}/${report}`, { status: true, dateUpdate: before?.dateUpdate })
    expect(toggled.body).toMatchObject({ assigneeName: clerk.name, comments: 1, isAnswered: true })
  })

  test('requested by two operators at once succeeds for one of them', async () => {
    const sent = await Promise.all([assign({ ids: [report] }), assign({ ids: [report] }, sa)])
    expect(sent.map(({ body }) => [body.count, body.kept]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ])
    const [row] = await listed()
    expect([clerk.id, sa.id]).toContain(row?.assignee)
  })

  test('of a group skips reports assigned to others, and can be removed by any user who may modify', async () => {
    const second = await reported()
    await assign({ ids: [report] }, sa)
    const [group] = (await sa.get(`${path}/groups`)).rows
    expect((await assign({ groups: [group?._id] })).body).toEqual({ count: 1, kept: 1 })
    expect((await listed('assignee=me')).map(({ _id }) => _id)).toEqual([second])
    expect((await assign({ groups: [group?._id], isAssigned: false })).body).toEqual({ count: 2, kept: 0 })
    expect(await listed('assignee=none')).toHaveLength(2)
    expect((await clerk.get(`${path}/assignees`)).rows).toEqual([])
    const actions = (await sa.get('/api/audit?resource=issues')).rows.map(({ action }) => action)
    expect(actions).toEqual(['unassign', 'assign', 'assign'])
    expect((await assign({ count: 1 })).status).toBe(409)
    expect((await assign({ isAssigned: undefined })).status).toBe(422)
  })

  test('takes at most as many reports as an import', async () => {
    // In batches: on a busy machine one statement for all might exceed the embedded engine's limit of a minute.
    for (let first = 1; first <= MAX_ASSIGNED; first += 2_000)
      await server.db.execute(sql`
        insert into issues (_id, group_number, media_id, media_type, issue_type, date, day, user_id, date_update)
        select 'r' || n, group_number, media_id, media_type, issue_type, date, day, user_id, date_update
        from issues, generate_series(${first}::integer, ${Math.min(first + 1_999, MAX_ASSIGNED)}::integer) n
        where _id = ${report}`)
    const sent = await assign({})
    expect([sent.status, validationErrorsOf(sent).count]).toEqual([422, COMMENT_MESSAGES.tooManyAssigned])
    expect((await assign({ ids: [report] })).body).toMatchObject({ count: 1 })
  })

  test('can be a filter of a repair', async () => {
    await reported({ issueType: 'LINK' })
    await assign({ ids: [report] })
    const { body } = await clerk.post(`${path}/changeAllToFixes`, { assignee: 'me', count: 1 })
    expect(body).toMatchObject({ count: 1 })
    expect((await clerk.get(`${path}/repairs`)).rows).toMatchObject([{ filters: { assignee: 'me' } }])
  })
})

describe('a deleted user', () => {
  test('loses the comments on its reports, and cannot be answered any more', async () => {
    await comment({ text: 'Nota' })
    await answer('Respuesta')
    const other = await viewerApp(server)
    const theirs = await reported({}, other)
    await answer('Otra', theirs)
    expect((await sa.delete(`/api/users/${viewer.id}`)).status).toBe(200)
    expect(await commentsOf()).toEqual([])
    expect(await stored()).toBe(1)
    const late = await answer('Tarde')
    expect([late.status, validationErrorsOf(late).isAnswer]).toEqual([422, COMMENT_MESSAGES.viewerGone])
    expect((await comment({ text: 'Sigue fallando' })).status).toBe(201)
  })

  test('that was an expired demo loses them too', async () => {
    const demo = await viewerApp(server, { dateExpire: new Date('2030-01-01') }, 'demo')
    const id = await reported({}, demo)
    await answer('Respuesta', id)
    await server.db.execute(
      sql`update licences set date_expire = now() - interval '1 day' where _id = ${demo.id}`,
    )
    expect((await sa.delete('/api/users/demo')).body).toEqual({ count: 1 })
    expect(await stored()).toBe(0)
  })

  test('of the staff leaves its answers without a name, and its reports unassigned', async () => {
    const staff = await signedIn(server, 'Administrador')
    await answer('Respuesta', report, staff)
    await assign({ ids: [report] }, staff)
    await sa.delete(`/api/users/${staff.id}`)
    expect(await commentsOf()).toMatchObject([{ text: 'Respuesta', userName: '' }])
    expect(await listed()).toMatchObject([{ assignee: null, assigneeName: null, isAnswered: true }])
    expect(await ownOf()).toMatchObject([{ answer: 'Respuesta' }])
  })

  test('who is answered concurrently keeps no answer', async () => {
    const sent = await Promise.all([sa.delete(`/api/users/${viewer.id}`), answer('Hola')])
    expect(sent.filter(({ status }) => status >= 500)).toEqual([])
    expect(await stored()).toBe(0)
  })
})

describe('answer templates', () => {
  test('are settings that every user with web access can read', async () => {
    const answerTemplates = [{ name: 'Listo', text: 'Ya funciona «{titulo}».' }]
    expect((await sa.put('/api/settings', { answerTemplates })).body).toMatchObject({ answerTemplates })
    expect((await clerk.get('/api/settings')).body).toMatchObject({ answerTemplates })
    expect((await viewer.get('/api/settings')).status).toBe(403)
    const invalid = await sa.put('/api/settings', { answerTemplates: [{ name: 'x', text: '{clave}' }] })
    expect(validationErrorsOf(invalid)['answerTemplates.0.text']).toBe(
      COMMENT_MESSAGES.placeholder('{clave}'),
    )
  })
})
