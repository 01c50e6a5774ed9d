import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Abortion,
  type Load,
  READ_LIMIT,
  REPORT_LIMIT,
  runWork,
  type Work,
  WRITE_LIMIT,
} from '../database/work.ts'
import type { App } from './context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The pool of the handler's statements. */
    load?: Load
    /** Reads a replica where there is one: lists, counts and reports, but never the ledger, sessions and permissions. */
    replica?: boolean
    /** Goes on when the client disconnects: a sign-in attempt still counts, and a session still ends. */
    outlivesClient?: boolean
  }
  interface FastifyRequest {
    /** The work that this request's statements belong to. */
    work: Work | null
  }
}

const limitOf = ({ method, routeOptions }: FastifyRequest): number => {
  if (routeOptions.config.load === 'reports') return REPORT_LIMIT
  return method === 'GET' || method === 'HEAD' ? READ_LIMIT : WRITE_LIMIT
}

/** An AbortSignal takes longer to make, and to listen to, than all else that is done for a short statement. */
class Disconnection implements Abortion {
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

/** Ties the statements of a request to it: how long they may take, and that they end when the client goes away. */
export const tieStatements = (app: App): void => {
  app.decorateRequest('work', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.work = { load: 'requests', limit: limitOf(request) }
    if (!request.routeOptions.config.outlivesClient) request.work.signal = new Disconnection(reply)
    runWork(request.work, done)
  })
  // The current user is known by now. Reading the body also leaves the async context of the first hook.
  let turn = 0
  app.addHook('preValidation', ({ work, routeOptions, session }, _reply, done) => {
    if (!work) return done()
    const { load = 'requests', replica = false } = routeOptions.config
    work.load = load
    if (replica && session) work.replica = { from: session.written ?? 0, turn: turn++ }
    runWork(work, done)
  })
}
