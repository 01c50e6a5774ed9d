import { isDeepStrictEqual } from 'node:util'
import { and, asc, countDistinct, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { chosenFields, IMPORT_MESSAGES, type ImportChoice } from '../../../domain/imports/import.ts'
import type { Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type ImportRecord, importRows, imports, type StoredImportRow } from '../database/schema/imports.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors.ts'
import type { WrittenRecord } from '../tasks/batches.ts'
import {
  type ChosenRow,
  endImport,
  type ImportStep,
  type ImportWork,
  isSecret,
  RowsOutdated,
  secretFields,
} from './import-work.ts'
import { keepRefused } from './refused-rows.ts'
import { holdImports, type Written, writeAsBatch } from './write-batch.ts'

const WRITTEN_AT_ONCE = 500

const NOTHING: ImportChoice = { takeNew: false, fields: [], rows: [] }

/** Returns a function that applies the user's choice to a stored row. */
const chooser = ({ choice }: ImportRecord) => {
  const chosen = choice ?? NOTHING
  const exceptions = new Map(chosen.rows.map((each) => [each.row, each]))
  return (stored: StoredImportRow): ChosenRow[] => {
    const { row, verdict, record, was, key, prepared } = stored
    if (verdict === null) return []
    const changed = stored.changes.map(({ field }) => field)
    const exception = exceptions.get(row)
    const fields = chosenFields(chosen, exception, { verdict, changed })
    if (fields === undefined) return []
    const values = { ...stored.fields, ...offered(stored, exception?.values) }
    if (record === null || was === null) return [{ row, key, record: null, fields: values, prepared }]
    const sent = Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)))
    return [{ row, key, record: { _id: record, dateUpdate: was }, fields: sent, prepared }]
  }
}

/** The chosen values, if they are among the row's options. */
const offered = ({ options }: StoredImportRow, values: Readonly<Record<string, string>> = {}): Fields =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => Object.hasOwn(options, name) && options[name]?.includes(value),
    ),
  )

/**
 * Upper bounds of the number of stored rows that a choice writes, and of those that give or take web access; valid
 * even if the choice names rows that do not exist, or one twice.
 */
