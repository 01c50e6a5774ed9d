import { entryOf, type Resource } from '../registry.ts'
import { settingsSchema } from '../settings/settings.ts'
import { profileSchema } from '../users/profile.ts'
import { userSchema } from '../users/user.ts'
import { isSameValue } from '../validation/same-value.ts'
import { type AuditAction, type FieldChange, MASK } from './audit-event.ts'

interface Change {
  readonly action: AuditAction
  readonly changes: readonly FieldChange[]
}

interface Version {
  /** Changes that would revert it: from the current values to those of the version. */
  readonly fields: FieldChange[]
  /** Fields that had another value which the audit log does not record. */
  readonly unknown: string[]
}

/**
 * Not reverted: fields derived from others that are, and fields that no form edits, such as a profile's saved views or
 * an episode's series, which a merge changes.
 */
const DERIVED: ReadonlySet<string> = new Set([
  'hasLinkReserved',
  'publicationBlocked',
  'savedView',
  'serieId',
])

/** Events that change fields of an existing record. */
export const EDITS: ReadonlySet<AuditAction> = new Set(['update', 'merge'])

/**
 * Events after which the record's state is known from its audit entries; a restore brings it back as it was deleted.
 */
export const VERSIONED_ACTIONS: ReadonlySet<AuditAction> = new Set(['create', 'update', 'restore', 'merge'])

/**
 * Revertible fields outside the catalogue: those of their forms, without passwords and without fields that sales
 * change.
 */
const FORM_FIELDS: Readonly<Partial<Record<Resource, object>>> = {
  users: userSchema.shape,
  profiles: profileSchema.shape,
  settings: settingsSchema.shape,
}

/** True if records of a resource can be reverted to an earlier version. */
export const hasVersions = (resource: Resource): boolean =>
  resource in FORM_FIELDS || entryOf(resource).operation !== undefined

const isRevertible = (resource: Resource, field: string): boolean => {
  const form = FORM_FIELDS[resource]
  return !DERIVED.has(field) && (form === undefined || field in form)
}

/** Texts that are null without a value, besides references. */
const NULLABLE: ReadonlySet<string> = new Set(['datePublish', 'dateUnpublish'])

/** The audit log stores empty values as null: converts it back to '' for texts that are not nullable. */
const fromLogged = (held: unknown, now: unknown, isNullable: boolean): unknown =>
  held === null && typeof now === 'string' && !isNullable ? '' : held

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(MASK)

/**
 * Reverts every change made after an event, and compares the result with the current record. `since`: the events after
 * it, newest first.
 */
export const versionChanges = (
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  since: readonly Change[],
): Version => {
  const old = new Map<string, unknown>()
  for (const { action, changes } of since)
    if (EDITS.has(action))
      for (const { field, before } of changes) if (isRevertible(resource, field)) old.set(field, before)
  const version: Version = { fields: [], unknown: [] }
  const references = entryOf(resource).references ?? {}
  for (const [field, held] of old) {
    const now = record[field]
    if (isMasked(held)) version.unknown.push(field)
    else if (!isSameValue(held, now))
      version.fields.push({
        field,
        before: now,
        after: fromLogged(held, now, field in references || NULLABLE.has(field)),
      })
  }
  return version
}

const isUndoable = (resource: Resource, { field, before }: FieldChange): boolean =>
  isRevertible(resource, field) && !isMasked(before)

/** True if an event changed fields of an existing record that an ordinary edit can write back (rule W19). */
export const canUndo = (resource: Resource, { action, changes }: Change): boolean =>
  EDITS.has(action) && hasVersions(resource) && changes.some((change) => isUndoable(resource, change))

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** Drops empty values, which responses contain as defaults but the audit log may lack, and sorts the keys. */
const withoutEmpty = (value: unknown): unknown => {
  if (isEmpty(value)) return null
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, part]) => (isEmpty(part) ? [] : [[name, withoutEmpty(part)]])),
  )
}

const isAlike = (one: unknown, other: unknown): boolean => isSameValue(withoutEmpty(one), withoutEmpty(other))

interface UndoneField extends FieldChange {
  /** It has another value than the event gave it. */
  readonly isChangedSince: boolean
}

/** What undoing one event changes: from the current values to those before it, without fields that have these again. */
export const undoChanges = (
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  changes: readonly FieldChange[],
): UndoneField[] => {
  const references = entryOf(resource).references ?? {}
  return changes
    .filter((change) => isUndoable(resource, change))
    .map(({ field, before, after }) => {
      const now = record[field]
      const held = (value: unknown) => fromLogged(value, now, field in references || NULLABLE.has(field))
      return { field, before: now, after: held(before), isChangedSince: !isAlike(after, now) }
    })
    .filter(({ before, after }) => !isAlike(before, after))
}

/** Removes the ids of deleted records; undefined if nothing is left to restore. */
export const withoutDeletedIds = (held: unknown, gone: ReadonlySet<string>): unknown => {
  if (Array.isArray(held)) return held.filter((id) => !gone.has(String(id)))
  return typeof held === 'string' && gone.has(held) ? undefined : held
}
