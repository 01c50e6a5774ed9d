import { type Config, ConfigError, readConfig } from '../config.ts'
import { DatabaseError } from '../platform/database/errors.ts'
import type { Metrics } from '../platform/http/context.ts'
import { readArguments, type StartArguments } from './arguments.ts'
import { open } from './open.ts'
import type { ServeOverrides } from './serve.ts'
import type { Running } from './stop.ts'

/** A demo uses its own folder, and prints how to sign in instead of logging every request. */
const environment = ({ demo }: StartArguments) =>
  demo
    ? {
        ...process.env,
        DATA_DIR: process.env.DATA_DIR || './data-demo',
        LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
      }
    : process.env

/** Imported on demand: no cost without a token. */
const loadMetrics = async ({ metricsToken }: Config): Promise<Metrics | undefined> =>
  metricsToken === undefined ? undefined : (await import('../platform/http/metrics.ts')).createMetrics()

/** Starts the server with command-line arguments; `running` holds the started parts, even after a failure. */
export const start = async (
  running: Running,
  argv: readonly string[],
  parts?: ServeOverrides,
): Promise<void> => {
  const args = readArguments(argv)
  const config = readConfig(environment(args))
  // The embedded engine starts in its own thread, so the rest of the server loads meanwhile.
  const application = import('./serve.ts')
  const { database, now } = await open(running, config)
  const { serve } = await application
  const { db, health, stats } = database
  const readiness = async () => {
    running.watchedAt = performance.now()
    return running.isStopping ? ('stopping' as const) : database.readiness()
  }
  const metrics = await loadMetrics(config)
  const context = { db, config, now, health, readiness, stats, metrics }
  await serve(running, database, context, args, parts)
}

/** Why the server did not start, for its operator. */
export const startFailure = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'El puerto ya está en uso. Elija otro con la variable PORT.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
