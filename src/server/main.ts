import { type Config, ConfigError, readConfig } from './config.ts'
import { DatabaseClock, timeOf } from './platform/database/clock.ts'
import { DatabaseError } from './platform/database/errors.ts'
import { type Log, openDatabase } from './platform/database/open.ts'
import type { Metrics } from './platform/http/context.ts'
import { readArguments, type StartArguments } from './start/arguments.ts'
import { type Running, stopOnSignals } from './start/stop.ts'

/** A demo uses its own folder, and prints how to sign in instead of logging every request. */
const environment = ({ demo }: StartArguments) =>
  demo
    ? {
        ...process.env,
        DATA_DIR: process.env.DATA_DIR || './data-demo',
        LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
      }
    : process.env

/** The database opens before the application whose log it uses. */
const logOf = (running: Running): Log => {
  const at = (level: keyof Log) => (fields: object, message: string) => {
    if (running.app) running.app.log[level](fields, message)
    else if (level !== 'info') process.stderr.write(`${message}\n`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Imported on demand: no cost without a token. */
const metricsOf = async ({ metricsToken }: Config): Promise<Metrics | undefined> =>
  metricsToken === undefined ? undefined : (await import('./platform/http/metrics.ts')).createMetrics()

const running: Running = {}
stopOnSignals(running)

const run = async () => {
  const asked = readArguments(process.argv.slice(2))
  const config = readConfig(environment(asked))
  // The embedded engine starts in its own thread, so the rest of the server loads meanwhile.
  const application = import('./start/serve.ts')
  const database = await openDatabase({ ...config, log: logOf(running) })
  running.database = database
  const { serve } = await application
  const { db, health, stats } = database
  const readiness = async () => {
    running.watchedAt = performance.now()
    return running.isStopping ? ('stopping' as const) : database.readiness()
  }
  const { now } = await DatabaseClock.start(() => timeOf(db), logOf(running))
  const metrics = await metricsOf(config)
  const context = { db, config, now, health, readiness, stats, metrics }
  await serve(running, database, context, asked)
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'El puerto ya está en uso. Elija otro con la variable PORT.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

run().catch(async (error) => {
  // Stopping by a signal is not a failure.
  if (running.isStopping) return
  process.stderr.write(`Cartelera no pudo iniciar: ${reasonOf(error)}\n`)
  await running.database?.close()
  process.exit(1)
})
