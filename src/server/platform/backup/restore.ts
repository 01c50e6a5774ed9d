import { eq, type SQL, sql } from 'drizzle-orm'
import { OUTBOX_MESSAGES } from '../../../domain/outbox/outbox.ts'
import { isLockTimeout, isRetryable } from '../database/errors.ts'
import { emptyTables, readContents } from '../database/installation-state.ts'
import { appliedMigrations, applyMigrations, forgetMigrations, ownMigrations } from '../database/migrate.ts'
import { type Database, type Db, type Executor, SERVER_NAME, type Tx } from '../database/open.ts'
import { LOGS, makePartitions } from '../database/partitions.ts'
import { grantRights, requireOwnership } from '../database/rights.ts'
import { outbox } from '../database/schema/outbox.ts'
import { sealingKeyId } from '../sealing/sealer.ts'
import { sealedPositions } from '../sealing/stored-keys.ts'
import { BackupError } from './backup-error.ts'
import type { OpeningKeys } from './encryption.ts'
import type { BackupHeader, TableSection } from './format.ts'
import { newerBackup, readBackup } from './read-file.ts'
import { EXCLUDED_TABLES, isOurs, readSequences, readTables, type StoredTable } from './tables.ts'

interface RestoreOptions extends OpeningKeys {
  /** Permits dropping existing data. */
  replace: boolean
  /** Called before anything is written; prevents it by throwing. */
  confirm?: (plan: RestorePlan) => Promise<void>
  /** Lock timeout for tables in use, in PostgreSQL's notation. */
  patience?: string
  /** The folder of the migrations, if not this version's own. */
  migrations?: string
}

/** What a checked file contains. */
interface BackupContents {
  header: BackupHeader
  /** Row counts by table. */
  counts: Readonly<Record<string, number>>
  /** Ids of the keys that its sealed texts need. */
  keyIds: string[]
}

export interface RestorePlan extends BackupContents {
  /** Whether existing data will be dropped. */
  replaces: boolean
}

const inUse = () =>
  new BackupError(
    'La base de datos está en uso: detenga los servidores de Cartelera que la usan y vuelva a intentarlo.',
  )

/**
 * Restores a backup, all or nothing: checks the whole file before writing, creates the tables as of its migrations,
 * fills them, and migrates them. Throws a BackupError if that is impossible.
 */
export const restore = async (
  database: Database,
  path: string,
  { replace, confirm, patience = '15s', migrations: folder, ...keys }: RestoreOptions,
): Promise<BackupContents> => {
  const contents = await checkFile(path, keys)
  const { header } = contents
  const own = ownMigrations(folder)
  if (header.migrations.length > own.length) throw newerBackup(path)
  if (header.migrations.some((time, index) => time !== own[index]))
    throw new BackupError(`La copia ${path} es de otra edición de Cartelera.`)
  const role = await database.serverRole()
  const replaces = await exclusively(database, (db) => refuseOthers(db, header, replace))
  await confirm?.({ ...contents, replaces })
  const work = async (tx: Tx): Promise<void> => {
    await tx.execute(sql`select set_config('lock_timeout', ${patience}, true)`)
    // Again: data may have come since.
    await refuseOthers(tx, header, replaces)
    await requireOwnership(tx, role)
    await rebuild(tx, { path, keys, header, folder })
    if (role !== undefined) await grantRights(tx, role)
  }
  await exclusively(database, (db) => db.transaction(work))
  return contents
}

const exclusively = async <T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> => {
  try {
    return await database.exclusively(work)
  } catch (error) {
    throw isLockTimeout(error) || isRetryable(error) ? inUse() : error
  }
}

/** Reads the whole file. */
const checkFile = async (path: string, keys: OpeningKeys): Promise<BackupContents> => {
  let header: BackupHeader | undefined
  let counts: BackupContents['counts'] = {}
  let sealed: number[] = []
  const keyIds = new Set<string>()
  for await (const part of readBackup(path, keys)) {
    if (part.kind === 'header') header = part.header
    if (part.kind === 'table') {
      if (EXCLUDED_TABLES.has(part.table))
        throw new BackupError(
          `La copia ${path} tiene la tabla ${part.table}, que ninguna copia guarda: no se restaura.`,
        )
      sealed = sealedPositions(part.table, part.columns)
    }
    if (part.kind === 'row' && sealed.length > 0)
      for (const id of sealingKeyIds(part.line, sealed)) keyIds.add(id)
    if (part.kind === 'end') counts = part.rows
  }
  if (!header) throw new Error('A backup without a header was read to its end')
  return { header, counts, keyIds: [...keyIds].sort() }
}

/** The ids of the keys that sealed the texts at these positions of a row. */
const sealingKeyIds = (line: Buffer, positions: readonly number[]): string[] => {
  const values: unknown[] = JSON.parse(line.toString('utf8'))
  return positions.flatMap((position) => sealingKeyId(String(values[position])) ?? [])
}

