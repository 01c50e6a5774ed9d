import { useSyncExternalStore } from 'react'

/** How the present address was reached; POP also stands for the first one. */
export type HistoryAction = 'POP' | 'PUSH' | 'REPLACE'

/** An entry of the browser's history. */
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
  /** Goes there without asking again. */
  proceed: () => void
}

/** Returns true to stop a navigation. */
type Guard = (navigation: Navigation) => boolean

// The entry's own state is untyped; that of another program on this origin has none of these fields.
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

/** Reads where the browser is; the same object as before where nothing has changed. */
const read = (action: HistoryAction): HistoryEntry => {
  const entry = entryAt(window.location, window.history.state, action)
  const isSame = present !== undefined && pathOf(present) === pathOf(entry) && present.key === entry.key
  if (present === undefined || !isSame) present = entry
  return present
}

/** Not read anew: while a stopped move is being taken back, the browser is elsewhere. */
const current = (): HistoryEntry => present ?? read('POP')

const changed = (action: HistoryAction): void => {
  index = indexOf(window.history.state) ?? index
  present = entryAt(window.location, window.history.state, action)
  for (const watcher of [...watchers]) watcher()
}

const isStopped = (navigation: Navigation): boolean =>
  [...guards].map((guard) => guard(navigation)).includes(true)

// Two slashes at the beginning would name another host.
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

/** Opens an address of the product, with a state that its history entry keeps. */
export const push = (to: string | Target, state: unknown = null): void => write('PUSH', to, state)

/** Opens an address in the place of the present one. */
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
  // The browser has moved already: a stopped move is taken back. An entry of unknown position cannot be.
  if (!isUnguarded && delta !== 0 && isStopped(navigation)) {
    isReverting = true
    history.go(-delta)
    return
  }
  isUnguarded = false
  changed('POP')
}

/** Calls back after every navigation; returns how to stop. */
export const onNavigation = (watcher: () => void): (() => void) => {
  if (watchers.size === 0) {
    const { history } = window
    // With a position, a move back to this entry can be told from one ahead.
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

/** Asks before every navigation; returns how to stop. */
export const guardNavigation = (guard: Guard): (() => void) => {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** The entry that the browser is at, which the pages outside of react-admin and its router both follow. */
export const useHistoryEntry = (): HistoryEntry => useSyncExternalStore(onNavigation, current)
