import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_NOTE, MAX_NOTES, NOTE_MESSAGES, SAME_NOTE_SECONDS } from '../../../../src/domain/users/note.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { userNotes } from '../../../../src/server/platform/database/schema/users.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { keyOf } from '../../../support/keys.ts'
import { type People, people, signedInWith, storeUser } from '../../../support/people.ts'
import { times, viewerApp } from '../../../support/viewers.ts'

const server = testApp()
let staff: People
let customer: string

beforeEach(async () => {
  staff = await people(server)
  customer = (await storeUser(server, 'app', { createdBy: staff.agent.id }))._id
})

const notesPath = (id = customer) => `/api/users/${id}/notes`
const write = (text: unknown, who = staff.agent, id = customer) => who.post(notesPath(id), { text })
const remove = (note: unknown, who = staff.agent, id = customer) => who.delete(`${notesPath(id)}/${note}`)
const notesOf = async (who = staff.agent, id = customer): Promise<Row[]> => {
  const { body } = await who.get(`/api/users/${id}/timeline?kind=note&limit=100`)
  return Array.isArray(body.events) ? body.events : []
}
const stored = async () => {
  const { rows } = await server.db.execute<{ n: number }>(sql`select count(*)::int as n from user_notes`)
  return rows[0]?.n
}

