import type { Credentials } from '../../../domain/users/credentials.ts'
import { ask } from '../client.ts'
import { forgetDrafts } from './draft.ts'
import { dropToken, keepToken, readToken } from './token.ts'
import { forgetOpenTransactions } from './transaction-storage.ts'

/** Exchanges name and password for a session; throws what the server said. */
export const signIn = async ({ name, password }: Credentials): Promise<void> => {
  const { token } = await ask('POST /auth/local', { body: { name, password }, foreign: true })
  keepToken(token)
}

/** Ends a session that the server has ended already. */
export const endHere = (): void => {
  forgetDrafts()
  forgetOpenTransactions()
  dropToken()
}

/** Ends the session here at once, and on the server as soon as it answers. */
export const signOut = async (): Promise<void> => {
  if (readToken() === undefined) return
  const ended = ask('POST /auth/logout', { foreign: true })
  endHere()
  // Signed out here either way: an unreachable server lets the token die of idleness.
  await ended.catch(() => undefined)
}
