import { buildApp } from '../app.ts'
import type { Database } from '../platform/database/open.ts'
import { builtAdmin } from '../platform/http/admin-files.ts'
import type { Context } from '../platform/http/context.ts'
import { loggerOptions } from '../platform/http/logging.ts'
import type { StartArguments } from './arguments.ts'
import { prepareDatabase } from './prepare.ts'
import { printAddress, printFirstPassword, printRecount, warnOfEmbedded } from './print.ts'
import type { Running } from './stop.ts'

/** Prepares the database and listens. */
export const serve = async (
  running: Running,
  database: Database,
  context: Context,
  asked: StartArguments,
): Promise<void> => {
  const { config } = context
  const { generatedPassword, isRecounted } = await prepareDatabase(database, context, asked)
  if (generatedPassword !== undefined) printFirstPassword(config.saName, generatedPassword)
  if (isRecounted) printRecount(config.timeZone)
  if (database.kind === 'embedded' && !asked.demo) warnOfEmbedded()
  const app = await buildApp(context, { logger: loggerOptions(config.logLevel), admin: builtAdmin() })
  running.app = app
  const address = await app.listen({ port: config.port, host: config.host })
  printAddress(address, asked)
}
