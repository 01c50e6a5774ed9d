import { isDeepStrictEqual } from 'node:util'
import { validationErrorsOf } from '../../../domain/validation/errors.ts'
import { readDate } from '../../../domain/validation/fields.ts'
import { Invalid, stale } from './errors.ts'

const readSchema = readDate()

/** Throws a STALE conflict when the record was saved since; a body without `dateUpdate` asks for no check (rule W3). */
export const refuseStale = (body: { readonly dateUpdate?: unknown }, stored: Date): void => {
  const parsed = readSchema.safeParse(body.dateUpdate)
  if (!parsed.success)
    throw new Invalid(
      validationErrorsOf(parsed.error).map(({ message }) => ({ field: 'dateUpdate', message })),
    )
  if (parsed.data !== undefined && Date.parse(parsed.data) !== stored.getTime()) throw stale()
}

/** Whether an edit leaves every value as it is stored: then it moves no date and is no event of the audit log. */
export const changesNothing = (
  stored: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): boolean => Object.entries(values).every(([name, value]) => isDeepStrictEqual(stored[name], value))

/** The `dateUpdate` of an edit made now: always later than the stored one. */
export const editDate = (now: Date, stored: Date): Date =>
  new Date(Math.max(now.getTime(), stored.getTime() + 1))
