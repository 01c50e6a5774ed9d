import { sql } from 'drizzle-orm'
import {
  type AuditAction,
  changesBetween,
  nameOfRecord,
  partPersonal,
} from '../../../domain/audit/audit-event.ts'
import type { Resource } from '../../../domain/registry.ts'
import { newId } from '../database/ids.ts'
import type { Executor, Tx } from '../database/open.ts'
import { auditEntries, auditPersonal } from '../database/schema/audit.ts'
import { searchText } from '../database/search.ts'

/** Who did something, and from where; an id of null: not signed in. */
export interface Author {
  id: string | null
  name: string
  address: string
}

type Row = Readonly<Record<string, unknown>>

/** Something that was done to a record: what was stored before it, and what is since. */
export interface NewAuditEvent {
  action: AuditAction
  resource: Resource
  record: { _id: string | null; name?: string }
  /** The user that the record belongs to, where it is no user itself. */
  subject?: string
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

/** The same for one record. */
export const recordChange = (
  executor: Executor,
  by: Author,
  date: Date,
  event: NewAuditEvent,
): Promise<void> => recordEvents(executor, by, date, [event])

/** Inserts events with their personal data, in one statement. */
export const insertEvents = async (
  executor: Executor,
  rows: readonly ReturnType<typeof eventRows>[],
): Promise<void> => {
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

/** The two rows of an event: what stays for ever, and what goes with the people whom it names. */
export const eventRows = (by: Author, date: Date, event: NewAuditEvent) => {
  const { action, resource, record, before, after } = event
  const _id = newId()
  const { lasting, personal } = partPersonal(resource, changesBetween(before, after))
  const recordName = record.name ?? nameOfRecord(after ?? before ?? {})
  const entry = { _id, date, action, resource, record: record._id, user: by.id, changes: lasting }
  const kept = {
    _id,
    author: by.id,
    subject: event.subject ?? (resource === 'users' ? record._id : null),
    recordName,
    userName: by.name,
    address: by.address,
    changes: personal,
    search: auditSearch(recordName, by),
  }
  return { entry, personal: kept }
}

const auditSearch = (recordName: string, { name, address }: Omit<Author, 'id'>): string =>
  `${searchText(recordName)}\n${searchText(name, address)}`

/** Events that one statement erases: a second or so of work. */
const ERASED_AT_ONCE = 10_000

/**
 * Erases what the audit log holds of people who are deleted: their names and contact data, and the addresses that
 * they worked from. The events stay, with ids alone; each run of the function is an event of its own.
 */
export const erasePersonal = async (
  tx: Tx,
  by: Author,
  date: Date,
  people: readonly string[],
): Promise<void> => {
  if (people.length === 0) return
  const ids = sql.param([...people])
  const author = sql`${by.id}, ${by.name}, ${by.address}, ${searchText(by.name, by.address)}`
  let erased = ERASED_AT_ONCE
  while (erased === ERASED_AT_ONCE) {
    const { rows } = await tx.execute<{ erased: number }>(
      sql`select erase_audit_personal(${ids}::text[], ${newId()}, ${date.toISOString()}::timestamptz,
        ${author}, ${ERASED_AT_ONCE}) as erased`,
    )
    erased = rows[0]?.erased ?? 0
  }
}
