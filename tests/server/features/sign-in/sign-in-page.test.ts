import { describe, expect, test } from 'vitest'
import { firstSettings } from '../../../../src/domain/settings/settings.ts'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import { testApp } from '../../../support/app.ts'
import { signedIn } from '../../../support/people.ts'

describe('the sign-in page of a production installation', () => {
  const server = testApp()

  test('gets the contact address and the business alone, also changed a moment ago', async () => {
    const read = async () => (await server.anonymous.get('/api/sign-in')).body
    expect(await read()).toEqual({ mail: '', name: '', picture: '' })
    const changed = { mail: 'ayuda@example.org', businessName: 'Caribe', businessTaxId: '1-01' }
    await server.db.update(settings).set({ value: { ...firstSettings(), ...changed } })
    expect(await read()).toEqual({ mail: 'ayuda@example.org', name: 'Caribe', picture: '' })
  })

  test('has no demo to start over, for anybody', async () => {
    const sa = await signedIn(server, 'sa')
    expect((await sa.post('/api/demo/reset')).status).toBe(404)
    expect((await sa.get('/api/users/me')).body).not.toHaveProperty('demo')
    expect((await sa.get('/api/movies/short')).status).toBe(200)
  })
})

describe('the sign-in page of a demo', () => {
  const server = testApp({ isDemo: true, config: { demoResetHours: 6 } })

  test('gets the logins with their purpose, and when the demo starts over', async () => {
    const { body } = await server.anonymous.get('/api/sign-in')
    expect(body).toMatchObject({
      demo: {
        password: 'cartelera',
        dateBegin: '2026-03-15T14:30:00.000Z',
        dateReset: '2026-03-15T20:30:00.000Z',
        timeZone: 'America/Santo_Domingo',
      },
    })
    expect(body.demo).toMatchObject({
      logins: [
        { name: 'sa' },
        { name: 'admin' },
        { name: 'superagente' },
        { name: 'agente', role: 'Agente', purpose: 'vende y renueva desde el teléfono' },
        { name: 'soporte' },
      ],
    })
  })

  test('lets only sa start over', async () => {
    expect((await server.anonymous.post('/api/demo/reset')).status).toBe(401)
    for (const role of ['Administrador', 'superagent', 'agent'] as const)
      expect((await (await signedIn(server, role)).post('/api/demo/reset')).status, role).toBe(403)
    const { body } = await (await signedIn(server, 'agent')).get('/api/users/me')
    expect(body.demo).toEqual({ dateReset: '2026-03-15T20:30:00.000Z' })
  })
})
