import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { can } from '../../../domain/access/permissions.ts'
import {
  type CellReading,
  importFields,
  linkDefaults,
  linksText,
  readCells,
  rowErrors,
} from '../../../domain/imports/cells.ts'
import { catalogueImportEndpoints, fileLimits, IMPORT_MESSAGES } from '../../../domain/imports/import.ts'
import { recordTitle } from '../../../domain/registry.ts'
import { toValidationErrors, type ValidationError } from '../../../domain/validation/errors.ts'
import { recordEvents } from '../audit/audit-log.ts'
import {
  anyTable,
  asStoredRow,
  type Collection,
  type Identity,
  type StoredRow,
} from '../database/collection.ts'
import { isAnyOf, newId } from '../database/ids.ts'
import type { Tx } from '../database/open.ts'
import type { Fields } from '../database/schema/batches.ts'
import { type Cell, cellFormatters, dayTexts, type Names } from '../exports/row-writer.ts'
import type { App, Context } from '../http/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../http/errors.ts'
import { editDate } from '../http/operation.ts'
import {
  type CheckedRow,
  type ChosenRow,
  type ImportStep,
  type ImportWork,
  type NewRow,
  type ReadRow,
  RowsOutdated,
} from '../imports/import-work.ts'
import { uploadRoutes } from '../imports/routes.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { batchRecordIds, type WrittenRecord } from '../tasks/batches.ts'
import { pick, type RecordEdit, refusalMessage, writeEdits } from './bulk.ts'
import { editedValues, insertRows, lockRows, mapUniqueViolation } from './records.ts'
import { idsByName, lockReferences, referenceNames } from './references.ts'

/** Endpoints that import records of a catalogue entity from a file. */
export const importRoute = (app: App, context: Context, sandbox: Sandbox, collection: Collection): void =>
  uploadRoutes(
    app,
    context,
    sandbox,
    catalogueImportEndpoints(collection.entity.resource),
    collectionImports(collection),
  )

/** The imports of a catalogue entity. */
export const collectionImports = (collection: Collection): ImportWork => {
  const { importScope: scope = {} } = collection
  const { resource, schemas } = collection.entity
  const fields = importFields(schemas.new)
  return {
    resource,
    format: 'table',
    mostRows: fileLimits(resource).rows,
    scope,
    options: 'content' in schemas.new.shape ? linkDefaults.shape : {},
    fields: () => fields,
    check: (step) => checkRows(collection, step),
    values: (step, rows) => valuesOfRows(collection, step, rows),
    write: (step) => writeRows(collection, step),
  }
}

type CheckStep = Parameters<ImportWork['check']>[0]
type WriteStep = Omit<Parameters<ImportWork['write']>[0], 'scope' | 'options' | 'days'>

/** A row with the keys that identify its record. */
interface IdentifiedRow extends ReadRow {
  values: Fields
  /** A key per identity of the collection; undefined if a required part is missing. */
  keys: (string | undefined)[]
}

const identifyRow = (
  collection: Collection,
  row: ReadRow,
  scope: Fields,
  reading: CellReading,
): IdentifiedRow => {
  const values = { ...readCells(collection.entity.schemas.new, row.cells, reading), ...scope }
  return { ...row, values, keys: identityKeys(collection, values) }
}

const collectionIdentities = ({ identities = [] }: Collection): readonly (readonly Identity[])[] => identities

type Key = readonly (string | number | null)[]

/** A key for each identity of the collection; undefined if a required part is missing. */
export const identityKeys = (collection: Collection, values: Fields): (string | undefined)[] =>
  collectionIdentities(collection).map((parts) => {
    const key: (string | number | null)[] = []
    for (const { field, keyOf, isOptional } of parts) {
      const part = keyOf(values[field]) ?? (isOptional ? null : undefined)
      if (part === undefined) return undefined
      key.push(part)
    }
    return joinKey(parts, key)
  })

