import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseError } from '../errors.ts'

const beat = 5_000
/** Age after which the lock of another machine (a container's, on a shared folder) counts as left behind. */
const silence = 30_000

interface Holder {
  pid: number
  /** When the process started: numbers are used again, above all in containers. */
  started: string
  host: string
}

/** Folders held by this very process: its own number on a lock proves nothing. */
const held = new Set<string>()

/** Keeps other processes away from a data folder, which two at once would corrupt; gives the function that lets go. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'database.lock')
  const me: Holder = { pid: process.pid, started: startOf(process.pid), host: hostname() }
  if (held.has(path) || !tryLock(path, me)) throw inUse(folder, holderOf(path) ?? me)
  held.add(path)
  const timer = setInterval(() => touch(path), beat).unref()
  return () => {
    clearInterval(timer)
    if (held.delete(path)) rmSync(path, { force: true })
  }
}

function tryLock(path: string, me: Holder): boolean {
  if (create(path, me)) return true
  const holder = holderOf(path)
  if (holder && isAlive(holder, path)) return false
  // Renaming is atomic, but may catch the lock of somebody who has just taken it over: then it is put back.
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return create(path, me)
  }
  const taken = holderOf(aside)
  if (taken && isAlive(taken, aside)) {
    linkSync(aside, path)
    rmSync(aside)
    return false
  }
  rmSync(aside)
  return create(path, me)
}

function create(path: string, me: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function holderOf(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false
  return 'pid' in value && Number.isInteger(value.pid) && 'started' in value && 'host' in value
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < silence
  if (holder.pid === process.pid) return held.has(path) && holder.started === startOf(process.pid)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return holder.started === startOf(holder.pid)
}

/** When a process started, in the kernel's own words; empty where there is no such thing to read. */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function touch(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Whoever removed the lock took the decision; the next start says so.
  }
}

function inUse(folder: string, { pid, host }: Holder): DatabaseError {
  const where = host === hostname() ? '' : ` en ${host}`
  return new DatabaseError(
    `La carpeta de datos ${folder} ya está en uso por otro proceso (pid ${pid}${where}). ` +
      'Ciérrelo, o use otra carpeta con la variable DATA_DIR.',
  )
}
