import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type AuditAction, changesBetween, splitPersonal } from '../../../domain/audit/audit-event.ts'
import type { Resource } from '../../../domain/registry.ts'
import { recordTitle } from '../../../domain/registry.ts'
import { newId } from '../database/ids.ts'
import type { Executor, Tx } from '../database/open.ts'
import { auditEntries, auditPersonal } from '../database/schema/audit.ts'
import { searchText } from '../database/search.ts'
import { runDetached } from '../database/statement-context.ts'
import type { Context } from '../http/context.ts'

/** The author of an event and their address; the id is null without a session. */
export interface Author {
  id: string | null
  name: string
  ip: string
  /** The API key that acted in the author's name. */
  key?: { name: string }
}

/** The author's name as shown and searched, with that of the key, which it outlives (rule A20). */
const authorName = ({ name, key }: Author): string => (key ? `${name}, por la clave «${key.name}»` : name)

/** The author of what the service does by itself. */
export const SERVICE: Author = { id: null, name: 'Sistema', ip: '' }

type Row = Readonly<Record<string, unknown>>

/** An event about a record, with its values before and after. */
export interface NewAuditEvent {
  action: AuditAction
  resource: Resource
  record: { _id: string | null; name?: string }
  /** The user that the record belongs to, if the record is not a user. */
  subject?: string
  /** The batch that the event belongs to. */
  batch?: string
  before?: Row | undefined
  after?: Row | undefined
}

/** Statements take 65,535 parameters, an event some 16 of them. */
const BATCH = 1_000

/** Writes events to the audit log, in the transaction of the change itself. */
export const recordEvents = async (
  executor: Executor,
  by: Author,
  date: Date,
  events: readonly NewAuditEvent[],
): Promise<void> => {
  for (let start = 0; start < events.length; start += BATCH) {
    const rows = events.slice(start, start + BATCH).map((event) => eventRows(by, date, event))
    await insertEvents(executor, rows)
  }
}

/** `recordEvents` for a single record. */
export const recordChange = (
  executor: Executor,
  by: Author,
  date: Date,
  event: NewAuditEvent,
): Promise<void> => recordEvents(executor, by, date, [event])

/** Above this number of events, one JSON parameter for all is faster than one parameter per value. */
const MAX_PARAMETER_ROWS = 20

/** Inserts events with one statement. */
export const insertEvents = async (
  executor: Executor,
  rows: readonly ReturnType<typeof eventRows>[],
): Promise<void> => {
  if (rows.length > MAX_PARAMETER_ROWS) return insertMany(executor, rows)
  const inserted = executor.$with('inserted').as(
    executor
      .insert(auditEntries)
      .values(rows.map(({ entry }) => entry))
      .returning({ _id: auditEntries._id }),
  )
  await executor
    .with(inserted)
    .insert(auditPersonal)
    .values(rows.map(({ personal }) => personal))
}

const insertMany = async (
  executor: Executor,
  rows: readonly ReturnType<typeof eventRows>[],
): Promise<void> => {
  const entries = asTable(
    auditEntries,
    rows.map(({ entry }) => entry),
  )
  const personal = asTable(
    auditPersonal,
    rows.map(({ personal }) => personal),
  )
  await executor.execute(sql`
    with inserted as (insert into ${auditEntries} ${entries} returning _id)
    insert into ${auditPersonal} ${personal}`)
}

