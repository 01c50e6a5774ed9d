import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { appliedMigrations, ownMigrations, requireThisVersion } from '../database/migrate.ts'
import type { Database, Db, Tx } from '../database/open.ts'
import {
  dropPartition,
  LOG_TABLES,
  makePartitions,
  monthOf,
  type PartitionedLog,
  partitionName,
  shiftMonth,
} from '../database/partitions.ts'
import { inSnapshot, jsonLine, type TextChunk, withTrailer, writeText } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import type { OpeningKeys } from './encryption.ts'
import { type ArchiveHeader, FORMAT } from './format.ts'
import { readArchive } from './read-file.ts'
import { Batch } from './restore.ts'
import { readTables, type StoredTable } from './tables.ts'

interface ArchivedMonth {
  rows: number
  file: string
}

/** Lock timeout, in PostgreSQL's notation: requests queue behind a waiting lock. */
const LOCK_TIMEOUT = '2s'

/** Runs a transaction with a short lock timeout, because requests queue behind it. */
export const withLockTimeout = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`)
    return work(tx)
  })

/**
 * Exports a month to a new file in a folder, and drops its partition once the file is on disk. A month without rows
 * creates no file, and returns undefined.
 */
export const archiveMonth = async (
  db: Db,
  log: PartitionedLog,
  month: string,
  { folder, date }: { folder: string; date: Date },
): Promise<ArchivedMonth | undefined> => {
  const { rows: found } = await db.execute(
    sql`select 1 from ${partitionName(LOG_TABLES[log][0], month)} limit 1`,
  )
  if (found.length === 0) {
    await withLockTimeout(db, (tx) => dropPartition(tx, log, { month, rows: 0, file: '' }))
    return undefined
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = await freeName(folder, `${log}-${month}`)
  let rows = 0
  const count = (table: string, more: number) => {
    if (table === LOG_TABLES[log][0]) rows += more
  }
  await writeText(join(folder, name), withTrailer(monthText(db, { log, month, date }, count)))
  await syncFolder(folder)
  await withLockTimeout(db, (tx) => dropPartition(tx, log, { month, rows, file: name }))
  return { rows, file: name }
}

/**
 * An unused file name: the month may have been exported before, by a run that stopped before the drop, or may have been
 * read back since. Removes partial files of earlier runs.
 */
const freeName = async (folder: string, base: string): Promise<string> => {
  for (const name of await readdir(folder))
    if (name.startsWith(`${base}.`) && name.includes('.partial-'))
      await rm(join(folder, name), { force: true })
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${base}.jsonl.gz` : `${base}.${n}.jsonl.gz`
    if (!existsSync(join(folder, name))) return name
  }
}

/** Flushes the directory entry of the file before the rows are dropped. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* monthText(
  db: Db,
  { log, month, date }: { log: PartitionedLog; month: string; date: Date },
  count: (table: string, rows: number) => void,
): AsyncGenerator<TextChunk> {
  const migrations = await appliedMigrations(db)
  const header: ArchiveHeader = {
    cartelera: 'archive',
    format: FORMAT,
    date: date.toISOString(),
    migrations,
    log,
    month,
  }
  yield { text: jsonLine(header), count: 0 }
  const tables = await readTables(db)
  for (const name of LOG_TABLES[log]) {
    const table = tables.find((each) => each.name === name)
    if (!table) throw new Error(`The table ${name} is missing`)
    yield {
      text: jsonLine({ table: name, columns: table.columns.map((each) => each.name) }),
      table: name,
      count: 0,
    }
    for await (const lines of readPages(db, table, month)) {
      count(name, lines.length)
      yield { text: `${lines.join('\n')}\n`, table: name, count: lines.length }
    }
  }
  yield { text: jsonLine({ sequences: {} }), count: 0 }
}

const PAGE = 1_000

/**
 * The rows of a month, in short transactions instead of one snapshot, so that the embedded database serves requests in
 * between. Rows of past months don't change, which is verified when the partition is dropped.
 */
