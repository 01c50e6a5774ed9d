import { and, asc, eq, sql } from 'drizzle-orm'
import { BATCH_MESSAGES } from '../../../domain/batches/batch.ts'
import { NO_VERDICTS } from '../../../domain/imports/import.ts'
import type { ImportProof } from '../../../domain/imports/proof.ts'
import type { Tx } from '../database/open.ts'
import { type ImportRecord, importRows, imports, type StoredImportRow } from '../database/schema/imports.ts'
import type { Context } from '../http/context.ts'
import {
  addToBatch,
  insertRunningImport,
  lockRunning,
  readAuthor,
  type WrittenRecord,
} from '../tasks/batches.ts'
import type { ChunkResult } from '../tasks/queue.ts'
import { proveRest, proveRows, refusal, stagesOf } from './apply-rows.ts'
import { chooser, mostChosen } from './choose-rows.ts'
import { type ChosenRow, type ImportStep, type ImportWork, RowsOutdated, rowsOf } from './import-work.ts'
import { keepRefused } from './refused-rows.ts'
import { endWritten, holdImports } from './write-batch.ts'

/** Rows of a chunk: the embedded database serves no other request while it is written, a fraction of a second. */
const WRITTEN_AT_ONCE = 25

/** An import in chunks that has a batch. */
type ImportWithBatch = ImportRecord & { batch: string }

/**
 * Writes the next chunk of an import, whose row is locked, or ends it. A chunk's rows are deleted in the transaction that
 * writes them, so that a repeated chunk is the next one. Rows that changed since the check are refused one by one.
 */
export const writeChunk = async (
  row: ImportRecord,
  work: ImportWork,
  step: ImportStep,
): Promise<ChunkResult> => {
  const { tx, context } = step
  const begun = await begin(row, work, step)
  const endWhole = async (end: ChunksEnd): Promise<ChunkResult> =>
    endChunks(tx, context, begun, work, end, await proveRest(begun, work, step))
  if (!(await lockRunning(tx, begun.batch)))
    return endWhole({ state: 'cancelled', message: BATCH_MESSAGES.importEnded })
  const next = await nextRows(tx, row._id, work)
  if (next.length === 0) return endWhole({ state: 'done', message: '' })
  try {
    return await tx.transaction((savepoint) => writeRows(begun, work, { ...step, tx: savepoint }, next))
  } catch (error) {
    return endWhole({ state: 'failed', message: refusal(error) })
  }
}

/** Stores the batch before the first chunk, so that it is listed and can be stopped. */
const begin = async (row: ImportRecord, work: ImportWork, { tx, context, currentUser }: ImportStep) => {
  const { _id, batch, resource, name } = row
  if (batch !== null) return { ...row, batch }
  const { chosen } = row.choice ? await mostChosen(tx, _id, row.choice, work) : { chosen: 0 }
  await insertRunningImport(tx, currentUser, { _id, resource, date: context.now(), name, total: chosen })
  const begun = { batch: _id, done: 0 }
  await tx.update(imports).set(begun).where(eq(imports._id, _id))
  return { ...row, ...begun }
}

/** The rows of the next chunk: stored records first, then new ones in the order of their stages. */
const nextRows = async (tx: Tx, id: string, work: ImportWork): Promise<StoredImportRow[]> => {
  const { verdict } = importRows
  const fresh = stagesOf(work).map((stage) => and(eq(verdict, 'new'), stage))
  for (const condition of [eq(verdict, 'changed'), ...fresh]) {
    const rows = await tx
      .select()
      .from(importRows)
      .where(and(eq(importRows.import, id), condition))
      .orderBy(asc(importRows.row))
      .limit(WRITTEN_AT_ONCE)
    // Records are locked in id order within a chunk; none stays locked until the next one.
    if (rows.length > 0) return rows.toSorted((one, other) => compare(one.record, other.record))
  }
  return []
}

