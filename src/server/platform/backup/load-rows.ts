import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../database/open.ts'
import { BackupError } from './backup-error.ts'
import type { TableSection } from './format.ts'
import { readBackup } from './read-file.ts'
import { LEFT_OUT, readSequences, readTables, type StoredTable } from './tables.ts'

/** Rows, and characters, that travel in one statement. */
const MOST_ROWS = 500
const MOST_LENGTH = 1024 * 1024

const otherTables = (path: string) =>
  new BackupError(`Las tablas de la copia ${path} no son las de esta versión de Cartelera.`)

/** Rows of one table on their way in, as many at once as fit. */
class Batch {
  readonly #tx: Tx
  readonly #insert: SQL
  #lines: string[] = []
  #length = 0

  constructor(tx: Tx, { name, columns }: StoredTable) {
    this.#tx = tx
    const names = columns.map((column) => sql.identifier(column.name))
    const values = columns.map(({ type }, place) => sql.raw(`(r ->> ${place})::${type}`))
    this.#insert = sql`insert into ${sql.identifier(name)} (${sql.join(names, sql`, `)})
      overriding system value select ${sql.join(values, sql`, `)}`
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line)
    this.#length += line.length
    if (this.#lines.length >= MOST_ROWS || this.#length >= MOST_LENGTH) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return
    const rows = `[${this.#lines.join(',')}]`
    this.#lines = []
    this.#length = 0
    await this.#tx.execute(sql`${this.#insert} from jsonb_array_elements(${rows}::jsonb) r`)
  }
}

/** The table as the file orders its columns; undefined when it is not the same table. */
const asInFile = (known: StoredTable | undefined, { columns }: TableSection): StoredTable | undefined => {
  const found = columns.flatMap((name) => known?.columns.find((column) => column.name === name) ?? [])
  const isSame = new Set(columns).size === known?.columns.length && found.length === columns.length
  return known && isSame ? { name: known.name, columns: found } : undefined
}

/** What came in. */
export interface Loaded {
  tables: number
  rows: number
}

/**
 * Puts the rows of a backup into empty tables and sets the sequences on. Throws a BackupError when the file has other
 * tables or columns than the database, or is bad in any way.
 */
export const loadRows = async (tx: Tx, path: string): Promise<Loaded> => {
  const awaited = new Map((await readTables(tx)).map((table) => [table.name, table]))
  const loaded = { tables: 0, rows: 0 }
  let batch: Batch | undefined
  for await (const part of readBackup(path)) {
    if (part.kind === 'row') {
      loaded.rows++
      await batch?.add(part.line.toString('utf8'))
    }
    if (part.kind === 'table' && !LEFT_OUT.has(part.table)) {
      await batch?.flush()
      const table = asInFile(awaited.get(part.table), part)
      if (!table) throw otherTables(path)
      awaited.delete(part.table)
      loaded.tables++
      batch = new Batch(tx, table)
    }
    if (part.kind === 'sequences' && !(await setSequences(tx, part.sequences))) throw otherTables(path)
  }
  await batch?.flush()
  if (awaited.size > 0) throw otherTables(path)
  return loaded
}

/** Lets sequences go on where they stood; gives whether all of them are there. */
const setSequences = async (tx: Tx, sequences: Record<string, string | null>): Promise<boolean> => {
  const known = await readSequences(tx)
  if (Object.keys(sequences).some((name) => !(name in known))) return false
  for (const [name, last] of Object.entries(sequences))
    if (last !== null)
      await tx.execute(sql`select setval(('public.' || quote_ident(${name}))::regclass, ${last}::bigint)`)
  return true
}