async function* readPages(db: Db, { name, columns }: StoredTable, month: string): AsyncGenerator<string[]> {
  const values = columns.map((column) => sql`${sql.identifier(column.name)}::text`)
  for (let last = ''; ; ) {
    const { rows } = await inSnapshot(db, (tx) =>
      tx.execute<{ line: string; id: string }>(sql`
        select to_json(array[${sql.join(values, sql`, `)}])::text as line, _id as id
        from ${partitionName(name, month)} where _id > ${last} order by _id limit ${PAGE}`),
    )
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < PAGE) return
    last = rows.at(-1)?.id ?? ''
  }
}

/**
 * Reads the whole file, and returns its header; throws a BackupError if it is truncated, modified or of another kind.
 */
export const checkArchive = async (path: string, keys: OpeningKeys = {}): Promise<ArchiveHeader> => {
  let header: ArchiveHeader | undefined
  for await (const part of readArchive(path, keys)) if (part.kind === 'header') header = part.header
  if (!header) throw new Error('An archive without a header was read to its end')
  return header
}

/** Restores the rows of a checked file in one transaction; existing rows are kept. */
export const restoreMonth = (
  database: Database,
  path: string,
  header: ArchiveHeader,
  keys: OpeningKeys = {},
): Promise<number> =>
  database.exclusively(async (db) => {
    await requireThisVersion(db)
    const own = ownMigrations()
    if (header.migrations.some((time, index) => time !== own[index]))
      throw new BackupError(`El archivo ${path} es de otra edición de Cartelera, o de una más nueva.`)
    return withLockTimeout(db, async (tx) => {
      await makePartitions(tx, header.log, [header.month])
      const rows = await loadMonth(tx, path, header.log, keys)
      if (header.log === 'audit') await repeatErasures(tx)
      await tx.execute(
        sql`select complete_month(${header.log}, ${`${header.month}-01`}::date, ${rows}::bigint)`,
      )
      return rows
    })
  })

/** Erases again the personal data of users deleted since the export (rule G5). */
const repeatErasures = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    select erase_audit_personal(people, most => 2147483647)
    from (select array_agg(_id) as people from users where deleted_at is not null) gone
    where exists (select from audit_personal where author = any(people) or subject = any(people))`)
}

const loadMonth = async (tx: Tx, path: string, log: PartitionedLog, keys: OpeningKeys): Promise<number> => {
  const tables = await readTables(tx)
  const batches: { table: string; batch: Batch }[] = []
  for await (const part of readArchive(path, keys)) {
    if (part.kind === 'table') {
      await batches.at(-1)?.batch.flush()
      const table = LOG_TABLES[log].includes(part.table) && tables.find(({ name }) => name === part.table)
      const columns = part.columns.flatMap(
        (name) => (table ? table.columns : []).find((each) => each.name === name) ?? [],
      )
      if (!table || columns.length !== part.columns.length)
        throw new BackupError(`Las tablas del archivo ${path} no son las de esta versión de Cartelera.`)
      batches.push({
        table: table.name,
        batch: new Batch(tx, { name: table.name, columns }, { skipping: true }),
      })
    }
    if (part.kind === 'row') await batches.at(-1)?.batch.add(part.line.toString('utf8'))
  }
  await batches.at(-1)?.batch.flush()
  return batches.find(({ table }) => table === LOG_TABLES[log][0])?.batch.inserted ?? 0
}

/** Months of retention after the current one; undefined: unlimited. */
const retentionMonths = (config: Config, log: PartitionedLog): number | undefined =>
  ({ visits: config.retentionVisits, audit: config.retentionAudit })[log]

/** True if a month is past a log's retention. */
export const isPastRetention = (config: Config, log: PartitionedLog, month: string, now: Date): boolean => {
  const kept = retentionMonths(config, log)
  return kept !== undefined && month < shiftMonth(monthOf(now), -kept)
}
