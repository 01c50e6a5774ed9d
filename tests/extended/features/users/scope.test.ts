import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hiddenInUserList } from '../../../../src/domain/users/visibility.ts'
import { visibleOwners } from '../../../../src/server/platform/auth/scope.ts'
import { testApp } from '../../../support/app.ts'
import { type People, people, type SignedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'

/** A superagent and its agent with a customer each, and users outside their scope. */
async function branch() {
  const all = await people(server)
  const { superagent, agent, otherAgent, admin } = all
  const customer = (createdBy: string) => storeUser(server, 'app', { createdBy, name: `de-${createdBy}` })
  return {
    ...all,
    ofAgent: await customer(agent.id),
    ofSuperagent: await customer(superagent.id),
    ofOtherAgent: await customer(otherAgent.id),
    ofAdmin: await customer(admin.id),
  }
}
type Branch = Awaited<ReturnType<typeof branch>>

const seenBy = async (person: SignedIn) =>
  (await person.get(`${api}/short?limit=100`)).rows.map(({ _id }) => _id).sort()

const ids = (...people: ({ _id: string } | { id: string })[]) =>
  people.map((person) => ('_id' in person ? person._id : person.id)).sort()

/** Users outside the scope of each reseller. */
const foreign = (who: 'agent' | 'superagent', all: Branch): string[] =>
  who === 'agent'
    ? ids(all.ofSuperagent, all.ofOtherAgent, all.ofAdmin, all.superagent, all.otherAgent, all.sa, all.agent)
    : ids(all.ofOtherAgent, all.ofAdmin, all.otherAgent, all.sa, all.admin, all.superagent)

test('reads only those users of a superagent who have customers', async () => {
  const all = await branch()
  const { superagent, agent, ofAgent } = all
  await server.db.execute(sql`
    insert into users (_id, name, name_key, password_hash, full_name, full_name_key, platform, profile, search,
      date_create, date_update, created_by)
    select 'own-' || n, 'own' || n, 'own' || n, password_hash, full_name, full_name_key, platform, profile, ' own' || n,
      date_create, date_update, ${superagent.id}
    from users, generate_series(1, 1100) as n where _id = ${ofAgent._id}`)
  const owners = async () => {
    const { rows } = await server.db.execute<{ _id: string }>(
      visibleOwners(server.db, { id: superagent.id, role: 'superagent' }),
    )
    return rows.map(({ _id }) => _id).sort()
  }
  expect(await owners()).toEqual(ids(superagent, agent))
  const seen = async () => Number((await superagent.get(`${api}/size`)).body.count)
  // Its own users including its agent, and the customers of both.
  const before = await seen()
  expect(before).toBe(1_103)
  await storeUser(server, 'app', { createdBy: 'own-7' })
  expect(await owners()).toEqual([superagent.id, agent.id, 'own-7'].sort())
  expect(await seen()).toBe(before + 1)
  await server.db.execute(sql`update users set deleted_at = now() where _id = ${agent.id}`)
  expect(await owners()).toEqual([superagent.id, 'own-7'].sort())
})

const SORTS = [
  'name',
  'fullName',
  'profileName',
  'platform',
  'email',
  'celPhone',
  'userCreate',
  'dateCreate',
  'dateExpire',
  'creditAmount',
  'creditToResell',
  'lastLogin',
  'status',
]

/** Customers of several resellers in turn, many with equal or missing values. */
async function market() {
  const all = await people(server)
  const creators = [all.agent, all.superagent, all.otherAgent, all.agent, all.sa]
  const at = (days: number) => new Date(Date.UTC(2026, 0, 1 + days))
  for (let index = 0; index < 60; index++) {
    const some = (index * 37) % 11
    await storeUser(server, 'app', {
      createdBy: creators[index % creators.length]?.id ?? null,
      name: `cliente${some}-${index}`,
      email: some % 3 === 0 ? '' : `c${some}@correo.example`,
      celPhone: `809555010${some % 10}`,
      platform: some % 2 === 0 ? 'com.cartelera.tv' : 'com.cartelera.web.tv',
      useTvList: some % 4 === 0,
      dateCreate: at(some),
      dateExpire: some % 5 === 0 ? null : at(30 + (some % 4)),
      lastLogin: some % 6 === 0 ? null : at(some),
    })
  }
  return all
}

const HIDDEN = hiddenInUserList('agent').fields

describe('the scope', () => {
  test('has the rows of the whole list in every order, page by page', async () => {
    const { sa, agent, superagent } = await market()
    const rowsOf = async (caller: SignedIn, query: string) =>
      (await caller.get(`${api}/short?limit=100&${query}`)).rows.map(({ _id }) => _id)
    for (const [turn, caller] of [agent, superagent].entries()) {
      const own = new Set((await seenBy(caller)).map(String))
      expect(own.size).toBeGreaterThan(20)
      for (const filter of ['', '&dateBeging=2026-02-01']) {
        // The agent reads every other sort in ascending order and the superagent the rest, and vice versa in descending
        // order.
        for (const [index, sort] of SORTS.filter(
          (each) => caller !== agent || !HIDDEN.includes(each),
        ).entries()) {
          const order = (index + turn) % 2 === 0 ? 'asc' : 'desc'
          const query = `sort=${sort}&order=${order}${filter}`
          const expected = (await rowsOf(sa, query)).filter((id) => own.has(String(id)))
          const paged = []
          for (const page of [1, 2])
            paged.push(
              ...(await caller.get(`${api}/short?limit=13&page=${page}&${query}`)).rows.map(({ _id }) => _id),
            )
          expect(paged, query).toEqual(expected.slice(0, 26))
        }
        const { count } = (await caller.get(`${api}/size?${filter}`)).body
        expect(count).toBe((await rowsOf(sa, filter)).filter((id) => own.has(String(id))).length)
      }
    }
  })

  test('of an agent are the users that it created', async () => {
    const all = await branch()
    expect(await seenBy(all.agent)).toEqual(ids(all.ofAgent))
    expect((await all.agent.get(`${api}/size`)).body).toEqual({ count: 1 })
  })

  test('of a superagent are those and the users of the agents that it created', async () => {
    const all = await branch()
    expect(await seenBy(all.superagent)).toEqual(ids(all.agent, all.ofAgent, all.ofSuperagent))
    expect((await all.superagent.get(`${api}/size`)).body).toEqual({ count: 3 })
  })

  test('of administrators is all users', async () => {
    const all = await branch()
    for (const person of [all.sa, all.admin]) expect(await seenBy(person)).toHaveLength(9)
  })

  test.each(['agent', 'superagent'] as const)(
    'of an %s applies to every operation: 404 outside of it',
    async (who) => {
      const all = await branch()
      const caller = all[who satisfies keyof People]
      const before = await all.sa.get(`${api}/short?limit=100`)
      for (const id of foreign(who, all)) {
        const own = id === caller.id
        const answers = [
          await caller.get(`${api}/${id}`),
          await caller.put(`${api}/${id}`, { comment: 'mío' }),
          await caller.put(`${api}/${id}`, { status: 'disable' }),
          await caller.put(`${api}/${id}`, { device: null }),
          ...(own
            ? []
            : [await caller.put(`${api}/${id}/password`, { oldPassword: '', newPassword: 'robada' })]),
        ]
        for (const { status, body } of answers) {
          expect(status).toBe(404)
          expect(body).toEqual({ message: 'El registro no existe.' })
        }
        expect([403, 404]).toContain((await caller.delete(`${api}/${id}`)).status)
        expect((await caller.get(`${api}?ids=${id}`)).rows).toEqual([])
        expect((await caller.get(`${api}/size?ids=${id}`)).body).toEqual({ count: 0 })
      }
      expect((await all.sa.get(`${api}/short?limit=100`)).rows).toEqual(before.rows)
    },
  )

  test('is not widened by a search or a filter', async () => {
    const all = await branch()
    const found = await all.agent.get(`${api}/short?search=de-`)
    expect(found.rows.map(({ _id }) => _id)).toEqual([all.ofAgent._id])
  })

  test('lets a superagent edit the customers of its agents', async () => {
    const all = await branch()
    const answer = await all.superagent.put(`${api}/${all.ofAgent._id}`, { comment: 'visto' })
    expect(answer.body.comment).toBe('visto')
  })
})
