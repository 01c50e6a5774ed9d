import { useSyncExternalStore } from 'react'
import type { Credentials } from '../../domain/sign-in/sign-in.ts'
import { createEvent, dropToken, onTokenChange, readToken, request, storeToken } from './http.ts'

/** Exchanges name and password for a token; throws the server's error. */
export const signIn = async ({ name, password }: Credentials): Promise<void> => {
  const { token } = await request('POST /auth/local', { body: { name, password }, foreign: true })
  storeToken(token)
}

const signedOut = createEvent()

/** Calls back when the user signs out, not when a session expires; returns a function that stops. */
export const onSignOut = signedOut.watch

/**
 * Prefix of personal data in the browser's storages, such as drafts and sales of unknown outcome; removed on sign-out.
 */
export const PERSONAL = 'cartelera.'

const removePersonal = (getStorage: () => Storage): void => {
  try {
    const storage = getStorage()
    for (const key of Object.keys(storage)) if (key.startsWith(PERSONAL)) storage.removeItem(key)
  } catch {
    // A browser that denies storage has stored nothing.
  }
}

/** Ends the session in this browser only: the server has already ended it. */
export const endSession = (): void => {
  removePersonal(() => window.localStorage)
  removePersonal(() => window.sessionStorage)
  signedOut.emit()
  dropToken()
}

/** Ends the session in this browser immediately, and on the server if it is reachable. */
export const signOut = async (): Promise<void> => {
  if (readToken() === undefined) return
  const ended = request('POST /auth/logout', { foreign: true })
  endSession()
  // On an unreachable server, the token expires by itself.
  await ended.catch(() => undefined)
}

/** The location state of the sign-in page. */
export interface SignInState {
  /** Where to return after signing in. */
  nextPathname?: string
  nextSearch?: string
  /** The session expired. */
  expired?: boolean
  /** The user is signing out: the page ends the session. */
  signOut?: boolean
  /** Shown by the page; with `signOut`, why the server has already ended the session. */
  notice?: string
}

/** Signs out through the sign-in page, which a form with unsaved changes can block. */
export const SIGNING_OUT: SignInState = { signOut: true }

export const useSignedIn = (): boolean => useSyncExternalStore(onTokenChange, () => readToken() !== undefined)
