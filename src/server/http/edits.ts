import { requiredDate } from '../../domain/validation/dates.ts'
import { problemsOf } from '../../domain/validation/problems.ts'
import { Invalid, stale } from './errors.ts'

const readShape = requiredDate('Debe enviar la fecha de modificación que leyó.')

/** Refuses an edit of a record that somebody else saved since; a body without `dateUpdate` asks for no such check. */
export const refuseStale = (body: Readonly<Record<string, unknown>>, stored: Date): void => {
  if (!('dateUpdate' in body)) return
  const parsed = readShape.safeParse(body.dateUpdate)
  if (!parsed.success)
    throw new Invalid(problemsOf(parsed.error).map(({ message }) => ({ field: 'dateUpdate', message })))
  if (Date.parse(parsed.data) !== stored.getTime()) throw stale()
}

/** The `dateUpdate` of an edit made now: always later than the stored one. */
export const editDate = (now: Date, stored: Date): Date =>
  new Date(Math.max(now.getTime(), stored.getTime() + 1))
