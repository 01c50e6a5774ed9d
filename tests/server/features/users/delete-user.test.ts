import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { newUser, people, profileId, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'

const row = async (id: unknown) => {
  const [found] = await server.db
    .select()
    .from(users)
    .where(eq(users._id, String(id)))
  return found
}

describe('deleting', () => {
  test('leaves an invisible row without personal data', async () => {
    const { sa } = await people(server)
    const { body } = await sa.post(api, newUser(await profileId(server, 'demo'), { email: 'a@b.example' }))
    expect((await sa.delete(`${api}/${body._id}`)).body).toEqual({ _id: body._id })
    const stone = await row(body._id)
    expect(stone).toMatchObject({
      name: '',
      fullName: '',
      email: '',
      address: '',
      search: '',
      passwordHash: '',
    })
    expect(stone?.deletedAt).toBeInstanceOf(Date)
    expect((await sa.get(`${api}/${body._id}`)).status).toBe(404)
    expect((await sa.put(`${api}/${body._id}`, { status: 'enable' })).status).toBe(404)
    expect((await sa.delete(`${api}/${body._id}`)).status).toBe(404)
    expect((await sa.get(`${api}/short?ids=${body._id}`)).rows).toEqual([])
    expect(await server.db.select().from(licenseTransactions)).toHaveLength(1)
  })

  test('rejects an agent with a balance or customers, naming both numbers', async () => {
    const { sa, agent } = await people(server)
    const poor = await signedIn(server, 'agent', { creditToResell: 0 })
    await storeUser(server, 'app', { createdBy: poor.id })
    const first = await sa.delete(`${api}/${agent.id}`)
    expect(first.status).toBe(409)
    expect(first.body.message).toBe('No puede eliminar el usuario: tiene 24 créditos y 0 clientes.')
    const second = await sa.delete(`${api}/${poor.id}`)
    expect(second.status).toBe(409)
    expect(second.body.message).toBe('No puede eliminar el usuario: tiene 0 créditos y 1 cliente.')
  })

  test('is not allowed to resellers, nor for oneself', async () => {
    const { sa, admin, superagent, agent } = await people(server)
    const user = await storeUser(server, 'app', { createdBy: agent.id })
    expect((await agent.delete(`${api}/${user._id}`)).status).toBe(403)
    expect((await superagent.delete(`${api}/${user._id}`)).status).toBe(403)
    for (const person of [sa, admin]) expect((await person.delete(`${api}/${person.id}`)).status).toBe(403)
    expect((await admin.delete(`${api}/${user._id}`)).status).toBe(200)
  })
})
