const watchers = new Set<() => void>()

/** Calls back when the server refused something that this browser took for allowed. */
export const onForbidden = (watcher: () => void): void => {
  watchers.add(watcher)
}

/** Says that the server refused something: the rights of who is signed in may have changed. */
export const announceForbidden = (): void => {
  for (const watcher of [...watchers]) watcher()
}