/** Throws a BackupError if the data must stay; returns whether there are any. */
const refuseOthers = async (db: Executor, { demo }: BackupHeader, replace: boolean): Promise<boolean> => {
  const contents = await readContents(db)
  if (contents === 'empty') return false
  const isOurs = (await appliedMigrations(db)).length > 0
  if (!isOurs)
    throw new BackupError(
      'La base de datos tiene tablas que no son de Cartelera y no se toca. Revise DATABASE_URL o DATA_DIR.',
    )
  if (!replace)
    throw new BackupError(
      'La base de datos no está vacía. Use otra con DATABASE_URL o DATA_DIR, o --replace para reemplazar todos sus datos.',
    )
  // Surely a mistake: the service would no longer start with it.
  if (demo && contents === 'production')
    throw new BackupError('La copia contiene datos de demostración y no reemplaza los de producción.')
  return true
}

const rebuild = async (
  tx: Tx,
  { folder, ...source }: BackupSource & { folder: string | undefined },
): Promise<void> => {
  const { migrations, partitions } = source.header
  await dropEverything(tx)
  await forgetMigrations(tx)
  await applyMigrations(tx, { from: 0, to: migrations.length, folder })
  for (const log of LOGS) await makePartitions(tx, log, partitions[log])
  await withoutChecks(tx, async () => {
    // Migrations may insert rows, which are in the file already.
    await emptyTables(tx)
    await loadRows(tx, source)
  })
  await applyMigrations(tx, { from: migrations.length, folder })
  await markUnconfirmed(tx)
  // For the planner, until autovacuum refreshes the statistics.
  await tx.execute(sql`analyze`)
}

/** Whether what waited when the backup was made was sent later is unknown (rule N12). */
const markUnconfirmed = async (tx: Tx): Promise<void> => {
  await tx
    .update(outbox)
    .set({ state: 'unconfirmed', leaseUntil: null, ended: sql`now()`, answer: OUTBOX_MESSAGES.restored })
    .where(eq(outbox.state, 'waiting'))
}

/** A running server queries the time every 30 s; idle connections of a pooler keep its name long after it ended. */
const RECENTLY = sql`state <> 'idle' or state_change > clock_timestamp() - interval '45 s'`

/**
 * Throws a BackupError if a server is connected, or, behind a pooler, was active recently; the embedded engine is
 * locked anyway.
 */
export const refuseRunningServers = async ({ db, kind }: Database, isPooled = false): Promise<void> => {
  if (kind === 'embedded') return
  const found = await db.execute<{ others: number }>(sql`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER_NAME}
      and (${isPooled ? RECENTLY : sql`true`})`)
  if (found.rows[0]?.others !== 0) throw inUse()
}

/** Maximum rows and characters per statement. */
const MAX_ROWS = 500
const MAX_LENGTH = 1024 * 1024

const otherTables = (path: string) =>
  new BackupError(`Las tablas de la copia ${path} no son las de esta versión de Cartelera.`)

/** Inserts rows of a table in batches; `skipping` skips existing keys. */
export class Batch {
  readonly #tx: Tx
  readonly #insert: SQL
  readonly #ending: SQL
  #lines: string[] = []
  #length = 0
  #inserted = 0

