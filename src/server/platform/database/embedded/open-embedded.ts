import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { ownFile } from '../bundle.ts'
import { DatabaseError } from '../errors.ts'
import type { Database, Db, Log } from '../executor.ts'
import { createTxGuard, guardTransactions } from '../tx-guard.ts'
import { EmbeddedClient } from './client.ts'
import { DiskWatch, freeSpaceOf, refuseFullDisk } from './disk-space.ts'
import type { EngineSource } from './engine.ts'
import { lockFolder } from './lock.ts'

export interface EmbeddedDatabase extends Database {
  /** The data folder as an archive. */
  dump(): Promise<Uint8Array>
}

export interface EmbeddedOptions {
  /** Longest time that a statement may take, in milliseconds. */
  statementLimit?: number
  /** The free space of the folder's disk, in bytes. */
  freeSpace?: () => number
}

const defaultLimit = 60_000
/** How long statements under way may take to end when all shall, in milliseconds. */
const endLimit = 1_000

/** Opens the embedded database of a folder, creating it when there is none; refuses a folder in use. */
export async function openEmbedded(
  dataDir: string,
  log: Log,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  // The engine's threads and the process that makes a new database create their files with it.
  process.umask(0o077)
  mkdirSync(dataDir, { recursive: true })
  const { freeSpace = () => freeSpaceOf(dataDir) } = options
  const folder = join(dataDir, 'database')
  // The lock is a file, too.
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

/** Takes the permissions away that a copy, or an earlier version, left to other users of the machine. */
function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile())
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/** Opens an embedded database that lives in memory alone, from a snapshot if there is one. */
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
  // The lock on the folder keeps other processes out; within this one the work takes turns.
  const inTurn = <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const turn = last.then(() => client.unlimited(() => work(db)))
    last = turn.catch(() => {})
    return turn
  }
  return {
    db,
    kind: 'embedded',
    stats: () => ({ pools: [client.stats()] }),
    health: () => client.health(),
    readiness: () => client.readiness(),
    unlimited: inTurn,
    exclusively: inTurn,
    unlessBusy: inTurn,
    dump: () => client.dump(),
    endStatements: () => void client.close(endLimit),
    async close() {
      await client.close()
      release()
    },
  }
}

async function initialise(dataDir: string, folder: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('database.new')) rmSync(join(dataDir, name), { recursive: true })
  }
  // Made aside and renamed: a folder that stopped half-way is never taken for a database.
  const fresh = join(dataDir, `database.new-${process.pid}`)
  const script = ownFile('embedded/initialise.mjs', 'embedded-initialise.js')
  await promisify(execFile)(process.execPath, [script, fresh])
  renameSync(fresh, folder)
}

/** The drivers differ in their result types alone; `StatementResult` holds what they have in common. */
function asDb(db: unknown): Db {
  return db as Db
}

/** Drizzle's driver uses `query` and `transaction` of PGlite, and these our client has. */
function asPglite(client: EmbeddedClient): PGlite {
  return client as unknown as PGlite
}