/** A key prefixed with the fields of its identity, so that keys of different identities differ. */
const joinKey = (parts: readonly Identity[], key: Key): string =>
  JSON.stringify([parts.map(({ field }) => field), key])

/** The keys that find a stored record: the complete one, and that of rows without the optional parts. */
const storedKeys = (parts: readonly Identity[], key: Key): string[] => {
  const without = key.map((part, index) => (parts[index]?.isOptional ? null : part))
  return [...new Set([joinKey(parts, key), joinKey(parts, without)])]
}

/** The ids of stored records by key, in id order. */
async function idsByKey(
  tx: Tx,
  collection: Collection,
  rows: readonly { values: Fields }[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const parts of collectionIdentities(collection)) {
    const [first] = parts
    if (!first) continue
    const wanted = new Set(rows.flatMap(({ values }) => first.keyOf(values[first.field]) ?? []))
    if (wanted.size === 0) continue
    const { table } = collection
    const key = sql.join(
      parts.map(({ column }) => column),
      sql`, `,
    )
    const { rows: records } = await tx.execute<{ _id: string; key: Key }>(sql`
      select ${table._id} as _id, json_build_array(${key}) as key from ${table}
      where ${first.column} = any(${sql.param([...wanted])}) order by ${table._id}`)
    for (const { _id, key } of records)
      for (const name of storedKeys(parts, key)) found.set(name, [...(found.get(name) ?? []), _id])
  }
  return found
}

async function checkRows(collection: Collection, step: CheckStep): Promise<CheckedRow[]> {
  const { tx, scope } = step
  const mapped = new Set(step.rows.flatMap(({ cells }) => Object.keys(cells)))
  const reading = {
    named: await idsByName(tx, collection, mapped),
    days: step.days,
    timeZone: step.context.config.timeZone,
    links: linkDefaults.parse(step.options),
  }
  const rows = step.rows.map((row) => identifyRow(collection, row, scope, reading))
  const byKey = await idsByKey(tx, collection, rows)
  const given = rows.flatMap(({ cells }) => (cells._id === undefined ? [] : [cells._id.trim()]))
  const ids = new Set([...given, ...[...byKey.values()].flat()])
  const found = await storedRows(tx, collection, scope, [...ids])
  const names = await referenceNames(tx, collection, [...found.values()])
  const checker = new RowChecker(collection, step, {
    reading,
    names,
    taken: new Set(await step.takenOf([...ids])),
  })
  const checked: CheckedRow[] = []
  for (const row of rows)
    checked.push(await checker.check(row, findCandidates(collection, row, found, byKey)))
  return checked
}

/** The records within the scope of the import. */
const storedRows = async (tx: Tx, { table }: Collection, scope: Fields, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, StoredRow>()
  const rows = await tx.select().from(anyTable(table)).where(isAnyOf(table._id, ids))
  const isWithin = (row: StoredRow) => Object.entries(scope).every(([name, value]) => row[name] === value)
  return new Map(rows.map(asStoredRow).flatMap((row) => (isWithin(row) ? [[row._id, row]] : [])))
}

/** The stored records that a row may refer to: by its id, or else by the most reliable identity with matches. */
const findCandidates = (
  collection: Collection,
  { cells, keys }: IdentifiedRow,
  found: ReadonlyMap<string, StoredRow>,
  byKey: ReadonlyMap<string, readonly string[]>,
): StoredRow[] => {
  const own = found.get(cells._id?.trim() ?? '')
  if (own) return [own]
  for (const key of keys) {
    const ids = key === undefined ? [] : (byKey.get(key) ?? [])
    const rows = ids.flatMap((id) => found.get(id) ?? [])
    const candidates = rows.filter((row) => !contradicts(collection, keys, identityKeys(collection, row)))
    if (candidates.length > 0) return candidates
  }
  return []
}

