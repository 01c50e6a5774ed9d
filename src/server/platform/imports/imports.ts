import { and, asc, desc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { createOrUpdate, holds } from '../../../domain/access/permissions.ts'
import { exportHeadings } from '../../../domain/field-labels.ts'
import { unguardFormula } from '../../../domain/format/csv.ts'
import { shorten } from '../../../domain/format/text.ts'
import { looksSecret, recogniseColumns } from '../../../domain/imports/columns.ts'
import {
  dayOptions,
  fileDayReading,
  IMPORT_MESSAGES,
  type Import,
  type ImportChoice,
  type ImportRow,
  isChunked,
  KEPT_HOURS,
  MAX_WRITTEN,
  NO_VERDICTS,
  type PastImport,
  type RowVerdict,
} from '../../../domain/imports/import.ts'
import { reasonColumn } from '../../../domain/imports/reasons.ts'
import { rowValues } from '../../../domain/imports/row-values.ts'
import type { Resource } from '../../../domain/registry.ts'
import { mustConfirmImport } from '../../../domain/sign-in/confirmed-changes.ts'
import { toValidationErrors } from '../../../domain/validation/errors.ts'
import { requireConfirmed } from '../auth/confirmation.ts'
import { type CurrentUser, loadBackgroundUser } from '../auth/current-user.ts'
import type { Executor, Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type ImportRecord, importRows, imports } from '../database/schema/imports.ts'
import { runDetached } from '../database/statement-context.ts'
import { withRetry } from '../database/transactions.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors.ts'
import { listImportBatches } from '../tasks/batches.ts'
import { type ChunkResult, enqueue, type TaskKind } from '../tasks/queue.ts'
import { applyChunk, type Preparation, prepareRows, storePrepared } from './apply-rows.ts'
import { checkChunk } from './check-rows.ts'
import { mostChosen } from './choose-rows.ts'
import {
  endImport,
  type ImportWork,
  isSecret,
  mappableFields,
  mappedCells,
  secretFields,
} from './import-work.ts'
import type { Table } from './read-table.ts'
import { countRefused, refusedFile } from './refused-rows.ts'
import { endChunks, writeChunk } from './write-chunks.ts'

/** Open imports per user; a further one deletes the oldest. */
const MAX_OPEN = 5
/** Rows per statement, and rows checked per chunk. */
const ROWS_AT_ONCE = 1_000
/** Sample values per column, and their maximum length. */
const SAMPLES = 3
const MAX_SAMPLE_LENGTH = 100

const HOUR_MS = 3_600_000
const retentionStart = (now: Date): Date => new Date(now.getTime() - KEPT_HOURS * HOUR_MS)

const JOB = {
  name: 'import',
  // All chosen rows are written in one transaction.
  longest: 300,
}

/** Time limit of a chunk, in seconds: one of an import in chunks is short, and soon goes on after a kill. */
const longestOf = ({ resource, total }: ImportRecord): number =>
  isChunked(resource, total) ? 30 : JOB.longest

const enqueueImport = (tx: Tx, row: ImportRecord): Promise<void> =>
  enqueue(tx, { ...JOB, longest: longestOf(row) }, row._id, { user: row.createdBy })

export type ImportWorks = readonly ImportWork[]

const findWork = (works: ImportWorks, { resource, format }: ImportRecord): ImportWork => {
  const work = works.find((each) => each.resource === resource && each.format === format)
  if (!work) throw new Error(`No imports of ${resource} from a ${format}`)
  return work
}

interface Upload {
  work: ImportWork
  scope?: Fields
  /** Name of the file. */
  name: string
  table: Table
}

/** Stores the rows of a file, with its columns mapped as far as recognised. */
export const keepUpload = async (
  context: Context,
  currentUser: CurrentUser,
  { work, scope = {}, name, table }: Upload,
): Promise<Import> => {
  const { encoding, damage, separator, columns, days } = table
  if (table.rows.length > work.mostRows)
    throw new Invalid([{ field: '', message: IMPORT_MESSAGES.tooManyRows(work.mostRows) }])
  const recognised = recogniseColumns(columns, mappableFields(work, scope))
  const secrets = columns.map((column, index) => isSecret(work, recognised[index]) || looksSecret(column))
  const isGuarded = work.format === 'table' && (isOwnExport(work, columns) || reasonColumn(columns) >= 0)
  const rows = isGuarded ? unguardRows(table.rows, secrets) : table.rows
  const described = columns.map((column, index) => ({
    name: column,
    filled: rows.filter(({ cells }) => (cells[index] ?? '').trim() !== '').length,
    ...(secrets[index] ? NO_SAMPLES : { samples: takeSamples(rows, index), days: days[index] }),
    field: recognised[index] ?? null,
  }))
  const row = await withRetry(context.db, async (tx) => {
    await dropOldest(tx, currentUser)
    const [inserted] = await tx
      .insert(imports)
      .values({
        resource: work.resource,
        format: work.format,
        scope,
        createdBy: currentUser.id,
        address: currentUser.ip,
        date: context.now(),
        name,
        encoding,
        damage,
        separator,
        columns: described,
        total: rows.length,
      })
      .returning()
    if (!inserted) throw new Error('The inserted import is gone')
    return inserted
  })
  await keepRows(context, row, rows)
  return toResponse(work, row)
}

/** Stores the rows in several transactions, between which others are served: nobody knows the import's id before. */
const keepRows = async ({ db }: Context, { _id }: ImportRecord, rows: Table['rows']): Promise<void> => {
  try {
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const part = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE))
      await withRetry(db, (tx) =>
        tx.execute(sql`
          insert into ${importRows} (import, row, cells)
          select ${_id}, v.row, v.cells from jsonb_to_recordset(${part}::jsonb) as v(row integer, cells jsonb)`),
      )
    }
  } catch (error) {
    // Also if the client is gone. What remains after a kill is deleted like any other import.
    await runDetached(async () => db.delete(imports).where(eq(imports._id, _id))).catch(() => undefined)
    throw error
  }
}

