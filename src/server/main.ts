import { ConfigError, readConfig } from './config.ts'
import { DatabaseError } from './database/errors.ts'
import { type Log, openDatabase } from './database/open.ts'
import { readArguments, type StartArguments } from './start/arguments.ts'

const environment = ({ demo }: StartArguments) => ({
  ...process.env,
  ...(demo && !process.env.DATA_DIR ? { DATA_DIR: './data-demo' } : {}),
})

/** The database opens before the application, whose log it writes to later. */
const laterLog = (): { log: Log; writeTo: (log: Log) => void } => {
  let target: Log | undefined
  const at = (level: keyof Log) => (fields: object, message: string) => target?.[level](fields, message)
  return {
    log: { info: at('info'), warn: at('warn'), error: at('error') },
    writeTo: (log) => {
      target = log
    },
  }
}

const run = async () => {
  const asked = readArguments(process.argv.slice(2))
  const config = readConfig(environment(asked))
  const { log, writeTo } = laterLog()
  // The embedded engine starts in a thread of its own: the rest of the server loads meanwhile.
  const application = import('./start/serve.ts')
  const database = await openDatabase({ ...config, log })
  try {
    const { serve } = await application
    const { db } = database
    const context = { db, config, now: () => new Date(), health: () => database.health() }
    const app = await serve(database, context, asked)
    writeTo(app.log)
  } catch (error) {
    await database.close()
    throw error
  }
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof DatabaseError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'El puerto ya está en uso. Elija otro con la variable PORT.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

run().catch((error) => {
  process.stderr.write(`Cartelera no pudo iniciar: ${reasonOf(error)}\n`)
  process.exit(1)
})
