import { and, asc, desc, eq, gt, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Principal } from '../../../domain/access/permissions.ts'
import { shorten } from '../../../domain/format/text.ts'
import { type ImportField, recogniseColumns } from '../../../domain/imports/columns.ts'
import type { DayReading } from '../../../domain/imports/days.ts'
import {
  chosenFields,
  dayOptions,
  IMPORT_MESSAGES,
  type Import,
  type ImportChoice,
  type ImportRow,
  KEPT_HOURS,
  MOST_WRITTEN,
  mostChosen,
  NO_VERDICTS,
  type PastImport,
  type RowVerdict,
  readingOf,
} from '../../../domain/imports/import.ts'
import type { Resource } from '../../../domain/registry.ts'
import { type ValidationError, validationErrorsOf } from '../../../domain/validation/errors.ts'
import { recordChange } from '../audit/audit-log.ts'
import { type CurrentUser, userAtWork } from '../auth/access.ts'
import {
  addToImportBatch,
  endImportBatch,
  insertImportBatch,
  listImportBatches,
  type WrittenRecord,
} from '../batches/batches.ts'
import type { Executor, Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type ImportRecord, importRows, imports, type StoredImportRow } from '../database/schema/imports.ts'
import { withRetry } from '../database/transactions.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors.ts'
import { enqueue, jobKind } from '../jobs/queue.ts'
import type { Table } from './read-table.ts'

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

const workOf = (resource: Resource): ImportWork => {
  const work = works.get(resource)
  if (!work) throw new Error(`No imports of ${resource}`)
  return work
}

/** Files that one user has on their way at once: an older one goes when another comes. */
const MOST_OPEN = 5
/** Rows of one statement, and of one slice. */
const ROWS_AT_ONCE = 1_000
const CHECKED_AT_ONCE = 250
const WRITTEN_AT_ONCE = 500
/** Rows that an answer lists. */
const SAMPLES = 3
const LONGEST_SAMPLE = 100

const HOUR_MS = 3_600_000
const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_HOURS * HOUR_MS)

interface Upload {
  work: ImportWork
  scope?: Fields
  /** Of the file. */
  name: string
  table: Table
}

/** Keeps the rows of a file, with its columns as far as they are recognised. */
export const keepUpload = async (
  context: Context,
  currentUser: CurrentUser,
  { work, scope = {}, name, table }: Upload,
): Promise<Import> => {
  const { columns, days, rows } = table
  if (rows.length > work.mostRows)
    throw new Invalid([{ field: '', message: IMPORT_MESSAGES.tooManyRows(work.mostRows) }])
  const recognised = recogniseColumns(columns, fieldsOf({ resource: work.resource, scope }))
  const described = columns.map((column, index) => ({
    name: shorten(column, LONGEST_SAMPLE),
    ...(isSecret(work, recognised[index])
      ? NO_SAMPLES
      : { samples: samplesOf(rows, index), days: days[index] }),
    field: recognised[index] ?? null,
  }))
  return withRetry(context.db, async (tx) => {
    await dropOldest(tx, currentUser)
    const [row] = await tx
      .insert(imports)
      .values({
        resource: work.resource,
        scope,
        createdBy: currentUser.id,
        address: currentUser.address,
        date: context.now(),
        name,
        columns: described,
        total: rows.length,
      })
      .returning()
    if (!row) throw new Error('The inserted import is gone')
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const part = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE))
      await tx.execute(sql`
        insert into ${importRows} (import, row, cells)
        select ${row._id}, v.row, v.cells from jsonb_to_recordset(${part}::jsonb) as v(row integer, cells jsonb)`)
    }
    return toResponse(row)
  })
}

const NO_SAMPLES = { samples: [], days: {} }

const secretsOf = (work: ImportWork): string[] =>
  work.fields().flatMap(({ name, isSecret }) => (isSecret ? [name] : []))

const isSecret = (work: ImportWork, field: string | null | undefined): boolean =>
  secretsOf(work).some((name) => name === field)

const samplesOf = (rows: Table['rows'], index: number): string[] => {
  const samples: string[] = []
  for (const { cells } of rows) {
    const cell = cells[index]?.trim() ?? ''
    if (cell !== '') samples.push(shorten(cell, LONGEST_SAMPLE))
    if (samples.length === SAMPLES) break
  }
  return samples
}

const BUSY = ['checking', 'applying'] as const