/** Passes rows to an insert as a table in one JSON parameter. */
const asTable = (table: PgTable, rows: readonly object[]): SQL => {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, column]) => sql.identifier(column.name))
  const values = columns.map(([name]) => sql`v.${sql.identifier(name)}`)
  const types = columns.map(([name, column]) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`)
  return sql`(${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as v(${sql.join(types, sql`, `)})`
}

/** For events that change no record, such as a sign-in. */
const NO_CHANGES: ReturnType<typeof splitPersonal> = { lasting: [], personal: [] }

/** The two rows of an event: the permanent one, and the personal data that are erased with their user. */
export const eventRows = (by: Author, date: Date, event: NewAuditEvent) => {
  const { action, resource, record, before, after } = event
  const _id = newId()
  const isChange = before !== undefined || after !== undefined
  const { lasting, personal } = isChange ? splitPersonal(resource, changesBetween(before, after)) : NO_CHANGES
  const recordName = record.name ?? recordTitle(after ?? before ?? {})
  const { batch = null } = event
  const entry = { _id, date, action, resource, record: record._id, user: by.id, changes: lasting, batch }
  const kept = {
    _id,
    date,
    author: by.id,
    subject: event.subject ?? (resource === 'users' ? record._id : null),
    recordName,
    userName: authorName(by),
    address: by.ip,
    changes: personal,
    search: auditSearch(recordName, by),
  }
  return { entry, personal: kept }
}

const auditSearch = (recordName: string, by: Author): string =>
  `${searchText(recordName)}\n${searchText(authorName(by), by.ip)}`

/** Events erased per statement: about a second of work. */
const ERASE_LIMIT = 10_000

/**
 * Erases deleted users' personal data from the audit log: names, contact data and addresses. The events remain, with
 * ids only; each call is recorded as an event itself.
 */
export const erasePersonal = async (
  tx: Tx,
  by: Author,
  date: Date,
  people: readonly string[],
): Promise<void> => {
  if (people.length === 0) return
  const ids = sql.param([...people])
  const name = authorName(by)
  const author = sql`${by.id}, ${name}, ${by.ip}, ${searchText(name, by.ip)}`
  let erased = ERASE_LIMIT
  while (erased === ERASE_LIMIT) {
    const { rows } = await tx.execute<{ erased: number }>(
      sql`select erase_audit_personal(${ids}::text[], ${newId()}, ${date.toISOString()}::timestamptz,
        ${author}, ${ERASE_LIMIT}) as erased`,
    )
    erased = rows[0]?.erased ?? 0
  }
}

/** Events recorded individually per key and window; the rest are summarised in one entry with their number. */
const MAX_PER_WINDOW = 10
const WINDOW = 60_000
/**
 * Keys tracked at once; further ones share one window. Not an `lru-cache`, which would give each made-up key a window
 * of its own, and evict windows whose summary is not yet written.
 */
const MAX_KEYS = 10_000

interface Window {
  until: number
  recorded: number
  /** Events not recorded individually, with the last of them. */
  left: number
  last: { by: Author; event: NewAuditEvent }
}

/**
 * Records events that clients can trigger at will (failed sign-ins, forbidden requests) without letting them flood the
 * audit log. Counted per node.
 */
class BoundedEvents {
  readonly #context: Context
  /** Ordered by their end, since all have the same duration. */
  readonly #windows = new Map<string, Window>()
  #timer: NodeJS.Timeout | undefined

  constructor(context: Context) {
    this.#context = context
  }

  /** Records an event unless one of its keys is at the limit; continues after the client disconnects. */
  record(keys: readonly string[], by: Author, event: NewAuditEvent): Promise<void> {
    return runDetached(() => this.#record(keys, by, event))
  }

  async #record(keys: readonly string[], by: Author, event: NewAuditEvent): Promise<void> {
    const now = this.#context.now()
    await this.#sumUp(now.getTime())
    const windows = keys.map((key) => this.#getWindow(key, now.getTime() + WINDOW, { by, event }))
    const full = windows.find(({ recorded }) => recorded >= MAX_PER_WINDOW)
    if (full === undefined) {
      for (const window of windows) window.recorded++
      return recordChange(this.#context.db, by, now, event)
    }
    full.left++
    full.last = { by, event }
    this.#timer ??= setTimeout(() => this.#onTimer(), WINDOW).unref()
  }

  /** Writes the pending summaries on shutdown. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#sumUp(Number.POSITIVE_INFINITY)
  }

  #getWindow(key: string, until: number, last: Window['last']): Window {
    const trackedKey = this.#windows.size < MAX_KEYS || this.#windows.has(key) ? key : ''
    const window = this.#windows.get(trackedKey) ?? { until, recorded: 0, left: 0, last }
    this.#windows.set(trackedKey, window)
    return window
  }

  #onTimer(): void {
    this.#timer = undefined
    // If the database is unavailable, only the count of dropped events is lost.
    this.#sumUp(this.#context.now().getTime()).catch(() => undefined)
    const isLeft = [...this.#windows.values()].some(({ left }) => left > 0)
    if (isLeft) this.#timer = setTimeout(() => this.#onTimer(), WINDOW).unref()
  }

  async #sumUp(now: number): Promise<void> {
    const ended: Window[] = []
    for (const [key, window] of this.#windows) {
      if (window.until > now) break
      this.#windows.delete(key)
      if (window.left > 0) ended.push(window)
    }
    for (const { left, last } of ended) {
      const { action, resource } = last.event
      const summary = { action, resource, record: { _id: null, name: '' }, after: { repeated: left } }
      await recordChange(this.#context.db, last.by, this.#context.now(), summary)
    }
  }
}

const eventsByContext = new WeakMap<Context, BoundedEvents>()

/** The `BoundedEvents` of a server, created on first use. */
export const boundedEvents = (context: Context): BoundedEvents => {
  const events = eventsByContext.get(context) ?? new BoundedEvents(context)
  eventsByContext.set(context, events)
  return events
}
