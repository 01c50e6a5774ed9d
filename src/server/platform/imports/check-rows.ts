import { and, asc, count, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { REPLACEMENT_CHARACTER } from '../../../domain/format/encodings.ts'
import { IMPORT_MESSAGES, NO_VERDICTS } from '../../../domain/imports/import.ts'
import type { Tx } from '../database/open.ts'
import { type ImportRecord, importRows, imports } from '../database/schema/imports.ts'
import {
  type CheckedRow,
  extraCells,
  type FileRow,
  type ImportStep,
  type ImportWork,
  mappedCells,
  rowsOf,
  secretFields,
} from './import-work.ts'

/** The embedded database serves no other request while they are checked. */
const CHECKED_AT_ONCE = 100
const STORED_AT_ONCE = 1_000
const FORGOTTEN_AT_ONCE = 5_000

/** Checks the next rows, or all rows of a playlist; rows that repeat an earlier one are duplicates. */
export const checkChunk = async (
  row: ImportRecord,
  work: ImportWork,
  step: ImportStep,
): Promise<'more' | 'done'> => {
  const { tx } = step
  if (row.done === 0) {
    if ((await forgetVerdicts(tx, row._id)) === FORGOTTEN_AT_ONCE) return 'more'
    await markFirst(tx, row, work)
  }
  const most = work.format === 'playlist' ? work.mostRows : CHECKED_AT_ONCE
  const next = await tx
    .select({ row: importRows.row, cells: importRows.cells, prepared: importRows.prepared })
    .from(importRows)
    .where(and(eq(importRows.import, row._id), isNull(importRows.verdict)))
    // As the index: by row alone, the planner walks over all rows that are checked.
    .orderBy(asc(importRows.verdict), asc(importRows.row))
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
  const firstRows = (keys: readonly string[]) => findFirst(tx, row, keys)
  const earlierRows = (keys: readonly string[]) => findEarlier(tx, row._id, keys)
  const countNew = (condition: SQL) => countNewRows(tx, row._id, condition)
  const checking = { ...step, rows, takenOf, firstRows, earlierRows, countNew }
  const found = rows.length === 0 ? [] : await work.check(checking)
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

/**
 * Removes the verdicts of an earlier check, of some rows at a time; returns their number. The rows are found once, before
 * they are updated: without statistics, the planner would find them again for each row of a join.
 */
const forgetVerdicts = async (tx: Tx, id: string): Promise<number> => {
  const some = tx
    .select({ place: sql`ctid` })
    .from(importRows)
    .where(and(eq(importRows.import, id), or(isNotNull(importRows.verdict), isNotNull(importRows.rank))))
    .limit(FORGOTTEN_AT_ONCE)
  const { rowCount } = await tx.execute(sql`
    update ${importRows} set verdict = null, rank = null, key = null
    where ctid = any(array(${some}))`)
  return rowCount ?? 0
}

/** Marks the rows that are written first, in one pass over the file: each chunk finds them by their keys. */
const markFirst = async (tx: Tx, row: ImportRecord, { first }: ImportWork): Promise<void> => {
  const column = row.columns.findIndex(({ field }) => field !== null && field === first?.field)
  if (!first || column < 0) return
  const texts = sql.param([...first.texts])
  const text = sql`lower(btrim(${importRows.cells} ->> ${column}::int))`
  const found = await tx
    .select({
      row: importRows.row,
      cells: importRows.cells,
      rank: sql<number>`array_position(${texts}::text[], ${text}) - 1`,
    })
    .from(importRows)
    .where(and(eq(importRows.import, row._id), sql`${text} = any(${texts})`))
  const marks = found.flatMap(({ cells, ...each }) =>
    extraCells(row, cells) > 0 ? [] : [{ ...each, key: first.key(mappedCells(row, cells)) }],
  )
  for (let start = 0; start < marks.length; start += STORED_AT_ONCE) {
    const part = marks.slice(start, start + STORED_AT_ONCE)
    await tx.execute(sql`
      update ${importRows} set rank = v.rank, key = v.key
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as v(row integer, rank smallint, key text)
      where ${rowsOf(row._id, part)} and ${importRows.row} = v.row`)
  }
}

const findTaken = async (tx: Tx, id: string, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const taken = await tx
    .select({ record: importRows.record })
    .from(importRows)
    .where(and(eq(importRows.import, id), sql`${importRows.verdict} in ('changed', 'same')`, hasRecord(ids)))
  return new Set(taken.flatMap(({ record }) => record ?? []))
}

const findFirst = async (tx: Tx, row: ImportRecord, keys: readonly string[]): Promise<FileRow[]> => {
  const rows = await firstWithKeys(tx, row._id, keys, sql`rank is not null`)
  if (rows.length === 0) return []
  const found = await tx
    .select({
      row: importRows.row,
      cells: importRows.cells,
      prepared: importRows.prepared,
      verdict: importRows.verdict,
    })
    .from(importRows)
    .where(rowsOf(row._id, rows))
    .orderBy(asc(importRows.row))
  return found.map(({ cells, ...each }) => ({ ...each, cells: mappedCells(row, cells) }))
}

/**
 * The first row with each key that meets a condition. One search per key: without statistics the planner reads all rows.
 * `offset 0` keeps the condition out of the search: with statistics from before the rows had ranks or verdicts, the
 * planner expects to find hardly any by an index of those.
 */
const firstWithKeys = async (
  tx: Tx,
  id: string,
  keys: readonly string[],
  condition: SQL,
): Promise<{ key: string; row: number }[]> => {
  if (keys.length === 0) return []
  const { rows } = await tx.execute<{ key: string; row: number }>(sql`
    select wanted.key, found.row from unnest(${sql.param([...keys])}::text[]) as wanted(key), lateral (
      select row from (
        select row, rank, verdict from ${importRows} where import = ${id} and key = wanted.key order by row offset 0) as same
      where ${condition} order by row limit 1) as found`)
  return rows
}

const findEarlier = async (tx: Tx, id: string, keys: readonly string[]): Promise<Map<string, number>> => {
  const found = await firstWithKeys(tx, id, keys, sql`verdict in ('new', 'changed', 'same')`)
  return new Map(found.map(({ key, row }) => [key, row]))
}

const countNewRows = async (tx: Tx, id: string, condition: SQL): Promise<number> => {
  const [found] = await tx
    .select({ rows: count() })
    .from(importRows)
    .where(and(eq(importRows.import, id), eq(importRows.verdict, 'new'), condition))
  return found?.rows ?? 0
}

const hasRecord = (ids: readonly string[]): SQL => sql`${importRows.record} = any(${sql.param([...ids])})`

const markRepeated = async (tx: Tx, id: string, rows: readonly CheckedRow[]): Promise<CheckedRow[]> => {
  const inOrder = rows.toSorted((one, other) => one.row - other.row)
  const keys = inOrder.flatMap(({ key, verdict }) =>
    key === undefined || verdict === 'refused' ? [] : [key],
  )
  const first = await findEarlier(tx, id, keys)
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
    where ${rowsOf(id, rows)} and ${importRows.row} = v.row`)
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
