import { ConfigError } from '../config.ts'
import { readContents } from '../platform/database/installation-state.ts'
import { requireThisVersion } from '../platform/database/migrate.ts'
import { type CommandArguments, withDatabase } from './command-line.ts'
import { reportReconciliation } from './report-reconciliation.ts'

/** Reconciles the ledger, with --full from all of its transactions; exits with 1 on a difference or failure. */
export const run = async (args: CommandArguments): Promise<void> => {
  await withDatabase(args, async (database, { timeZone }) => {
    if ((await readContents(database.db)) === 'empty') throw new ConfigError('La base de datos está vacía.')
    await requireThisVersion(database.db)
    await reportReconciliation(database, timeZone, { isFull: args.flags.has('--full') })
  })
}
