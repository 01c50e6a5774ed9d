import { ConfigError } from '../config.ts'
import { checkArchive, isPastRetention, restoreMonth } from '../platform/backup/archive.ts'
import { DatabaseClock, readTime } from '../platform/database/clock.ts'
import { silent } from '../platform/database/open.ts'
import { type CommandArguments, readCommandConfig, resolvePath, say, withDatabase } from './command-line.ts'

/** Restores a month exported by retention to the database. */
export const run = async (args: CommandArguments): Promise<void> => {
  const path = resolvePath(args.argument)
  const header = await checkArchive(path, readCommandConfig(args))
  await withDatabase(args, async (database, config) => {
    const { now } = await DatabaseClock.start(() => readTime(database.db), silent)
    if (isPastRetention(config, header.log, header.month, now()))
      throw new ConfigError(
        `La retención configurada retiraría ${header.month} de nuevo: auméntela o quítela antes de recuperarlo.`,
      )
    const rows = await restoreMonth(database, path, header, config)
    say(`Recuperado ${header.month}. Filas nuevas: ${rows}.`)
  })
}
