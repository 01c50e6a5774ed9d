import { useSyncExternalStore } from 'react'

type ChangedIds = ReadonlySet<string>

const NONE: ChangedIds = new Set()
const changedIds = new Map<string, ChangedIds>()
const watchers = new Set<() => void>()

const setChanged = (resource: string, ids: ChangedIds): void => {
  changedIds.set(resource, ids)
  for (const watcher of watchers) watcher()
}

const watchChanged = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * Marks a record as just changed: its row stays in the list, ticked, even if it no longer matches the filters, until
 * another page, order or search is loaded.
 */
export const markChanged = (resource: string, id: string): void =>
  setChanged(resource, new Set([...(changedIds.get(resource) ?? NONE), id]))

/** Unmarks a record whose action was undone; without an id, all records. */
export const clearChanged = (resource: string, id?: string): void => {
  const before = changedIds.get(resource)
  if (before === undefined || before.size === 0) return
  setChanged(resource, id === undefined ? NONE : new Set([...before].filter((each) => each !== id)))
}

/** The ids of the records of a list that were just changed. */
export const useRecentlyChanged = (resource: string): ChangedIds =>
  useSyncExternalStore(watchChanged, () => changedIds.get(resource) ?? NONE)
