import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { backUp } from '../../platform/backup/back-up.ts'
import type { Database } from '../../platform/database/open.ts'
import { prove } from './prove.ts'
import type { ChildResult } from './take-backup.ts'

/** Writes a backup into a new file and proves it; no file is left that cannot be restored. */
export const makeProven = async (
  database: Database,
  path: string,
  date: Date,
  config: Config,
): Promise<ChildResult> => {
  await backUp(database, path, date)
  const folder = `${path}.proof`
  try {
    const proof = await prove(path, database, folder, config)
    return { ...proof, ...(await digest(path)) }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
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
