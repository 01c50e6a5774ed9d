import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Principal } from '../../../domain/access/permissions.ts'
import type { ImportField } from '../../../domain/imports/columns.ts'
import type { DayReading } from '../../../domain/imports/days.ts'
import type { RowVerdict } from '../../../domain/imports/import.ts'
import type { Resource } from '../../../domain/registry.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import type { CurrentUser } from '../auth/access.ts'
import type { WrittenRecord } from '../batches/batches.ts'
import type { Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type ImportRecord, imports } from '../database/schema/imports.ts'
import type { Context } from '../http/context.ts'

/** What every step of an import knows. */
export interface ImportStep {
  tx: Tx
  context: Context
  currentUser: CurrentUser
  /** Fields that all its records share, such as the series of episodes. */
  scope: Fields
  /** What was chosen for all rows together. */
  options: Fields
  /** How the file writes days. */
  days: DayReading
}

/** The cells of a row that are not blank, by the fields that their columns are brought into. */
export interface ReadRow {
  row: number
  cells: Readonly<Record<string, string>>
  /** What an earlier attempt worked out of its secret cells, which are gone since. */
  prepared: Fields | null
}

/** What importing a row would do. */
export interface CheckedRow {
  row: number
  verdict: RowVerdict
  /** What its record is called. */
  title: string
  /** What tells its record from those of other rows: a row with the key of an earlier one is refused. */
  key?: string | undefined
  /** The stored record, with the `dateUpdate` that it was compared at. */
  record?: { _id: string; dateUpdate: Date } | undefined
  /** What is to be written: of a stored record the fields that change, each under its own name. */
  fields?: Fields
  changes?: { field: string; before: string; after: string }[]
  notes?: string[]
  errors?: ValidationError[]
}

interface CheckStep extends ImportStep {
  rows: readonly ReadRow[]
  /** Which of these records earlier rows of the file have. */
  takenOf(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** A row that was chosen, with what of it is to be written. */
export interface ChosenRow {
  row: number
  key: string | null
  /** The stored record that is changed, with its `dateUpdate` at the check; null: it is created. */
  record: { _id: string; dateUpdate: Date } | null
  fields: Fields
  prepared: Fields | null
}

interface WriteStep extends ImportStep {
  /** For the audit log. */
  batch: string
  rows: readonly ChosenRow[]
}

/** How the files of a resource are checked and written. */
export interface ImportWork {
  readonly resource: Resource
  readonly mostRows: number
  /** Fields that all records of a file share, as its upload names them: such as the series of episodes. */
  readonly scope?: z.ZodRawShape
  /** Whether somebody can create or change its records: the check refuses the rows that one may not write. */
  mayImport(principal: Principal): boolean
  /** The fields that columns can be brought into. */
  fields(): readonly ImportField[]
  /** What can be chosen for all rows together, beside the order of days. */
  readonly options?: z.ZodRawShape
  /** Says what each row does; writes nothing. */
  check(step: CheckStep): Promise<CheckedRow[]>
  /** Works out what takes long of new rows, a few in each slice: it is given to `write` as `prepared`. */
  readonly prepare?: {
    readonly rows: number
    run(step: ImportStep & { rows: readonly ChosenRow[] }): Promise<{ row: number; prepared: Fields }[]>
  }
  /**
   * Writes rows in the one transaction of the import: those of stored records in the order of their ids, then new ones. Throws
   * `RowsOutdated` for those that can't be written as they were checked.
   */
  write(step: WriteStep): Promise<WrittenRecord[]>
}

/** Rows that changed between their check and their writing: nothing is written. */
export class RowsOutdated extends Error {
  readonly rows: readonly { row: number; message: string }[]
  constructor(rows: readonly { row: number; message: string }[]) {
    super('Rows were changed since they were checked')
    this.rows = rows
  }
}

const works = new Map<Resource, ImportWork>()

export const importWork = (work: ImportWork): ImportWork => {
  works.set(work.resource, work)
  return work
}

export const workOf = (resource: Resource): ImportWork => {
  const work = works.get(resource)
  if (!work) throw new Error(`No imports of ${resource}`)
  return work
}

export const secretsOf = (work: ImportWork): string[] =>
  work.fields().flatMap(({ name, isSecret }) => (isSecret ? [name] : []))

export const isSecret = (work: ImportWork, field: string | null | undefined): boolean =>
  secretsOf(work).some((name) => name === field)

/** The fields that columns can be brought into: not those that all records share. */
export const fieldsOf = ({ resource, scope }: Pick<ImportRecord, 'resource' | 'scope'>): ImportField[] =>
  workOf(resource)
    .fields()
    .filter(({ name }) => !(name in scope))

/** The cells of a row that are not blank, under the fields that their columns are brought into. */
export const cellsOf = ({ columns }: ImportRecord, cells: readonly string[]): Record<string, string> =>
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
