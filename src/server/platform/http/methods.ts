import FindMyWay from 'find-my-way'
import type { App } from './context.ts'
import { sendMethodNotAllowed, sendNotFound } from './errors.ts'

/** Matches every path without a route of its own. */
const CATCH_ALL = '/*'

interface MatchingRoute {
  /** Path pattern as in the contract. */
  pattern: string
  methods: string[]
}

/** The more specific of two matching patterns wins: /users/me before /users/:id. */
const rank = (pattern: string): string =>
  pattern
    .split('/')
    .map((part) => (part === '*' ? 2 : part.startsWith(':') ? 1 : 0))
    .join('')

/**
 * Answers requests without a route before anything else runs: 405 with the path's methods, or 404. Methods of a less
 * specific pattern don't count.
 */
export const refuseWrongMethods = (app: App): void => {
  const router = FindMyWay()
  const known = new Set<FindMyWay.HTTPMethod>()
  app.addHook('onRoute', ({ method, url: pattern }) => {
    if (pattern === CATCH_ALL) return
    for (const each of [method].flat()) {
      // The framework itself refuses methods unknown to its router.
      const name = each as FindMyWay.HTTPMethod
      router.on(name, pattern, () => undefined, { pattern })
      known.add(name)
    }
  })
  const bestRoute = (url: string): MatchingRoute | undefined => {
    const found: { method: string; pattern: string }[] = []
    for (const method of known) {
      const { store, params = {} } = router.find(method, url) ?? {}
      const isWhole = Object.values(params).every((value) => value !== '')
      if (isPattern(store) && isWhole) found.push({ method, pattern: store.pattern })
    }
    const [best] = found
      .map(({ pattern }) => pattern)
      .sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
    if (best === undefined) return undefined
    const methods = found.filter(({ pattern }) => pattern === best).map(({ method }) => method)
    return { pattern: best, methods: methods.sort() }
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { url: pattern = CATCH_ALL } = request.routeOptions
    if (!/[:*]/.test(pattern)) return done()
    const address = bestRoute(request.url)
    if (address === undefined && request.is404) sendNotFound(reply)
    else if (address !== undefined && address.pattern !== pattern)
      sendMethodNotAllowed(reply, address.methods)
    else done()
  })
}

const isPattern = (store: unknown): store is { pattern: string } =>
  typeof store === 'object' && store !== null && 'pattern' in store && typeof store.pattern === 'string'
