import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Gauge, Registry } from 'prom-client'
import type { App, Context } from './context.ts'
import { Unauthorized } from './errors.ts'
import type { Metrics } from './metrics.ts'

/** Milliseconds for which a known size of the database is good enough: it is no quick question. */
const SIZE_AGE = 60_000
/** Milliseconds that a scrape waits for the database at most. */
const PATIENCE = 500

/** Where no route answered: addresses of nothing have one label, whatever they are. */
const UNKNOWN = 'unknown'

/**
 * GET /metrics, for Prometheus: only where the deployment has set a token, and for who sends it. Without one the
 * address is unknown, and nothing is counted.
 */
export const metricsRoute = (app: App, context: Context): void => {
  const { metrics, config } = context
  const { metricsToken } = config
  if (!metrics || metricsToken === undefined) return
  countRequests(app, metrics)
  const gauges = databaseGauges(context)
  const exposed = Registry.merge([metrics.registry, gauges])
  app.get(
    '/metrics',
    { config: { access: 'public' }, logLevel: 'warn', schema: { hide: true } },
    async ({ headers }, reply) => {
      if (!isToken(headers.authorization, metricsToken)) {
        reply.header('www-authenticate', 'Bearer')
        throw new Unauthorized()
      }
      return reply
        .header('cache-control', 'no-store')
        .type(exposed.contentType)
        .serializer((text: string) => text)
        .send(await exposed.metrics())
    },
  )
}

const countRequests = (app: App, metrics: Metrics): void => {
  app.addHook('onResponse', async ({ method, is404, routeOptions: { url } }, { statusCode, elapsedTime }) => {
    const route = is404 || url === undefined ? UNKNOWN : url
    metrics.countRequest({ method, route, status: statusCode, seconds: elapsedTime / 1000 })
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in a time that does not depend on how much of the token was guessed. */
const isToken = (authorization: string | undefined, token: string): boolean => {
  const sent = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(sent), digest(token))
}

/** What the database tells of itself whenever it is asked. */
const databaseGauges = (context: Context): Registry => {
  const registry = new Registry()
  const registers = [registry]
  const connections = new Gauge({
    name: 'cartelera_database_connections',
    help: 'Open connections to the database, by pool and state',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const { name: pool, size, total, idle } of context.stats().pools) {
        connections.set({ pool, state: 'busy' }, total - idle)
        connections.set({ pool, state: 'idle' }, idle)
        limits.set({ pool }, size)
      }
    },
  })
  const limits = new Gauge({
    name: 'cartelera_database_connections_max',
    help: 'Connections that a pool may open',
    labelNames: ['pool'] as const,
    registers,
  })
  const waiting = new Gauge({
    name: 'cartelera_database_waiting',
    help: 'Statements and transactions that wait for a connection, or for their turn in the embedded database',
    labelNames: ['pool'] as const,
    registers,
    collect() {
      for (const { name: pool, waiting: count } of context.stats().pools) waiting.set({ pool }, count)
    },
  })
  const up = new Gauge({
    name: 'cartelera_database_up',
    help: 'Whether the database answers: what /health says',
    registers,
    async collect() {
      const answers = await Promise.race([context.health(), pause(PATIENCE, false, { ref: false })])
      up.set(answers ? 1 : 0)
    },
  })
  const readSize = createSizeReader(context)
  const size = new Gauge({
    name: 'cartelera_database_size_bytes',
    help: 'Size of the database, asked at most once a minute',
    registers,
    async collect() {
      const bytes = await readSize()
      if (bytes === undefined) size.remove()
      else size.set(bytes)
    },
  })
  return registry
}

/** Gives the last known size, and asks for it anew when it is old; a slow answer is for the next scrape. */
const createSizeReader = ({ db, now }: Pick<Context, 'db' | 'now'>): (() => Promise<number | undefined>) => {
  let known: number | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = async () => {
    const { rows } = await db.execute<{ size: number }>(
      sql`select pg_database_size(current_database()) as size`,
    )
    known = rows[0]?.size
  }
  return async () => {
    const time = now().getTime()
    if (time - askedAt < SIZE_AGE) return known
    askedAt = time
    // A database that is away says so elsewhere.
    const asking = ask().catch(() => undefined)
    await Promise.race([asking, pause(PATIENCE, undefined, { ref: false })])
    return known
  }
}
