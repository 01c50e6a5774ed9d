import { FLAGS, type Flag, type GroupAccess } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { accessOf, type Selection, selectionOf } from '../../../domain/access/selection.ts'
import { fieldName } from '../../../domain/names.ts'
import type { FormSchema } from '../inputs/form-kit.tsx'

type Values = Readonly<Record<string, unknown>>

/** Which value goes into the form; `joined` takes what both sides added to a list and drops what either removed. */
export type Choice = 'mine' | 'theirs' | 'joined'

/** Something that differs between the record as it was opened, as it is stored now, and the form. */
export interface Conflict {
  /** The field, or a part of one: `routeAccess.movie-list`. */
  key: string
  field: string
  /** What the part is called, where it is not a field of its own. */
  label?: string
  opened: unknown
  theirs: unknown
  mine: unknown
  /** Who changed it since it was opened; only `both` leaves something to decide. */
  changedBy: 'me' | 'them' | 'both'
  isJoinable: boolean
}

// A field that was never set and an empty one are the same to the person who looks at them.
const seen = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null))

const same = (one: unknown, other: unknown): boolean => seen(one) === seen(other)

const compared = (
  part: Pick<Conflict, 'key' | 'field' | 'label' | 'opened' | 'theirs' | 'mine'>,
): Conflict[] => {
  const { opened, theirs, mine } = part
  if (same(theirs, mine)) return []
  const changedBy = same(opened, theirs) ? 'me' : same(opened, mine) ? 'them' : 'both'
  const isList = [opened, theirs, mine].every((value) => Array.isArray(value))
  return [{ ...part, changedBy, isJoinable: changedBy === 'both' && isList }]
}

const PERMISSIONS = 'routeAccess'

// The record's value of this field is what the API keeps to by contract: grants by menu group.
const asSelection = (value: unknown): Selection =>
  selectionOf(Array.isArray(value) ? (value as GroupAccess[]) : [])

const grantText = (flags: readonly Flag[] | undefined): string =>
  flags === undefined
    ? 'Sin acceso'
    : [
        'Ver',
        ...FLAGS.filter((flag) => flags.includes(flag)).map((flag) => fieldName('profiles', flag)),
      ].join(', ')

/** Permissions are compared route by route: as a whole they would be too long to read. */
const permissionConflicts = (opened: unknown, theirs: unknown, mine: unknown): Conflict[] => {
  const [first, stored, own] = [asSelection(opened), asSelection(theirs), asSelection(mine)]
  return ROUTES.flatMap(({ template, description }) =>
    compared({
      key: `${PERMISSIONS}.${template}`,
      field: PERMISSIONS,
      label: description,
      opened: grantText(first.get(template)),
      theirs: grantText(stored.get(template)),
      mine: grantText(own.get(template)),
    }),
  )
}

/** The three versions of a record: as it was opened, as it is stored now, and what the form holds. */
export interface Versions {
  opened: Values
  theirs: Values
  mine: Values
}

/** What differs between the form and the stored record, in the order of the form's fields. */
export const conflictsOf = (schema: FormSchema, { opened, theirs, mine }: Versions): Conflict[] =>
  Object.keys(schema.shape).flatMap((field) => {
    if (!(field in mine)) return []
    // What a record never carries (a password) can't have been changed by anybody else.
    const stored = field in theirs ? theirs[field] : opened[field]
    return field === PERMISSIONS
      ? permissionConflicts(opened[field], stored, mine[field])
      : compared({ key: field, field, opened: opened[field], theirs: stored, mine: mine[field] })
  })

export type Choices = Readonly<Record<string, Choice>>

/** What is proposed: each side keeps what it alone changed; what both changed is left open. */
export const proposed = (conflicts: readonly Conflict[]): Choices =>
  Object.fromEntries(
    conflicts.flatMap(({ key, changedBy }) =>
      changedBy === 'both' ? [] : [[key, changedBy === 'me' ? 'mine' : 'theirs'] as const],
    ),
  )

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const without = (items: readonly unknown[], others: readonly unknown[]): unknown[] => {
  const known = new Set(others.map((each) => JSON.stringify(each)))
  return items.filter((each) => !known.has(JSON.stringify(each)))
}

/** A list with what both sides added to it, and without what either of them removed. */
export const joined = ({ opened, theirs, mine }: Pick<Conflict, 'opened' | 'theirs' | 'mine'>): unknown[] => {
  const removed = without(asList(opened), asList(mine))
  const added = without(without(asList(mine), asList(opened)), asList(theirs))
  return [...without(asList(theirs), removed), ...added]
}

const chosenPermissions = (
  conflicts: readonly Conflict[],
  choices: Choices,
  { theirs, mine }: Versions,
): GroupAccess[] => {
  const result = new Map(asSelection(theirs[PERMISSIONS]))
  const own = asSelection(mine[PERMISSIONS])
  for (const { key } of conflicts) {
    if (choices[key] !== 'mine') continue
    const template = key.slice(PERMISSIONS.length + 1)
    const flags = own.get(template)
    if (flags === undefined) result.delete(template)
    else result.set(template, flags)
  }
  return accessOf(result)
}

/** The values that differ from the stored record once everything is decided: what the form then has unsaved. */
export const keptValues = (
  conflicts: readonly Conflict[],
  choices: Choices,
  versions: Versions,
): Record<string, unknown> => {
  const kept = conflicts.filter(({ key }) => choices[key] === 'mine' || choices[key] === 'joined')
  return Object.fromEntries(
    kept.map((conflict) => {
      const { field, key, mine } = conflict
      if (field === PERMISSIONS) return [field, chosenPermissions(conflicts, choices, versions)]
      return [field, choices[key] === 'joined' ? joined(conflict) : mine]
    }),
  )
}

/** Of three lists the items that are not in all of them: what there is to compare; other values stay as they are. */
export const onlyUnshared = ({ opened, theirs, mine }: Pick<Conflict, 'opened' | 'theirs' | 'mine'>) => {
  const lists = [opened, theirs, mine].map(asList)
  if (![opened, theirs, mine].every((value) => Array.isArray(value))) return { opened, theirs, mine }
  const [first = [], ...others] = lists
  const shared = first.filter((item) => others.every((list) => without([item], list).length === 0))
  const rest = lists.map((list) => without(list, shared))
  // The same items in another order: only the whole lists tell.
  if (rest.every((list) => list.length === 0)) return { opened, theirs, mine }
  return { opened: rest[0], theirs: rest[1], mine: rest[2] }
}
