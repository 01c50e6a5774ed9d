import { entryOf, type Resource } from '../registry.ts'
import { settingsSchema } from '../settings/settings.ts'
import { profileSchema } from '../users/profile.ts'
import { userSchema } from '../users/user.ts'
import { type AuditAction, type FieldChange, MASK } from './audit-event.ts'

/** An event of one record's history. */
interface Change {
  readonly action: AuditAction
  readonly changes: readonly FieldChange[]
}

interface Version {
  /** Changes that would take it back: from what it holds now to what it held then. */
  readonly fields: FieldChange[]
  /** Fields that held something else which the audit log does not tell. */
  readonly unknown: string[]
}

/**
 * Follow from other fields, with which they come back, or are no fields of a form, as the saved views of a profile and the
 * series of an episode, which a merge changes.
 */
const DERIVED: ReadonlySet<string> = new Set(['hasLinkReserved', 'savedView', 'serieId'])

/** Events that change fields of a record. */
const EDITS: ReadonlySet<AuditAction> = new Set(['update', 'merge'])

/** After these events a record holds what their entry says; what comes back from the trash is as it was deleted. */
export const HAS_VERSION: ReadonlySet<AuditAction> = new Set(['create', 'update', 'restore', 'merge'])

/** What goes back of other records than the catalogue's: what their forms hold, without passwords and what sales change. */
const OF_FORMS: Readonly<Partial<Record<Resource, object>>> = {
  users: userSchema.shape,
  profiles: profileSchema.shape,
  settings: settingsSchema.shape,
}

/** Whether records of a resource can go back to what they held before. */
export const hasVersions = (resource: Resource): boolean =>
  resource in OF_FORMS || entryOf(resource).operation !== undefined

const isOfVersion = (resource: Resource, field: string): boolean => {
  const form = OF_FORMS[resource]
  return !DERIVED.has(field) && (form === undefined || field in form)
}

/** The audit log writes what is empty as null: of a text that is '', unless it is the id of another record. */
const emptied = (held: unknown, now: unknown, isReference: boolean): unknown =>
  held === null && typeof now === 'string' && !isReference ? '' : held

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(MASK)

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one === '' ? null : (one ?? null)) === JSON.stringify(other === '' ? null : (other ?? null))

/**
 * What a record held after an event, compared with what it holds now: every change since is taken back. `since` are the
 * events after it, the last ones first.
 */
export const fieldsOfVersion = (
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  since: readonly Change[],
): Version => {
  const old = new Map<string, unknown>()
  for (const { action, changes } of since)
    if (EDITS.has(action))
      for (const { field, before } of changes) if (isOfVersion(resource, field)) old.set(field, before)
  const version: Version = { fields: [], unknown: [] }
  const references = entryOf(resource).references ?? {}
  for (const [field, held] of old) {
    const now = record[field]
    if (isMasked(held)) version.unknown.push(field)
    else if (!isSame(held, now))
      version.fields.push({ field, before: now, after: emptied(held, now, field in references) })
  }
  return version
}

/** Ids without those of records that are gone; undefined where nothing is left to put back. */
export const withoutGone = (held: unknown, gone: ReadonlySet<string>): unknown => {
  if (Array.isArray(held)) return held.filter((id) => !gone.has(String(id)))
  return typeof held === 'string' && gone.has(held) ? undefined : held
}
