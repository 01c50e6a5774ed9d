import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseError } from '../errors.ts'

const refreshInterval = 5_000
/** Age after which the lock of another machine (a container's, on a shared folder) counts as stale. */
const staleAge = 30_000

interface Holder {
  pid: number
  /** Start time of the process: process ids are reused, above all in containers. */
  started: string
  host: string
}

/** Folders locked by this process: its own process id in a lock is no proof. */
const ownLocks = new Set<string>()

/**
 * Locks a data folder, which two processes at once would corrupt; returns the release function. Not `proper-lockfile`,
 * which only considers a lock's age, so that of two processes finding a stale one the second removes the lock of the
 * first.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'database.lock')
  const me: Holder = { pid: process.pid, started: processStart(process.pid), host: hostname() }
  const file = ownLocks.has(path) ? undefined : tryLock(path, me)
  if (file === undefined) throw inUse(folder, readHolders(path)[0]?.holder ?? me)
  ownLocks.add(path)
  const timer = setInterval(() => touch(file), refreshInterval).unref()
  return () => {
    clearInterval(timer)
    if (!ownLocks.delete(path)) return
    rmSync(file, { force: true })
    removeEmpty(path)
  }
}

/** The live process that holds a folder's lock. */
export const lockHolder = (folder: string): Pick<Holder, 'pid' | 'host'> | undefined => {
  const path = join(folder, 'database.lock')
  return readHolders(path).find(({ file, holder }) => holder && isAlive(holder, file, path))?.holder
}

/**
 * Creates the lock's file; undefined if another process holds the lock. A lock is a folder with one uniquely named
 * file, so removing a dead holder's file can't remove a new lock. It is created atomically, by a rename that fails
 * unless there is no lock or an empty one.
 */
function tryLock(path: string, me: Holder): string | undefined {
  const name = randomUUID()
  const aside = `${path}.${name}`
  try {
    mkdirSync(aside, { mode: 0o700 })
    writeFileSync(join(aside, name), JSON.stringify(me), { mode: 0o600 })
    removeStale(path)
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    // A new holder removed the folder: also too late.
    if (hasCode(error, ['ENOTEMPTY', 'EEXIST', 'ENOENT'])) return undefined
    throw error
  }
  removeLeftovers(path)
  return join(path, name)
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

function removeStale(path: string): void {
  for (const { file, holder } of readHolders(path)) {
    if (holder && isAlive(holder, file, path)) continue
    try {
      unlinkSync(file)
    } catch (error) {
      // Another process was faster.
      if (!hasCode(error, ['ENOENT', 'EISDIR', 'EPERM'])) throw error
    }
  }
}

/** Removes the remains of crashed attempts; an attempt still running has lost anyway. */
function removeLeftovers(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // A process still writing there removes it itself.
    }
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // Already used by the next holder.
  }
}

/** The files of a lock, at most one of a live process. */
function readHolders(path: string): { file: string; holder: Holder | undefined }[] {
  return lockFiles(path).map((file) => ({ file, holder: readHolder(file) }))
}

function lockFiles(path: string): string[] {
  try {
    return readdirSync(path).map((name) => join(path, name))
  } catch {
    // Nobody holds the lock.
    return []
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false
  return 'pid' in value && Number.isInteger(value.pid) && 'started' in value && 'host' in value
}

function isAlive(holder: Holder, file: string, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - touchedAt(file) < staleAge
  if (holder.pid === process.pid) return ownLocks.has(path) && holder.started === processStart(process.pid)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (!hasCode(error, ['EPERM'])) return false
  }
  return holder.started === processStart(holder.pid)
}

/** Last refresh of a lock; 0 if it no longer exists. */
const touchedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Start time of a process by the kernel; empty if unreadable. */
function processStart(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function touch(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The lock was removed on purpose; reported at the next start.
  }
}

function inUse(folder: string, { pid, host }: Holder): DatabaseError {
  const where = host === hostname() ? '' : ` en ${host}`
  return new DatabaseError(
    `La carpeta de datos ${folder} ya está en uso por otro proceso (pid ${pid}${where}). ` +
      'Ciérrelo, o use otra carpeta con la variable DATA_DIR.',
  )
}
