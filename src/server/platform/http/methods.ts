import FindMyWay from 'find-my-way'
import type { App } from './context.ts'
import { answerUnknownAddress, answerWrongMethod } from './errors.ts'

/** What takes every address that no other route does. */
const CATCH_ALL = '/*'

interface Address {
  /** The address as the contract writes it. */
  pattern: string
  methods: string[]
}

/** Of two patterns for one address the more specific one wins: /users/me before /users/:id. */
const rank = (pattern: string): string =>
  pattern
    .split('/')
    .map((part) => (part === '*' ? 2 : part.startsWith(':') ? 1 : 0))
    .join('')

/**
 * Answers, before anything else is looked at, what no route of the contract does: 405 with the methods that the
 * address takes, or 404. A method that only a vaguer pattern takes is none of the address's own.
 */
export const refuseWrongMethods = (app: App): void => {
  const router = FindMyWay()
  const known = new Set<FindMyWay.HTTPMethod>()
  app.addHook('onRoute', ({ method, url: pattern }) => {
    if (pattern === CATCH_ALL) return
    for (const each of [method].flat()) {
      // The framework itself refuses methods that its router doesn't know.
      const name = each as FindMyWay.HTTPMethod
      router.on(name, pattern, () => undefined, { pattern })
      known.add(name)
    }
  })
  const addressAt = (url: string): Address | undefined => {
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
    const address = addressAt(request.url)
    if (address === undefined && request.is404) answerUnknownAddress(reply)
    else if (address !== undefined && address.pattern !== pattern) answerWrongMethod(reply, address.methods)
    else done()
  })
}

const isPattern = (store: unknown): store is { pattern: string } =>
  typeof store === 'object' && store !== null && 'pattern' in store && typeof store.pattern === 'string'
