import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type AbortSource,
  type Load,
  type StatementContext,
  withStatementContext,
} from '../database/statement-context.ts'
import { BACKGROUND_LIMIT, REPORT_LIMIT, REQUEST_LIMIT } from '../database/statement-limits.ts'
import type { App } from './context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Connection pool of the handler's statements. */
    load?: Load
    /** May read from a replica: lists, counts and reports, but never the ledger, sessions and permissions. */
    replica?: boolean
    /** Rewrites any number of rows at once: its statements may take as long as those of background work. */
    isLong?: boolean
    /** Continues after the client disconnects: a sign-in attempt still counts, and a session still ends. */
    outlivesClient?: boolean
  }
  interface FastifyRequest {
    /** The context of the request's statements. */
    statementContext: StatementContext | null
  }
}

const requestTimeLimit = ({ routeOptions }: FastifyRequest): number => {
  const { load, isLong } = routeOptions.config
  if (load === 'reports') return REPORT_LIMIT
  return isLong ? BACKGROUND_LIMIT : REQUEST_LIMIT
}

/** Replaces AbortSignal, whose creation and listeners take longer than everything else done for a short statement. */
class Disconnection implements AbortSource {
  readonly #listeners = new Set<() => void>()
  #isAborted = false

  constructor({ raw }: FastifyReply) {
    raw.once('close', () => {
      if (raw.writableFinished) return
      this.#isAborted = true
      for (const listener of this.#listeners) listener()
    })
  }

  get aborted(): boolean {
    return this.#isAborted
  }

  addEventListener(_event: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_event: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }
}

/** Sets the context of a request's statements: their time limit, and cancellation when the client disconnects. */
export const bindStatementsToRequest = (app: App): void => {
  app.decorateRequest('statementContext', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.statementContext = { load: 'requests', limit: requestTimeLimit(request) }
    if (!request.routeOptions.config.outlivesClient)
      request.statementContext.signal = new Disconnection(reply)
    withStatementContext(request.statementContext, done)
  })
  // Runs when the current user is known. Reading the body also leaves the async context of the first hook.
  let turn = 0
  app.addHook('preValidation', ({ statementContext, routeOptions, session }, _reply, done) => {
    if (!statementContext) return done()
    const { load = 'requests', replica = false } = routeOptions.config
    statementContext.load = load
    // The position of a key's last write is not stored.
    if (replica && session && !session.key)
      statementContext.replica = { from: session.written ?? 0, turn: turn++ }
    withStatementContext(statementContext, done)
  })
}
