import { FLAGS, type Flag, type GroupAccess } from '../../../domain/access/permissions.ts'
import { ROUTES } from '../../../domain/access/routes.ts'
import { accessOf, type Selection, selectionOf } from '../../../domain/access/selection.ts'
import { fieldName } from '../../../domain/names.ts'
import type { FormSchema } from '../inputs/form-kit.tsx'

type Values = Readonly<Record<string, unknown>>

/** The value to use; `joined` merges two lists: the additions of both, without the removals of either. */
export type Choice = 'mine' | 'theirs' | 'joined'

/** A difference between the record as opened, as stored now, and as edited. */
export interface Conflict {
  /** The field, or a part of one: `routeAccess.movie-list`. */
  key: string
  field: string
  /** Name of the part, if it is not a field. */
  label?: string
  opened: unknown
  theirs: unknown
  mine: unknown
  /** Author of the change since the form was opened; only `both` needs a decision. */
  changedBy: 'me' | 'them' | 'both'
  isJoinable: boolean
}

// Users can't distinguish an unset field from an empty one.
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

// Typed by the contract: grants by menu group.
const asSelection = (value: unknown): Selection =>
  selectionOf(Array.isArray(value) ? (value as GroupAccess[]) : [])

const grantText = (flags: readonly Flag[] | undefined): string =>
  flags === undefined
    ? 'Sin acceso'
    : [
        'Ver',
        ...FLAGS.filter((flag) => flags.includes(flag)).map((flag) => fieldName('profiles', flag)),
      ].join(', ')

/** Compares permissions route by route, since as a whole they would be unreadable. */
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

/** A record as opened, as stored now, and as edited. */
export interface Versions {
  opened: Values
  theirs: Values
  mine: Values
}

/** The differences between form and stored record, in the order of the form's fields. */
export const conflictsOf = (schema: FormSchema, { opened, theirs, mine }: Versions): Conflict[] =>
  Object.keys(schema.shape).flatMap((field) => {
    if (!(field in mine)) return []
    // Fields missing in responses (a password) can't have been changed by another user.
    const stored = field in theirs ? theirs[field] : opened[field]
    return field === PERMISSIONS
      ? permissionConflicts(opened[field], stored, mine[field])
      : compared({ key: field, field, opened: opened[field], theirs: stored, mine: mine[field] })
  })

export type Choices = Readonly<Record<string, Choice>>

/** Default choices: fields changed by one side only take its value; the others are left open. */
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

/** Merges two lists: the additions of both, without the removals of either. */
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

/** The values that differ from the stored record after all choices: the form's unsaved changes. */
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

/** The items of three lists that are not in all of them; other values unchanged. */
export const onlyUnshared = ({ opened, theirs, mine }: Pick<Conflict, 'opened' | 'theirs' | 'mine'>) => {
  const lists = [opened, theirs, mine].map(asList)
  if (![opened, theirs, mine].every((value) => Array.isArray(value))) return { opened, theirs, mine }
  const [first = [], ...others] = lists
  const shared = first.filter((item) => others.every((list) => without([item], list).length === 0))
  const rest = lists.map((list) => without(list, shared))
  // Lists that only differ in order are shown as a whole.
  if (rest.every((list) => list.length === 0)) return { opened, theirs, mine }
  return { opened: rest[0], theirs: rest[1], mine: rest[2] }
}
