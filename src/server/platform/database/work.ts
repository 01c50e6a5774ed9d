import { AsyncLocalStorage } from 'node:async_hooks'

/** Counts and reports use separate connections, so that they cannot exhaust those of requests. */
export type Load = 'requests' | 'reports'

/** Per-request context of statements: pool, time limit and abort signal. */
export interface Work {
  load: Load
  /** Time limit per statement, in milliseconds. */
  limit: number
  /**
   * Aborted when the client disconnects or the work must stop: ends the running statement, and refuses further ones.
   */
  signal?: Abortion
  /** Reads may use a replica that has reached the WAL position `from`; `turn` selects the same one each time. */
  replica?: { from: number; turn: number } | undefined
}

/** The part of AbortSignal that statements use. */
export interface Abortion {
  readonly aborted: boolean
  addEventListener(event: 'abort', listener: () => void): void
  removeEventListener(event: 'abort', listener: () => void): void
}

/** Time limit for statements of requests, in milliseconds. */
export const REQUEST_LIMIT = 6_500
/** Time limit for statements of counts, reports and exports, in milliseconds. */
export const REPORT_LIMIT = 5_000
/** Time limit for statements outside requests, in milliseconds. */
export const BACKGROUND_LIMIT = 30_000

const current = new AsyncLocalStorage<Work>()
const background: Work = { load: 'requests', limit: BACKGROUND_LIMIT }

/**
 * Runs code in the context of some work, which the database reads implicitly. A statement only built inside, but
 * awaited outside, uses the context of the awaiting code.
 */
export const runWork = <T>(work: Work, run: () => T): T => current.run(work, run)

/**
 * Runs work that continues after the client disconnects: shared work, or the rollback of a failed request. Can have a
 * signal of its own.
 */
export const runDetached = <T>(run: () => Promise<T>, signal?: Abortion): Promise<T> =>
  current.run(signal ? { ...background, signal } : background, run)

/** Sends reads to the primary, as they must be as current as the session. */
export const runOnPrimary = <T>(run: () => T): T => {
  const work = currentWork()
  return work.replica ? current.run({ ...work, replica: undefined }, run) : run()
}

/** Runs a small read on the requests' connections, whatever the current work uses. */
export const runAmongRequests = <T>(run: () => T): T => {
  const work = currentWork()
  return work.load === 'requests' ? run() : current.run({ ...work, load: 'requests' }, run)
}

/** The work of the current async context. */
export const currentWork = (): Work => current.getStore() ?? background

/** The client disconnected; no response is sent. */
export class ClientGone extends Error {
  override name = 'ClientGone'
  constructor() {
    super('The client went away')
  }
}
