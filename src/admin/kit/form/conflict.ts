import { differenceWith } from 'es-toolkit'
import type { Resource } from '../../../domain/registry.ts'
import { isSameValue } from '../../../domain/validation/same-value.ts'
import type { FormSchema } from '../inputs/form-kit.tsx'

type Values = Readonly<Record<string, unknown>>

/** The value to use; `joined` merges two lists: the additions of both, without the removals of either. */
export type Choice = 'mine' | 'theirs' | 'joined'

/** A difference between the record as opened, as stored now, and as edited. */
export interface Conflict {
  /** The field, or a part of one: `field.part`. */
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

/** A field that is compared part by part, since as a whole it would be unreadable. */
export interface DividedField {
  /** In the order shown. */
  readonly parts: readonly { readonly key: string; readonly label: string }[]
  /** The texts of a value's parts, by key. */
  readonly partTexts: (value: unknown) => (key: string) => string
  /** `theirs`, with these parts of `mine`. */
  readonly merge: (theirs: unknown, mine: unknown, keys: readonly string[]) => unknown
}

/** How to compare fields of a form that neither its schema nor the registry describes. */
export interface Comparison {
  readonly divided?: Readonly<Record<string, DividedField>>
  /** The resources of ids, by field. */
  readonly references?: Readonly<Record<string, Resource>>
}

const compareValues = (
  part: Pick<Conflict, 'key' | 'field' | 'label' | 'opened' | 'theirs' | 'mine'>,
): Conflict[] => {
  const { opened, theirs, mine } = part
  if (isSameValue(theirs, mine)) return []
  const changedBy = isSameValue(opened, theirs) ? 'me' : isSameValue(opened, mine) ? 'them' : 'both'
  const isList = [opened, theirs, mine].every((value) => Array.isArray(value))
  return [{ ...part, changedBy, isJoinable: changedBy === 'both' && isList }]
}

const partConflicts = (
  field: string,
  { parts, partTexts }: DividedField,
  { opened, theirs, mine }: Pick<Conflict, 'opened' | 'theirs' | 'mine'>,
): Conflict[] => {
  const [first, stored, edited] = [partTexts(opened), partTexts(theirs), partTexts(mine)]
  return parts.flatMap(({ key, label }) =>
    compareValues({
      key: `${field}.${key}`,
      field,
      label,
      opened: first(key),
      theirs: stored(key),
      mine: edited(key),
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
export const findConflicts = (
  schema: FormSchema,
  { opened, theirs, mine }: Versions,
  { divided = {} }: Comparison = {},
): Conflict[] =>
  Object.keys(schema.shape).flatMap((field) => {
    if (!(field in mine)) return []
    // Fields missing in responses (a password) can't have been changed by another user.
    const stored = field in theirs ? theirs[field] : opened[field]
    const values = { opened: opened[field], theirs: stored, mine: mine[field] }
    const parts = divided[field]
    return parts ? partConflicts(field, parts, values) : compareValues({ key: field, field, ...values })
  })

export type Choices = Readonly<Record<string, Choice>>

/** Default choices: fields changed by one side only take its value; the others are left open. */
export const defaultChoices = (conflicts: readonly Conflict[]): Choices =>
  Object.fromEntries(
    conflicts.flatMap(({ key, changedBy }) =>
      changedBy === 'both' ? [] : [[key, changedBy === 'me' ? 'mine' : 'theirs'] as const],
    ),
  )

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const without = (items: readonly unknown[], others: readonly unknown[]): unknown[] =>
  differenceWith(items, others, isSameValue)

/** Merges two lists: the additions of both, without the removals of either. */
export const mergeLists = ({
  opened,
  theirs,
  mine,
}: Pick<Conflict, 'opened' | 'theirs' | 'mine'>): unknown[] => {
  const removed = without(asList(opened), asList(mine))
  const added = without(without(asList(mine), asList(opened)), asList(theirs))
  return [...without(asList(theirs), removed), ...added]
}

/** The values that differ from the stored record after all choices: the form's unsaved changes. */
export const resolvedValues = (
  conflicts: readonly Conflict[],
  choices: Choices,
  { theirs, mine }: Versions,
  { divided = {} }: Comparison = {},
): Record<string, unknown> => {
  const kept = conflicts.filter(({ key }) => choices[key] === 'mine' || choices[key] === 'joined')
  const keptParts = (field: string): string[] =>
    kept.filter((each) => each.field === field).map(({ key }) => key.slice(field.length + 1))
  return Object.fromEntries(
    kept.map((conflict) => {
      const { field, key } = conflict
      const parts = divided[field]
      if (parts) return [field, parts.merge(theirs[field], mine[field], keptParts(field))]
      return [field, choices[key] === 'joined' ? mergeLists(conflict) : conflict.mine]
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
