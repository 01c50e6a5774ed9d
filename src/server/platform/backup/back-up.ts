import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import type { JobName } from '../../../domain/jobs/job.ts'
import type { BackupKey } from '../../config.ts'
import { readContents } from '../database/installation-state.ts'
import { appliedMigrations, requireBaseline } from '../database/migrate.ts'
import type { Database, Db, Tx } from '../database/open.ts'
import { partitionMonths } from '../database/partitions.ts'
import { recordRun } from '../tasks/runs.ts'
import { BackupError } from './backup-error.ts'
import { encrypt } from './encryption.ts'
import { type BackupHeader, FORMAT } from './format.ts'
import { readSequences, readTables, type StoredTable } from './tables.ts'
import { writeAtomically } from './write-file.ts'

/** Files are slightly larger than at the default level, in half the time. */
const LEVEL = 3

/** Writes a backup into a new file, encrypted if there is a key. Throws a BackupError if the file exists, or the database is empty. */
export const backUp = async (
  database: Database,
  path: string,
  date: Date,
  key?: BackupKey,
): Promise<void> => {
  if (!existsSync(dirname(path))) throw new BackupError(`No existe la carpeta ${dirname(path)}.`)
  await withSnapshot(database, (tx) => writeText(path, backupText(tx, date), key))
}

const KIND: JobName = 'backup'

/** Lists a backup among the runs (rules O7, O16); false if the database takes no write, or is of an older version. */
export const recordBackup = async (
  db: Db,
  begun: Date,
  end: { state: 'done' | 'failed'; message?: string } = { state: 'done' },
): Promise<boolean> => {
  const run = { ...end, begun, now: new Date() }
  try {
    await db.transaction((tx) => recordRun(tx, { kind: KIND, key: '', user: null }, run))
    return true
  } catch {
    return false
  }
}

/** Writes text to a new compressed file, encrypted if there is a key. */
export const writeText = (path: string, text: AsyncIterable<string>, key?: BackupKey): Promise<void> =>
  writeAtomically(path, (file) =>
    pipeline(text, createGzip({ level: LEVEL }), (chunks) => encrypt(chunks, key), file),
  )

/** Rows per read; one for tables of bytes, where a row can be a mebibyte. */
const PAGE = 200
const PAGE_OF_BYTES = 1

const OPTIONS = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Output formats, and no statement timeout, as a backup waits for its disk. */
const OUTPUT_SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** Runs the work in one snapshot. */
export const withSnapshot = async <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.unlimited((db) => inSnapshot(db, work))

export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const settings = Object.entries(OUTPUT_SETTINGS).map(
      ([name, value]) => sql`set_config(${name}, ${value}, true)`,
    )
    await tx.execute(sql`select ${sql.join(settings, sql`, `)}`)
    return work(tx)
  }, OPTIONS)

/** The whole backup as text, in pieces of whole lines; throws a BackupError for an empty database. */
export const backupText = (tx: Tx, date: Date): AsyncGenerator<string> => withTrailer(sections(tx, date))

/** Appends the trailer with counts and a checksum. */
export async function* withTrailer(pieces: AsyncIterable<TextChunk>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  for await (const { text, table, count } of pieces) {
    if (table !== undefined) rows[table] = (rows[table] ?? 0) + count
    hash.update(text)
    yield text
  }
  yield jsonLine({ end: true, rows, sha256: hash.digest('hex') })
}

export interface TextChunk {
  text: string
  /** The table of the rows, and their number. */
  table?: string
  count: number
}

export const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`

async function* sections(tx: Tx, date: Date): AsyncGenerator<TextChunk> {
  yield { text: jsonLine(await readHeader(tx, date)), count: 0 }
  const tables = await readTables(tx)
  const names = tables.map(({ name }) => sql.identifier(name))
  // Blocks schema changes and truncation, from which a snapshot does not protect.
  await tx.execute(sql`lock table ${sql.join(names, sql`, `)} in access share mode`)
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name)
    yield { text: jsonLine({ table: table.name, columns }), table: table.name, count: 0 }
    for await (const lines of fetchPages(tx, table))
      yield { text: `${lines.join('\n')}\n`, table: table.name, count: lines.length }
  }
  // After the rows: sequences are not part of the snapshot, and must not be behind the rows.
  yield { text: jsonLine({ sequences: await readSequences(tx) }), count: 0 }
}

const readHeader = async (tx: Tx, date: Date): Promise<BackupHeader> => {
  const contents = await readContents(tx)
  const migrations = contents === 'empty' ? [] : await appliedMigrations(tx)
  if (contents === 'empty') throw new BackupError('La base de datos está vacía: no hay nada que respaldar.')
  if (migrations.length === 0) throw new BackupError('La base de datos no es de Cartelera.')
  requireBaseline(migrations)
  const demo = contents !== 'production'
  const partitions = {
    visits: await partitionMonths(tx, 'visits'),
    audit: await partitionMonths(tx, 'audit'),
  }
  return { cartelera: 'backup', format: FORMAT, date: date.toISOString(), migrations, demo, partitions }
}

async function* fetchPages(tx: Tx, { name, columns }: StoredTable): AsyncGenerator<string[]> {
  const values = columns.map((column): SQL => sql`${sql.identifier(column.name)}::text`)
  await tx.execute(sql`declare backup_rows no scroll cursor for
    select to_json(array[${sql.join(values, sql`, `)}])::text as line from ${sql.identifier(name)}`)
  const size = columns.some(({ type }) => type === 'bytea') ? PAGE_OF_BYTES : PAGE
  const next = sql.raw(`fetch ${size} from backup_rows`)
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(next)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < size) break
  }
  await tx.execute(sql`close backup_rows`)
}
