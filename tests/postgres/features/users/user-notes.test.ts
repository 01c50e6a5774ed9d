import { count } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_NOTES } from '../../../../src/domain/users/note.ts'
import { userNotes } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { people, storeUser } from '../../../support/people.ts'
import { times } from '../../../support/viewers.ts'

const server = testApp()

const scene = async () => {
  const { agent, sa } = await people(server)
  const { _id } = await storeUser(server, 'app', { createdBy: agent.id })
  const stored = async () => (await server.db.select({ notes: count() }).from(userNotes))[0]?.notes
  return { agent, sa, _id, path: `/api/users/${_id}/notes`, stored }
}

test('a note sent many times at once is stored once (rule U29)', async () => {
  const { agent, path, stored } = await scene()
  const sent = await times(8, () => agent.post(path, { text: 'Llamó' }))
  expect(sent.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201])
  expect(await stored()).toBe(1)
})

test('concurrent notes never exceed the limit of a user', async () => {
  const { agent, sa, _id, path, stored } = await scene()
  const row = { user: _id, text: 'Nota', date: server.clock.now(), author: sa.id }
  await server.db.insert(userNotes).values(Array.from({ length: MAX_NOTES - 2 }, () => row))
  const sent = await times(6, (index) => agent.post(path, { text: `Nota ${index}` }))
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(await stored()).toBe(MAX_NOTES)
})

test('a note written while its user is deleted is refused or deleted with it', async () => {
  const { agent, sa, _id, path, stored } = await scene()
  const [removed, written] = await Promise.all([
    sa.delete(`/api/users/${_id}`),
    agent.post(path, { text: 'Llamó' }),
  ])
  expect(removed.status).toBe(200)
  expect([201, 404]).toContain(written.status)
  expect(await stored()).toBe(0)
})
