import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../database/open.ts'
import { BackupError } from './backup-error.ts'
import { fileError } from './file-errors.ts'
import { backupText, withSnapshot } from './snapshot.ts'

/** Files are a little larger than at the usual level, and made in half the time. */
const LEVEL = 3

/** Where a backup is written until it is whole. */
export const partialOf = (path: string): string => `${path}.partial-${process.pid}`

/**
 * Writes a backup of the database into a new file that its owner alone may read: it holds password hashes. The file
 * has its name only once it is whole. Throws a BackupError when there is such a file, or nothing to back up.
 */
export const backUp = async (database: Database, path: string, date: Date): Promise<void> => {
  if (!existsSync(dirname(path))) throw new BackupError(`No existe la carpeta ${dirname(path)}.`)
  if (existsSync(path)) throw new BackupError(`El archivo ${path} ya existe: use otro nombre.`)
  const partial = partialOf(path)
  try {
    await withSnapshot(database, async (tx) => {
      const file = await open(partial, 'wx', 0o600)
      await pipeline(
        backupText(tx, date),
        createGzip({ level: LEVEL }),
        file.createWriteStream({ flush: true }),
      )
    })
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw fileError(error, path)
  }
}