export const mostChosen = async (
  tx: Tx,
  id: string,
  { takeNew, fields, rows }: ImportChoice,
  { givesAccess }: ImportWork,
): Promise<{ chosen: number; web: number }> => {
  const { row, verdict } = importRows
  const [found] = await tx
    .select({
      chosen: countDistinct(row),
      web: givesAccess
        ? sql<number>`count(*) filter (where ${givesAccess(importRows)})`.mapWith(Number)
        : sql<number>`0`.mapWith(Number),
    })
    .from(importRows)
    .leftJoin(
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as exception("row" bigint, take boolean)`,
      sql`exception."row" = ${row}`,
    )
    .where(
      and(
        eq(importRows.import, id),
        sql`coalesce(exception.take, case ${verdict} when 'new' then ${takeNew}::boolean
          when 'changed' then ${fields.length > 0}::boolean end)`,
        inArray(verdict, ['new', 'changed']),
      ),
    )
  return { chosen: 0, web: 0, ...found }
}

/** Removes secrets from the cells and fields of rows. */
const withoutSecrets = ({ columns }: ImportRecord, work: ImportWork): SQL => {
  const secrets = secretFields(work)
  const cells = columns.reduce(
    (rest, { field }, index) =>
      isSecret(work, field) ? sql`jsonb_set(${rest}, array[${String(index)}], '""', false)` : rest,
    sql`${importRows.cells}`,
  )
  return sql`cells = ${cells}, fields = ${importRows.fields} - ${sql.param(secrets)}::text[]`
}

/** The prepared rows of an import, of which nothing is stored yet. */
export interface Preparation {
  /** The import as read before the preparation. */
  of: ImportRecord
  /** The last row considered for preparation; undefined if no row was left. */
  last: number | undefined
  rows: readonly { row: number; prepared: Fields }[]
}

/** Prepares the next new rows, outside a transaction. */
export const prepareRows = async (
  context: Context,
  row: ImportRecord,
  { prepare }: ImportWork,
): Promise<Preparation> => {
  if (!prepare) return { of: row, last: undefined, rows: [] }
  const chosenOf = chooser(row)
  const next = await context.db
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
  const rows = next.flatMap(chosenOf)
  const prepared = rows.length === 0 ? [] : await prepare.run({ context, user: row.createdBy, rows })
  return { of: row, last: next.at(-1)?.row, rows: prepared }
}

/** Stores prepared rows; false once no row is left to prepare, so that the import can be written. */
export const storePrepared = async (
  tx: Tx,
  row: ImportRecord,
  work: ImportWork,
  { of, last, rows }: Preparation,
): Promise<boolean> => {
  // The import was stopped and restarted meanwhile: discards a preparation that belongs to another choice.
  if (of.version !== row.version || of.done !== row.done || !isDeepStrictEqual(of.choice, row.choice))
    return true
  if (last === undefined) return false
  if (rows.length > 0)
    await tx.execute(sql`
      update ${importRows} set prepared = v.prepared, ${withoutSecrets(row, work)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(row integer, prepared jsonb)
      where ${importRows.import} = ${row._id} and ${importRows.row} = v.row`)
  // During preparation, `done` is the last prepared row.
  await tx.update(imports).set({ done: last }).where(eq(imports._id, row._id))
  return true
}

/** Writes all chosen rows, or nothing. */
export const applyChunk = async (row: ImportRecord, work: ImportWork, step: ImportStep): Promise<'done'> => {
  const { tx } = step
  try {
    const written = await tx.transaction((part) => writeAll(row, work, { ...step, tx: part }))
    await keepRefused(tx, row, work)
    await tx
      .update(imports)
      .set({ ...written, state: 'done', done: row.total, choice: null })
      .where(eq(imports._id, row._id))
    return 'done'
  } catch (error) {
    return endImport(tx, row, { state: 'outdated', message: outdatedMessage(error) })
  }
}

const MAX_NAMED = 3

/** The message for an import that was not written; rethrows unexpected errors. */
const outdatedMessage = (error: unknown): string => {
  if (error instanceof RowsOutdated) {
    const named = error.rows
      .slice(0, MAX_NAMED)
      .map(({ row, message }) => IMPORT_MESSAGES.rowOutdated(row, message))
    return [IMPORT_MESSAGES.outdated(error.rows.length), ...named].join(' ')
  }
  if (error instanceof Conflict || error instanceof Forbidden || error instanceof NotFound)
    return error.message
  if (error instanceof Invalid) return error.errors.map(({ message }) => message).join(' ')
  throw error
}

const writeAll = async (row: ImportRecord, work: ImportWork, step: ImportStep): Promise<Written> => {
  const { _id, name } = row
  await holdImports(step.tx, work.resource)
  return writeAsBatch(step, { _id, resource: work.resource, name }, writeChunks(row, work, step))
}

async function* writeChunks(
  row: ImportRecord,
  work: ImportWork,
  step: ImportStep,
): AsyncGenerator<WrittenRecord[]> {
  const chosenOf = chooser(row)
  const outdated: { row: number; message: string }[] = []
  for await (const stored of inOrder(step.tx, row._id)) {
    const rows = stored.flatMap(chosenOf)
    if (rows.length === 0) continue
    try {
      yield await work.write({ ...step, batch: row._id, rows })
    } catch (error) {
      if (!(error instanceof RowsOutdated)) throw error
      outdated.push(...error.rows)
    }
  }
  if (outdated.length > 0) throw new RowsOutdated(outdated)
}

/** The selectable rows: stored records in id order, in which rows are locked, then new ones. */
export async function* inOrder(tx: Tx, id: string): AsyncGenerator<StoredImportRow[]> {
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
