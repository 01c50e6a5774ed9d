import { formatMoment } from '../../domain/format/dates.ts'
import { ConfigError } from '../config.ts'
import { refuseRunningServers, restore } from '../platform/backup/restore.ts'
import { storedKeyIds } from '../platform/sealing/stored-keys.ts'
import { parseArguments, resolvePath, runCommand, say, withDatabase } from './command-line.ts'
import { reportReconciliation } from './report-reconciliation.ts'

runCommand('No se pudo restaurar', async () => {
  const { flags, file } = parseArguments(process.argv.slice(2), ['--demo', '--replace'])
  if (file === undefined) throw new ConfigError('Indique el archivo: npm run restore -- archivo.jsonl.gz')
  const options = { isDemo: flags.has('--demo'), name: 'restore' }
  await withDatabase(options, async (database, { timeZone, databaseDirectUrl }) => {
    await refuseRunningServers(database, databaseDirectUrl !== undefined)
    const { header, tables, rows } = await restore(database, resolvePath(file), {
      replace: flags.has('--replace'),
    })
    say(`Restaurada la copia del ${formatMoment(new Date(header.date), timeZone)}.`)
    say(`Tablas: ${tables}. Filas: ${rows}.${header.demo ? ' Son datos de demostración.' : ''}`)
    const keys = await storedKeyIds(database.db)
    if (keys.length > 0)
      say(`Sus segundos factores y webhooks necesitan la clave ${keys.join(' y ')} (FACTOR_KEY).`)
    await reportReconciliation(database, timeZone, { isFull: true })
  })
})
