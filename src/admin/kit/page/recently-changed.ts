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
 * Marks a record as just handled: its row stays in the list, ticked, even if it no longer matches the filters, until
 * another page, order or search is loaded.
 */
export const noteHandled = (resource: string, id: string): void =>
  setHandled(resource, new Set([...(handledIn.get(resource) ?? NONE), id]))

/** Unmarks a record whose action was undone; without an id, all records. */
export const forgetHandled = (resource: string, id?: string): void => {
  const before = handledIn.get(resource)
  if (before === undefined || before.size === 0) return
  setHandled(resource, id === undefined ? NONE : new Set([...before].filter((each) => each !== id)))
}

/** The just handled records of a list, by id. */
export const useHandled = (resource: string): Handled =>
  useSyncExternalStore(watchHandled, () => handledIn.get(resource) ?? NONE)
