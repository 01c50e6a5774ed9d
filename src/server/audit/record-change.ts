import { inArray } from 'drizzle-orm'
import type { Resource } from '../../domain/access/resources.ts'
import { type AuditAction, changesBetween, nameOfRecord, partPersonal } from '../../domain/audit/trail.ts'
import { newId } from '../database/ids.ts'
import type { Executor, Tx } from '../database/open.ts'
import { auditEntries, auditPersonal } from '../database/schema/audit.ts'
import { searchText } from '../database/search.ts'

/** Who did something, and from where; an id of null: somebody who is not signed in. */
export interface Author {
  id: string | null
  name: string
  address: string
}

type Row = Readonly<Record<string, unknown>>

/** Something that was done to a record: what was stored before it, and what is since. */
export interface Deed {
  action: AuditAction
  resource: Resource
  record: { _id: string | null; name?: string }
  before?: Row | undefined
  after?: Row | undefined
}

/** Writes deeds into the trail, in the transaction of the change itself. */
export const recordDeeds = async (
  executor: Executor,
  by: Author,
  date: Date,
  deeds: readonly Deed[],
): Promise<void> => {
  if (deeds.length === 0) return
  const entries = deeds.map((deed) => entryOf(by, date, deed))
  await executor.insert(auditEntries).values(entries.map(({ entry }) => entry))
  const personal = entries.flatMap(({ personal }) => personal ?? [])
  if (personal.length > 0) await executor.insert(auditPersonal).values(personal)
}

/** The same for one record. */
export const recordChange = (tx: Executor, by: Author, date: Date, deed: Deed): Promise<void> =>
  recordDeeds(tx, by, date, [deed])

/** The columns of the trail that say who, what and to whom. */
export const entryOf = (by: Author, date: Date, { action, resource, record, before, after }: Deed) => {
  const _id = newId()
  const { lasting, personal } = partPersonal(resource, changesBetween(before, after))
  const recordName = record.name ?? nameOfRecord(after ?? before ?? {})
  const entry = {
    _id,
    date,
    action,
    resource,
    record: record._id,
    recordName,
    user: by.id,
    userName: by.name,
    address: by.address,
    changes: lasting,
    search: searchText(recordName, by.name, by.address),
  }
  const kept =
    record._id !== null && personal.length > 0 ? { _id, user: record._id, changes: personal } : undefined
  return { entry, personal: kept }
}

/** Erases users' contact data from the trail (decisions D8). */
export const forgetPersonal = async (tx: Tx, gone: readonly string[]): Promise<void> => {
  await tx.delete(auditPersonal).where(inArray(auditPersonal.user, [...gone]))
}
