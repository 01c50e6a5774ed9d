import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { IMPORT_MESSAGES } from '../../../domain/imports/import.ts'
import type { ImportProof } from '../../../domain/imports/proof.ts'
import type { Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type ImportRecord, importRows, imports, type StoredImportRow } from '../database/schema/imports.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors.ts'
import type { WrittenRecord } from '../tasks/batches.ts'
import { chooser } from './choose-rows.ts'
import {
  endImport,
  type ImportStep,
  type ImportWork,
  isSecret,
  mappedCells,
  type ReadRow,
  RowsOutdated,
  rowsOf,
  secretFields,
} from './import-work.ts'
import { keepRefused } from './refused-rows.ts'
import { holdImports, type Written, writeAsBatch } from './write-batch.ts'

const WRITTEN_AT_ONCE = 500

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
  // Once an import in chunks has its batch, its rows are prepared.
  if (!prepare || row.batch !== null) return { of: row, last: undefined, rows: [] }
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
  const prepared = rows.length === 0 ? [] : await prepare.run({ context, rows })
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
      where ${rowsOf(row._id, rows)} and ${importRows.row} = v.row`)
  // During preparation, `done` is the last prepared row.
  await tx.update(imports).set({ done: last }).where(eq(imports._id, row._id))
  return true
}

/** Writes all chosen rows, or nothing. */
export const applyChunk = async (row: ImportRecord, work: ImportWork, step: ImportStep): Promise<'done'> => {
  const { tx } = step
  try {
    const written = await tx.transaction((part) => writeAll(row, work, { ...step, tx: part }))
    const proof = await proveRest(row, work, step)
    await keepRefused(tx, row, work)
    await tx
      .update(imports)
      .set({ ...written, proof, state: 'done', done: row.total, choice: null })
      .where(eq(imports._id, row._id))
    return 'done'
  } catch (error) {
    return endImport(tx, row, { state: 'outdated', message: outdatedMessage(error) })
  }
}

type ProvenRow = Pick<StoredImportRow, 'row' | 'cells' | 'prepared'>

/** Adds rows to the proof of an import; null if the resource has none. */
export const proveRows = async (
  row: ImportRecord,
  work: ImportWork,
  step: ImportStep,
  stored: readonly ProvenRow[],
): Promise<ImportProof | null> => {
  const fields = row.columns.flatMap(({ field }) => field ?? [])
  const rows = stored.map(({ cells, ...each }): ReadRow => ({ ...each, cells: mappedCells(row, cells) }))
  return work.prove && rows.length > 0 ? work.prove({ ...step, fields, rows, proof: row.proof }) : row.proof
}

/** Adds the rows that are still stored to the proof of an import. */
export const proveRest = async (
  row: ImportRecord,
  work: ImportWork,
  step: ImportStep,
): Promise<ImportProof | null> => {
  let { proof } = row
  if (!work.prove) return proof
  for await (const rows of inFileOrder(step.tx, row))
    proof = await proveRows({ ...row, proof }, work, step, rows)
  return proof
}

const PROVED_AT_ONCE = 1_000

async function* inFileOrder(tx: Tx, row: ImportRecord): AsyncGenerator<ProvenRow[]> {
  let last = 0
  for (;;) {
    const rows = await tx
      .select({ row: importRows.row, cells: importRows.cells, prepared: importRows.prepared })
      .from(importRows)
      .where(
        and(eq(importRows.import, row._id), gt(importRows.row, last), ne(importRows.verdict, 'duplicate')),
      )
      .orderBy(asc(importRows.row))
      .limit(PROVED_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < PROVED_AT_ONCE) return
    last = rows.at(-1)?.row ?? last
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
  return refusal(error)
}

/** The message of an error that a repetition would not avoid; rethrows unexpected ones. */
export const refusal = (error: unknown): string => {
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
  for await (const stored of inOrder(step.tx, row._id, stagesOf(work))) {
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

/** Conditions of the stages in which new rows are written. */
export const stagesOf = ({ first }: ImportWork): readonly SQL[] => [
  ...(first?.texts ?? []).map((_, rank) => sql`${importRows.rank} = ${rank}`),
  isNull(importRows.rank),
]

/** The selectable rows: stored records in id order, in which rows are locked, then new ones in the order of their stages. */
export async function* inOrder(
  tx: Tx,
  id: string,
  stages: readonly SQL[],
): AsyncGenerator<StoredImportRow[]> {
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
  for (const stage of stages) {
    let row = 0
    for (;;) {
      const rows = await tx
        .select()
        .from(importRows)
        .where(and(own, eq(importRows.verdict, 'new'), gt(importRows.row, row), stage))
        .orderBy(asc(importRows.row))
        .limit(WRITTEN_AT_ONCE)
      if (rows.length > 0) yield rows
      if (rows.length < WRITTEN_AT_ONCE) break
      row = rows.at(-1)?.row ?? 0
    }
  }
}
