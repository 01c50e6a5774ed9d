import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import type { Verdict } from '../../../domain/contents/link-verdict.ts'
import type { ListLimit } from '../../../domain/contract/list-limit.ts'
import type { TransactionType } from '../../../domain/credits/transaction.ts'
import type { OutboxKind } from '../../../domain/outbox/outbox.ts'
import type { Config } from '../../config.ts'
import type { Collection } from '../database/collection.ts'
import type { DatabaseStats, Db, Unreadiness } from '../database/open.ts'

/**
 * Result of a sign-in: `wrong` name, password or second factor, `refused` despite the right ones, `challenged` for a second
 * factor, `limited` after too many failures.
 */
export type SignInOutcome = 'success' | 'wrong' | 'refused' | 'challenged' | 'limited' | 'failed'

interface CountedRequest {
  method: string
  /** The route's pattern, never the path itself. */
  route: string
  status: number
  seconds: number
}

/** Counters incremented by the features; each application has its own. */
export interface Metrics {
  readonly registry: Registry
  countRequest(request: CountedRequest): void
  countSignIn(client: 'web' | 'app', outcome: SignInOutcome): void
  /** Counts a processed transaction; `total` in units of the currency. */
  countTransaction(transaction: { type: TransactionType; count: number; total: number }): void
  /** Counts an attempt to send a message of the outbox, by what became of it. */
  countMessage(kind: OutboxKind, outcome: string): void
  /** Counts a check of a link, by what it found. */
  countLinkCheck(verdict: Verdict): void
  /** Counts a chunk of a job. */
  countJob(kind: string, outcome: 'done' | 'failed', seconds: number): void
  /** Counts a run of a job that ended, and when. */
  countRun(kind: string, outcome: 'done' | 'cancelled' | 'failed', ended: Date): void
}

/** What only a demo has (rule O13). */
export interface Demo {
  /** When its data were loaded, and when it starts over by itself; null if it does not. */
  dates: () => Promise<{ dateBegin: Date; dateReset: Date | null }>
  /** Starts over at the request of a session; throws Unauthorized if that has ended. */
  reset: (tokenHash: string) => Promise<void>
  /** Keeps requests from being under way while it starts over. */
  gate: { guard(app: App): void }
}

export interface Context {
  db: Db
  config: Config
  now: () => Date
  /** Every catalogue entity. */
  collections: readonly Collection[]
  /** Only of a demo. */
  demo?: Demo | undefined
  /** URL of the demo's own receiver, the only private one that webhooks may have; undefined except in a demo. */
  demoReceiver?: string | undefined
  /** Only with METRICS_TOKEN. */
  metrics?: Metrics | undefined
  /** Makes this process's worker, if any, look for a job just enqueued. */
  wakeWorker?: (() => void) | undefined
  /** Makes this process's workers look for messages, if any was just written. */
  wakeNetworkWorkers?: (() => void) | undefined
  /** Whether the database responds; never waits behind slow queries. */
  health: () => Promise<boolean>
  /** Why this node should get no traffic; undefined if it should. */
  readiness: () => Promise<Unreadiness | 'stopping' | undefined>
  /** Lower limits for tests. */
  listLimit?: ListLimit | undefined
  /** Statistics of the database's connections and their queues. */
  stats: () => DatabaseStats
}

/** The application, with routes typed by their zod schemas; responses only contain what the schemas name. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
