import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { REPLACEMENT_CHARACTER } from '../../../domain/format/encodings.ts'
import { IMPORT_MESSAGES, NO_VERDICTS } from '../../../domain/imports/import.ts'
import type { Tx } from '../database/open.ts'
import { type ImportRecord, importRows, imports } from '../database/schema/imports.ts'
import {
  type CheckedRow,
  extraCells,
  type ImportStep,
  type ImportWork,
  mappedCells,
  secretFields,
} from './import-work.ts'

const CHECKED_AT_ONCE = 250
const STORED_AT_ONCE = 1_000

/** Checks the next rows, or all rows of a playlist; rows that repeat an earlier one are duplicates. */
export const checkChunk = async (
  row: ImportRecord,
  work: ImportWork,
  step: ImportStep,
): Promise<'more' | 'done'> => {
  const { tx } = step
  const most = work.format === 'playlist' ? work.mostRows : CHECKED_AT_ONCE
  const next = await tx
    .select({ row: importRows.row, cells: importRows.cells, prepared: importRows.prepared })
    .from(importRows)
    .where(and(eq(importRows.import, row._id), sql`${importRows.verdict} is null`))
    .orderBy(asc(importRows.row))
    .limit(most)
  const whole = next.filter(({ cells }) => extraCells(row, cells) === 0)
  const broken = next
    .filter(({ cells }) => extraCells(row, cells) > 0)
    .map((each): CheckedRow => {
      const message = IMPORT_MESSAGES.extraCells(extraCells(row, each.cells))
      return { row: each.row, verdict: 'refused', title: '', errors: [{ field: '', message }] }
    })
  const rows = whole.map(({ cells, ...each }) => ({ ...each, cells: mappedCells(row, cells) }))
  const takenOf = (ids: readonly string[]) => findTaken(tx, row._id, ids)
  const found = rows.length === 0 ? [] : await work.check({ ...step, rows, takenOf })
  const damaged = new Set(
    rows.flatMap(({ row, cells }) =>
      Object.values(cells).some((cell) => cell.includes(REPLACEMENT_CHARACTER)) ? [row] : [],
    ),
  )
  const noted = found.map((each) =>
    damaged.has(each.row)
      ? { ...each, notes: [...new Set([...(each.notes ?? []), IMPORT_MESSAGES.damaged])] }
      : each,
  )
  const checked = await markRepeated(tx, row._id, [...broken, ...noted])
  for (let start = 0; start < checked.length; start += STORED_AT_ONCE)
    await storeResults(tx, row._id, checked.slice(start, start + STORED_AT_ONCE), secretFields(work))
  const isLast = next.length < most
  await tx
    .update(imports)
    .set({
      ...addToTally(row, checked),
      done: row.done + next.length,
      ...(isLast && { state: 'checked' as const }),
    })
    .where(eq(imports._id, row._id))
  return isLast ? 'done' : 'more'
}

const findTaken = async (tx: Tx, id: string, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const taken = await tx
    .select({ record: importRows.record })
    .from(importRows)
    .where(and(eq(importRows.import, id), sql`${importRows.verdict} in ('changed', 'same')`, hasRecord(ids)))
  return new Set(taken.flatMap(({ record }) => record ?? []))
}

const hasRecord = (ids: readonly string[]): SQL => sql`${importRows.record} = any(${sql.param([...ids])})`

const markRepeated = async (tx: Tx, id: string, rows: readonly CheckedRow[]): Promise<CheckedRow[]> => {
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
      verdict: 'duplicate',
      errors: [{ field: '', message: IMPORT_MESSAGES.repeated(earlier) }],
    }
  })
}

const storeResults = async (
  tx: Tx,
  id: string,
  rows: readonly CheckedRow[],
  secrets: readonly string[],
): Promise<void> => {
  const values = rows.map(({ record, ...each }) => ({
    ...each,
    record: record?._id ?? null,
    was: record?.dateUpdate ?? null,
    fields: each.fields ?? {},
    changes: each.changes ?? [],
    options: each.options ?? {},
    notes: each.notes ?? [],
    errors: each.errors ?? [],
  }))
  await tx.execute(sql`
    update ${importRows} set verdict = v.verdict, title = v.title, key = v.key, record = v.record, was = v.was,
      fields = v.fields, changes = v.changes, options = v.options, notes = v.notes, errors = v.errors,
      prepared = case when v.fields ?| ${sql.param(secrets)}::text[] then null else prepared end
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(row integer, verdict text, title text, key text,
      record text, was timestamptz, fields jsonb, changes jsonb, options jsonb, notes jsonb, errors jsonb)
    where ${importRows.import} = ${id} and ${importRows.row} = v.row`)
}

const addToTally = ({ counts, changedFields }: ImportRecord, rows: readonly CheckedRow[]) => {
  const tally = { counts: { ...NO_VERDICTS, ...counts }, changedFields: { ...changedFields } }
  for (const { verdict, changes = [] } of rows) {
    tally.counts[verdict]++
    if (verdict !== 'changed') continue
    for (const { field } of changes) tally.changedFields[field] = (tally.changedFields[field] ?? 0) + 1
  }
  return tally
}
