import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_TIMELINE_EVENTS, TIMELINE_KIND_NAMES } from '../../../../src/domain/timeline/timeline.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { create, filmOf } from '../../../support/films.ts'
import { type People, people, type SignedIn, signedInWith } from '../../../support/people.ts'
import { textsSentBy } from '../../../support/statements.ts'
import { viewerApp } from '../../../support/viewers.ts'
import { widenResellers } from '../../access/callers.ts'

const server = testApp()
let staff: People
let viewer: SignedIn
let film: Row & { _id: string }

const later = () => server.clock.advance(60_000)
const timelineOf = (who: SignedIn, query = '', id = viewer.id) => who.get(`/api/users/${id}/timeline${query}`)
const eventsOf = async (who: SignedIn, query = ''): Promise<Row[]> => {
  const { body } = await timelineOf(who, query)
  return Array.isArray(body.events) ? body.events : []
}
const kindsOf = (events: readonly Row[]) => events.map(({ kind }) => kind)

beforeEach(async () => {
  staff = await people(server)
  film = await create(staff.sa, '/api/movies', filmOf())
  viewer = await viewerApp(server, { createdBy: staff.agent.id, fullName: 'Ana Peña' })
})

/** Makes one event of each kind, a minute apart. */
const makeEvents = async (): Promise<void> => {
  await create(viewer, '/api/histories', { contentId: film._id, mediaType: 'Movie' })
  later()
  const content = { mediaId: film._id, mediaType: 'Movie' }
  const report = await create(viewer, '/api/issues', { ...content, issueType: 'AUDIO' })
  later()
  const comments = `/api/issues/${report._id}/comments`
  await staff.sa.post(comments, { text: 'Nota interna', isAnswer: false })
  await staff.sa.post(comments, { text: 'Ya se oye.', isAnswer: true })
  later()
  await makeTransaction(staff.agent, saleOf(viewer.id))
  later()
  await staff.agent.put(`/api/users/${viewer.id}`, { fullName: 'Ana Gil' })
  later()
  await staff.agent.post(`/api/users/${viewer.id}/notices`, { notice: 'expiry' })
  later()
  const date = server.clock.now()
  const mail = { kind: 'mail', reason: 'expiry', state: 'sent', user: viewer.id } as const
  await server.db.insert(outbox).values({ ...mail, token: newId(), date, nextAttempt: date })
  later()
  await staff.agent.post(`/api/users/${viewer.id}/notes`, { text: 'Llama de tarde' })
  later()
  await viewer.post('/auth/logout')
}

describe('the timeline of a customer (rule U30)', () => {
  test('has the newest events of every kind, the last first', async () => {
    await makeEvents()
    const { body, text } = await timelineOf(staff.admin)
    expect(body.kinds).toEqual(TIMELINE_KIND_NAMES)
    expect(body.events).toMatchObject([
      { kind: 'access', action: 'sign-out' },
      { kind: 'note', text: 'Llama de tarde', userName: staff.agent.name },
      { kind: 'mail', reason: 'expiry', state: 'sent' },
      { kind: 'notice', notice: 'Aviso de vencimiento', userName: staff.agent.name },
      { kind: 'change', action: 'update', fields: ['fullName'], userName: staff.agent.name },
      { kind: 'sale', typeDescrition: 'Venta', period: 'MESES', count: 1 },
      { kind: 'reply', text: 'Ya se oye.', title: film.title, userName: staff.sa.name },
      { kind: 'report', issueType: 'AUDIO', status: false, title: film.title },
      { kind: 'visit', title: film.title, mediaType: 'Movie' },
    ])
    expect(text).not.toMatch(/Ana Gil|Nota interna/)
    expect(kindsOf(await eventsOf(staff.admin, '?limit=2'))).toEqual(['access', 'note'])
    for (const kind of TIMELINE_KIND_NAMES)
      expect(kindsOf(await eventsOf(staff.admin, `?kind=${kind}`)), kind).toEqual([kind])
  })

  test('has the kinds that the caller may read where they are listed, and no others', async () => {
    await makeEvents()
    expect((await timelineOf(staff.agent)).body.kinds).toEqual(['sale', 'note'])
    expect(kindsOf(await eventsOf(staff.agent))).toEqual(['note', 'sale'])
    for (const [route, kinds] of [
      ['audit', ['note']],
      ['history-list', ['note', 'visit']],
      ['issue-list', ['note', 'reply', 'report']],
      ['outbox', ['note', 'mail']],
      ['credit-balance', ['note', 'sale']],
    ] as const) {
      const reader = await signedInWith(server, { 'user-list': [], [route]: [] })
      const read = kindsOf(await eventsOf(reader))
      if (route === 'audit') expect(read).toEqual(['access', 'note', 'notice', 'change'])
      else expect(read, route).toEqual(kinds)
      for (const kind of TIMELINE_KIND_NAMES)
        expect((await timelineOf(reader, `?kind=${kind}`)).status, `${route} ${kind}`).toBe(
          read.includes(kind) ? 200 : 403,
        )
    }
  })

  test('shows resellers their own actions only, as the audit log does (rule G4)', async () => {
    await widenResellers(server)
    await makeEvents()
    expect(kindsOf(await eventsOf(staff.agent))).toEqual([
      ...['note', 'mail', 'notice', 'change', 'sale', 'reply', 'report', 'visit'],
    ])
    await staff.sa.put(`/api/users/${viewer.id}`, { fullName: 'Ana Sosa' })
    expect(await eventsOf(staff.agent, '?kind=change')).toHaveLength(1)
    expect(await eventsOf(staff.superagent, '?kind=change')).toEqual([])
    expect(kindsOf(await eventsOf(staff.superagent))).toEqual([
      'note',
      'mail',
      'sale',
      'reply',
      'report',
      'visit',
    ])
  })

  test('has nothing of other users', async () => {
    await makeEvents()
    const other = await viewerApp(server, { createdBy: staff.agent.id })
    expect((await timelineOf(staff.sa, '', other.id)).body).toEqual({
      kinds: TIMELINE_KIND_NAMES,
      events: [],
    })
  })

  test('is a 404 out of scope, and of an unknown or deleted user', async () => {
    for (const id of [viewer.id, newId(), 'nadie'])
      expect((await timelineOf(staff.otherAgent, '', id)).status).toBe(404)
    await staff.sa.delete(`/api/users/${viewer.id}`)
    expect((await timelineOf(staff.sa)).status).toBe(404)
  })

  test('refuses unknown kinds and limits out of range', async () => {
    for (const [query, field] of [
      ['kind=x', 'kind'],
      ['limit=0', 'limit'],
      ['limit=-1', 'limit'],
      [`limit=${MAX_TIMELINE_EVENTS + 1}`, 'limit'],
      ['limit=1e9', 'limit'],
      ['user=x', 'user'],
    ] as const)
      expect(Object.keys(validationErrorsOf(await timelineOf(staff.sa, `?${query}`)))).toEqual([field])
  })

  test('is read by few statements, however many events there are', async () => {
    await makeEvents()
    const sent = await textsSentBy(() => timelineOf(staff.admin))
    expect(sent.length).toBeLessThanOrEqual(13)
    expect((await textsSentBy(() => timelineOf(staff.agent))).length).toBeLessThanOrEqual(7)
  })
})
