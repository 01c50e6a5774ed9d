import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import { formatMoment } from '../../domain/format/dates.ts'
import type { Config } from '../config.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { type RestorePlan, refuseRunningServers, restore } from '../platform/backup/restore.ts'
import { EXCLUSIONS } from '../platform/backup/tables.ts'
import type { Database } from '../platform/database/open.ts'
import { Sealer } from '../platform/sealing/sealer.ts'
import { type CommandArguments, resolvePath, say, withDatabase } from './command-line.ts'
import { reportReconciliation } from './report-reconciliation.ts'

const LIST = new Intl.ListFormat('es', { type: 'conjunction' })

export const run = async (args: CommandArguments): Promise<void> => {
  await withDatabase(args, async (database, config) => {
    const { timeZone, databaseDirectUrl, backupKey, backupIdentity } = config
    const refuseServers = () => refuseRunningServers(database, databaseDirectUrl !== undefined)
    await refuseServers()
    const { header } = await restore(database, resolvePath(args.argument), {
      replace: args.flags.has('--replace'),
      backupKey,
      backupIdentity,
      confirm: async (plan) => {
        describePlan(plan, config)
        if (!plan.replaces) return
        await confirmReplacement(database, config)
        await refuseServers()
      },
    })
    say(`Restaurada la copia del ${formatMoment(new Date(header.date), timeZone)}.`)
    await reportReconciliation(database, timeZone, { isFull: true })
  })
}

const describePlan = ({ header, counts, keyIds }: RestorePlan, config: Config): void => {
  const tables = Object.keys(counts).length
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  say(`Copia del ${formatMoment(new Date(header.date), config.timeZone)}.`)
  say(`Tablas: ${tables}. Filas: ${rows}.${header.demo ? ' Son datos de demostración.' : ''}`)
  say(
    'Todo vuelve a ese momento: las contraseñas de entonces, y lo que se quitó o se usó después, como usuarios, ' +
      'segundos factores y códigos de recuperación.',
  )
  say(`No vuelven ${LIST.format(EXCLUSIONS.map(({ text }) => text))}.`)
  say('Los correos y avisos de webhooks que esperaban quedan sin confirmar, y no se envían.')
  if (keyIds.length === 0) return
  const sealer = new Sealer(config)
  const missing = keyIds.filter((id) => !sealer.has(id))
  say(
    `Sus segundos factores y webhooks necesitan la clave ${LIST.format(keyIds)} (FACTOR_KEY)` +
      (missing.length > 0 ? `; a esta configuración le falta ${LIST.format(missing)}.` : '.'),
  )
}

/** Has the operator name the database whose data will be dropped; throws a BackupError otherwise. */
const confirmReplacement = async ({ db, kind }: Database, { dataDir }: Config): Promise<void> => {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  const name = kind === 'embedded' ? basename(dataDir) : (rows[0]?.name ?? '')
  const subject = kind === 'embedded' ? `la carpeta ${dataDir}` : `la base de datos ${name}`
  say(`Se borrarán los datos de ${subject}. Para continuar, escriba su nombre (${name}):`)
  if ((await readLine()) !== name) throw new BackupError(`no se escribió el nombre ${name}. Nada cambió.`)
}

/** A line of the standard input; undefined at its end. */
const readLine = async (): Promise<string | undefined> => {
  try {
    for await (const line of createInterface({ input: process.stdin })) return line.trim()
    return undefined
  } finally {
    // An input that stays open would keep the process alive.
    process.stdin.destroy()
  }
}
