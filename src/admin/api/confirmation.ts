import { useSyncExternalStore } from 'react'

/** Requests that wait until the user has confirmed who they are; they share one dialog. */
let waiting: ((isConfirmed: boolean) => void)[] = []
const watchers = new Set<() => void>()

const changed = (): void => {
  for (const watcher of [...watchers]) watcher()
}

/** Asks the user to confirm who they are; false if they cancel, or if no screen can ask. */
export const askConfirmation = async (): Promise<boolean> => {
  if (watchers.size === 0) return false
  return new Promise((resolve) => {
    waiting.push(resolve)
    changed()
  })
}

/** Continues all requests that wait. */
export const endConfirmation = (isConfirmed: boolean): void => {
  const resolvers = waiting
  waiting = []
  changed()
  for (const resolve of resolvers) resolve(isConfirmed)
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) endConfirmation(false)
  }
}

/** True while a request waits for a confirmation; the component that calls it shows the dialog. */
export const useConfirmationPending = (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0)
