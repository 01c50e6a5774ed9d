import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hashing } from '../../../../src/server/features/sign-in/passwords.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { testApp } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { PASSWORD, storeUser } from '../../../support/people.ts'

const server = testApp()
const signIn = (name: string, body = {}) =>
  server.anonymous.post('/auth/local', { name, password: PASSWORD, ...body }, { address: '203.0.113.7' })

afterEach(() => {
  vi.restoreAllMocks()
})

describe('successful sign-ins of an account', () => {
  test.each([
    ['the web', 'agent', {}],
    ['apps', 'app', { device: { macAddress: '02:00:00:00:00:01' } }],
  ])('on %s are limited before the password is verified', async (_name, profile, body) => {
    const dateExpire = new Date(server.clock.now().getTime() + HOUR)
    const { _id, name } = await storeUser(server, profile, { dateExpire })
    for (let count = 0; count < 300; count++) expect((await signIn(name, body)).status).toBe(200)
    const verified = vi.spyOn(hashing, 'signIn')
    expect((await signIn(name.toUpperCase(), body)).status).toBe(429)
    expect(verified).not.toHaveBeenCalled()
    const refused = eq(auditEntries.action, 'sign-in-refused')
    expect(await server.db.select().from(auditEntries).where(refused)).toMatchObject([{ record: _id }])
    server.clock.advance(15 * MINUTE)
    expect((await signIn(name, body)).status).toBe(200)
  })
})
