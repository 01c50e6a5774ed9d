import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseClock } from '../platform/database/clock.ts'
import type { Database } from '../platform/database/open.ts'
import type { App } from '../platform/http/context.ts'
import type { AnyNetworkWorker } from '../platform/tasks/network-worker.ts'
import type { Worker } from '../platform/tasks/worker.ts'

/** The started parts, to be stopped by a shutdown. */
export interface Running {
  database?: Database
  clock?: DatabaseClock
  app?: App
  worker?: Worker
  networkWorkers?: AnyNetworkWorker[]
  isStopping?: boolean
  /** When /ready was last requested, on the `performance` clock. */
  watchedAt?: number
}

/**
 * Signals within this interval, in milliseconds, count as one: the terminal and npm both forward a Ctrl-C.
 * `close-with-grace` takes the second one as an order to exit at once.
 */
const SAME_SIGNAL = 1_000

/** Time for which the server keeps serving while /ready reports the shutdown, in milliseconds. */
const NOTICE_TIME = 2_000
/** Milliseconds without a request of /ready after which no load balancer is assumed. */
const WATCH_WINDOW = 60_000
/** Milliseconds after the signal at which running statements are aborted, so that their requests are still answered. */
const ABORT_AFTER = 8_000
/** Milliseconds after that at which unanswered requests are cut off. */
const CUT_AFTER = 2_000
/** Milliseconds after the signal at which the process exits in any case. */
const EXIT_AFTER = 15_000

/**
 * Aborts statements early enough for their requests to be answered, then cuts off the remaining ones; resolves after
 * that.
 */
const endRequests = ({ app, database }: Running): Promise<void> =>
  new Promise((resolve) => {
    const cut = () => {
      app?.server.closeAllConnections()
      resolve()
    }
    const abortStatements = () => {
      database?.endStatements()
      setTimeout(cut, CUT_AFTER).unref()
    }
    setTimeout(abortStatements, ABORT_AFTER).unref()
  })

/** Stops the background work; resolves when it has ended. */
export const stopWorkers = async ({ worker, networkWorkers = [] }: Running): Promise<void> => {
  await Promise.all([worker?.stop(), ...networkWorkers.map((worker) => worker.stop())])
}

/** Shuts down gracefully on SIGTERM and SIGINT: reports not ready, drains requests, closes the database (rule O6). */
export const stopOnSignals = (running: Running): void => {
  let first = 0
  const stop = async () => {
    if (running.isStopping) {
      // A second signal forces an immediate exit.
      if (performance.now() - first > SAME_SIGNAL) process.exit(1)
      return
    }
    first = performance.now()
    running.isStopping = true
    setTimeout(() => process.exit(1), EXIT_AFTER).unref()
    const { app, database, watchedAt = Number.NEGATIVE_INFINITY } = running
    app?.log.info('stopping')
    const workersStopped = stopWorkers(running)
    app?.releaseConnections()
    const isLate = endRequests(running)
    try {
      if (first - watchedAt < WATCH_WINDOW) await pause(NOTICE_TIME)
      await app?.close()
      await Promise.race([workersStopped, isLate])
      await database?.close()
      process.exit(0)
    } catch (error) {
      app?.log.error({ err: error }, 'could not stop well')
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}
