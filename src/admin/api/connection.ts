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

/** State of the connection: the server responds, does not respond, or responds with 503. */
export type Connection = 'up' | 'down' | 'busy'

const FIRST_PROBE_MS = 1000
const MAX_PROBE_MS = 10_000
const PROBE_TIMEOUT_MS = 5000

let connection: Connection = 'up'
let recoveries = 0
/** Recoveries from real outages; a single failed request among successful ones is none. */
let endedOutages = 0
let isOutage = false
/** When a request last failed to reach the server, in the time of `performance.now()`. */
let lastFailure = 0
let healthUrl: string | undefined
let probing: Promise<void> | undefined
let busyTimer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

const setConnection = (next: Connection): void => {
  if (next === connection) return
  if (connection === 'down') {
    recoveries += 1
    if (isOutage) endedOutages += 1
    isOutage = false
  }
  connection = next
  clearTimeout(busyTimer)
  // Pauses reads while the server is unreachable; they resume by themselves.
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
    // The network is back: probes immediately.
    window.addEventListener('online', done)
  })

const responds = async (url: string): Promise<boolean> => {
  try {
    await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return true
  } catch {
    return false
  }
}

const probe = async (url: string): Promise<void> => {
  for (let pause = FIRST_PROBE_MS; !(await responds(url)); pause = Math.min(pause * 2, MAX_PROBE_MS)) {
    lastFailure = performance.now()
    setConnection('down')
    isOutage = true
    await wait(pause)
  }
  if (connection === 'down') setConnection('up')
}

/** Resolves once the server responds; immediately if the connection is not watched. */
export const reachable = (): Promise<void> => {
  if (healthUrl === undefined) return Promise.resolve()
  probing ??= probe(healthUrl).finally(() => {
    probing = undefined
  })
  return probing
}

/** Call when a request could not reach the server. */
export const reportFailure = (): void => {
  if (healthUrl === undefined) return
  lastFailure = performance.now()
  setConnection('down')
  void reachable()
}

/**
 * Call when the server responded to a request of the instant `sent`; `busySeconds`: it is overloaded for this long. A
 * response to a request from before the last failure does not show that the connection is back.
 */
export const reportResponse = (busySeconds: number | undefined, sent = performance.now()): void => {
  if (healthUrl === undefined || (connection === 'down' && sent < lastFailure)) return
  clearTimeout(busyTimer)
  setConnection(busySeconds === undefined ? 'up' : 'busy')
  // Removes the banner even if nothing is retried automatically.
  if (busySeconds !== undefined) busyTimer = setTimeout(() => setConnection('up'), (busySeconds + 5) * 1000)
}

/** Starts detecting lost connections, probing `url` until they recover; returns a function that stops. */
export const watchConnection = (url: string): (() => void) => {
  healthUrl = url
  // `navigator.onLine` does not suffice: a server on this machine responds without any network.
  const check = (): void => void reachable()
  window.addEventListener('offline', check)
  return () => {
    healthUrl = undefined
    window.removeEventListener('offline', check)
    setConnection('up')
  }
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection)

/** Number of recoveries: failed loads can be retried when it changes. */
export const useRecoveries = (): number => useSyncExternalStore(subscribe, () => recoveries)

export const CONNECTION_LOST = 'No hay conexión con el servidor. Revise su red e intente de nuevo.'

/** For a write that was never sent. */
export const NOTHING_SAVED = 'Sin conexión a la red: no se guardó nada. Intente de nuevo cuando vuelva.'

/** Number of ended outages: messages about a lost connection are dropped when it changes. */
export const useEndedOutages = (): number => useSyncExternalStore(subscribe, () => endedOutages)

/** True for messages that are obsolete once the connection is back. */
export const isConnectionMessage = (message: unknown): boolean =>
  message === CONNECTION_LOST || message === NOTHING_SAVED

/** State for an error message; those about a lost connection disappear once it is back. */
export const useFailureMessage = () => {
  const [message, setMessage] = useState<string>()
  const ended = useEndedOutages()
  const [seen, setSeen] = useState(ended)
  if (seen !== ended) {
    setSeen(ended)
    if (isConnectionMessage(message)) setMessage(undefined)
  }
  return [message, setMessage] as const
}

const MAX_ATTEMPTS = 3

const loadWithRetries = async <Module>(load: () => Promise<Module>, attempt = 1): Promise<Module> => {
  // Browsers remember that a module's own imports failed: what is known to fail is not tried.
  if (connection === 'down' || !navigator.onLine) await reachable()
  try {
    return await load()
  } catch (error) {
    if (attempt === MAX_ATTEMPTS) throw error
    await reachable()
    return loadWithRetries(load, attempt + 1)
  }
}

/** React's `lazy`, waiting for the network instead of failing for good. */
export const lazy: typeof plainLazy = (load) => plainLazy(() => loadWithRetries(load))

/** A component that can be loaded on demand or in advance. */
export interface Loadable {
  load: () => Promise<void>
  /** Undefined until loaded. */
  component: () => ComponentType | undefined
}

export const loadable = (load: () => Promise<ComponentType>): Loadable => {
  let loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  const begin = async (): Promise<void> => {
    try {
      loaded = await loadWithRetries(load)
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
 * Renders a loadable component, immediately if loaded. Without Suspense, because React shows each fallback for at least
 * 300 ms.
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
