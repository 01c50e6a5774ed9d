import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { BACKUP_MESSAGES } from '../../../domain/backups/backup.ts'
import { automaticName, expiredBackups, newestBefore } from '../../../domain/backups/rotation.ts'
import type { BackupConfig, Config } from '../../config.ts'
import { BackupError, fileError } from '../../platform/backup/backup-error.ts'
import { refuseExisting } from '../../platform/backup/write-file.ts'
import { freeDiskSpace } from '../../platform/database/embedded/disk-space.ts'
import type { Database, Log } from '../../platform/database/open.ts'
import { runAfter } from './run-after.ts'

/** What a finished backup is. */
export interface TakenBackup {
  /** Name of the file in the folder. */
  file: string
  bytes: number
  sha256: string
  isProven: boolean
  /** What the proof found. */
  message: string
  /** Why the run failed although the file is kept: a doubtful proof, or the program that is run afterwards. */
  failure?: string
}

/** What the process that makes a backup reports. */
export interface ChildResult extends Pick<TakenBackup, 'bytes' | 'sha256' | 'message'> {
  state: 'proven' | 'unproven' | 'doubtful'
}

/** Makes a backup of a database into a new file, in another process; rejects with a BackupError. */
export type MakeBackup = (job: {
  path: string
  /** Folder of a copy of the embedded database; undefined for that of the configuration. */
  dataDir: string | undefined
  signal: AbortSignal
}) => Promise<ChildResult>

/** What the database knows of earlier backups: nothing of those before it was restored. */
export interface ListedBackups {
  /** Names of the files that were proven, newest first; some may be gone, or in the folder of another node. */
  proven: string[]
  /** When the first of the list was begun. */
  since: Date
}

interface Taking {
  database: Database
  config: Pick<Config, 'timeZone' | 'backupKey'>
  backups: BackupConfig
  date: Date
  signal: AbortSignal
  log: Log
  make: MakeBackup
  listed: () => Promise<ListedBackups>
  /** Bytes of the last file, as an estimate. */
  lastBytes: number | undefined
}

/** Leftovers of a killed run are removed by the next one. */
const WORK = '.cartelera-work'
const MIB = 1_048_576

/**
 * Makes, proves and names a backup, deletes expired ones, and runs the operator's program (rules O15, O16). Rejects
 * with a BackupError if there is no new file.
 */
export const takeBackup = async (taking: Taking): Promise<TakenBackup> => {
  const { backups, date, signal, log } = taking
  const work = join(backups.dir, WORK)
  try {
    await mkdir(backups.dir, { recursive: true, mode: 0o700 })
    await rm(work, { recursive: true, force: true })
    await requireSpace(taking)
    await mkdir(work, { mode: 0o700 })
    const dataDir = await copyEmbedded(taking, join(work, 'source'))
    const file = automaticName(date, taking.config.backupKey !== undefined)
    const path = join(work, file)
    const { state, message, bytes, sha256 } = await taking.make({ path, dataDir, signal })
    signal.throwIfAborted()
    await giveName(path, backups.dir, file)
    await rm(work, { recursive: true, force: true })
    const isProven = state === 'proven'
    // The new file counts, whatever happens to the old ones.
    await rotate(taking, file).catch((error) => log.error({ err: error }, 'old backups stay'))
    const taken: TakenBackup = { file, bytes, sha256, isProven, message }
    const failure = state === 'doubtful' ? message : await afterwards(backups, file, signal)
    if (failure === undefined) return taken
    log.warn({ file, failure }, 'a backup is kept, and its run failed')
    return { ...taken, failure }
  } catch (error) {
    await rm(work, { recursive: true, force: true }).catch(() => undefined)
    throw fileError(error, backups.dir)
  }
}

const afterwards = async (
  { dir, after }: BackupConfig,
  file: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (after === undefined) return undefined
  try {
    await runAfter(after, join(dir, file), { signal })
    return undefined
  } catch (error) {
    if (error instanceof BackupError) return error.message
    throw error
  }
}

/** Bytes of a database. */
const sizeOf = async ({ database }: Taking): Promise<number> => {
  const { rows } = await database.db.execute<{ size: string }>(
    sql`select pg_database_size(current_database())::text as size`,
  )
  return Number(rows[0]?.size ?? 0)
}

/** Throws a BackupError unless the file, its encrypted form and what the proof restores will fit. */
const requireSpace = async (taking: Taking): Promise<void> => {
  const size = await sizeOf(taking)
  const files = (taking.lastBytes ?? size / 4) * 2.5
  const copies = taking.database.kind === 'embedded' ? size * 2.5 : 0
  const needed = files + copies + 64 * MIB
  const free = freeDiskSpace(taking.backups.dir)
  if (free < needed)
    throw new BackupError(BACKUP_MESSAGES.space(Math.floor(free / MIB), Math.ceil(needed / MIB)))
}

const copyEmbedded = async ({ database, log }: Taking, to: string): Promise<string | undefined> => {
  if (!database.copyTo) return undefined
  const waited = await database.copyTo(to)
  log.info({ milliseconds: Math.round(waited) }, 'the database was copied for a backup while writes waited')
  return to
}

/** Gives a complete file its name, durably: it is never overwritten, nor seen half-written. */
const giveName = async (from: string, dir: string, file: string): Promise<void> => {
  const to = join(dir, file)
  refuseExisting(to)
  await chmod(from, 0o600)
  await rename(from, to)
  const folder = await open(dir)
  await folder.sync().finally(() => folder.close())
}

/** Deletes the expired backups. The last proven one is one before the new file, whose proof is not stored yet. */
const rotate = async (
  { backups: { dir, kept }, config: { timeZone }, listed, log }: Taking,
  file: string,
): Promise<void> => {
  const names = await readdir(dir)
  const { proven, since } = await listed()
  const last = proven.find((name) => names.includes(name)) ?? newestBefore(names, since)
  for (const name of expiredBackups(names, kept, timeZone, last)) {
    if (name === file) continue
    await rm(join(dir, name), { force: true }).then(
      () => log.info({ file: name }, 'an expired backup was deleted'),
      (error) => log.error({ err: error, file: name }, 'an expired backup could not be deleted'),
    )
  }
}

/** Characters of the process's error output that are logged. */
const MAX_OUTPUT = 4_000

/** Makes the backup with `cartelera backup --prove --report`, in a process of its own at a low priority. */
export const makeInChild =
  (program: string, log: Log): MakeBackup =>
  ({ path, dataDir, signal }) =>
    new Promise((resolve, reject) => {
      const child = fork(program, ['backup', '--prove', '--report', path], {
        env: { ...process.env, ...(dataDir !== undefined && { DATA_DIR: dataDir }) },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        signal,
        killSignal: 'SIGKILL',
      })
      lowerPriority(child)
      let output = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT)
      })
      let result: ChildResult | { error: string } | undefined
      child.on('message', (message: ChildResult | { error: string }) => {
        result = message
      })
      child.on('error', reject)
      child.on('exit', (code, ended) => {
        if (result && 'state' in result && code === 0) return resolve(result)
        if (!signal.aborted)
          log.error({ code, signal: ended, output }, 'the process that makes a backup failed')
        reject(new BackupError(result && 'error' in result ? result.error : BACKUP_MESSAGES.ended))
      })
    })

const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended, or the platform refuses.
  }
}
