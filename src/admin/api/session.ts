import { useSyncExternalStore } from 'react'
import type { Credentials } from '../../domain/users/sign-in.ts'
import { ask, createEvent, dropToken, keepToken, onTokenChange, readToken } from './http.ts'

/** Exchanges name and password for a token; throws the server's error. */
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

/** Ends the session in this browser alone: the server has ended it already. */
export const endSession = (): void => {
  forgetPersonal(() => window.localStorage)
  forgetPersonal(() => window.sessionStorage)
  signedOut.emit()
  dropToken()
}

/** Ends the session in this browser at once, on the server when it is reachable. */
export const signOut = async (): Promise<void> => {
  if (readToken() === undefined) return
  const ended = ask('POST /auth/logout', { foreign: true })
  endSession()
  // An unreachable server lets the token expire.
  await ended.catch(() => undefined)
}

/** The location state of the sign-in page. */
export interface SignInState {
  /** Where to return after signing in. */
  nextPathname?: string
  nextSearch?: string
  /** The session expired. */
  expired?: boolean
  /** The user signs out: the page ends the session. */
  signOut?: boolean
  passwordChanged?: boolean
}

/** Signs out by way of the sign-in page, which a form with unsaved changes can prevent. */
export const LEAVING: SignInState = { signOut: true }

export const useSignedIn = (): boolean => useSyncExternalStore(onTokenChange, () => readToken() !== undefined)
