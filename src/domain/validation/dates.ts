import { z } from 'zod'

export const FIRST_DATE = '1800-01-01'
export const LAST_DATE = '3000-12-31'

export const DATE_MESSAGES = {
  invalid: 'La fecha es inválida.',
  range: 'La fecha debe estar entre 01/01/1800 y 31/12/3000.',
} as const

/** No instant that a program writes is longer. */
const MAX_LENGTH = 40
const instant = z.iso.datetime({ offset: true })
const day = z.iso.date()

const isDay = (value: string): boolean => day.safeParse(value).success
const isInstant = (value: string): boolean =>
  value.length <= MAX_LENGTH && instant.safeParse(value).success && !Number.isNaN(Date.parse(value))

/** Of an instant that year is meant which it has in UTC, as it is stored. */
const isWithin = (value: string): boolean =>
  value.slice(0, 10) >= FIRST_DATE && value.slice(0, 10) <= LAST_DATE

/** An instant as it is stored and answered: in UTC, whatever offset it came with. A day stays a day. */
const inUtc = (value: string): string => (isInstant(value) ? new Date(value).toISOString() : value)

const META = { description: 'Un día (AAAA-MM-DD), o un instante ISO 8601, que se guarda en UTC' }

/** A day (YYYY-MM-DD) or an instant in ISO 8601, from 1800 to 3000; `message` is said when it is missing. */
export const requiredDate = (message: string) =>
  z
    .string(message)
    .refine((value) => value.trim() !== '', message)
    .refine((value) => isInstant(value) || isDay(value), DATE_MESSAGES.invalid)
    .overwrite(inUtc)
    .refine(isWithin, DATE_MESSAGES.range)
    .meta(META)

/** The `dateUpdate` that an editor read, which may be left out of a PUT. */
export const readDate = () =>
  requiredDate('Debe enviar la fecha de modificación que leyó.')
    .optional()
    .meta({ description: 'La que se leyó: con otra, nadie pisa lo guardado' })

/** A day (YYYY-MM-DD) or instant from 1800 to 3000, or the empty text. */
export const optionalDay = () =>
  z
    .string(DATE_MESSAGES.invalid)
    .refine((value) => value === '' || isDay(value) || isInstant(value), DATE_MESSAGES.invalid)
    .overwrite(inUtc)
    .refine((value) => value === '' || isWithin(value), DATE_MESSAGES.range)
    .default('')
    .meta(META)
