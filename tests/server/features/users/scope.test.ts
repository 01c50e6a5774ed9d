import { describe, expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { type People, people, type SignedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'

/** A superagent and its agent with a customer each, and users outside of their scope. */
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

/** Users out of reach of each reseller. */
const foreign = (who: 'agent' | 'superagent', all: Branch): string[] =>
  who === 'agent'
    ? ids(all.ofSuperagent, all.ofOtherAgent, all.ofAdmin, all.superagent, all.otherAgent, all.sa, all.agent)
    : ids(all.ofOtherAgent, all.ofAdmin, all.otherAgent, all.sa, all.admin, all.superagent)

describe('the scope', () => {
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
