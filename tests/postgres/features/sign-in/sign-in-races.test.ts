import { describe, expect, test } from 'vitest'
import { loginAttempts } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { PASSWORD, storeUser } from '../../../support/people.ts'

const server = testApp()
const signIn = (name: string, password: string, address = '203.0.113.7') =>
  server.anonymous.post('/auth/local', { name, password }, { address })

describe('the limits of failures', () => {
  test('allow at most ten concurrent guesses', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('ana', 'no')))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
  })

  test('do not count successes, also concurrent ones', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    for (let time = 0; time < 15; time++) expect((await signIn('ana', PASSWORD)).status).toBe(200)
    const at = server.clock.now()
    const failures = Array.from({ length: 7 }, () => ({ nameKey: 'ana', address: '203.0.113.7', at }))
    await server.db.insert(loginAttempts).values(failures)
    const answers = await Promise.all(Array.from({ length: 16 }, () => signIn('ana', PASSWORD)))
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
  })

  test('allow at most twenty concurrent guesses from many addresses', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => signIn('ana', 'no', `198.51.100.${index}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })
})