const dropOldest = async (tx: Tx, { id }: CurrentUser): Promise<void> => {
  const newest = tx
    .select({ _id: imports._id })
    .from(imports)
    .where(eq(imports.createdBy, id))
    .orderBy(desc(imports.date), desc(imports._id))
    .limit(MOST_OPEN - 1)
  await tx
    .delete(imports)
    .where(
      and(
        eq(imports.createdBy, id),
        notInArray(imports.state, [...BUSY]),
        sql`${imports._id} not in (${newest})`,
      ),
    )
}

/** The fields that columns can be brought into: not those that all records share. */
const fieldsOf = ({ resource, scope }: Pick<ImportRecord, 'resource' | 'scope'>): ImportField[] =>
  workOf(resource)
    .fields()
    .filter(({ name }) => !(name in scope))

/** An import as the API answers it. */
const toResponse = (row: ImportRecord): Import => ({
  ...row,
  dateGone: new Date(row.date.getTime() + KEPT_HOURS * HOUR_MS).toISOString(),
  fields: fieldsOf(row).map(({ name, label, isRequired, isDay = false }) => ({
    name,
    label,
    isRequired,
    isDay,
  })),
})

/** An import of the current user; throws NotFound for those of others, and Forbidden without the permission that it needs. */
const findOwn = async (
  db: Executor,
  { now }: Context,
  currentUser: CurrentUser,
  id: string,
  isLocked = false,
): Promise<{ row: ImportRecord; work: ImportWork }> => {
  const query = db
    .select()
    .from(imports)
    .where(and(eq(imports._id, id), gt(imports.date, keptSince(now()))))
  const [row] = await (isLocked ? query.for('no key update') : query)
  if (row?.createdBy !== currentUser.id) throw new NotFound(IMPORT_MESSAGES.missing)
  const work = workOf(row.resource)
  if (!work.mayImport(currentUser)) throw new Forbidden()
  return { row, work }
}

export const readImport = async (context: Context, currentUser: CurrentUser, id: string): Promise<Import> =>
  toResponse((await findOwn(context.db, context, currentUser, id)).row)

interface RowQuery {
  verdict?: RowVerdict | undefined
  page?: number | undefined
  limit?: number | undefined
}

const ROWS_OF_PAGE = 50

export const listImportRows = async (
  context: Context,
  currentUser: CurrentUser,
  id: string,
  { verdict, page = 1, limit = ROWS_OF_PAGE }: RowQuery,
): Promise<ImportRow[]> => {
  const { db } = context
  await findOwn(db, context, currentUser, id)
  const { row, title, record, changes, notes, errors } = importRows
  const rows = await db
    .select({ row, verdict: importRows.verdict, title, record, changes, notes, errors })
    .from(importRows)
    .where(
      and(
        eq(importRows.import, id),
        verdict === undefined ? sql`${importRows.verdict} is not null` : eq(importRows.verdict, verdict),
      ),
    )
    .orderBy(asc(importRows.row))
    .limit(limit)
    .offset((page - 1) * limit)
  return rows.flatMap(({ verdict, ...each }) => (verdict === null ? [] : [{ ...each, verdict }]))
}

interface Mapping {
  columns: readonly (string | null)[]
  options: Fields
}

/** Begins the check of all rows. */
export const checkImport = async (
  context: Context,
  currentUser: CurrentUser,
  id: string,
  { columns, options: asked }: Mapping,
): Promise<Import> => {
  const row = await withRetry(context.db, async (tx) => {
    const { row, work } = await findOwn(tx, context, currentUser, id, true)
    if (row.state === 'applying' || row.state === 'checking') throw new Conflict(IMPORT_MESSAGES.running)
    if (row.state === 'done') throw new Conflict(IMPORT_MESSAGES.notOpen)
    requireMapping(row, columns)
    const options = readOptions(work, asked)
    const [checking] = await tx
      .update(imports)
      .set({
        columns: row.columns.map((column, index) => {
          const field = columns[index] ?? null
          return { ...column, ...(isSecret(work, field) && NO_SAMPLES), field }
        }),
        options,
        state: 'checking',
        message: '',
        version: row.version + 1,
        done: 0,
        counts: NO_VERDICTS,
        changedFields: {},
        choice: null,
      })
      .where(eq(imports._id, id))
      .returning()
    await tx.update(importRows).set({ verdict: null }).where(eq(importRows.import, id))
    await enqueue(tx, importJobs, id)
    return checking ?? row
  })
  context.wakeWorker?.()
  return toResponse(row)
}

