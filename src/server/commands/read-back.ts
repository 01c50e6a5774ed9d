import { ConfigError } from '../config.ts'
import { checkArchive, isPastRetention, restoreMonth } from '../platform/backup/archive.ts'
import { DatabaseClock, readTime } from '../platform/database/clock.ts'
import { parseArguments, resolvePath, runCommand, say, silent, withDatabase } from './command-line.ts'

/** Restores a month exported by retention to the database. */
runCommand('No se pudo recuperar', async () => {
  const { flags, file } = parseArguments(process.argv.slice(2), ['--demo'])
  if (file === undefined) throw new ConfigError('Indique el archivo: npm run read-back -- archivo.jsonl.gz')
  const path = resolvePath(file)
  const header = await checkArchive(path)
  await withDatabase({ isDemo: flags.has('--demo'), name: 'read-back' }, async (database, config) => {
    const { now } = await DatabaseClock.start(() => readTime(database.db), silent)
    if (isPastRetention(config, header.log, header.month, now()))
      throw new ConfigError(
        `La retención configurada retiraría ${header.month} de nuevo: auméntela o quítela antes de recuperarlo.`,
      )
    const rows = await restoreMonth(database, path, header)
    say(`Recuperado ${header.month}. Filas nuevas: ${rows}.`)
  })
})
