import { rmSync } from 'node:fs'
import { BACKUP_MESSAGES } from '../../domain/backups/backup.ts'
import type { BackupKey } from '../config.ts'
import { makeProven, scratchPaths } from '../features/backups/prove.ts'
import type { ChildResult } from '../features/backups/take-backup.ts'
import { backUp, recordBackup } from '../platform/backup/back-up.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { partialPath } from '../platform/backup/write-file.ts'
import { type CommandArguments, readCommandConfig, resolvePath, say, withDatabase } from './command-line.ts'

const END_OF_DATE = 19

/** File name by second, so that it never collides with an older backup. */
const fileName = (date: Date, key: BackupKey | undefined): string =>
  `cartelera-${date.toISOString().slice(0, END_OF_DATE).replaceAll(':', '')}Z.jsonl.gz${key ? '.age' : ''}`

/** Removes what is half-written when the command is interrupted, or the server that it reports to has ended. */
const removeOnSignal = (path: string, isReported: boolean): void => {
  const stop = () => {
    const { plain, folder } = scratchPaths(path)
    for (const each of [partialPath(path), partialPath(plain), plain, folder])
      rmSync(each, { recursive: true, force: true })
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
  if (isReported) process.on('disconnect', stop)
}

const describeProtection = (key: BackupKey | undefined): string => {
  if (!key)
    return 'Contiene contraseñas cifradas y datos personales, y no está cifrada: guárdela en un lugar seguro.'
  return 'recipient' in key
    ? `Está cifrada para ${key.recipient}: solo la abre su clave privada, con BACKUP_IDENTITY.`
    : 'Está cifrada: solo la abre la frase de BACKUP_PASSPHRASE.'
}

const toRun = ({ state, message }: ChildResult) =>
  ({ state: state === 'doubtful' ? 'failed' : 'done', message }) as const

const report = (message: object): Promise<void> =>
  new Promise((resolve) => (process.send ? process.send(message, () => resolve()) : resolve()))

export const run = async (args: CommandArguments): Promise<void> => {
  const now = new Date()
  const { backupKey: key } = readCommandConfig(args)
  const path = resolvePath(args.argument || fileName(now, key))
  const isProof = args.flags.has('--prove')
  // The server that started the command lists the backup itself.
  const isReported = args.flags.has('--report')
  removeOnSignal(path, isReported)
  try {
    await withDatabase(args, async (database, config) => {
      const result = isProof ? await makeProven(database, path, now, config) : undefined
      if (!isProof) await backUp(database, path, now, key)
      if (!isReported && !(await recordBackup(database.db, now, result && toRun(result))))
        say('La copia no se pudo anotar en Tareas.')
      say(`Copia de seguridad guardada en ${path}`)
      say(describeProtection(key))
      if (result) say(result.message)
      if (result && result.state === 'doubtful' && !isReported) process.exitCode = 1
      if (result && isReported) await report(result)
    })
  } catch (error) {
    if (isReported)
      await report({ error: error instanceof BackupError ? error.message : BACKUP_MESSAGES.unexpected })
    throw error
  } finally {
    if (isReported) {
      process.removeAllListeners('disconnect')
      if (process.connected) process.disconnect()
    }
  }
}