/** True if identities contradict: two IMDb ids are two films. */
const contradicts = (
  collection: Collection,
  keys: readonly (string | undefined)[],
  others: readonly (string | undefined)[],
): boolean => {
  const surest = collectionIdentities(collection).findIndex(
    (parts, index) => parts.length === 1 && keys[index] !== undefined,
  )
  const [key, other] = [keys[surest], others[surest]]
  return key !== undefined && other !== undefined && key !== other
}

interface Known {
  reading: CellReading
  names: Names
  /** Records matched by earlier rows. */
  taken: Set<string>
}

/** Formatters of an entity's fields for display. */
const cellWriters = ({ entity }: Collection, { config }: Context): ReadonlyMap<string, Cell> => {
  const { resource, schemas, references } = entity
  const cells = cellFormatters(Object.keys(schemas.new.shape), {
    resource,
    row: schemas.record,
    texts: { content: linksText, ...dayTexts(schemas.new) },
    references: new Set(Object.keys(references ?? {})),
    timeZone: config.timeZone,
  })
  return new Map(cells.map(({ name, cell }) => [name, cell]))
}

/** The values that the file gives for new rows, as displayed. */
const valuesOfRows = async (
  collection: Collection,
  { db, context }: Parameters<ImportWork['values']>[0],
  rows: readonly NewRow[],
): Promise<Record<string, string>[]> => {
  const names = await referenceNames(
    db,
    collection,
    rows.map(({ fields }) => fields),
  )
  const writers = [...cellWriters(collection, context)]
  return rows.map(({ cells, fields }) =>
    Object.fromEntries(
      writers.flatMap(([name, cell]) =>
        name in cells && fields[name] !== recordTitle(fields)
          ? [[name, String(cell(fields[name], names))] as const]
          : [],
      ),
    ),
  )
}

/** Checks rows in order, by the rules of a single request. */
class RowChecker {
  readonly #collection: Collection
  readonly #step: CheckStep
  readonly #known: Known
  readonly #cells: ReadonlyMap<string, Cell>

  constructor(collection: Collection, step: CheckStep, known: Known) {
    this.#collection = collection
    this.#step = step
    this.#known = known
    this.#cells = cellWriters(collection, step.context)
  }

