import { ConfigError } from '../config.ts'
import { maintain } from '../features/maintenance/maintain.ts'
import { DatabaseClock, readTime } from '../platform/database/clock.ts'
import { describeError } from '../platform/database/errors.ts'
import { readContents } from '../platform/database/installation-state.ts'
import { requireThisVersion } from '../platform/database/migrate.ts'
import { silent } from '../platform/database/open.ts'
import { type CommandArguments, say, withDatabase } from './command-line.ts'

const LOG_NAMES = { visits: 'Visitas', audit: 'Auditoría' } as const

/** Runs the hourly maintenance once; exits with 1 if a step fails. */
export const run = async (args: CommandArguments): Promise<void> => {
  await withDatabase(args, async (database, config) => {
    if ((await readContents(database.db)) === 'empty') throw new ConfigError('La base de datos está vacía.')
    await requireThisVersion(database.db)
    const { now } = await DatabaseClock.start(() => readTime(database.db), silent)
    const done = await maintain(database.unlessBusy, { config, now })
    if (!done) return say('Otro servidor está haciendo el mantenimiento.')
    say(`Transacciones sin procesar eliminadas: ${done.swept}.`)
    for (const { log, month, rows, file: name } of done.retired)
      say(`${LOG_NAMES[log]} de ${month}: ${rows} retiradas, guardadas en ${config.retentionDir}/${name}`)
    for (const { step, error } of done.failures) {
      process.stderr.write(`No se pudo: ${step} (${describeError(error)?.message ?? error})\n`)
      process.exitCode = 1
    }
  })
}