const compare = (one: string | null, other: string | null): number =>
  (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0

const writeRows = async (
  row: ImportWithBatch,
  work: ImportWork,
  step: ImportStep,
  next: readonly StoredImportRow[],
): Promise<ChunkResult> => {
  const { tx } = step
  await holdImports(tx, work.resource)
  const { written, refused } = await writeValid(row, work, step, next.flatMap(chooser(row)))
  await addToBatch(tx, row.batch, written)
  // Refused rows are kept, and proven at the end.
  const ended = next.filter((each) => !refused.some(({ row }) => row === each.row))
  const proof = await proveRows(row, work, step, ended)
  await forgetRows(tx, row, next, refused)
  const done = row.done + next.length - refused.length
  const counts = { ...NO_VERDICTS, ...row.counts }
  for (const { row: number } of refused) {
    const verdict = next.find((each) => each.row === number)?.verdict
    if (verdict) counts[verdict]--
    counts.refused++
  }
  const created = written.filter(({ before }) => before === null).length
  await tx
    .update(imports)
    .set({
      counts,
      done,
      proof,
      created: row.created + created,
      changed: row.changed + written.length - created,
    })
    .where(eq(imports._id, row._id))
  return { state: 'more', done: next.length, left: counts.new + counts.changed - done }
}

interface Refused {
  row: number
  message: string
}

/** Writes the rows that did not change since the check; each attempt without those that one before named. */
const writeValid = async (
  row: ImportWithBatch,
  work: ImportWork,
  step: ImportStep,
  chosen: readonly ChosenRow[],
): Promise<{ written: WrittenRecord[]; refused: Refused[] }> => {
  const refused = new Map<number, Refused>()
  for (;;) {
    const rows = chosen.filter((each) => !refused.has(each.row))
    try {
      const written =
        rows.length === 0
          ? []
          : await step.tx.transaction((tx) => work.write({ ...step, tx, batch: row.batch, rows }))
      return { written, refused: [...refused.values()] }
    } catch (error) {
      if (!(error instanceof RowsOutdated) || error.rows.every((each) => refused.has(each.row))) throw error
      for (const each of error.rows) refused.set(each.row, each)
    }
  }
}

/** Deletes the rows of a chunk, except those that are kept with the reason why they were refused. */
const forgetRows = async (
  tx: Tx,
  { _id }: ImportWithBatch,
  next: readonly StoredImportRow[],
  refused: readonly Refused[],
): Promise<void> => {
  const kept = refused.map(({ row, message }) => ({ row, errors: [{ field: '', message }] }))
  if (kept.length > 0)
    await tx.execute(sql`
      update ${importRows} set verdict = 'refused', errors = v.errors, fields = '{}', prepared = null
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as v(row integer, errors jsonb)
      where ${rowsOf(_id, refused)} and ${importRows.row} = v.row`)
  await tx.delete(importRows).where(and(rowsOf(_id, next), sql`${importRows.verdict} <> 'refused'`))
}

interface ChunksEnd {
  state: 'done' | 'cancelled' | 'failed'
  message: string
}

/**
 * Ends an import in chunks, with or without its last rows: what was written stays, and can be undone. The proof is that of
 * the whole file; null if it can't be made.
 */
export const endChunks = async (
  tx: Tx,
  context: Context,
  row: ImportWithBatch,
  work: ImportWork,
  end: ChunksEnd,
  proof: ImportProof | null,
): Promise<ChunkResult> => {
  const { resource, batch: _id, name, created, changed } = row
  await keepRefused(tx, row, work)
  const author = { ...(await readAuthor(tx, row)), ip: row.address }
  const { batch } = await endWritten(
    tx,
    context,
    author,
    { _id, resource, name },
    { created, changed, ...end },
  )
  await tx
    .update(imports)
    .set({ state: 'done', message: end.message, choice: null, batch, proof })
    .where(eq(imports._id, row._id))
  return { ...end, left: 0 }
}
