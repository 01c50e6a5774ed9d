import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, count, eq, lte, sql } from 'drizzle-orm'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OutboxKind } from '../../../domain/outbox/outbox.ts'
import { VERSION } from '../../../domain/version.ts'
import { lastProof } from '../database/last-proof.ts'
import { outbox } from '../database/schema/outbox.ts'
import type { App, Context, Metrics } from './context.ts'
import { Unauthorized } from './errors.ts'

/** In seconds: from a look-up by key to the statements' time limits. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Other methods are counted as one, since clients can send anything. */
const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])

/** Includes process metrics: memory, CPU time and event loop delay. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'cartelera_info',
    help: 'Always 1; its label is the version that this node runs',
    labelNames: ['version'] as const,
    registers,
  }).set({ version: VERSION }, 1)
  const requests = new Counter({
    name: 'cartelera_http_requests_total',
    help: 'Requests that were answered, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'cartelera_http_request_duration_seconds',
    help: 'Time until an answer was sent, by route',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers,
  })
  const signIns = new Counter({
    name: 'cartelera_sign_ins_total',
    help: 'Sign-ins from the web and from viewers’ apps, by how they ended',
    labelNames: ['client', 'outcome'] as const,
    registers,
  })
  const transactions = new Counter({
    name: 'cartelera_ledger_movements_total',
    help: 'Movements of the ledger that were processed, by type',
    labelNames: ['type'] as const,
    registers,
  })
  const credits = new Counter({
    name: 'cartelera_ledger_credits_total',
    help: 'Credits of the processed movements, by type',
    labelNames: ['type'] as const,
    registers,
  })
  const cents = new Counter({
    name: 'cartelera_ledger_amount_cents_total',
    help: 'Money of the processed movements in hundredths of the currency, by type',
    labelNames: ['type'] as const,
    registers,
  })
  const jobs = new Counter({
    name: 'cartelera_job_slices_total',
    help: 'Chunks of jobs that were done or failed, by kind',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  })
  const jobDurations = new Histogram({
    name: 'cartelera_job_slice_duration_seconds',
    help: 'Time that a chunk of a job took, by kind',
    labelNames: ['kind'] as const,
    buckets: BUCKETS,
    registers,
  })
  const runs = new Counter({
    name: 'cartelera_job_runs_total',
    help: 'Runs of jobs that ended on this node, by kind and by how they ended',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  })
  const lastEnds = new Gauge({
    name: 'cartelera_job_last_end_timestamp_seconds',
    help: 'When a run of a job last ended on this node, by kind',
    labelNames: ['kind'] as const,
    registers,
  })
  const messages = new Counter({
    name: 'cartelera_outbox_attempts_total',
    help: 'Attempts to send messages of the outbox, by kind and by what became of them',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  })
  const linkChecks = new Counter({
    name: 'cartelera_link_checks_total',
    help: 'Checks of links, by what they found',
    labelNames: ['verdict'] as const,
    registers,
  })
  return {
    registry,
    countLinkCheck: (verdict) => linkChecks.inc({ verdict }),
    countMessage: (kind, outcome) => messages.inc({ kind, outcome }),
    countRequest({ method: sent, route, status, seconds }) {
      const method = METHODS.has(sent) ? sent : 'other'
      requests.inc({ method, route, status })
      durations.observe({ method, route }, seconds)
    },
    countSignIn: (client, outcome) => signIns.inc({ client, outcome }),
    countTransaction({ type: name, count, total }) {
      const type = name.toLowerCase()
      transactions.inc({ type })
      credits.inc({ type }, count)
      cents.inc({ type }, Math.round(total * 100))
    },
    countJob(kind, outcome, seconds) {
      jobs.inc({ kind, outcome })
      jobDurations.observe({ kind }, seconds)
    },
    countRun(kind, outcome, ended) {
      runs.inc({ kind, outcome })
      lastEnds.set({ kind }, ended.getTime() / 1000)
    },
  }
}

/** Milliseconds for which results of slow queries are cached. */
const CACHE_TIME = 60_000
/** Milliseconds that a scrape waits for the database at most. */
const SCRAPE_TIMEOUT = 500

/** A common label for paths without a route. */
const UNKNOWN = 'unknown'

/**
 * GET /metrics, for Prometheus: only if the deployment sets a token, and for requests that send it. Without a token the
 * path is unknown, and nothing is counted.
 */
export const metricsRoute = (app: App, context: Context): void => {
  const { metrics, config } = context
  const { metricsToken } = config
  if (!metrics || metricsToken === undefined) return
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

export const countRequests = (app: App, metrics: Metrics): void => {
  app.addHook('onResponse', async ({ method, is404, routeOptions: { url } }, { statusCode, elapsedTime }) => {
    const route = is404 || url === undefined ? UNKNOWN : url
    metrics.countRequest({ method, route, status: statusCode, seconds: elapsedTime / 1000 })
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const isToken = (authorization: string | undefined, token: string): boolean => {
  const sent = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(sent), digest(token))
}

/** Gauges queried from the database on each scrape. */
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
      const answers = await Promise.race([context.health(), pause(SCRAPE_TIMEOUT, false, { ref: false })])
      up.set(answers ? 1 : 0)
    },
  })
  const readSize = cached(context, readDatabaseSize)
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
  const readDue = cached(context, countDue)
  const due = new Gauge({
    name: 'cartelera_outbox_waiting',
    help: 'Messages of the outbox that are due, by kind, asked at most once a minute',
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      for (const [kind, waiting] of Object.entries((await readDue()) ?? {})) due.set({ kind }, waiting)
    },
  })
  const readProof = cached(context, ({ db, now }) => lastProof(db, now()))
  const proof = new Gauge({
    name: 'cartelera_backup_last_proven_timestamp_seconds',
    help: 'When the last automatic backup that was restored and reconciled was made, asked at most once a minute',
    registers,
    async collect() {
      const date = await readProof()
      if (date === undefined) proof.remove()
      else proof.set(date.getTime() / 1000)
    },
  })
  return registry
}

const readDatabaseSize = async ({ db }: Pick<Context, 'db'>): Promise<number | undefined> => {
  const { rows } = await db.execute<{ size: number }>(
    sql`select pg_database_size(current_database()) as size`,
  )
  return rows[0]?.size
}

/** Messages that are due, by kind. */
const countDue = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Record<OutboxKind, number>> => {
  const rows = await db
    .select({ kind: outbox.kind, due: count() })
    .from(outbox)
    .where(and(eq(outbox.state, 'waiting'), lte(outbox.nextAttempt, now())))
    .groupBy(outbox.kind)
  return { mail: 0, webhook: 0, ...Object.fromEntries(rows.map(({ kind, due }) => [kind, due])) }
}

/** Caches what a query reads, and refreshes it when old; a slow query's result is used by the next scrape. */
const cached = <Value>(
  context: Context,
  read: (context: Context) => Promise<Value | undefined>,
): (() => Promise<Value | undefined>) => {
  let known: Value | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    const time = context.now().getTime()
    if (time - readAt < CACHE_TIME) return known
    readAt = time
    const reading = read(context)
      .then((value) => {
        known = value
      })
      // The gauge `up` reports an unavailable database.
      .catch(() => undefined)
    await Promise.race([reading, pause(SCRAPE_TIMEOUT, undefined, { ref: false })])
    return known
  }
}
