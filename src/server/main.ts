import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { DatabaseError } from './database/errors.ts'
import { type Database, type Log, openDatabase } from './database/open.ts'
import type { Context } from './http/context.ts'
import { loggerOptions } from './http/logging.ts'
import { readArguments, type StartArguments } from './start/arguments.ts'
import { prepareDatabase } from './start/prepare.ts'
import { printAddress, printFirstPassword, warnOfEmbedded } from './start/print.ts'
import { stopOnSignals } from './start/stop.ts'

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

const start = async (database: Database, asked: StartArguments, context: Context) => {
  const { config } = context
  const { generatedPassword } = await prepareDatabase(database, context, asked)
  if (generatedPassword !== undefined) printFirstPassword(config.saName, generatedPassword)
  if (database.kind === 'embedded' && !asked.demo) warnOfEmbedded()
  const app = await buildApp(context, { logger: loggerOptions(config.logLevel) })
  stopOnSignals(app, database)
  const address = await app.listen({ port: config.port, host: config.host })
  printAddress(address, asked)
  return app
}

const run = async () => {
  const asked = readArguments(process.argv.slice(2))
  const config = readConfig(environment(asked))
  const { log, writeTo } = laterLog()
  const database = await openDatabase({ ...config, log })
  const context: Context = {
    db: database.db,
    config,
    now: () => new Date(),
    health: () => database.health(),
  }
  try {
    const app = await start(database, asked, context)
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
