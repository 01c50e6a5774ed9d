import { useSyncExternalStore } from 'react'
import type { Credentials } from '../../domain/users/credentials.ts'
import { forgetDrafts } from './draft.ts'
import { ask, dropToken, keepToken, onTokenChange, readToken } from './http.ts'
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

/** The location state of the sign-in page. */
export interface SignInState {
  /** Where to return after signing in. */
  nextPathname?: string
  nextSearch?: string
  /** The session ended by itself. */
  expired?: boolean
  /** The user signs out: the page ends the session. */
  signOut?: boolean
  /** The password was just changed. */
  passwordChanged?: boolean
}

/** Whether this browser holds a token, kept up to date. */
export const useSignedIn = (): boolean => useSyncExternalStore(onTokenChange, () => readToken() !== undefined)
