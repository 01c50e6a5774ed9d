import type { FieldValues } from 'react-hook-form'
import type { FoundFilm } from '../../../../domain/contents/film-lookup.ts'
import { dayText } from '../../../kit/display/dates.ts'
import type { FormSchema } from '../../../kit/inputs/form-kit.tsx'

/** A value of the film database, beside what the form holds already. */
export interface FoundField {
  source: string
  found: unknown
  current: unknown
  /** Nothing was typed there: it is filled without asking. */
  isFree: boolean
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What the film database knows of the form's fields that fits them, where the form says something else. */
export const foundFields = (film: FoundFilm, values: FieldValues, { shape }: FormSchema): FoundField[] =>
  Object.entries(film)
    .filter(([source, found]) => source in values && !isEmpty(found))
    .filter(([source, found]) => shape[source]?.safeParse(found).success === true)
    .filter(([source, found]) => !same(found, values[source]))
    .map(([source, found]) => ({
      source,
      found,
      current: values[source],
      isFree: isEmpty(values[source]),
    }))

/** A value for a person to read: lists with commas, days as DD/MM/YYYY. */
export const readable = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ')
  const text = String(value ?? '')
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? dayText(text) : text
}
