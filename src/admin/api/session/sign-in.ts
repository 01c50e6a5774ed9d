import type { Credentials } from '../../../domain/users/credentials.ts'
import { call } from '../http.ts'
import { forgetDrafts } from './draft.ts'
import { dropToken, keepToken, readToken } from './token.ts'
import { forgetOpenTransactions } from './transaction-storage.ts'

const tokenOf = (json: unknown): string => {
  if (typeof json === 'object' && json !== null && 'token' in json && typeof json.token === 'string')
    return json.token
  throw new Error('El servidor no entregó la sesión. Intente de nuevo.')
}

/** Exchanges name and password for a session; throws what the server said. */
export const signIn = async ({ name, password }: Credentials): Promise<void> => {
  const { json } = await call('/auth/local', { method: 'POST', body: { name, password }, foreign: true })
  keepToken(tokenOf(json))
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
  const ended = call('/auth/logout', { method: 'POST', foreign: true })
  endHere()
  // Signed out here either way: an unreachable server lets the token die of idleness.
  await ended.catch(() => undefined)
}
