import { AsyncLocalStorage } from 'node:async_hooks'
import { BACKGROUND_LIMIT } from './statement-limits.ts'

/** Counts and reports use separate connections, so that they cannot exhaust those of requests. */
export type Load = 'requests' | 'reports'

/** Per-request context of statements: pool, time limit and abort signal. */
export interface StatementContext {
  load: Load
  /** Time limit per statement, in milliseconds. */
  limit: number
  /**
   * Aborted when the client disconnects or the work must stop: ends the running statement, and refuses further ones.
   */
  signal?: AbortSource
  /** Reads may use a replica that has reached the WAL position `from`; `turn` selects the same one each time. */
  replica?: { from: number; turn: number } | undefined
}

/** The part of AbortSignal that statements use. */
export interface AbortSource {
  readonly aborted: boolean
  addEventListener(event: 'abort', listener: () => void): void
  removeEventListener(event: 'abort', listener: () => void): void
}

const current = new AsyncLocalStorage<StatementContext>()
const background: StatementContext = { load: 'requests', limit: BACKGROUND_LIMIT }

/**
 * Runs code with a context that the database reads implicitly. A statement only built inside, but
 * awaited outside, uses the context of the awaiting code.
 */
export const withStatementContext = <T>(context: StatementContext, run: () => T): T =>
  current.run(context, run)

/**
 * Runs work that continues after the client disconnects: shared work, or the rollback of a failed request. Can have a
 * signal of its own.
 */
export const runDetached = <T>(run: () => Promise<T>, signal?: AbortSource): Promise<T> =>
  current.run(signal ? { ...background, signal } : background, run)

/** Sends reads to the primary, as they must be as current as the session. */
export const runOnPrimary = <T>(run: () => T): T => {
  const context = statementContext()
  return context.replica ? current.run({ ...context, replica: undefined }, run) : run()
}

/** Runs a small read on the requests' connections, whatever pool the current context uses. */
export const onRequestPool = <T>(run: () => T): T => {
  const context = statementContext()
  return context.load === 'requests' ? run() : current.run({ ...context, load: 'requests' }, run)
}

/** The context of the current async call; that of background work outside requests. */
export const statementContext = (): StatementContext => current.getStore() ?? background

/** The client disconnected; no response is sent. */
export class ClientGone extends Error {
  override name = 'ClientGone'
  constructor() {
    super('The client went away')
  }
}
