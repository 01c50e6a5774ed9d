import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { DatabaseError } from '../errors.ts'
import type { Database, Db, Log } from '../executor.ts'
import { locateFile } from '../locate-file.ts'
import { createTxGuard, guardTransactions } from '../tx-guard.ts'
import { EmbeddedClient } from './client.ts'
import { FolderCopy } from './copy-files.ts'
import { DiskWatch, freeDiskSpace, refuseFullDisk } from './disk-space.ts'
import type { EngineSource } from './engine.ts'
import { lockFolder } from './lock.ts'

export interface EmbeddedDatabase extends Database {
  dump(): Promise<Uint8Array>
}

export interface EmbeddedOptions {
  /** Time limit per statement, in milliseconds. */
  statementLimit?: number
  /** Free space of the folder's disk, in bytes. */
  freeSpace?: () => number
}

const defaultLimit = 60_000
/** Time for running statements to finish on shutdown, in milliseconds. */
const endLimit = 1_000

/** Opens the embedded database in a folder, creating it if necessary; refuses a folder in use. */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  // Inherited by the engine's threads and by the process that creates a database.
  process.umask(0o077)
  mkdirSync(dataDir, { recursive: true })
  const { freeSpace = () => freeDiskSpace(dataDir) } = options
  const folder = join(dataDir, 'database')
  // Before the lock, which is a file too.
  refuseFullDisk(dataDir, freeSpace(), !existsSync(folder))
  const release = lockFolder(dataDir)
  try {
    if (existsSync(folder)) closeToOthers(folder)
    else await initialise(dataDir, folder)
    return await start({ dataDir: folder }, log, release, { ...options, freeSpace })
  } catch (error) {
    release()
    if (error instanceof DatabaseError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseError(`No se pudo abrir la base de datos de la carpeta ${dataDir}: ${reason}`, {
      cause: error,
    })
  }
}

/** Removes permissions of other users left by a copy. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile())
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/** Opens an in-memory embedded database, optionally from a snapshot. */
export function openInMemory(log: Log, snapshot?: string): Promise<EmbeddedDatabase> {
  return start(snapshot ? { snapshot } : {}, log, () => {})
}

async function start(
  source: EngineSource,
  log: Log,
  release: () => void,
  { statementLimit = defaultLimit, freeSpace = () => Number.POSITIVE_INFINITY }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const guard = createTxGuard()
  const client = await EmbeddedClient.open({
    source,
    guard,
    log,
    statementLimit,
    disk: new DiskWatch(freeSpace),
  })
  const db = guardTransactions(asDb(drizzle({ client: asPglite(client) })), guard)
  let last: Promise<unknown> = Promise.resolve()
  // The folder's lock excludes other processes; within this one, work is queued.
  const inTurn = <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const turn = last.then(() => client.unlimited(() => work(db)))
    last = turn.catch(() => {})
    return turn
  }
  return {
    db,
    kind: 'embedded',
    serverRole: async () => undefined,
    stats: () => ({ pools: [client.stats()] }),
    health: () => client.health(),
    readiness: () => client.readiness(),
    unlimited: inTurn,
    exclusively: inTurn,
    unlessBusy: inTurn,
    dump: () => client.dump(),
    ...(source.dataDir !== undefined && { copyTo: copyDatabase.bind(null, db, source.dataDir) }),
    endStatements: () => void client.close(endLimit),
    async close() {
      await client.close()
      release()
    },
  }
}

/** Copies most files while others write, and the rest in a transaction, which keeps them from writing. */
async function copyDatabase(db: Db, folder: string, to: string): Promise<number> {
  const copy = new FolderCopy(folder, join(to, 'database'))
  await db.execute(sql`checkpoint`)
  await copy.pass()
  let begun = 0
  await db.transaction(async (tx) => {
    begun = performance.now()
    await tx.execute(sql`checkpoint`)
    await copy.pass()
  })
  return performance.now() - begun
}

async function initialise(dataDir: string, folder: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('database.new')) rmSync(join(dataDir, name), { recursive: true })
  }
  // Created under another name and renamed, so that an incomplete folder is never opened as a database.
  const fresh = join(dataDir, `database.new-${process.pid}`)
  const script = locateFile('embedded/initialise.mjs', 'embedded-initialise.js')
  await promisify(execFile)(process.execPath, [script, fresh])
  renameSync(fresh, folder)
}

/** The drivers only differ in their result types; `StatementResult` is their common part. */
function asDb(db: unknown): Db {
  return db as Db
}

/** Drizzle's driver only uses PGlite's `query` and `transaction`, which our client has. */
function asPglite(client: EmbeddedClient): PGlite {
  return client as EmbeddedClient & PGlite
}
