import { z } from 'zod'
import { isDay } from '../format/dates.ts'
import { DATE_MESSAGES } from './fields.ts'

/** A filter that accepts one of the given values. */
export const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `Debe ser uno de: ${values.join(', ')}.`)

/** A filter by day, in the service's time zone. */
export const day = (description: string) =>
  z.string(DATE_MESSAGES.invalid).refine(isDay, DATE_MESSAGES.invalid).meta({ format: 'date', description })
