import { NoopLogger } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { PASSWORD, storeUser } from '../../../support/people.ts'

const server = testApp()

/** Statements sent by an action, without begin and commit. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const sent: string[] = []
  const log = vi.spyOn(NoopLogger.prototype, 'logQuery').mockImplementation((...[query]: string[]) => {
    sent.push(query ?? '')
  })
  await work().finally(() => log.mockRestore())
  return sent.filter((query) => !/^\s*(begin|commit)/i.test(query))
}

test.each([
  ['right', 'ana', PASSWORD, 200],
  ['wrong', 'ana', 'no', 401],
  ['of an unknown name', 'nadie', 'no', 401],
])('a sign-in that is %s takes four statements', async (_what, name, password, status) => {
  await storeUser(server, 'sa', { name: 'ana' })
  const signIn = (password: string) => server.anonymous.post('/auth/local', { name, password })
  // The very first sign-in also creates the secret for known devices.
  await server.anonymous.post('/auth/local', { name: 'ana', password: PASSWORD })
  const sent = await statementsOf(async () => expect((await signIn(password)).status).toBe(status))
  expect(sent).toHaveLength(4)
  expect(sent.filter((query) => /delete from "sessions"/i.test(query))).toEqual([])
})
