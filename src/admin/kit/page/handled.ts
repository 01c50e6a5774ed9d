import { useSyncExternalStore } from 'react'

type Handled = ReadonlySet<string>

const NONE: Handled = new Set()
const handledIn = new Map<string, Handled>()
const onHandled = new Set<() => void>()

const setHandled = (resource: string, handled: Handled): void => {
  handledIn.set(resource, handled)
  for (const tell of onHandled) tell()
}

const watchHandled = (tell: () => void): (() => void) => {
  onHandled.add(tell)
  return () => onHandled.delete(tell)
}

/**
 * Notes that something was just done with a record: its row stays in the list, ticked, even if the list's filters no longer
 * find it, until another page, order or search is loaded.
 */
export const noteHandled = (resource: string, id: string): void =>
  setHandled(resource, new Set([...(handledIn.get(resource) ?? NONE), id]))

/** What was done with one record was undone; without an id, all of them are forgotten. */
export const forgetHandled = (resource: string, id?: string): void => {
  const before = handledIn.get(resource)
  if (before === undefined || before.size === 0) return
  setHandled(resource, id === undefined ? NONE : new Set([...before].filter((each) => each !== id)))
}

/** The records of a list that were just handled, by their ids. */
export const useHandled = (resource: string): Handled =>
  useSyncExternalStore(watchHandled, () => handledIn.get(resource) ?? NONE)
