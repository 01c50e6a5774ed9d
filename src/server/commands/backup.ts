import { rmSync } from 'node:fs'
import { backUp, partialPath, recordBackup } from '../platform/backup/back-up.ts'
import { type CommandArguments, resolvePath, say, withDatabase } from './command-line.ts'

const END_OF_DATE = 19

/** File name by second, so that it never collides with an older backup. */
const fileName = (date: Date): string =>
  `cartelera-${date.toISOString().slice(0, END_OF_DATE).replaceAll(':', '')}Z.jsonl.gz`

/** Removes a half-written file when the command is interrupted. */
const removeOnSignal = (path: string): void => {
  const stop = () => {
    rmSync(partialPath(path), { force: true })
    process.exit(1)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}

export const run = async (args: CommandArguments): Promise<void> => {
  const now = new Date()
  const path = resolvePath(args.argument || fileName(now))
  removeOnSignal(path)
  await withDatabase(args, async (database) => {
    await backUp(database, path, now)
    if (!(await recordBackup(database.db, now))) say('La copia no se pudo anotar en Tareas.')
    say(`Copia de seguridad guardada en ${path}`)
    say('Contiene contraseñas cifradas y datos personales: guárdela en un lugar seguro.')
  })
}