/** What was chosen for the whole file; throws an Invalid that names what the resource doesn't know. */
const readOptions = (work: ImportWork, asked: Fields): Fields => {
  const days = work.fields().some(({ isDay }) => isDay) ? dayOptions.shape : {}
  const parsed = z.strictObject({ ...days, ...work.options }).safeParse(asked)
  if (parsed.success) return parsed.data
  throw new Invalid(
    validationErrorsOf(parsed.error).map(({ field, message }) => ({ field: `options.${field}`, message })),
  )
}

const requireMapping = (row: ImportRecord, columns: readonly (string | null)[]): void => {
  const refuse = (message: string, field = 'columns') => new Invalid([{ field, message }])
  if (columns.length !== row.columns.length) throw refuse(IMPORT_MESSAGES.wrongColumns)
  const chosen = columns.filter((name) => name !== null)
  if (chosen.length === 0) throw refuse(IMPORT_MESSAGES.nothingMapped)
  if (new Set(chosen).size < chosen.length) throw refuse(IMPORT_MESSAGES.mappedTwice)
  const names = new Set(fieldsOf(row).map(({ name }) => name))
  const unknown = columns.findIndex((name) => name !== null && !names.has(name))
  if (unknown >= 0) throw refuse(IMPORT_MESSAGES.unknownField, `columns.${unknown}`)
}

/** Begins to write what was chosen of the rows as they were checked. */
export const applyImport = async (
  context: Context,
  currentUser: CurrentUser,
  id: string,
  { version, ...choice }: ImportChoice & { version: number },
): Promise<Import> => {
  const row = await withRetry(context.db, async (tx) => {
    const { row } = await findOwn(tx, context, currentUser, id, true)
    if (row.state === 'applying') throw new Conflict(IMPORT_MESSAGES.running)
    if (row.state === 'done') throw new Conflict(IMPORT_MESSAGES.notOpen)
    if (row.state !== 'checked') throw new Conflict(row.message || IMPORT_MESSAGES.notChecked)
    if (row.version !== version) throw new Conflict(IMPORT_MESSAGES.version)
    if (mostChosen(choice, row.counts) > MOST_WRITTEN)
      throw new Invalid([{ field: '', message: IMPORT_MESSAGES.tooManyChosen }])
    const [applying] = await tx
      .update(imports)
      .set({ state: 'applying', choice, done: 0, address: currentUser.address })
      .where(eq(imports._id, id))
      .returning()
    await enqueue(tx, importJobs, id)
    return applying ?? row
  })
  context.wakeWorker?.()
  return toResponse(row)
}

/** Forgets a file that is not being written. */
export const discardImport = (context: Context, currentUser: CurrentUser, id: string) =>
  withRetry(context.db, async (tx) => {
    const { row } = await findOwn(tx, context, currentUser, id)
    if (row.state === 'applying') throw new Conflict(IMPORT_MESSAGES.running)
    await tx.delete(imports).where(eq(imports._id, id))
    return { _id: id }
  })

/** What the batch of an import says of it. */
interface Summary {
  name?: unknown
  created?: unknown
  changed?: unknown
}

/** The imports of a resource that the current user can undo. */
export const importHistory = async (
  context: Context,
  currentUser: CurrentUser,
  resource: Resource,
): Promise<PastImport[]> => {
  const batches = await listImportBatches(context, currentUser, resource)
  return batches.map(({ changes, ...batch }) => {
    const { name, created, changed }: Summary = changes
    return {
      ...batch,
      name: String(name ?? ''),
      created: Number(created ?? 0),
      changed: Number(changed ?? 0),
    }
  })
}

/** The cells of a row that are not blank, under the fields that their columns are brought into. */
const cellsOf = ({ columns }: ImportRecord, cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ field }, index) => {
      const cell = cells[index] ?? ''
      return field === null || cell.trim() === '' ? [] : [[field, cell]]
    }),
  )

const extraCells = ({ columns }: ImportRecord, cells: readonly string[]): number =>
  cells.slice(columns.length).filter((cell) => cell.trim() !== '').length

const end = async (
  tx: Tx,
  { _id }: ImportRecord,
  values: Partial<Pick<ImportRecord, 'state' | 'message'>>,
): Promise<'done'> => {
  await tx.update(imports).set(values).where(eq(imports._id, _id))
  return 'done'
}

