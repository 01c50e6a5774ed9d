import { AsyncLocalStorage } from 'node:async_hooks'

/** Counts and reports have connections of their own, so that they cannot take all. */
export type Load = 'requests' | 'reports'

/** On whose behalf statements run. */
export interface Work {
  load: Load
  /** Longest time for one statement, in milliseconds. */
  limit: number
  /** Aborted when the client disconnects, or the work shall stop: the running statement is cancelled, no further one begins. */
  signal?: Abortion
  /** Reads may go to a replica that has come to a position of the primary; always to the same one, by the turn. */
  replica?: { from: number; turn: number } | undefined
}

/** What statements use of an AbortSignal. */
export interface Abortion {
  readonly aborted: boolean
  addEventListener(event: 'abort', listener: () => void): void
  removeEventListener(event: 'abort', listener: () => void): void
}

/** Longest time for a statement that no request asked for, or that writes, in milliseconds. */
export const WRITE_LIMIT = 30_000
/** Longest time for a statement that a page waits for. */
export const READ_LIMIT = 10_000
/** Longest time for a statement of a count, a report or an export. */
export const REPORT_LIMIT = 5_000

const current = new AsyncLocalStorage<Work>()
const background: Work = { load: 'requests', limit: WRITE_LIMIT }

/**
 * Runs statements on behalf of some work; the database reads it, so features need not pass it along. A statement that
 * is only built within, and awaited outside, belongs to the awaiting work.
 */
export const runWork = <T>(work: Work, run: () => T): T => current.run(work, run)

/**
 * Runs work that goes on when the client disconnects: shared work, or the rollback of a failed request. A signal of its
 * own ends it instead.
 */
export const runDetached = <T>(run: () => Promise<T>, signal?: Abortion): Promise<T> =>
  current.run(signal ? { ...background, signal } : background, run)

/** Runs reads that must be as current as the session. */
export const runOnPrimary = <T>(run: () => T): T => {
  const work = currentWork()
  return work.replica ? current.run({ ...work, replica: undefined }, run) : run()
}

/** Runs a read of a few rows on the connections of requests, whatever else the work reads. */
export const runAmongRequests = <T>(run: () => T): T => {
  const work = currentWork()
  return work.load === 'requests' ? run() : current.run({ ...work, load: 'requests' }, run)
}

/** The work that the running code belongs to. */
export const currentWork = (): Work => current.getStore() ?? background

/** The client disconnected; this error is not answered. */
export class ClientGone extends Error {
  override name = 'ClientGone'
  constructor() {
    super('The client went away')
  }
}
