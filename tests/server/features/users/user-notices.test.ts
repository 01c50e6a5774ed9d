import { describe, expect, test } from 'vitest'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { people, storeUser } from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const noticesOf = (id: string) => `/api/users/${id}/notices`

describe('an opened notice (rule N4)', () => {
  test('is recorded in the audit log with its kind, its author and the customer', async () => {
    const { agent, sa } = await people(server)
    const customer = await storeUser(server, 'app', { createdBy: agent.id })
    for (const notice of ['expiry', 'receipt'])
      expect((await agent.post(noticesOf(customer._id), { notice })).status).toBe(204)
    const { rows } = await sa.get(`/api/audit?action=notify&record=${customer._id}&sort=date&order=asc`)
    expect(rows).toMatchObject([
      {
        resource: 'users',
        record: customer._id,
        recordName: customer.name,
        user: agent.id,
        changes: [{ field: 'notice', before: null, after: 'Aviso de vencimiento' }],
      },
      { changes: [{ field: 'notice', before: null, after: 'Recibo' }] },
    ])
  })

  test('does not change the customer', async () => {
    const { agent, sa } = await people(server)
    const { _id } = await storeUser(server, 'app', { createdBy: agent.id })
    const { body: before } = await sa.get(`/api/users/${_id}`)
    server.clock.advance(1_000)
    expect((await agent.post(noticesOf(_id), { notice: 'credentials' })).status).toBe(204)
    expect((await sa.get(`/api/users/${_id}`)).body).toEqual(before)
  })

  test('of a customer out of scope, or of an unknown one, is a 404', async () => {
    const { agent, otherAgent } = await people(server)
    const customer = await storeUser(server, 'app', { createdBy: otherAgent.id })
    for (const id of [customer._id, '01930000-0000-7000-8000-000000000000', 'x'])
      expect((await agent.post(noticesOf(id), { notice: 'expiry' })).status).toBe(404)
  })

  test('requires a known kind and accepts no other field', async () => {
    const { sa } = await people(server)
    const { _id } = await storeUser(server, 'app')
    for (const body of [{}, { notice: 'x' }, { notice: null }, { notice: ['expiry'] }])
      expect(validationErrorsOf(await sa.post(noticesOf(_id), body))).toEqual({
        notice: 'El aviso es inválido.',
      })
    expect((await sa.post(noticesOf(_id), { notice: 'expiry', text: 'Hola' })).status).toBe(422)
  })

  test('is forbidden to viewers', async () => {
    const { agent } = await people(server)
    const viewer = await viewerApp(server, { createdBy: agent.id })
    const { _id } = await storeUser(server, 'app', { createdBy: agent.id })
    expect((await viewer.post(noticesOf(_id), { notice: 'expiry' })).status).toBe(403)
  })
})
