import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { PASSWORD, storeUser } from '../../../support/people.ts'
import { textsSentBy } from '../../../support/statements.ts'

const server = testApp()

const signIn = (name: string, password: string) => server.anonymous.post('/auth/local', { name, password })

const signInStatements = (name: string, password: string, status: number) =>
  textsSentBy(async () => expect((await signIn(name, password)).status).toBe(status))

beforeEach(async () => {
  await storeUser(server, 'sa', { name: 'ana' })
  // The very first sign-in also creates the secret for known devices.
  await signIn('ana', PASSWORD)
})

test('a failed sign-in sends the same statements for an unknown name as for a known one', async () => {
  const known = await signInStatements('ana', 'no', 401)
  expect(known).not.toEqual([])
  expect(await signInStatements('nadie', 'no', 401)).toEqual(known)
})

test('a sign-in deletes no sessions, whether it succeeds or fails', async () => {
  const sent = [
    ...(await signInStatements('ana', PASSWORD, 200)),
    ...(await signInStatements('ana', 'no', 401)),
  ]
  expect(sent.join()).toContain('insert into "sessions"')
  expect(sent.join()).not.toMatch(/delete from "sessions"/i)
})
