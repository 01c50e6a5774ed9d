import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../platform/database/open.ts'
import type { App } from '../platform/http/context.ts'
import type { Worker } from '../platform/jobs/worker.ts'

/** What a shutdown has to end, as far as it was started. */
export interface Running {
  database?: Database
  app?: App
  worker?: Worker
  isStopping?: boolean
  /** When /ready was last asked, on the clock of `performance`. */
  watchedAt?: number
}

/**
 * The terminal and npm both pass a Ctrl-C on: signals so close together are one, in milliseconds. `close-with-grace`
 * takes the second one as an order to exit at once.
 */
const sameSignal = 1_000

/** How long the server goes on while /ready reports that it stops, in milliseconds. */
const NOTICE = 2_000
/** After so many milliseconds without a request of /ready, no load balancer is assumed. */
const WATCH = 60_000
/** Milliseconds after the signal at which statements still under way are ended, so that their requests are answered. */
const ANSWER = 8_000
/** Requests that are not answered so many milliseconds later are cut off. */
const CUT = 2_000
/** Milliseconds after the signal at which the process exits in any case. */
const END = 15_000

/** Ends what requests wait for in time for them to be answered, and cuts those that are not; resolves after that. */
const endRequests = ({ app, database }: Running): Promise<void> =>
  new Promise((resolve) => {
    const cut = () => {
      app?.server.closeAllConnections()
      resolve()
    }
    const answer = () => {
      database?.endStatements()
      setTimeout(cut, CUT).unref()
    }
    setTimeout(answer, ANSWER).unref()
  })

/** Shuts down gracefully on SIGTERM and SIGINT: reports not ready, drains requests, closes the database (rule O6). */
export const stopOnSignals = (running: Running): void => {
  let first = 0
  const stop = async () => {
    if (running.isStopping) {
      // A second signal means now.
      if (performance.now() - first > sameSignal) process.exit(1)
      return
    }
    first = performance.now()
    running.isStopping = true
    setTimeout(() => process.exit(1), END).unref()
    const { app, database, worker, watchedAt = Number.NEGATIVE_INFINITY } = running
    app?.log.info('stopping')
    const worked = worker?.stop()
    app?.releaseConnections()
    const isLate = endRequests(running)
    try {
      if (first - watchedAt < WATCH) await pause(NOTICE)
      await app?.close()
      await Promise.race([worked, isLate])
      await database?.close()
      process.exit(0)
    } catch (error) {
      app?.log.error({ err: error }, 'could not stop well')
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}
