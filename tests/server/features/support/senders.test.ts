import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildGrants, FLAGS } from '../../../../src/domain/access/permissions.ts'
import { MAX_SENDERS } from '../../../../src/domain/support/issue-endpoints.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { profiles } from '../../../../src/server/platform/database/schema/users.ts'
import { type Client, type Row, testApp } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { keyOf } from '../../../support/keys.ts'
import { people, type SignedIn, signedIn, signedInWith } from '../../../support/people.ts'
import { textsSentBy } from '../../../support/statements.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const path = '/api/issues'
let sa: SignedIn
let film: Row & { _id: string }
let viewer: SignedIn

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  film = await create(sa, '/api/movies', filmOf())
  viewer = await viewerApp(server, { fullName: 'Ana Ruiz' })
  await report(viewer)
})

const report = async (from: SignedIn, issueType = 'AUDIO') => {
  server.clock.advance(1_000)
  const answer = await from.post(path, { mediaId: film._id, mediaType: 'Movie', issueType })
  expect(answer.status).toBe(201)
  return answer
}
const sendersFor = async (client: Client, query = '') =>
  (await client.get(`${path}?${query}`)).rows.map(({ sender }) => sender)
const groupsFor = async (client: Client, query = '') =>
  (await client.get(`${path}/groups?${query}`)).rows.map(({ senderCount, senders }) => [
    senderCount,
    (senders as Row[] | undefined)?.map(({ fullName }) => fullName),
  ])
const ana = () => ({ _id: viewer.id, name: viewer.name, fullName: 'Ana Ruiz' })

describe('who sent a report (rule R7)', () => {
  test('is shown to those who may read users, in the list and after a change', async () => {
    expect(await sendersFor(sa)).toEqual([ana()])
    const [row] = (await sa.get(path)).rows
    expect((await sa.put(`${path}/${row?._id}`, { status: true })).body.sender).toEqual(ana())
    const clerk = await signedInWith(server, { 'issue-list': ['modify'], 'user-list': [] })
    expect(await sendersFor(clerk)).toEqual([ana()])
  })

  test('is absent for those who may not read users', async () => {
    const clerk = await signedInWith(server, { 'issue-list': ['modify'] })
    const [row] = (await clerk.get(path)).rows
    expect(row).not.toHaveProperty('sender')
    const changed = await clerk.put(`${path}/${row?._id}`, { status: true })
    expect(changed.body).not.toHaveProperty('sender')
    const [group] = (await clerk.get(`${path}/groups`)).rows
    expect(group).toMatchObject({ senderCount: 1 })
    expect(group).not.toHaveProperty('senders')
  })

  test('is shown to resellers for their own customers and those of their agents', async () => {
    const { superagent, agent, otherAgent } = await people(server)
    const grants = buildGrants({ 'issue-list': ['modify'], 'user-list': FLAGS })
    for (const name of ['superagent', 'agent'])
      await server.db.update(profiles).set({ routeAccess: grants }).where(eq(profiles.name, name))
    await report(await viewerApp(server, { fullName: 'Luis Peña', createdBy: agent.id }))
    for (const client of [superagent, agent]) {
      expect(await sendersFor(client)).toMatchObject([{ fullName: 'Luis Peña' }, undefined])
      expect(await groupsFor(client)).toEqual([[2, ['Luis Peña']]])
    }
    expect(await sendersFor(otherAgent)).toEqual([undefined, undefined])
    expect(await groupsFor(otherAgent)).toEqual([[2, []]])
  })

  test('is never in exports, webhooks, the audit log, for keys or for the viewer’s own app', async () => {
    const key = await keyOf(server, sa, { 'issue-list': ['modify'], 'user-list': [] })
    expect(await sendersFor(key)).toEqual([undefined])
    expect(await groupsFor(key)).toEqual([[1, undefined]])
    const [row] = (await key.get(path)).rows
    expect((await key.put(`${path}/${row?._id}`, { status: true })).body).not.toHaveProperty('sender')
    const shown = [
      (await report(viewer)).text,
      (await viewer.get(`${path}/mine`)).text,
      (await sa.get('/api/audit?resource=issues')).text,
      JSON.stringify(await server.db.select().from(outbox)),
    ]
    for (const format of ['csv', 'json'])
      for (const list of [path, `${path}/groups`]) {
        const { status, text } = await sa.get(`${list}/export?format=${format}&columns=all`)
        expect(status).toBe(200)
        shown.push(text)
      }
    for (const text of shown) {
      expect(text).not.toContain('Ana Ruiz')
      expect(text).not.toContain(viewer.name)
      expect(text).not.toContain(viewer.id)
      expect(text).not.toContain('sender')
    }
    for (const columns of ['sender', 'senders', 'senderCount', 'user'])
      expect((await sa.get(`${path}/export?columns=${columns}`)).status, columns).toBe(422)
  })

  test('goes with the deleted user', async () => {
    expect((await sa.delete(`/api/users/${viewer.id}`)).status).toBe(200)
    expect(await sendersFor(sa)).toEqual([undefined])
    expect(await groupsFor(sa)).toEqual([[1, []]])
  })

  test('takes no more statements for many reports than for one', async () => {
    const sent = async () => {
      const counts: number[] = []
      for (const address of [path, `${path}/groups`, `${path}/groups?dateBeging=2026-03-01`])
        counts.push((await textsSentBy(() => sa.get(address))).length)
      return counts
    }
    await sent()
    const few = await sent()
    for (let index = 0; index < 10; index++) await report(await viewerApp(server))
    expect(await sent()).toEqual(few)
  })
})

describe('a group', () => {
  test('counts the customers of its reports within the status and the days of the list', async () => {
    const other = await viewerApp(server, { fullName: 'Luis Peña' })
    await report(viewer)
    await report(other)
    expect(await groupsFor(sa)).toEqual([[2, ['Luis Peña', 'Ana Ruiz']]])
    const [row] = (await sa.get(path)).rows
    await sa.put(`${path}/${row?._id}`, { status: true })
    expect(await groupsFor(sa, 'status=false')).toEqual([[1, ['Ana Ruiz']]])
    expect(await groupsFor(sa, 'status=true')).toEqual([[1, ['Luis Peña']]])
    await server.db.execute(sql`
      update issues set day = '2026-03-01', date = '2026-03-01T12:00:00Z' where user_id = ${viewer.id}`)
    expect(await groupsFor(sa, 'dateFinish=2026-03-01')).toEqual([[1, ['Ana Ruiz']]])
    expect(await groupsFor(sa, 'dateBeging=2026-03-02')).toEqual([[1, ['Luis Peña']]])
  })

  test('names the latest of many customers', async () => {
    for (let index = 0; index < MAX_SENDERS + 1; index++)
      await report(await viewerApp(server, { fullName: `Persona ${index}` }))
    const latest = Array.from({ length: MAX_SENDERS }, (_, index) => `Persona ${MAX_SENDERS - index}`)
    expect(await groupsFor(sa)).toEqual([[MAX_SENDERS + 2, latest]])
  })
})
