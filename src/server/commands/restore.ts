import { formatMoment } from '../../domain/format/dates.ts'
import { refuseRunningServers, restore } from '../platform/backup/restore.ts'
import { storedKeyIds } from '../platform/sealing/stored-keys.ts'
import { type CommandArguments, resolvePath, say, withDatabase } from './command-line.ts'
import { reportReconciliation } from './report-reconciliation.ts'

export const run = async (args: CommandArguments): Promise<void> => {
  await withDatabase(args, async (database, { timeZone, databaseDirectUrl }) => {
    await refuseRunningServers(database, databaseDirectUrl !== undefined)
    const { header, tables, rows } = await restore(database, resolvePath(args.argument), {
      replace: args.flags.has('--replace'),
    })
    say(`Restaurada la copia del ${formatMoment(new Date(header.date), timeZone)}.`)
    say(`Tablas: ${tables}. Filas: ${rows}.${header.demo ? ' Son datos de demostración.' : ''}`)
    const keys = await storedKeyIds(database.db)
    if (keys.length > 0)
      say(`Sus segundos factores y webhooks necesitan la clave ${keys.join(' y ')} (FACTOR_KEY).`)
    await reportReconciliation(database, timeZone, { isFull: true })
  })
}