/** A slice of an import, as who asked for it is allowed to now. */
const runSlice = async (tx: Tx, context: Context, id: string): Promise<'more' | 'done'> => {
  const [row] = await tx.select().from(imports).where(eq(imports._id, id)).for('no key update')
  if (row?.state !== 'checking' && row?.state !== 'applying') return 'done'
  const work = workOf(row.resource)
  const currentUser = await userAtWork(tx, row.createdBy, row.address)
  if (!currentUser || !work.mayImport(currentUser))
    return end(tx, row, { state: 'failed', message: IMPORT_MESSAGES.forbidden })
  const { columns, scope, options } = row
  const days = readingOf({ columns, fields: work.fields(), options })
  const step = { tx, context, currentUser, scope, options, days }
  if (row.state === 'checking') return checkSlice(row, work, step)
  return (await prepareSlice(row, work, step)) ? 'more' : applySlice(row, work, step)
}

/** Checks the next rows; those that an earlier row of the file repeats are refused. */
const checkSlice = async (
  row: ImportRecord,
  work: ImportWork,
  step: ImportStep,
): Promise<'more' | 'done'> => {
  const { tx } = step
  const next = await tx
    .select({ row: importRows.row, cells: importRows.cells, prepared: importRows.prepared })
    .from(importRows)
    .where(and(eq(importRows.import, row._id), sql`${importRows.verdict} is null`))
    .orderBy(asc(importRows.row))
    .limit(CHECKED_AT_ONCE)
  const whole = next.filter(({ cells }) => extraCells(row, cells) === 0)
  const broken = next
    .filter(({ cells }) => extraCells(row, cells) > 0)
    .map((each): CheckedRow => {
      const message = IMPORT_MESSAGES.extraCells(extraCells(row, each.cells))
      return { row: each.row, verdict: 'refused', title: '', errors: [{ field: '', message }] }
    })
  const rows = whole.map(({ cells, ...each }) => ({ ...each, cells: cellsOf(row, cells) }))
  const takenOf = (ids: readonly string[]) => takenIn(tx, row._id, ids)
  const found = rows.length === 0 ? [] : await work.check({ ...step, rows, takenOf })
  const checked = await refuseRepeated(tx, row._id, [...broken, ...found])
  await keepChecked(tx, row._id, checked, secretsOf(work))
  const isLast = next.length < CHECKED_AT_ONCE
  await tx
    .update(imports)
    .set({
      ...tallied(row, checked),
      done: row.done + next.length,
      ...(isLast && { state: 'checked' as const }),
    })
    .where(eq(imports._id, row._id))
  return isLast ? 'done' : 'more'
}

const takenIn = async (tx: Tx, id: string, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const taken = await tx
    .select({ record: importRows.record })
    .from(importRows)
    .where(and(eq(importRows.import, id), sql`${importRows.verdict} in ('changed', 'same')`, recordIn(ids)))
  return new Set(taken.flatMap(({ record }) => record ?? []))
}

const recordIn = (ids: readonly string[]): SQL => sql`${importRows.record} = any(${sql.param([...ids])})`

const refuseRepeated = async (tx: Tx, id: string, rows: readonly CheckedRow[]): Promise<CheckedRow[]> => {
  const inOrder = rows.toSorted((one, other) => one.row - other.row)
  const keys = inOrder.flatMap(({ key, verdict }) =>
    key === undefined || verdict === 'refused' ? [] : [key],
  )
  const first = new Map<string, number>()
  if (keys.length > 0) {
    const earlier = await tx
      .select({ key: importRows.key, row: importRows.row })
      .from(importRows)
      .where(
        and(
          eq(importRows.import, id),
          sql`${importRows.verdict} in ('new', 'changed', 'same')`,
          sql`${importRows.key} = any(${sql.param(keys)})`,
        ),
      )
    for (const { key, row } of earlier) if (key !== null) first.set(key, row)
  }
  return inOrder.map((each): CheckedRow => {
    const { key, row, title, verdict } = each
    if (key === undefined || verdict === 'refused') return each
    const earlier = first.get(key)
    if (earlier === undefined) {
      first.set(key, row)
      return each
    }
    return {
      row,
      title,
      verdict: 'refused',
      errors: [{ field: '', message: IMPORT_MESSAGES.repeated(earlier) }],
    }
  })
}