/** True if every heading occurs in the product's exports of the resource, whose cells are escaped against formulas. */
const isOwnExport = (work: ImportWork, columns: readonly string[]): boolean => {
  const own = exportHeadings(work.resource, secretFields(work))
  return columns.every((heading) => own.has(heading))
}

/** Removes the escaping of formulas, except from passwords. */
const unguardRows = (rows: Table['rows'], secrets: readonly boolean[]): Table['rows'] =>
  rows.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell, index) => (secrets[index] ? cell : unguardFormula(cell))),
  }))

const NO_SAMPLES = { samples: [], days: {} }

const takeSamples = (rows: Table['rows'], index: number): string[] => {
  const samples: string[] = []
  for (const { cells } of rows) {
    const cell = cells[index]?.trim() ?? ''
    if (cell !== '') samples.push(shorten(cell, MAX_SAMPLE_LENGTH))
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
    .limit(MAX_OPEN - 1)
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

/** An import in the API's format. */
const toResponse = (work: ImportWork, row: ImportRecord): Import => ({
  ...row,
  isChunked: isChunked(row.resource, row.total),
  counts: { ...NO_VERDICTS, ...row.counts },
  columns: row.columns.map(({ name, ...column }) => ({ ...column, name: shorten(name, MAX_SAMPLE_LENGTH) })),
  dateGone: new Date(row.date.getTime() + KEPT_HOURS * HOUR_MS).toISOString(),
  fields: describedFields(work, row.scope),
})

/** The fields to which columns can be mapped, in the API's format. */
export const describedFields = (work: ImportWork, scope: Fields): Import['fields'] =>
  mappableFields(work, scope).map(
    ({ name, label, isRequired, isDay = false, format, without = '', unlimited = '' }) => ({
      name,
      label,
      isRequired,
      isDay,
      format,
      without,
      unlimited,
    }),
  )

/**
 * An import of the current user; throws NotFound for other users' imports, and Forbidden without the required
 * permission.
 */
const findOwn = async (
  db: Executor,
  { now }: Context,
  works: ImportWorks,
  currentUser: CurrentUser,
  id: string,
  isLocked = false,
): Promise<{ row: ImportRecord; work: ImportWork }> => {
  const query = db
    .select()
    .from(imports)
    .where(and(eq(imports._id, id), gt(imports.date, retentionStart(now()))))
  const [row] = await (isLocked ? query.for('no key update') : query)
  if (row?.createdBy !== currentUser.id) throw new NotFound(IMPORT_MESSAGES.missing)
  const work = findWork(works, row)
  if (!holds(currentUser, createOrUpdate(work.resource))) throw new Forbidden()
  return { row, work }
}

export const readImport = async (
  context: Context,
  works: ImportWorks,
  currentUser: CurrentUser,
  id: string,
): Promise<Import> => {
  const { row, work } = await findOwn(context.db, context, works, currentUser, id)
  return toResponse(work, row)
}

interface RowQuery {
  verdict?: RowVerdict | undefined
  page?: number | undefined
  limit?: number | undefined
}

const ROWS_OF_PAGE = 50

export const listImportRows = async (
  context: Context,
  works: ImportWorks,
  currentUser: CurrentUser,
  id: string,
  { verdict, page = 1, limit = ROWS_OF_PAGE }: RowQuery,
): Promise<ImportRow[]> => {
  const { db } = context
  const { row: own, work } = await findOwn(db, context, works, currentUser, id)
  const rows = await db
    .select()
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
  const fresh = rows
    .filter((each) => each.verdict === 'new')
    .map((each) => ({ ...each, cells: mappedCells(own, each.cells) }))
  const texts = await work.values({ context, db }, fresh)
  const values = new Map(fresh.map(({ row, cells }, index) => [row, rowValues(texts[index] ?? {}, cells)]))
  return rows.flatMap(({ row, verdict, title, record, changes, options, notes, errors }) =>
    verdict === null
      ? []
      : [{ row, verdict, title, record, changes, values: values.get(row) ?? [], options, notes, errors }],
  )
}

/** The refused rows of an import that is neither being checked nor written, as a file. */
export const readRefused = async (
  context: Context,
  works: ImportWorks,
  currentUser: CurrentUser,
  id: string,
): Promise<ReturnType<typeof refusedFile>> => {
  const { row, work } = await findOwn(context.db, context, works, currentUser, id)
  if (row.state === 'applying' || row.state === 'checking') throw new Conflict(IMPORT_MESSAGES.running)
  const rows = (await countRefused(context.db, [id])).get(id)
  if (rows === undefined) throw new NotFound(IMPORT_MESSAGES.noneRefused)
  return refusedFile(context.db, row, work, describedFields(work, row.scope), rows)
}

interface Mapping {
  columns: readonly (string | null)[]
  options: Fields
}

/** Starts checking all rows. */
export const checkImport = async (
  context: Context,
  works: ImportWorks,
  currentUser: CurrentUser,
  id: string,
  { columns, options: asked }: Mapping,
): Promise<Import> => {
  const { row, work } = await withRetry(context.db, async (tx) => {
    const { row, work } = await findOwn(tx, context, works, currentUser, id, true)
    if (row.state === 'applying' || row.state === 'checking') throw new Conflict(IMPORT_MESSAGES.running)
    if (row.state === 'done') throw new Conflict(IMPORT_MESSAGES.notOpen)
    requireMapping(row, work, columns)
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
    await enqueueImport(tx, row)
    return { row: checking ?? row, work }
  })
  context.wakeWorker?.()
  return toResponse(work, row)
}

/** Parses the options; throws an Invalid for those that the resource doesn't have. */
const readOptions = (work: ImportWork, asked: Fields): Fields => {
  const days = work.fields().some(({ isDay }) => isDay) ? dayOptions.shape : {}
  const parsed = z.strictObject({ ...days, ...work.options }).safeParse(asked)
  if (parsed.success) return parsed.data
  throw new Invalid(
    toValidationErrors(parsed.error).map(({ field, message }) => ({ field: `options.${field}`, message })),
  )
}

const requireMapping = (row: ImportRecord, work: ImportWork, columns: readonly (string | null)[]): void => {
  const refuse = (message: string, field = 'columns') => new Invalid([{ field, message }])
  if (columns.length !== row.columns.length) throw refuse(IMPORT_MESSAGES.wrongColumns)
  const chosen = columns.filter((name) => name !== null)
  if (chosen.length === 0) throw refuse(IMPORT_MESSAGES.nothingMapped)
  if (new Set(chosen).size < chosen.length) throw refuse(IMPORT_MESSAGES.mappedTwice)
  const names = new Set(mappableFields(work, row.scope).map(({ name }) => name))
  const unknown = columns.findIndex((name) => name !== null && !names.has(name))
  if (unknown >= 0) throw refuse(IMPORT_MESSAGES.unknownField, `columns.${unknown}`)
}

/** Starts writing the chosen rows as checked. */
export const applyImport = async (
  context: Context,
  works: ImportWorks,
  currentUser: CurrentUser,
  id: string,
  { version, ...choice }: ImportChoice & { version: number },
): Promise<Import> => {
  const { row, work } = await withRetry(context.db, async (tx) => {
    const { row, work } = await findOwn(tx, context, works, currentUser, id, true)
    if (row.state === 'applying') throw new Conflict(IMPORT_MESSAGES.running)
    if (row.state === 'done') throw new Conflict(IMPORT_MESSAGES.notOpen)
    if (row.state !== 'checked') throw new Conflict(row.message || IMPORT_MESSAGES.notChecked)
    if (row.version !== version) throw new Conflict(IMPORT_MESSAGES.version)
    const { chosen, web } = await mostChosen(tx, id, choice, work)
    if (chosen > MAX_WRITTEN && !isChunked(row.resource, row.total))
      throw new Invalid([{ field: '', message: IMPORT_MESSAGES.tooManyChosen }])
    if (work.givesAccess && mustConfirmImport({ chosen, web })) requireConfirmed(currentUser)
    const [applying] = await tx
      .update(imports)
      .set({ state: 'applying', choice, done: 0, address: currentUser.ip })
      .where(eq(imports._id, id))
      .returning()
    await enqueueImport(tx, row)
    return { row: applying ?? row, work }
  })
  context.wakeWorker?.()
  return toResponse(work, row)
}

/** Deletes an import that is not being written. */
export const discardImport = (context: Context, works: ImportWorks, currentUser: CurrentUser, id: string) =>
  withRetry(context.db, async (tx) => {
    const { row } = await findOwn(tx, context, works, currentUser, id)
    if (row.state === 'applying') throw new Conflict(IMPORT_MESSAGES.running)
    await tx.delete(imports).where(eq(imports._id, id))
    return { _id: id }
  })

/** Summary of an import, stored in its batch. */
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
  // An import has the id of its batch, and is deleted before it.
  const refused = await countRefused(
    context.db,
    batches.map(({ batch }) => batch),
  )
  return batches.map(({ changes, ...batch }) => {
    const { name, created, changed }: Summary = changes
    return {
      ...batch,
      refused: refused.get(batch.batch) ?? 0,
      name: String(name ?? ''),
      created: Number(created ?? 0),
      changed: Number(changed ?? 0),
    }
  })
}

/** Processes a chunk of an import, with its author's current permissions. */
const runChunk = async (
  tx: Tx,
  context: Context,
  works: ImportWorks,
  id: string,
  preparation: Preparation | undefined,
): Promise<ChunkResult> => {
  const [row] = await tx.select().from(imports).where(eq(imports._id, id)).for('no key update')
  if (row?.state !== 'checking' && row?.state !== 'applying') return { state: row ? 'cancelled' : 'done' }
  const ended = await workOn(tx, context, works, row, preparation)
  const [after = row] = await tx.select().from(imports).where(eq(imports._id, id))
  const { resource, message } = after
  if (after.state === 'failed' || after.state === 'outdated') return { state: 'failed', resource, message }
  const longest = longestOf(row)
  if (typeof ended === 'object') return { ...ended, resource, longest }
  // Rows that are only prepared for writing are not done.
  if (row.state === 'applying')
    return ended === 'more'
      ? { state: ended, resource, longest }
      : { state: ended, resource, done: row.total, left: 0 }
  return { state: ended, resource, done: after.done - row.done, left: after.total - after.done, longest }
}

const workOn = async (
  tx: Tx,
  context: Context,
  works: ImportWorks,
  row: ImportRecord,
  preparation: Preparation | undefined,
): Promise<'more' | 'done' | ChunkResult> => {
  const work = findWork(works, row)
  const currentUser = await loadBackgroundUser(tx, row.createdBy, row.address)
  if (!currentUser || !holds(currentUser, createOrUpdate(work.resource))) {
    const { forbidden, forbiddenLater } = IMPORT_MESSAGES
    return failImport(tx, context, works, row, [forbidden, forbiddenLater])
  }
  const { columns, scope, options } = row
  const days = fileDayReading({ columns, fields: work.fields(), options })
  const step = { tx, context, currentUser, scope, options, days }
  if (row.state === 'checking') return checkChunk(row, work, step)
  const isMore = !preparation || (await storePrepared(tx, row, work, preparation))
  if (isMore) return 'more'
  return isChunked(row.resource, row.total) ? writeChunk(row, work, step) : applyChunk(row, work, step)
}

/** Ends an import early, with the first message if nothing is written yet, or else with the other one. */
const failImport = async (
  tx: Tx,
  context: Context,
  works: ImportWorks,
  row: ImportRecord,
  [message, later]: readonly [string, string],
): Promise<'done' | ChunkResult> => {
  const { batch } = row
  return batch === null
    ? endImport(tx, row, { state: 'failed', message })
    : endChunks(
        tx,
        context,
        { ...row, batch },
        findWork(works, row),
        { state: 'failed', message: later },
        null,
      )
}

/** Prepares rows of an import that is being written, before its chunk begins. */
const prepareChunk = async (
  context: Context,
  works: ImportWorks,
  id: string,
): Promise<Preparation | undefined> => {
  const [row] = await context.db.select().from(imports).where(eq(imports._id, id))
  return row?.state === 'applying' ? prepareRows(context, row, findWork(works, row)) : undefined
}

export const importJobs = (works: ImportWorks): TaskKind => ({
  ...JOB,
  async prepare({ context, key }) {
    const preparation = await prepareChunk(context, works, key)
    return ({ tx }) => runChunk(tx, context, works, key, preparation)
  },
  async giveUp({ tx, context, key }) {
    const [row] = await tx.select().from(imports).where(eq(imports._id, key)).for('no key update')
    const { failed, failedLater } = IMPORT_MESSAGES
    if (row && (row.state === 'checking' || row.state === 'applying'))
      await failImport(tx, context, works, row, [failed, failedLater])
  },
  async unfinished(db) {
    return db
      .select({ key: imports._id, user: imports.createdBy })
      .from(imports)
      .where(inArray(imports.state, [...BUSY]))
  },
})

/** Rows deleted per chunk. */
const CLEANED_AT_ONCE = 10_000

/** Deletes imports after KEPT_HOURS unless they are being checked or written; the batches of finished ones remain. */
export const importCleanUp: TaskKind = {
  name: 'imports-clean-up',
  cron: '20 * * * *',
  async chunk({ tx, context }) {
    const [old] = await tx
      .select({ _id: imports._id })
      .from(imports)
      .where(and(lt(imports.date, retentionStart(context.now())), notInArray(imports.state, [...BUSY])))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!old) return 'done'
    const own = eq(importRows.import, old._id)
    const some = tx.select({ row: importRows.row }).from(importRows).where(own).limit(CLEANED_AT_ONCE)
    const { rowCount } = await tx.delete(importRows).where(and(own, inArray(importRows.row, some)))
    if ((rowCount ?? 0) < CLEANED_AT_ONCE) await tx.delete(imports).where(eq(imports._id, old._id))
    return 'more'
  },
}
