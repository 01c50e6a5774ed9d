import { z } from 'zod'

export const FIRST_DATE = '1800-01-01'
export const LAST_DATE = '3000-12-31'

const isWithin = (value: string): boolean =>
  value.slice(0, 10) >= FIRST_DATE && value.slice(0, 10) <= LAST_DATE

const instant = z.iso.datetime({ offset: true })
const day = z.iso.date()

const isDay = (value: string): boolean => day.safeParse(value).success
const isInstant = (value: string): boolean => instant.safeParse(value).success

export const DATE_MESSAGES = {
  invalid: 'La fecha es inválida.',
  range: 'La fecha debe estar entre 01/01/1800 y 31/12/3000.',
} as const

/** A day (YYYY-MM-DD) or an instant in ISO 8601, from 1800 to 3000; `message` is said when it is missing. */
export const requiredDate = (message: string) =>
  z
    .string(message)
    .refine((value) => value.trim() !== '', message)
    .refine((value) => isInstant(value) || isDay(value), DATE_MESSAGES.invalid)
    .refine(isWithin, DATE_MESSAGES.range)

/** A day (YYYY-MM-DD) or instant from 1800 to 3000, or the empty text. */
export const optionalDay = () =>
  z
    .string(DATE_MESSAGES.invalid)
    .refine((value) => value === '' || isDay(value) || isInstant(value), DATE_MESSAGES.invalid)
    .refine((value) => value === '' || isWithin(value), DATE_MESSAGES.range)
    .default('')