describe('a note on a customer (rule U29)', () => {
  test('is listed with its author and time, the newest first', async () => {
    const written = await write('  Llama de tarde.\nPaga el 15.  ')
    expect(written.status).toBe(201)
    expect(written.body).toEqual({
      _id: expect.any(String),
      text: 'Llama de tarde.\nPaga el 15.',
      date: server.clock.now().toISOString(),
      author: staff.agent.id,
      userName: staff.agent.name,
    })
    await write('Cambió de televisor.', staff.superagent)
    expect((await notesOf()).map(({ text, userName }) => [text, userName])).toEqual([
      ['Cambió de televisor.', staff.superagent.name],
      ['Llama de tarde.\nPaga el 15.', staff.agent.name],
    ])
  })

  test('is written once by a double click, and again later', async () => {
    const [one, other] = await times(2, () => write('Llamó'))
    expect([one?.status, other?.status].sort()).toEqual([200, 201])
    expect(one?.body).toEqual(other?.body)
    expect((await write('Llamó', staff.admin)).status).toBe(201)
    expect((await write('Llamó')).status).toBe(201)
    server.clock.advance(SAME_NOTE_SECONDS * 1000)
    expect((await write('Llamó')).status).toBe(201)
    expect(await stored()).toBe(4)
  })

  test('with a blank, too long or unprintable text, or with other fields, is a 422', async () => {
    for (const text of [' \n', '\u200b', 'x'.repeat(MAX_NOTE + 1), 'a\u001b', 7, null])
      expect(Object.keys(validationErrorsOf(await write(text)))).toEqual(['text'])
    expect((await write('a\u0000')).status).toBe(422)
    for (const field of ['author', 'date', 'user'])
      expect((await staff.agent.post(notesPath(), { text: 'a', [field]: staff.sa.id })).status).toBe(422)
    expect(await stored()).toBe(0)
  })

  test('is refused beyond the limit of a customer, also among concurrent ones', async () => {
    const row = { user: customer, text: 'Nota', date: server.clock.now(), author: staff.sa.id }
    await server.db.insert(userNotes).values(Array.from({ length: MAX_NOTES - 1 }, () => row))
    const sent = await times(3, (index) => write(`Nota ${index}`))
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    expect(validationErrorsOf(await write('Una más'))).toEqual({ text: NOTE_MESSAGES.tooMany })
    expect(await notesOf()).toHaveLength(MAX_NOTES)
  })

  test('is an audit event without its text, and changes nothing of the customer', async () => {
    const { body: before } = await staff.sa.get(`/api/users/${customer}`)
    const { body } = await write('Vive en la calle 5')
    await remove(body._id)
    const { rows, text } = await staff.sa.get(`/api/audit?record=${customer}`)
    expect(rows.map(({ action, user, changes }) => [action, user, changes])).toEqual([
      ['note-delete', staff.agent.id, []],
      ['note', staff.agent.id, []],
    ])
    expect(text).not.toContain('calle 5')
    expect((await staff.sa.get(`/api/users/${customer}`)).body).toEqual(before)
  })

  test('out of scope, or on an unknown user, is a 404', async () => {
    const { body } = await write('Nota')
    for (const id of [customer, newId(), 'nadie']) {
      expect((await write('Nota', staff.otherAgent, id)).status).toBe(404)
      expect((await remove(body._id, staff.otherAgent, id)).status).toBe(404)
      expect((await staff.otherAgent.get(`/api/users/${id}/timeline`)).status).toBe(404)
    }
    const other = await storeUser(server, 'app', { createdBy: staff.agent.id })
    expect((await remove(body._id, staff.agent, other._id)).status).toBe(404)
    expect((await remove(newId())).status).toBe(404)
    expect(await stored()).toBe(1)
  })

  test('needs the permission to modify users; reading needs that to read them', async () => {
    await write('Nota')
    const reader = await signedInWith(server, { 'user-list': [] })
    expect(await notesOf(reader)).toHaveLength(1)
    expect((await write('Otra', reader)).status).toBe(403)
    const clerk = await signedInWith(server, { 'issue-list': ['modify'] })
    expect((await clerk.get(`/api/users/${customer}/timeline`)).status).toBe(403)
  })

  test('is closed to keys, to the customer and to whom it is about', async () => {
    const { body } = await write('Nota')
    const key = await keyOf(server, staff.admin, { 'user-list': [], 'user-edit': ['modify'] })
    expect((await write('De un programa', key)).status).toBe(403)
    expect((await remove(body._id, key)).status).toBe(403)
    expect((await key.get(`/api/users/${customer}/timeline?kind=note`)).status).toBe(403)
    expect((await key.get(`/api/users/${customer}/timeline`)).body).toEqual({ kinds: [], events: [] })
    const support = await keyOf(server, staff.admin, { 'user-list': [], 'issue-list': [] })
    for (const kind of ['report', 'reply'])
      expect((await support.get(`/api/users/${customer}/timeline?kind=${kind}`)).status, kind).toBe(403)
    const viewer = await viewerApp(server, { createdBy: staff.agent.id })
    await write('Sobre quien mira', staff.agent, viewer.id)
    expect((await viewer.get(`/api/users/${viewer.id}/timeline`)).status).toBe(403)
    expect((await write('Yo mismo', viewer, viewer.id)).status).toBe(403)
    await write('Vende poco', staff.admin, staff.agent.id)
    expect((await write('Sobre mí', staff.admin, staff.admin.id)).body).toMatchObject({
      message: NOTE_MESSAGES.self,
    })
    expect((await staff.admin.get(`/api/users/${staff.admin.id}/timeline?kind=note`)).status).toBe(403)
  })

  test('is about customers and resellers only', async () => {
    expect(validationErrorsOf(await write('Colega', staff.sa, staff.admin.id))).toEqual({
      text: NOTE_MESSAGES.notCustomer,
    })
    expect((await write('Vende bien', staff.sa, staff.agent.id)).status).toBe(201)
  })

  test('is deleted by its author or an administrator, once', async () => {
    const { body: own } = await write('Mía')
    const { body: other } = await write('De arriba', staff.superagent)
    expect((await remove(other._id)).body).toMatchObject({ message: NOTE_MESSAGES.notAuthor })
    expect((await remove(own._id, staff.superagent)).status).toBe(403)
    const removed = await times(2, () => remove(own._id))
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await remove(other._id, staff.admin)).body).toEqual({ _id: other._id })
    expect(await notesOf()).toEqual([])
  })

  test('is erased with the customer; one of a deleted author stays without the name', async () => {
    const author = await signedInWith(server, { 'user-list': [], 'user-edit': ['modify'] })
    await write('De quien se va', author)
    expect((await staff.sa.delete(`/api/users/${author.id}`)).status).toBe(200)
    expect(await notesOf()).toMatchObject([{ text: 'De quien se va', userName: '' }])
    expect((await staff.sa.delete(`/api/users/${customer}`)).status).toBe(200)
    expect(await stored()).toBe(0)
  })

  test('is erased with an expired demo', async () => {
    const dateExpire = new Date(Date.now() - 1000)
    const demo = await storeUser(server, 'demo', { createdBy: staff.agent.id, dateExpire })
    await write('Prueba en casa', staff.agent, demo._id)
    expect((await staff.sa.delete('/api/users/demo')).body).toEqual({ count: 1 })
    expect(await stored()).toBe(0)
  })
})