const keepChecked = async (
  tx: Tx,
  id: string,
  rows: readonly CheckedRow[],
  secrets: readonly string[],
): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(({ record, ...each }) => ({
    ...each,
    record: record?._id ?? null,
    was: record?.dateUpdate ?? null,
    fields: each.fields ?? {},
    changes: each.changes ?? [],
    notes: each.notes ?? [],
    errors: each.errors ?? [],
  }))
  await tx.execute(sql`
    update ${importRows} set verdict = v.verdict, title = v.title, key = v.key, record = v.record, was = v.was,
      fields = v.fields, changes = v.changes, notes = v.notes, errors = v.errors,
      prepared = case when v.fields ?| ${sql.param(secrets)}::text[] then null else prepared end
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(row integer, verdict text, title text, key text,
      record text, was timestamptz, fields jsonb, changes jsonb, notes jsonb, errors jsonb)
    where ${importRows.import} = ${id} and ${importRows.row} = v.row`)
}

const tallied = ({ counts, changedFields }: ImportRecord, rows: readonly CheckedRow[]) => {
  const tally = { counts: { ...counts }, changedFields: { ...changedFields } }
  for (const { verdict, changes = [] } of rows) {
    tally.counts[verdict]++
    if (verdict !== 'changed') continue
    for (const { field } of changes) tally.changedFields[field] = (tally.changedFields[field] ?? 0) + 1
  }
  return tally
}

const NOTHING: ImportChoice = { takeNew: false, fields: [], rows: [] }

/** What was chosen of stored rows. */
const chooser = ({ choice }: ImportRecord) => {
  const chosen = choice ?? NOTHING
  const exceptions = new Map(chosen.rows.map((each) => [each.row, each]))
  return (stored: StoredImportRow): ChosenRow[] => {
    const { row, verdict, record, was, key, prepared } = stored
    if (verdict === null) return []
    const changed = stored.changes.map(({ field }) => field)
    const fields = chosenFields(chosen, exceptions.get(row), { verdict, changed })
    if (fields === undefined) return []
    if (record === null || was === null) return [{ row, key, record: null, fields: stored.fields, prepared }]
    const sent = Object.fromEntries(Object.entries(stored.fields).filter(([name]) => fields.includes(name)))
    return [{ row, key, record: { _id: record, dateUpdate: was }, fields: sent, prepared }]
  }
}

/** Cells and fields of rows without what is secret in them. */
const withoutSecrets = ({ columns }: ImportRecord, work: ImportWork): SQL => {
  const secrets = secretsOf(work)
  const cells = columns.reduce(
    (rest, { field }, index) =>
      isSecret(work, field) ? sql`jsonb_set(${rest}, array[${String(index)}], '""', false)` : rest,
    sql`${importRows.cells}`,
  )
  return sql`cells = ${cells}, fields = ${importRows.fields} - ${sql.param(secrets)}::text[]`
}

/** Works out what takes long of the next new rows; false once there is nothing left. */
const prepareSlice = async (row: ImportRecord, work: ImportWork, step: ImportStep): Promise<boolean> => {
  const { prepare } = work
  if (!prepare) return false
  const { tx } = step
  const chosenOf = chooser(row)
  const next = await tx
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.import, row._id),
        eq(importRows.verdict, 'new'),
        sql`${importRows.prepared} is null`,
        gt(importRows.row, row.done),
      ),
    )
    .orderBy(asc(importRows.row))
    .limit(prepare.rows)
  const last = next.at(-1)
  if (!last) return false
  const rows = next.flatMap(chosenOf)
  const prepared = rows.length === 0 ? [] : await prepare.run({ ...step, rows })
  if (prepared.length > 0)
    await tx.execute(sql`
      update ${importRows} set prepared = v.prepared, ${withoutSecrets(row, work)}
      from jsonb_to_recordset(${JSON.stringify(prepared)}::jsonb) as v(row integer, prepared jsonb)
      where ${importRows.import} = ${row._id} and ${importRows.row} = v.row`)
  // While rows are prepared, `done` is the last of them.
  await tx.update(imports).set({ done: last.row }).where(eq(imports._id, row._id))
  return true
}

/** Writes all that was chosen, or nothing. */
const applySlice = async (row: ImportRecord, work: ImportWork, step: ImportStep): Promise<'done'> => {
  const { tx } = step
  try {
    const written = await tx.transaction((part) => writeAll(row, work, { ...step, tx: part }))
    await tx.delete(importRows).where(eq(importRows.import, row._id))
    await tx
      .update(imports)
      .set({ ...written, state: 'done', done: row.total, choice: null })
      .where(eq(imports._id, row._id))
    return 'done'
  } catch (error) {
    return end(tx, row, { state: 'outdated', message: outdatedMessage(error) })
  }
}

