import { describe, expect, test } from 'vitest'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { PASSWORD, people, signedInWith } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'

describe('a password', () => {
  const change = (oldPassword: string, newPassword = 'nueva-clave') => ({ oldPassword, newPassword })

  test('is changed by its owner with the old one, which ends every session', async () => {
    const { agent } = await people(server)
    expect((await agent.put(`${api}/${agent.id}/password`, change(PASSWORD))).status).toBe(204)
    expect((await agent.get('/api/users/me')).status).toBe(401)
    const signIn = await server.anonymous.post('/auth/local', { name: agent.name, password: 'nueva-clave' })
    expect(signIn.status).toBe(200)
  })

  test('is changed by its owner, whatever its routes', async () => {
    const { sa, admin, superagent } = await people(server)
    for (const person of [await signedInWith(server, {}), superagent, admin, sa])
      expect((await person.put(`${api}/${person.id}/password`, change(PASSWORD))).status).toBe(204)
  })

  test('is not changed without the old one, also with permissionToAlter', async () => {
    const { sa, agent } = await people(server)
    for (const person of [sa, agent]) {
      const sent = { ...change('otra'), permissionToAlter: true }
      const answer = await person.put(`${api}/${person.id}/password`, sent)
      expect(answer.status).toBe(422)
      expect(validationErrorsOf(answer)).toEqual({ oldPassword: 'Contraseña incorrecta.' })
    }
  })

  test('is set without the old one for users in scope and below', async () => {
    const { admin, superagent, agent } = await people(server)
    expect((await superagent.put(`${api}/${agent.id}/password`, change(''))).status).toBe(204)
    expect((await admin.put(`${api}/${superagent.id}/password`, change(''))).status).toBe(204)
  })

  test('is not set for users above or outside of the scope', async () => {
    const { sa, admin, agent, otherAgent } = await people(server)
    expect(validationErrorsOf(await admin.put(`${api}/${sa.id}/password`, change('')))).toHaveProperty(
      'oldPassword',
    )
    expect((await agent.put(`${api}/${otherAgent.id}/password`, change(''))).status).toBe(404)
    const withoutRoutes = await signedInWith(server, {})
    expect((await withoutRoutes.put(`${api}/${agent.id}/password`, change(''))).status).toBe(403)
    const reader = await signedInWith(server, { 'user-list': [] })
    const asked = await reader.put(`${api}/${agent.id}/password`, change(''))
    expect(validationErrorsOf(asked)).toHaveProperty('oldPassword')
  })

  test('cannot be guessed without limit', async () => {
    const { agent } = await people(server)
    for (let guess = 0; guess < 10; guess++)
      expect((await agent.put(`${api}/${agent.id}/password`, change('no'))).status).toBe(422)
    expect((await agent.put(`${api}/${agent.id}/password`, change(PASSWORD))).status).toBe(429)
  })

  test.each(['', 'ab', null, 123])('is rejected when it is %j', async (newPassword) => {
    const { agent } = await people(server)
    const answer = await agent.put(`${api}/${agent.id}/password`, { oldPassword: PASSWORD, newPassword })
    expect(validationErrorsOf(answer)).toEqual({
      newPassword: 'La contraseña debe tener al menos 3 caracteres.',
    })
  })
})
