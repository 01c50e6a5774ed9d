import { ConfigError } from '../config.ts'
import { readContents } from '../platform/database/installation-state.ts'
import { requireThisVersion } from '../platform/database/migrate.ts'
import { parseArguments, runCommand, withDatabase } from './command-line.ts'
import { reportReconciliation } from './report-reconciliation.ts'

/** Reconciles the ledger, with --full from all of its transactions; exits with 1 on a difference or failure. */
runCommand('No se pudo conciliar', async () => {
  const { flags, file } = parseArguments(process.argv.slice(2), ['--demo', '--full'])
  if (file !== undefined) throw new ConfigError(`Argumento desconocido: ${file}.`)
  await withDatabase({ isDemo: flags.has('--demo'), name: 'reconcile' }, async (database, { timeZone }) => {
    if ((await readContents(database.db)) === 'empty') throw new ConfigError('La base de datos está vacía.')
    await requireThisVersion(database.db)
    await reportReconciliation(database, timeZone, { isFull: flags.has('--full') })
  })
})
