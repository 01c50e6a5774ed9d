import { z } from 'zod'
import { isDay } from '../format/dates.ts'
import { DATE_MESSAGES } from './fields.ts'

/** A filter that accepts one of the given values. */
export const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `Debe ser uno de: ${values.join(', ')}.`)

/** A filter that accepts any of the given values, separated by commas. */
export const choices = <const Values extends readonly string[]>(values: Values) => {
  const message = `Deben ser, separados por comas: ${values.join(', ')}.`
  return z
    .string(message)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(values, message)))
    .meta({ type: 'string' })
}

/** A filter by day, in the service's time zone. */
export const day = (description: string) =>
  z.string(DATE_MESSAGES.invalid).refine(isDay, DATE_MESSAGES.invalid).meta({ format: 'date', description })
