import { eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { ImportField } from '../../../domain/imports/columns.ts'
import type { DayReading } from '../../../domain/imports/days.ts'
import type { FILE_FORMATS, RowVerdict } from '../../../domain/imports/import.ts'
import type { Resource } from '../../../domain/registry.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import type { Executor, Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type ImportRecord, type importRows, imports } from '../database/schema/imports.ts'
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

interface CheckStep extends ImportStep {
  rows: readonly ReadRow[]
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

/** Implementation of a resource's imports from one kind of file. */
export interface ImportWork {
  readonly resource: Resource
  readonly format: (typeof FILE_FORMATS)[number]
  readonly mostRows: number
  /** SQL condition for rows that give or take web access, for imports that may require a confirmation (rule P17). */
  givesAccess?(rows: typeof importRows): SQL
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
    run(step: {
      context: Context
      /** Id of the import's user. */
      user: string
      rows: readonly ChosenRow[]
    }): Promise<{ row: number; prepared: Fields }[]>
  }
  /**
   * Writes rows in the import's single transaction: stored records in id order, then new ones. Throws `RowsOutdated`
   * for rows that can't be written as checked.
   */
  write(step: WriteStep): Promise<WrittenRecord[]>
}

/** Rows changed between check and write: nothing is written. */
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

export const endImport = async (
  tx: Tx,
  { _id }: ImportRecord,
  values: Partial<Pick<ImportRecord, 'state' | 'message'>>,
): Promise<'done'> => {
  await tx.update(imports).set(values).where(eq(imports._id, _id))
  return 'done'
}
