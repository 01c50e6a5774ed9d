import { useSyncExternalStore } from 'react'
import type { Credentials } from '../../domain/users/sign-in.ts'
import { ask, createEvent, dropToken, keepToken, onTokenChange, readToken } from './http.ts'

/** Exchanges name and password for a session; throws what the server said. */
export const signIn = async ({ name, password }: Credentials): Promise<void> => {
  const { token } = await ask('POST /auth/local', { body: { name, password }, foreign: true })
  keepToken(token)
}

const signedOut = createEvent()

/** Calls back when the user signs out, not when a session expires; returns how to stop. */
export const onSignOut = signedOut.watch

/** Prefix of what the browser's storages keep of a user, as drafts and sales without an answer; signing out removes it. */
export const PERSONAL = 'cartelera.'

const forgetPersonal = (storageOf: () => Storage): void => {
  try {
    const storage = storageOf()
    for (const key of Object.keys(storage)) if (key.startsWith(PERSONAL)) storage.removeItem(key)
  } catch {
    // A browser that denies its storage has kept nothing in it.
  }
}

/** Ends a session that the server has ended already. */
export const endHere = (): void => {
  forgetPersonal(() => window.localStorage)
  forgetPersonal(() => window.sessionStorage)
  signedOut.emit()
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