const MOST_NAMED = 3

/** Why nothing was written; throws what is no answer to the person who imports. */
const outdatedMessage = (error: unknown): string => {
  if (error instanceof RowsOutdated) {
    const named = error.rows
      .slice(0, MOST_NAMED)
      .map(({ row, message }) => IMPORT_MESSAGES.rowOutdated(row, message))
    return [IMPORT_MESSAGES.outdated(error.rows.length), ...named].join(' ')
  }
  if (error instanceof Conflict || error instanceof Forbidden || error instanceof NotFound)
    return error.message
  if (error instanceof Invalid) return error.errors.map(({ message }) => message).join(' ')
  throw error
}

interface Written {
  created: number
  changed: number
  batch: string | null
}

const writeAll = async (row: ImportRecord, work: ImportWork, step: ImportStep): Promise<Written> => {
  const { tx, context, currentUser } = step
  const { resource } = work
  // Two imports of the same new records: the second one waits, and finds what the first one wrote.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${resource}`}, 0))`)
  const date = context.now()
  const batch = await insertImportBatch(tx, currentUser, { _id: row._id, resource, date })
  const chosenOf = chooser(row)
  const written: Written = { created: 0, changed: 0, batch }
  const outdated: { row: number; message: string }[] = []
  for await (const stored of inOrder(tx, row._id)) {
    const rows = stored.flatMap(chosenOf)
    if (rows.length === 0) continue
    try {
      const records = await work.write({ ...step, batch, rows })
      await addToImportBatch(tx, batch, records)
      for (const { before } of records) written[before === null ? 'created' : 'changed']++
    } catch (error) {
      if (!(error instanceof RowsOutdated)) throw error
      outdated.push(...error.rows)
    }
  }
  if (outdated.length > 0) throw new RowsOutdated(outdated)
  const { created, changed } = written
  if (created + changed === 0) {
    await endImportBatch(tx, batch, undefined)
    return { created, changed, batch: null }
  }
  await endImportBatch(tx, batch, { name: row.name, created, changed })
  await recordChange(tx, currentUser, date, {
    action: 'import',
    resource,
    record: { _id: null, name: row.name },
    batch,
    after: { created, changed },
  })
  return written
}

/** The rows that can be chosen: those of stored records in the order of their ids, in which rows are locked, then new ones. */
async function* inOrder(tx: Tx, id: string): AsyncGenerator<StoredImportRow[]> {
  const own = eq(importRows.import, id)
  let last = ''
  for (;;) {
    const rows = await tx
      .select()
      .from(importRows)
      .where(and(own, eq(importRows.verdict, 'changed'), sql`${importRows.record} collate "C" > ${last}`))
      .orderBy(sql`${importRows.record} collate "C"`)
      .limit(WRITTEN_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < WRITTEN_AT_ONCE) break
    last = rows.at(-1)?.record ?? ''
  }
  let row = 0
  for (;;) {
    const rows = await tx
      .select()
      .from(importRows)
      .where(and(own, eq(importRows.verdict, 'new'), gt(importRows.row, row)))
      .orderBy(asc(importRows.row))
      .limit(WRITTEN_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < WRITTEN_AT_ONCE) return
    row = rows.at(-1)?.row ?? 0
  }
}

const importJobs = jobKind({
  name: 'import',
  // All that was chosen is written in one transaction.
  longest: 300,
  slice: ({ tx, context, key }) => runSlice(tx, context, key),
  async giveUp({ tx, key }) {
    const [row] = await tx.select().from(imports).where(eq(imports._id, key)).for('no key update')
    if (row && (row.state === 'checking' || row.state === 'applying'))
      await end(tx, row, { state: 'failed', message: IMPORT_MESSAGES.failed })
  },
  async unfinished(db) {
    const rows = await db
      .select({ _id: imports._id })
      .from(imports)
      .where(inArray(imports.state, [...BUSY]))
    return rows.map(({ _id }) => _id)
  },
})

/** Files that were not imported, and the memory of those that were: the batch is what stays. */
jobKind({
  name: 'imports-clean-up',
  cron: '20 * * * *',
  async slice({ tx, context }) {
    const [old] = await tx
      .select({ _id: imports._id })
      .from(imports)
      .where(and(lt(imports.date, keptSince(context.now())), notInArray(imports.state, [...BUSY])))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!old) return 'done'
    await tx.delete(imports).where(eq(imports._id, old._id))
    return 'more'
  },
})
