import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openInMemory } from '../../src/server/platform/database/embedded/open-embedded.ts'
import { migrateDatabase } from '../../src/server/platform/database/migrate.ts'
import { silentLog } from './silent-log.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, '.cache/snapshots')

/** Snapshot of a migrated, empty embedded database, cached until a migration changes. */
export async function emptySnapshot(): Promise<string> {
  const snapshot = join(folder, `${fingerprint()}.tar`)
  if (!existsSync(snapshot)) await build(snapshot)
  return snapshot
}

async function build(snapshot: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const database = await openInMemory(silentLog)
  await migrateDatabase(database)
  const fresh = `${snapshot}.${process.pid}`
  writeFileSync(fresh, await database.dump())
  renameSync(fresh, snapshot)
  await database.close()
}

function fingerprint(): string {
  const migrations = join(root, 'src/server/platform/database/migrations')
  const files = readdirSync(migrations, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(sql|json)$/.test(name),
  )
  const hash = createHash('sha256')
  const paths = files.sort().map((name) => join(migrations, name))
  for (const path of [...paths, join(root, 'node_modules/@electric-sql/pglite/package.json')]) {
    hash.update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}
