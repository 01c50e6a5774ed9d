import { expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { MINUTE } from '../../../support/clock.ts'
import { people } from '../../../support/people.ts'

const server = testApp()
const ESTIMATE = '/api/passwords/strength'

test('estimates of password strength are limited to sixty per minute and user', async () => {
  const { admin, agent } = await people(server)
  for (let time = 0; time < 60; time++)
    expect((await admin.post(ESTIMATE, { password: 'x' })).status).toBe(200)
  const rejected = await admin.post(ESTIMATE, { password: 'x' })
  expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, '60'])
  expect((await agent.post(ESTIMATE, { password: 'x' })).status).toBe(200)
  server.clock.advance(MINUTE)
  expect((await admin.post(ESTIMATE, { password: 'x' })).status).toBe(200)
})
