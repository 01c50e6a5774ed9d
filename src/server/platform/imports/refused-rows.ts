import { and, asc, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { BYTE_ORDER_MARK, csvRow } from '../../../domain/format/csv.ts'
import { fold } from '../../../domain/format/text.ts'
import { looksSecret } from '../../../domain/imports/columns.ts'
import { IMPORT_MESSAGES } from '../../../domain/imports/import.ts'
import { REASON, reasonColumn, reasonText } from '../../../domain/imports/reasons.ts'
import { isAnyOf } from '../database/ids.ts'
import type { Executor, Tx } from '../database/open.ts'
import { type ImportRecord, importRows } from '../database/schema/imports.ts'
import { type ImportWork, isSecret } from './import-work.ts'

const ROWS_AT_ONCE = 500

/** Rows that cannot be imported: refused ones and duplicates. */
const isRefused = inArray(importRows.verdict, ['refused', 'duplicate'])

/** Indexes of the columns that hold passwords, or may by their names. */
const secretPlaces = ({ columns }: ImportRecord, work: ImportWork): number[] =>
  columns.flatMap(({ name, field }, index) => (isSecret(work, field) || looksSecret(name) ? [index] : []))

/** A row's cells with secrets emptied. Each excess cell may have shifted a secret one place to the right. */
const cellsWithoutSecrets = (row: ImportRecord, work: ImportWork): SQL<string[]> => {
  const { cells } = importRows
  const places = secretPlaces(row, work)
  if (places.length === 0) return sql`${cells}`
  return sql`coalesce((
    select jsonb_agg(case when exists (
        select from unnest(${sql.param(places)}::integer[]) as secret(place)
        where each.place - 1 between secret.place
          and secret.place + greatest(0, jsonb_array_length(${cells}) - ${row.columns.length}::integer))
      then '""'::jsonb else each.cell end order by each.place)
    from jsonb_array_elements(${cells}) with ordinality as each(cell, place)), '[]')`
}

/** Deletes the rows of a written import except the refused ones, and erases secrets from the cells of these. */
export const keepRefused = async (tx: Tx, row: ImportRecord, work: ImportWork): Promise<void> => {
  const own = eq(importRows.import, row._id)
  await tx.delete(importRows).where(and(own, sql`(${isRefused}) is not true`))
  await tx
    .update(importRows)
    .set({ cells: cellsWithoutSecrets(row, work), fields: {}, prepared: null })
    .where(own)
}

/** The stored refused rows of imports that have any. */
export const countRefused = async (db: Executor, ids: readonly string[]): Promise<Map<string, number>> => {
  const found = await db
    .select({ _id: importRows.import, rows: count() })
    .from(importRows)
    .where(and(isAnyOf(importRows.import, ids), isRefused))
    .groupBy(importRows.import)
  return new Map(found.map(({ _id, rows }) => [_id, rows]))
}

interface RefusedFile {
  name: string
  rows: number
  lines: AsyncIterable<string>
}

/** The refused rows as a CSV file that can be corrected and imported again. */
export const refusedFile = (
  db: Executor,
  row: ImportRecord,
  work: ImportWork,
  fields: Parameters<typeof reasonText>[0]['fields'],
  rows: number,
): RefusedFile => {
  const stem = fold(row.name.replace(/\.(csv|tsv|txt|m3u8?)$/i, '')).replace(/[^a-z0-9]+/g, '-')
  // Excel splits a CSV file at commas or semicolons alone.
  const ending = [';', ','].includes(row.separator) ? 'csv' : 'txt'
  return {
    name: `${stem === '' ? '' : `${stem}-`}rechazadas.${ending}`,
    rows,
    lines: refusedLines(db, row, work, fields, rows),
  }
}

async function* refusedLines(
  db: Executor,
  row: ImportRecord,
  work: ImportWork,
  fields: Parameters<typeof reasonText>[0]['fields'],
  expected: number,
): AsyncGenerator<string> {
  const { columns, separator } = row
  const names = columns.map(({ name }) => name)
  const places = secretPlaces(row, work)
  const left = places.length === 0 ? [] : [IMPORT_MESSAGES.secretsLeft(places.map((at) => names[at] ?? ''))]
  const before = reasonColumn(names)
  const replaced = columns[before]?.field === null ? before : -1
  const own = <Each>(each: readonly Each[]): Each[] => each.filter((_, index) => index !== replaced)
  yield BYTE_ORDER_MARK + csvRow([...own(names), REASON], separator)
  let [last, sent] = [0, 0]
  for (;;) {
    const rows = await db
      .select({ row: importRows.row, cells: cellsWithoutSecrets(row, work), errors: importRows.errors })
      .from(importRows)
      .where(and(eq(importRows.import, row._id), isRefused, gt(importRows.row, last)))
      .orderBy(asc(importRows.row))
      .limit(ROWS_AT_ONCE)
    yield rows
      .map(({ cells, errors }) => {
        const reasons = [...errors.map((error) => reasonText({ fields, columns }, error)), ...left]
        const named = columns.map((_, index) => cells[index] ?? '')
        return csvRow([...own(named), reasons.join(' · '), ...cells.slice(columns.length)], separator)
      })
      .join('')
    sent += rows.length
    last = rows.at(-1)?.row ?? last
    if (rows.length < ROWS_AT_ONCE) break
  }
  // The rows were checked again meanwhile: aborts the response, so that no partial file looks complete.
  if (sent !== expected) throw new Error('The refused rows changed while they were sent')
}