  async check(row: IdentifiedRow, candidates: readonly StoredRow[]): Promise<CheckedRow> {
    const { taken } = this.#known
    const free = candidates.filter(({ _id }) => !taken.has(_id))
    // Of records with equal keys, prefers one that the row doesn't change.
    const same = free.find((each) => Object.keys(this.#sent(row, each)).length === 0)
    const record = same ?? free[0] ?? candidates[0]
    if (!record) return this.#checkNew(row)
    if (!same && free.length > 1)
      return refusedRow(row.row, recordTitle(row.values), [{ field: '', message: IMPORT_MESSAGES.ambiguous }])
    const checked = await this.#checkStored(row, record)
    if (checked.verdict !== 'refused') taken.add(record._id)
    return checked
  }

  /** Formats a value for display. */
  #text(name: string, value: unknown): string {
    const cell = this.#cells.get(name)
    return cell ? String(cell(value instanceof Date ? value.toISOString() : value, this.#known.names)) : ''
  }

  /** The body of the equivalent PUT, which is empty for an unmodified export of the record. */
  #sent({ cells }: IdentifiedRow, record: StoredRow): Fields {
    const values = readCells(this.#collection.entity.schemas.new, cells, this.#known.reading, record)
    return pick(values, (name) => {
      if (isDeepStrictEqual(values[name], record[name])) return false
      return (cells[name] ?? '') !== this.#text(name, record[name]).replace(/\r\n?/g, '\n')
    })
  }

  async #checkStored(row: IdentifiedRow, record: StoredRow): Promise<CheckedRow> {
    const { tx, context, currentUser } = this.#step
    const collection = this.#collection
    const title = recordTitle(record)
    const found = { row: row.row, title, key: record._id, record }
    const sent = this.#sent(row, record)
    try {
      const values =
        Object.keys(sent).length === 0 ? undefined : await editedValues(tx, context, collection, record, sent)
      const fields =
        values === undefined
          ? {}
          : pick(values, (name) => name in sent && !isDeepStrictEqual(values[name], record[name]))
      if (Object.keys(fields).length === 0) return { ...found, verdict: 'same' }
      if (!can(currentUser, 'update', collection.entity.resource))
        return refusedRow(row.row, title, [{ field: '', message: IMPORT_MESSAGES.cannotUpdate }])
      const names = await this.#namesFor(fields)
      const changes = Object.keys(fields).map((field) => ({
        field,
        before: this.#text(field, record[field]),
        after: String(this.#cells.get(field)?.(fields[field], names) ?? ''),
      }))
      return { ...found, verdict: 'changed', fields, changes }
    } catch (error) {
      return this.#refused(row, title, toErrors(error))
    }
  }

  /** A refusal with errors that quote the row's cells. */
  #refused({ row, cells }: IdentifiedRow, title: string, errors: ValidationError[]): CheckedRow {
    const { schemas } = this.#collection.entity
    return refusedRow(row, title, rowErrors(schemas.new, errors, cells, this.#known.reading))
  }

  async #namesFor(fields: Fields): Promise<Names> {
    return referenceNames(this.#step.tx, this.#collection, [fields])
  }

  async #checkNew(identified: IdentifiedRow): Promise<CheckedRow> {
    const { row, values, keys } = identified
    const { currentUser, tx, scope } = this.#step
    const { resource, schemas } = this.#collection.entity
    const title = recordTitle(values)
    if (!can(currentUser, 'create', resource))
      return refusedRow(row, title, [{ field: '', message: IMPORT_MESSAGES.cannotCreate }])
    const parsed = schemas.new.safeParse({ ...values, ...scope })
    if (!parsed.success) return this.#refused(identified, title, toValidationErrors(parsed.error))
    try {
      const errors = await newErrors(tx, this.#collection, [parsed.data])
      const own = errors[0] ?? []
      if (own.length > 0) return this.#refused(identified, title, own)
    } catch (error) {
      return this.#refused(identified, title, toErrors(error))
    }
    return { row, title, verdict: 'new', key: keys.find((key) => key !== undefined), fields: parsed.data }
  }
}

const refusedRow = (row: number, title: string, errors: ValidationError[]): CheckedRow => ({
  row,
  title,
  verdict: 'refused',
  errors,
})

const toErrors = (error: unknown): ValidationError[] => {
  if (error instanceof Invalid) return [...error.errors]
  if (error instanceof Conflict || error instanceof NotFound) return [{ field: '', message: error.message }]
  throw error
}

/** Errors of new records that need the database, by record. */
async function newErrors(
  tx: Tx,
  collection: Collection,
  records: readonly Fields[],
): Promise<ValidationError[][]> {
  const referenceErrors = await lockReferences(tx, collection, records)
  const errors: ValidationError[][] = []
  for (const fields of records)
    errors.push([
      ...referenceErrors(fields),
      ...((await collection.beforeWrite?.({ tx, fields, stored: undefined })) ?? []),
    ])
  return errors
}

/** Writes rows by the rules of single requests. Throws `RowsOutdated` for those that can't be written as checked. */
export const writeRows = (collection: Collection, step: WriteStep): Promise<WrittenRecord[]> =>
  mapUniqueViolation(collection, async () => {
    const changed = step.rows.flatMap((row) => (row.record === null ? [] : [{ ...row, record: row.record }]))
    const fresh = step.rows.filter(({ record }) => record === null)
    return [
      ...(await updateChosen(collection, step, changed)),
      ...(await insertChosen(collection, step, fresh)),
    ]
  })

type ChangedRow = ChosenRow & { record: NonNullable<ChosenRow['record']> }

/** Updates records by the rules of a PUT; refuses those saved or deleted since the check. */
async function updateChosen(
  collection: Collection,
  step: WriteStep,
  rows: readonly ChangedRow[],
): Promise<WrittenRecord[]> {
  if (rows.length === 0) return []
  const { tx, context } = step
  requirePermission(step, collection, 'update')
  const locked = await lockRows(
    tx,
    collection.table,
    rows.map(({ record }) => record._id),
  )
  const outdated: { row: number; message: string }[] = []
  const checkReferences = await lockReferences(
    tx,
    collection,
    rows.map(({ record, fields }) => ({ ...locked.get(record._id), ...fields })),
  )
  const edits: RecordEdit[] = []
  for (const { row, record, fields } of rows) {
    const found = locked.get(record._id)
    const message = !found
      ? IMPORT_MESSAGES.gone
      : found.dateUpdate.getTime() === record.dateUpdate.getTime()
        ? undefined
        : IMPORT_MESSAGES.changed
    if (!found || message !== undefined) {
      outdated.push({ row, message: message ?? IMPORT_MESSAGES.gone })
      continue
    }
    try {
      const all = await editedValues(tx, context, collection, found, fields, checkReferences)
      if (!all) continue
      edits.push({
        stored: found,
        values: pick(all, (name) => !isDeepStrictEqual(found[name], all[name])),
        before: pick(found, (name) => name in fields),
        dateUpdate: editDate(context.now(), found.dateUpdate),
      })
    } catch (error) {
      outdated.push({ row, message: refusalMessage(error) })
    }
  }
  if (outdated.length > 0) throw new RowsOutdated(outdated)
  return writeEdits(collection, step, edits)
}

const requirePermission = (
  { currentUser }: Pick<ImportStep, 'currentUser'>,
  { entity }: Collection,
  action: 'create' | 'update',
): void => {
  if (!can(currentUser, action, entity.resource)) throw new Forbidden()
}

/** Creates records by the rules of a POST; refuses those created since the check. */
async function insertChosen(
  collection: Collection,
  step: WriteStep,
  rows: readonly ChosenRow[],
): Promise<WrittenRecord[]> {
  if (rows.length === 0) return []
  const { tx, batch } = step
  requirePermission(step, collection, 'create')
  const there = await idsByKey(
    tx,
    collection,
    rows.map(({ fields }) => ({ values: fields })),
  )
  const own = await batchRecordIds(tx, batch, [...there.values()].flat())
  const errors = await newErrors(
    tx,
    collection,
    rows.map(({ fields }) => fields),
  )
  const outdated = rows.flatMap(({ row, key }, index) => {
    const [error] = errors[index] ?? []
    if (error) return [{ row, message: error.message }]
    const others = key === null ? [] : (there.get(key) ?? []).filter((id) => !own.has(id))
    return others.length > 0 ? [{ row, message: IMPORT_MESSAGES.exists }] : []
  })
  if (outdated.length > 0) throw new RowsOutdated(outdated)
  return insertNew(
    collection,
    step,
    rows.map(({ fields }) => fields),
  )
}

/** Inserts checked records, with an audit event for each. */
async function insertNew(
  collection: Collection,
  { tx, context, currentUser, batch }: WriteStep,
  rows: readonly Fields[],
): Promise<WrittenRecord[]> {
  const date = context.now()
  const { name: userCreate } = currentUser
  const records = rows.map((fields) => ({
    ...fields,
    ...collection.derive(fields),
    _id: newId(),
    userCreate,
    userUpdate: userCreate,
    dateCreate: date,
    dateUpdate: date,
  }))
  await insertRows(tx, collection.table, records)
  const { resource } = collection.entity
  await recordEvents(
    tx,
    currentUser,
    date,
    records.map((after) => ({ action: 'create', resource, record: after, after, batch }) as const),
  )
  return records.map(({ _id }) => ({ _id, before: null, written: date }))
}
