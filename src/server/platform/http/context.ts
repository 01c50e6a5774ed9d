import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import type { ListEnd } from '../../../domain/contract/list-end.ts'
import type { TransactionType } from '../../../domain/credits/transaction.ts'
import type { Config } from '../../config.ts'
import type { DatabaseStats, Db, Unreadiness } from '../database/open.ts'

/** How a sign-in ended: `wrong` name or password, `refused` despite the right one, `limited` after too many failures. */
export type SignInOutcome = 'success' | 'wrong' | 'refused' | 'limited' | 'failed'

interface CountedRequest {
  method: string
  /** The pattern of the route, never the address itself. */
  route: string
  status: number
  seconds: number
}

/** Counters that the features increment; each application has its own. */
export interface Metrics {
  readonly registry: Registry
  countRequest(request: CountedRequest): void
  countSignIn(client: 'web' | 'app', outcome: SignInOutcome): void
  /** A processed transaction; its total is in units of the currency. */
  countTransaction(transaction: { type: TransactionType; count: number; total: number }): void
  /** A slice of a job. */
  countJob(kind: string, outcome: 'done' | 'failed', seconds: number): void
}

export interface Context {
  db: Db
  config: Config
  now: () => Date
  /** Only with METRICS_TOKEN. */
  metrics?: Metrics | undefined
  /** Starts what was just enqueued at once, where this process has a worker. */
  wakeWorker?: (() => void) | undefined
  /** Whether the database answers; never waits behind slow queries. */
  health: () => Promise<boolean>
  /** Why no traffic should come here at the moment; undefined when all is well. */
  readiness: () => Promise<Unreadiness | 'stopping' | undefined>
  /** Tests end lists sooner. */
  listEnd?: ListEnd | undefined
  /** The database's connections, and what waits for one. */
  stats: () => DatabaseStats
}

/** The application, with routes typed by their zod schemas; answers go through them, so they are allow-lists. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
