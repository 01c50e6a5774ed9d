import { type Config, ConfigError, demoEnvironment, readConfig } from '../config.ts'
import { DatabaseError } from '../platform/database/errors.ts'
import type { Metrics } from '../platform/http/context.ts'
import { open } from './open.ts'
import type { StartArguments } from './prepare.ts'
import type { ServeOverrides } from './serve.ts'
import type { Running } from './stop.ts'

/** Imported on demand: no cost without a token. */
const loadMetrics = async ({ metricsToken }: Config): Promise<Metrics | undefined> =>
  metricsToken === undefined ? undefined : (await import('../platform/http/metrics.ts')).createMetrics()

/** Starts the server; `running` holds the started parts, even after a failure. */
export const start = async (
  running: Running,
  args: StartArguments,
  parts?: ServeOverrides,
): Promise<void> => {
  const config = readConfig(args.demo ? demoEnvironment(process.env) : process.env)
  if (config.demoResetHours !== undefined && !args.demo)
    throw new ConfigError('DEMO_RESET_HOURS: solo se usa con la demostración (npm run demo)')
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
