import { buildApp } from '../app.ts'
import type { Database } from '../database/open.ts'
import { builtAdmin } from '../http/admin-files.ts'
import type { Context } from '../http/context.ts'
import { loggerOptions } from '../http/logging.ts'
import type { StartArguments } from './arguments.ts'
import { prepareDatabase } from './prepare.ts'
import { printAddress, printFirstPassword, warnOfEmbedded } from './print.ts'
import { stopOnSignals } from './stop.ts'

/** Prepares the database, then listens until a signal ends the process; gives the application. */
export const serve = async (database: Database, context: Context, asked: StartArguments) => {
  const { config } = context
  const { generatedPassword } = await prepareDatabase(database, context, asked)
  if (generatedPassword !== undefined) printFirstPassword(config.saName, generatedPassword)
  if (database.kind === 'embedded' && !asked.demo) warnOfEmbedded()
  const app = await buildApp(context, { logger: loggerOptions(config.logLevel), admin: builtAdmin() })
  stopOnSignals(app, database)
  const address = await app.listen({ port: config.port, host: config.host })
  printAddress(address, asked)
  return app
}
