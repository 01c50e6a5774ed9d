import { rmSync } from 'node:fs'
import type { BackupKey } from '../config.ts'
import { backUp, recordBackup } from '../platform/backup/back-up.ts'
import { partialPath } from '../platform/backup/write-file.ts'
import { type CommandArguments, readCommandConfig, resolvePath, say, withDatabase } from './command-line.ts'

const END_OF_DATE = 19

/** File name by second, so that it never collides with an older backup. */
const fileName = (date: Date, key: BackupKey | undefined): string =>
  `cartelera-${date.toISOString().slice(0, END_OF_DATE).replaceAll(':', '')}Z.jsonl.gz${key ? '.age' : ''}`

/** Removes a half-written file when the command is interrupted. */
const removeOnSignal = (path: string): void => {
  const stop = () => {
    rmSync(partialPath(path), { force: true })
    process.exit(1)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}

const describeProtection = (key: BackupKey | undefined): string => {
  if (!key)
    return 'Contiene contraseñas cifradas y datos personales, y no está cifrada: guárdela en un lugar seguro.'
  return 'recipient' in key
    ? `Está cifrada para ${key.recipient}: solo la abre su clave privada, con BACKUP_IDENTITY.`
    : 'Está cifrada: solo la abre la frase de BACKUP_PASSPHRASE.'
}

export const run = async (args: CommandArguments): Promise<void> => {
  const now = new Date()
  const { backupKey: key } = readCommandConfig(args)
  const path = resolvePath(args.argument || fileName(now, key))
  removeOnSignal(path)
  await withDatabase(args, async (database) => {
    await backUp(database, path, now, key)
    if (!(await recordBackup(database.db, now))) say('La copia no se pudo anotar en Tareas.')
    say(`Copia de seguridad guardada en ${path}`)
    say(describeProtection(key))
  })
}
