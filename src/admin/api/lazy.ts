// biome-ignore lint/style/noRestrictedImports: this is the one that all others use.
import { lazy as plainLazy } from 'react'
import { reachable } from './connection.ts'

const MOST_ATTEMPTS = 3

const persistently = async <Module>(load: () => Promise<Module>, attempt = 1): Promise<Module> => {
  try {
    return await load()
  } catch (error) {
    if (attempt === MOST_ATTEMPTS) throw error
    await reachable()
    return persistently(load, attempt + 1)
  }
}

/** React's `lazy`, which waits for the network instead of failing for good. */
export const lazy: typeof plainLazy = (load) => plainLazy(() => persistently(load))
