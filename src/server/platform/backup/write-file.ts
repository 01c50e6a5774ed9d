import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { BackupError, fileError } from './backup-error.ts'

/** Temporary path of a file being written. */
export const partialPath = (path: string): string => `${path}.partial-${process.pid}`

/** Throws a BackupError if a file has this name. */
export const refuseExisting = (path: string): void => {
  if (existsSync(path)) throw new BackupError(`El archivo ${path} ya existe: use otro nombre.`)
}

/**
 * Creates a file that is readable only by its owner, because it contains password hashes. It gets its name only when
 * completely on disk, and is removed if `write` fails. Throws a BackupError if a file has that name.
 */
export const writeAtomically = async (
  path: string,
  write: (file: Writable) => Promise<void>,
): Promise<void> => {
  refuseExisting(path)
  const partial = partialPath(path)
  try {
    const file = await open(partial, 'wx', 0o600)
    await write(file.createWriteStream({ flush: true }))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw fileError(error, path)
  }
}
