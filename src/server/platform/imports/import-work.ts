import { eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ImportField } from '../../../domain/imports/columns.ts'
import type { DayReading } from '../../../domain/imports/days.ts'
import type { FILE_FORMATS, RowVerdict } from '../../../domain/imports/import.ts'
import type { ImportProof } from '../../../domain/imports/proof.ts'
import type { Resource } from '../../../domain/registry.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import type { Executor, Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type ImportRecord, importRows, imports } from '../database/schema/imports.ts'
import type { Context } from '../http/context.ts'
import type { WrittenRecord } from '../tasks/batches.ts'

/** Context of every step of an import. */
export interface ImportStep {
  tx: Tx
  context: Context
  currentUser: CurrentUser
  /** Fields common to all its records, such as the series of episodes. */
  scope: Fields
  /** Options chosen for all rows. */
  options: Fields
  /** Day order of the file, with examples. */
  days: DayReading
}

/** The non-blank cells of a row, by mapped field. */
export interface ReadRow {
  row: number
  cells: Readonly<Record<string, string>>
  /** What an earlier attempt prepared from its secret cells, which were then erased. */
  prepared: Fields | null
}

/** The result of importing a row. */
export interface CheckedRow {
  row: number
  verdict: RowVerdict
  /** Display name of its record. */
  title: string
  /** Identifies its record: a row with the key of an earlier one is a duplicate. */
  key?: string | undefined
  /** The stored record, with its `dateUpdate` when compared. */
  record?: { _id: string; dateUpdate: Date } | undefined
  /** The fields to write; for a stored record only the changed ones. */
  fields?: Fields
  changes?: { field: string; before: string; after: string }[]
  /** Values to choose from, by field; the first is in `fields`. */
  options?: Record<string, string[]>
  notes?: string[]
  errors?: ValidationError[]
}

/** A row of the file that may not be checked yet. */
export interface FileRow extends ReadRow {
  verdict: RowVerdict | null
}

export interface CheckStep extends ImportStep {
  rows: readonly ReadRow[]
  /** Of the rows of the whole file that are written first, the first one with each of these keys. */
  firstRows(keys: readonly string[]): Promise<FileRow[]>
  /** The first of the rows checked before with each of these keys, by key; without refused ones and duplicates. */
  earlierRows(keys: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The number of new rows checked before that meet a condition. */
  countNew(condition: SQL): Promise<number>
  /** The ids among these of records that earlier rows of the file match. */
  takenOf(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** A chosen row, with the fields to write. */
export interface ChosenRow {
  row: number
  key: string | null
  /** The stored record to change, with its `dateUpdate` at the check; null: to be created. */
  record: { _id: string; dateUpdate: Date } | null
  fields: Fields
  prepared: Fields | null
}

interface WriteStep extends ImportStep {
  /** Id of the batch, for the audit log. */
  batch: string
  rows: readonly ChosenRow[]
}

/** A new row, checked. */
export interface NewRow {
  /** By mapped field. */
  cells: Readonly<Record<string, string>>
  fields: Fields
}

export interface ProofStep extends ImportStep {
  /** The fields that have a column. */
  fields: readonly string[]
  /** Rows of the file, without duplicates. */
  rows: readonly ReadRow[]
  /** The proof of other rows, to which these are added; null: there are none. */
  proof: ImportProof | null
}

/** Implementation of a resource's imports from one kind of file. */
export interface ImportWork {
  readonly resource: Resource
  readonly format: (typeof FILE_FORMATS)[number]
  readonly mostRows: number
  /** SQL condition for rows that give or take web access, for imports that may require a confirmation (rule P17). */
  givesAccess?(rows: typeof importRows): SQL
  /**
   * The rows that others need: new ones are written before all others, in the order of these texts, in lower case, of a
   * field. Their keys are known from the beginning of a check.
   */
  readonly first?: {
    readonly field: string
    readonly texts: readonly string[]
    key(cells: ReadRow['cells']): string
  }
  /** Fields common to all records of a file, given at the upload, such as the series of episodes. */
  readonly scope?: z.ZodRawShape
  /** The fields to which columns can be mapped. */
  fields(): readonly ImportField[]
  /** Further options for all rows, besides the order of days. */
  readonly options?: z.ZodRawShape
  /** Determines the result of each row; writes nothing. Playlists are checked as a whole, tables in chunks. */
  check(step: CheckStep): Promise<CheckedRow[]>
  /** The values of new rows as they will be stored, by field and as displayed, without titles and secrets. */
  values(
    step: Pick<ImportStep, 'context'> & { db: Executor },
    rows: readonly NewRow[],
  ): Promise<Readonly<Record<string, string>>[]>
  /** Expensive work on new rows, a few per chunk and outside its transaction; passed to `write` as `prepared`. */
  readonly prepare?: {
    readonly rows: number
    run(step: { context: Context; rows: readonly ChosenRow[] }): Promise<{ row: number; prepared: Fields }[]>
  }
  /**
   * Writes rows, of the whole import or of a chunk (see `isChunked`) in one transaction: stored records in id order, then
   * new ones. Throws `RowsOutdated` for rows that can't be written as checked.
   */
  write(step: WriteStep): Promise<WrittenRecord[]>
  /** Compares rows of the file with the stored records, after they were written. */
  prove?(step: ProofStep): Promise<ImportProof>
}

/** Rows changed between check and write: nothing is written, or of an import in chunks, nothing of these rows. */
export class RowsOutdated extends Error {
  readonly rows: readonly { row: number; message: string }[]
  constructor(rows: readonly { row: number; message: string }[]) {
    super('Rows were changed since they were checked')
    this.rows = rows
  }
}

export const secretFields = (work: ImportWork): string[] =>
  work.fields().flatMap(({ name, isSecret }) => (isSecret ? [name] : []))

export const isSecret = (work: ImportWork, field: string | null | undefined): boolean =>
  secretFields(work).some((name) => name === field)

/** The mappable fields: without those common to all records. */
export const mappableFields = (work: ImportWork, scope: Fields): ImportField[] =>
  work.fields().filter(({ name }) => !(name in scope))

/** The non-blank cells of a row, by mapped field. */
export const mappedCells = ({ columns }: ImportRecord, cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ field }, index) => {
      const cell = cells[index] ?? ''
      return field === null || cell.trim() === '' ? [] : [[field, cell]]
    }),
  )

export const extraCells = ({ columns }: ImportRecord, cells: readonly string[]): number =>
  cells.slice(columns.length).filter((cell) => cell.trim() !== '').length

/** Rows of an import by their numbers: beside a join with these, as without statistics the planner reads the whole import. */
export const rowsOf = (id: string, rows: readonly { row: number }[]): SQL => {
  const numbers = sql.param(rows.map(({ row }) => row))
  return sql`(${importRows.import} = ${id} and ${importRows.row} = any(${numbers}::integer[]))`
}

export const endImport = async (
  tx: Tx,
  { _id }: ImportRecord,
  values: Partial<Pick<ImportRecord, 'state' | 'message'>>,
): Promise<'done'> => {
  await tx.update(imports).set(values).where(eq(imports._id, _id))
  return 'done'
}
