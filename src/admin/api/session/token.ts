import { useSyncExternalStore } from 'react'

const NAME = 'token'
const watchers = new Set<() => void>()
const beforeExpiry = new Set<() => void>()

const attributes = (): string =>
  `path=/; SameSite=Strict${window.location.protocol === 'https:' ? '; Secure' : ''}`

const announce = (): void => {
  for (const watcher of [...watchers]) watcher()
}

/** The bearer token of the cookie, or undefined for somebody who is not signed in. */
export const readToken = (): string | undefined => {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${NAME}=`))
  const value = pair?.slice(NAME.length + 1)
  return value ? decodeURIComponent(value) : undefined
}

/** Signs this browser in with a token of the server. */
export const keepToken = (token: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers in use.
  document.cookie = `${NAME}=${encodeURIComponent(token)}; ${attributes()}`
  announce()
}

/** Forgets the token: this browser is signed out. */
export const dropToken = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers in use.
  document.cookie = `${NAME}=; max-age=0; ${attributes()}`
  announce()
}

/** Forgets a token that the server refused, after the open forms have kept what was typed. */
export const expireToken = (refused: string | undefined): void => {
  // A late answer to an older session must not end the one that followed it.
  if (readToken() === refused) {
    for (const keep of [...beforeExpiry]) keep()
    dropToken()
  } else announce()
}

/** Notices that another tab of this browser signed in or out. */
export const watchOtherTabs = (): void => {
  window.addEventListener('focus', announce)
}

/** Calls back when somebody may have signed in or out; returns how to stop. */
export const onTokenChange = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Calls back just before a refused token is dropped, while the forms are still there; returns how to stop. */
export const onExpiry = (keep: () => void): (() => void) => {
  beforeExpiry.add(keep)
  return () => beforeExpiry.delete(keep)
}

/** Whether this browser holds a token, kept up to date. */
export const useSignedIn = (): boolean => useSyncExternalStore(onTokenChange, () => readToken() !== undefined)
