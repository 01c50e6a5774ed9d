import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { backUp } from '../../platform/backup/back-up.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { encryptFile } from '../../platform/backup/encryption.ts'
import type { Database } from '../../platform/database/open.ts'
import { prove } from './prove.ts'
import type { ChildResult } from './take-backup.ts'

/** What exists beside a file while it is made and proven: its plain form, and the folder of the proof. */
export const scratchPaths = (path: string) => ({ plain: `${path}.plain`, folder: `${path}.proof` })

/**
 * Writes a backup into a new file and proves it; no file is left that cannot be restored. What only the identity of a
 * recipient opens is proven before it is encrypted.
 */
export const makeProven = async (
  database: Database,
  path: string,
  date: Date,
  config: Config,
): Promise<ChildResult> => {
  const { backupKey: key } = config
  const recipient = key && 'recipient' in key ? key : undefined
  const { plain, folder } = scratchPaths(path)
  if (existsSync(path)) throw new BackupError(`El archivo ${path} ya existe: use otro nombre.`)
  const provable = recipient ? plain : path
  await backUp(database, provable, date, recipient ? undefined : key)
  try {
    const proof = await prove(provable, database, folder, config)
    const made = recipient ? await encryptFile(plain, path, recipient) : await digest(path)
    return { ...proof, ...made }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await rm(plain, { force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

const digest = async (path: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
