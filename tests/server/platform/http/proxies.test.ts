import { expect, test } from 'vitest'
import { loginAttempts } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { PASSWORD, storeUser } from '../../../support/people.ts'

const server = testApp({ config: { trustProxy: 1 } })

test('with one trusted proxy uses the IP that it appended', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.66, 203.0.113.9' }
  await server.anonymous.post('/auth/local', { name: 'ana', password: 'x' }, { headers })
  expect(await server.db.select().from(loginAttempts)).toMatchObject([{ address: '203.0.113.9' }])
})

test('the device cookie is Secure behind a proxy that terminates https', async () => {
  await storeUser(server, 'sa', { name: 'ana' })
  const signIn = async (protocol: string, cookie = '') => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': protocol, cookie }
    const body = { name: 'ana', password: PASSWORD }
    return String((await server.anonymous.post('/auth/local', body, { headers })).headers['set-cookie'])
  }
  const first = await signIn('https')
  expect(first).toMatch(/^__Secure-known_browsers=.*; Secure/)
  const deviceOf = (cookie: string) => cookie.split(/[=.]/)[1]
  expect(deviceOf(await signIn('https', first.split(';')[0]))).toBe(deviceOf(first))
  expect(await signIn('http')).not.toContain('Secure')
})