  constructor(tx: Tx, { name, columns }: StoredTable, { skipping = false } = {}) {
    this.#tx = tx
    this.#ending = skipping ? sql`on conflict do nothing` : sql``
    const names = columns.map((column) => sql.identifier(column.name))
    const values = columns.map(({ type }, index) => sql.raw(`(r ->> ${index})::${type}`))
    this.#insert = sql`insert into ${sql.identifier(name)} (${sql.join(names, sql`, `)})
      overriding system value select ${sql.join(values, sql`, `)}`
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line)
    this.#length += line.length
    if (this.#lines.length >= MAX_ROWS || this.#length >= MAX_LENGTH) await this.flush()
  }

  get inserted(): number {
    return this.#inserted
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return
    const rows = `[${this.#lines.join(',')}]`
    this.#lines = []
    this.#length = 0
    const { rowCount } = await this.#tx.execute(
      sql`${this.#insert} from jsonb_array_elements(${rows}::jsonb) r ${this.#ending}`,
    )
    this.#inserted += rowCount ?? 0
  }
}

/** The table with the file's order of columns; undefined if the columns differ. */
const inFileOrder = (known: StoredTable | undefined, { columns }: TableSection): StoredTable | undefined => {
  const found = columns.flatMap((name) => known?.columns.find((column) => column.name === name) ?? [])
  const isSame = new Set(columns).size === known?.columns.length && found.length === columns.length
  return known && isSame ? { name: known.name, columns: found } : undefined
}

/** A backup that was checked. */
interface BackupSource {
  path: string
  keys: OpeningKeys
  header: BackupHeader
}

/**
 * Loads the rows of a backup into empty tables and sets the sequences. Throws a BackupError if tables or columns differ
 * from the database's, or the file is damaged.
 */
const loadRows = async (tx: Tx, { path, keys, header }: BackupSource): Promise<void> => {
  const awaited = new Map((await readTables(tx)).map((table) => [table.name, table]))
  let batch: Batch | undefined
  for await (const part of readBackup(path, keys)) {
    if (part.kind === 'header' && part.header.date !== header.date)
      throw new BackupError(`El archivo ${path} cambió mientras se leía.`)
    if (part.kind === 'row') await batch?.add(part.line.toString('utf8'))
    if (part.kind === 'table') {
      await batch?.flush()
      const table = inFileOrder(awaited.get(part.table), part)
      if (!table) throw otherTables(path)
      awaited.delete(part.table)
      batch = new Batch(tx, table)
    }
    if (part.kind === 'sequences' && !(await setSequences(tx, part.sequences))) throw otherTables(path)
  }
  await batch?.flush()
  if (awaited.size > 0) throw otherTables(path)
}

/** Sets the sequences; false if any does not exist. */
const setSequences = async (tx: Tx, sequences: Record<string, string | null>): Promise<boolean> => {
  const known = await readSequences(tx)
  if (Object.keys(sequences).some((name) => !(name in known))) return false
  for (const [name, last] of Object.entries(sequences))
    if (last !== null)
      await tx.execute(sql`select setval(('public.' || quote_ident(${name}))::regclass, ${last}::bigint)`)
  return true
}

/** Runs a catalogue query that generates statements with quoted names. */
const generateStatements = async (db: Executor, query: SQL): Promise<string[]> => {
  const { rows } = await db.execute<{ statement: string }>(query)
  return rows.map(({ statement }) => statement)
}

const run = async (tx: Tx, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await tx.execute(sql.raw(statement))
}

const ours = sql`o.relnamespace = 'public'::regnamespace and ${isOurs('pg_class')}`

/** Drops all objects of the product, which the migrations create again. */
export const dropEverything = async (tx: Tx): Promise<void> => {
  // All tables in one statement, since they refer to each other. Fails if objects of others depend on them.
  const tables = sql`select 'drop table ' || string_agg(o.oid::regclass::text, ', ') as statement
    from pg_class o where o.relkind in ('r', 'p') and not o.relispartition and ${ours} having count(*) > 0`
  const sequences = sql`select 'drop sequence ' || o.oid::regclass as statement
    from pg_class o where o.relkind = 'S' and ${ours}`
  const routines = sql`select 'drop routine ' || o.oid::regprocedure as statement
    from pg_proc o where o.pronamespace = 'public'::regnamespace and ${isOurs('pg_proc')}`
  // Without the types of rows, which go with their tables.
  const types = sql`select 'drop type ' || o.oid::regtype as statement
    from pg_type o left join pg_class c on c.oid = o.typrelid
    where (o.typtype in ('e', 'd') or c.relkind = 'c') and o.typnamespace = 'public'::regnamespace
      and ${isOurs('pg_type')}`
  for (const query of [tables, sequences, routines, types]) await run(tx, await generateStatements(tx, query))
  // Versions before 1.0.0 kept their queue in a schema of its own.
  await tx.execute(sql`drop schema if exists cartelera_jobs cascade`)
}

const table = sql`o.oid::regclass`
const isTable = sql`o.relkind in ('r', 'p') and ${ours}`
/** Excludes what a partition inherits from its table. */
const isOwnIndex = sql`${isTable} and not exists (select from pg_inherits where inhrelid = i.indexrelid)`
const isOwnTrigger = sql`not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and ${isTable}`
const isOwnReference = sql`c.contype = 'f' and c.conparentid = 0 and ${isTable}`

/** Foreign keys, indexes and triggers: dropped during the load, because creating them afterwards is faster. */
const CONSTRAINT_QUERIES: { away: SQL; back: SQL }[] = [
  {
    away: sql`select format('alter table %s drop constraint %I', ${table}, c.conname) as statement
      from pg_constraint c join pg_class o on o.oid = c.conrelid where ${isOwnReference}`,
    back: sql`select format('alter table %s add constraint %I %s', ${table}, c.conname,
        pg_get_constraintdef(c.oid)) as statement
      from pg_constraint c join pg_class o on o.oid = c.conrelid where ${isOwnReference}`,
  },
  {
    away: sql`select 'drop index ' || i.indexrelid::regclass as statement
      from pg_index i join pg_class o on o.oid = i.indrelid
      where ${isOwnIndex} and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    // `pg_get_indexdef` of a partitioned table says ON ONLY.
    back: sql`select replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as statement
      from pg_index i join pg_class o on o.oid = i.indrelid
      where ${isOwnIndex} and not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')`,
  },
  {
    away: sql`select format('alter table %s disable trigger %I', ${table}, t.tgname) as statement
      from pg_trigger t join pg_class o on o.oid = t.tgrelid
      where ${isOwnTrigger}`,
    back: sql`select format('alter table %s enable %s trigger %I', ${table},
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as statement
      from pg_trigger t join pg_class o on o.oid = t.tgrelid
      where ${isOwnTrigger}`,
  },
]

/** Drops foreign keys, indexes and triggers during the work, and recreates them. */
const withoutChecks = async (tx: Tx, work: () => Promise<void>): Promise<void> => {
  const back: string[] = []
  for (const part of CONSTRAINT_QUERIES) back.unshift(...(await generateStatements(tx, part.back)))
  for (const part of CONSTRAINT_QUERIES) await run(tx, await generateStatements(tx, part.away))
  await work()
  await run(tx, back)
}
