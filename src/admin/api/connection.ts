import { onlineManager } from '@tanstack/react-query'
import {
  type ComponentType,
  createElement,
  // biome-ignore lint/style/noRestrictedImports: `lazy` below is the one that all others use.
  lazy as plainLazy,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** Whether the server answers: yes, not at all, or with 503. */
export type Connection = 'up' | 'down' | 'busy'

const FIRST_PROBE_MS = 1000
const LONGEST_PROBE_MS = 10_000
const PROBE_LIMIT_MS = 5000

let connection: Connection = 'up'
let recoveries = 0
/** Recoveries after the server was found away; a single request that fails beside others that do not is no outage. */
let endedOutages = 0
let isOutage = false
let healthUrl: string | undefined
let probing: Promise<void> | undefined
let busyTimer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

const become = (next: Connection): void => {
  if (next === connection) return
  if (connection === 'down') {
    recoveries += 1
    if (isOutage) endedOutages += 1
    isOutage = false
  }
  connection = next
  // Reads pause while nothing answers and go on by themselves afterwards.
  onlineManager.setOnline(next !== 'down')
  for (const watcher of [...watchers]) watcher()
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    // The network is back: no reason to wait any longer.
    window.addEventListener('online', done)
  })

const answers = async (url: string): Promise<boolean> => {
  try {
    await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    return true
  } catch {
    return false
  }
}

const probe = async (url: string): Promise<void> => {
  for (let pause = FIRST_PROBE_MS; !(await answers(url)); pause = Math.min(pause * 2, LONGEST_PROBE_MS)) {
    become('down')
    isOutage = true
    await wait(pause)
  }
  if (connection === 'down') become('up')
}

/** Resolves once the server answers; at once while the connection is not watched. */
export const reachable = (): Promise<void> => {
  if (healthUrl === undefined) return Promise.resolve()
  probing ??= probe(healthUrl).finally(() => {
    probing = undefined
  })
  return probing
}

/** A request found no server. */
export const noticeFailure = (): void => {
  if (healthUrl === undefined) return
  become('down')
  void reachable()
}

/** The server answered; with `busySeconds`, that it is overloaded for as long. */
export const noticeAnswer = (busySeconds: number | undefined): void => {
  if (healthUrl === undefined) return
  clearTimeout(busyTimer)
  become(busySeconds === undefined ? 'up' : 'busy')
  // Where nothing is retried by itself, the banner must still go away.
  if (busySeconds !== undefined) busyTimer = setTimeout(() => become('up'), (busySeconds + 5) * 1000)
}

/** Starts to notice lost connections and to probe `url` until they are back; returns how to stop. */
export const watchConnection = (url: string): (() => void) => {
  healthUrl = url
  // `navigator.onLine` alone is not enough: a server on this machine answers without any network.
  const check = (): void => void reachable()
  window.addEventListener('offline', check)
  return () => {
    healthUrl = undefined
    window.removeEventListener('offline', check)
    become('up')
  }
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection)

/** How often a lost connection has come back: what failed meanwhile can be retried when it changes. */
export const useRecoveries = (): number => useSyncExternalStore(subscribe, () => recoveries)

export const CONNECTION_LOST = 'No hay conexión con el servidor. Revise su red e intente de nuevo.'

/** For a write that was never sent. */
export const NOTHING_SAVED = 'Sin conexión a la red: no se guardó nada. Intente de nuevo cuando vuelva.'

/** Number of ended outages: messages about a lost connection are dropped when it changes. */
export const useEndedOutages = (): number => useSyncExternalStore(subscribe, () => endedOutages)

/** True for messages that are outdated once the connection is back. */
export const isOfLoss = (message: unknown): boolean =>
  message === CONNECTION_LOST || message === NOTHING_SAVED

/** Why something failed; what tells of a lost connection goes once it is back. */
export const useFailureMessage = () => {
  const [message, setMessage] = useState<string>()
  const ended = useEndedOutages()
  const [seen, setSeen] = useState(ended)
  if (seen !== ended) {
    setSeen(ended)
    if (isOfLoss(message)) setMessage(undefined)
  }
  return [message, setMessage] as const
}

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

/** A component that is loaded on demand, or before it is needed. */
export interface Loadable {
  load: () => Promise<void>
  /** Undefined until it is loaded. */
  component: () => ComponentType | undefined
}

export const loadable = (load: () => Promise<ComponentType>): Loadable => {
  let loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  const begin = async (): Promise<void> => {
    try {
      loaded = await persistently(load)
    } finally {
      loading = undefined
    }
  }
  return {
    load: () => {
      if (loaded === undefined) loading ??= begin()
      return loading ?? Promise.resolve()
    },
    component: () => loaded,
  }
}

/**
 * Shows a loadable component, at once where it is there. Without Suspense: React keeps each of its fallbacks on screen
 * for 300 ms.
 */
export const Loaded = ({ of, pending }: { of: Loadable; pending: ReactNode }): ReactNode => {
  const [failure, setFailure] = useState<{ error: unknown }>()
  const [, setLoaded] = useState(false)
  const component = of.component()
  const isMissing = component === undefined
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    of.load().then(
      () => isGone || startTransition(() => setLoaded(true)),
      (error: unknown) => isGone || setFailure({ error }),
    )
    return () => {
      isGone = true
    }
  }, [of, isMissing])
  if (failure !== undefined) throw failure.error
  return component === undefined ? pending : createElement(component)
}
