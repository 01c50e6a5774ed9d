import { useSyncExternalStore } from 'react'

/** Kind of the last navigation; POP for the first URL. */
export type HistoryAction = 'POP' | 'PUSH' | 'REPLACE'

export interface HistoryEntry {
  pathname: string
  search: string
  hash: string
  state: unknown
  key: string
  action: HistoryAction
}

interface Target {
  pathname: string
  search?: string
  hash?: string
}

interface Navigation {
  from: HistoryEntry
  to: HistoryEntry
  /** Continues the navigation without asking the guards again. */
  proceed: () => void
}

/** Returns true to block a navigation. */
type Guard = (navigation: Navigation) => boolean

// The entry's state is untyped; that of another program on this origin has none of these fields.
const asKept = (kept: unknown): { state?: unknown; key?: unknown; index?: unknown } =>
  typeof kept === 'object' && kept !== null ? kept : {}

const indexOf = (kept: unknown): number | undefined => {
  const { index } = asKept(kept)
  return typeof index === 'number' ? index : undefined
}

const entryAt = (url: Target, kept: unknown, action: HistoryAction): HistoryEntry => {
  const { state = null, key } = asKept(kept)
  const { pathname, search = '', hash = '' } = url
  return { pathname, search, hash, state, key: typeof key === 'string' ? key : 'default', action }
}

const pathOf = ({ pathname, search = '', hash = '' }: Target): string => `${pathname}${search}${hash}`

const watchers = new Set<() => void>()
const guards = new Set<Guard>()

let present: HistoryEntry | undefined
let index = 0
let isReverting = false
let isUnguarded = false

/** The browser's current location; the same object as before if unchanged. */
const read = (action: HistoryAction): HistoryEntry => {
  const entry = entryAt(window.location, window.history.state, action)
  const isSame = present !== undefined && pathOf(present) === pathOf(entry) && present.key === entry.key
  if (present === undefined || !isSame) present = entry
  return present
}

/** Cached: while a blocked navigation is being reverted, the browser's location differs. */
const current = (): HistoryEntry => present ?? read('POP')

const changed = (action: HistoryAction): void => {
  index = indexOf(window.history.state) ?? index
  present = entryAt(window.location, window.history.state, action)
  for (const watcher of [...watchers]) watcher()
}

const isStopped = (navigation: Navigation): boolean =>
  [...guards].map((guard) => guard(navigation)).includes(true)

// Two leading slashes would mean another host.
const parse = (to: string | Target): URL =>
  new URL((typeof to === 'string' ? to : pathOf(to)).replace(/^[\\/]{2,}/, '/'), window.location.href)

const write = (action: 'PUSH' | 'REPLACE', to: string | Target, state: unknown): void => {
  const url = parse(to)
  const next = action === 'PUSH' ? index + 1 : index
  const kept = { state, key: Math.random().toString(36).slice(2, 10), index: next }
  const go = (): void => {
    if (action === 'PUSH') window.history.pushState(kept, '', url)
    else window.history.replaceState(kept, '', url)
    changed(action)
  }
  if (!isStopped({ from: current(), to: entryAt(url, kept, action), proceed: go })) go()
}

/** Opens a URL of the product, with a state for its history entry. */
export const push = (to: string | Target, state: unknown = null): void => write('PUSH', to, state)

/** Opens a URL, replacing the current history entry. */
export const replace = (to: string | Target, state: unknown = null): void => write('REPLACE', to, state)

export const go = (delta: number): void => window.history.go(delta)

const onPop = (): void => {
  if (isReverting) {
    isReverting = false
    return
  }
  const { history, location } = window
  const delta = (indexOf(history.state) ?? index) - index
  const proceed = (): void => {
    isUnguarded = true
    history.go(delta)
  }
  const navigation = { from: current(), to: entryAt(location, history.state, 'POP'), proceed }
  // The browser has already moved: a blocked navigation is reverted. Impossible for an entry of unknown position.
  if (!isUnguarded && delta !== 0 && isStopped(navigation)) {
    isReverting = true
    history.go(-delta)
    return
  }
  isUnguarded = false
  changed('POP')
}

/** Calls back after every navigation; returns a function that stops. */
export const onNavigation = (watcher: () => void): (() => void) => {
  if (watchers.size === 0) {
    const { history } = window
    // The stored position distinguishes back from forward navigation.
    if (indexOf(history.state) === undefined) history.replaceState({ ...asKept(history.state), index: 0 }, '')
    index = indexOf(history.state) ?? 0
    read('POP')
    window.addEventListener('popstate', onPop)
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) window.removeEventListener('popstate', onPop)
  }
}

/** Guards every navigation; returns a function that stops. */
export const guardNavigation = (guard: Guard): (() => void) => {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** The current history entry, shared by react-admin's router and the pages outside it. */
export const useHistoryEntry = (): HistoryEntry => useSyncExternalStore(onNavigation, current)
