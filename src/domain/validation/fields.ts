import { z } from 'zod'
import { FIRST_DATE, LAST_DATE } from '../format/dates.ts'
import { INVISIBLE, isEmail, withoutMargins } from './contact.ts'

/** False for texts that neither the database nor JSON can round-trip: those with NUL or lone surrogates. */
export const isStorable = (value: string): boolean =>
  !value.includes('\u0000') && !/\p{Surrogate}/u.test(value)

export const UNSTORABLE = 'Contiene caracteres no permitidos.'
const tooLong = (max: number) => `Debe tener como máximo ${max} caracteres.`
const NOT_TEXT = 'Debe ser un texto.'

/** Free text of at most `max` characters, stored as typed; absent means empty. */
export const text = (max: number) =>
  z.string(NOT_TEXT).max(max, tooLong(max)).refine(isStorable, UNSTORABLE).default('')

/** Text that is not blank; `message` if it is, `invalid` if it is too long. */
export const requiredText = (message: string, max: number, invalid = tooLong(max)) =>
  z
    .string(message)
    .max(max, invalid)
    .refine(isStorable, UNSTORABLE)
    .refine((value) => value.trim() !== '', message)

export const CONTROL = 'No puede contener caracteres de control ni marcas de dirección.'

/** Required text of one line: without control characters and bidirectional marks. */
export const requiredLine = (message: string, max: number) =>
  requiredText(message, max).refine(isLine, CONTROL)

/** Text of one line that may be empty, trimmed: without control characters and bidirectional marks. */
export const optionalLine = (max: number) =>
  z
    .string(NOT_TEXT)
    .trim()
    .max(max, tooLong(max))
    .refine(isStorable, UNSTORABLE)
    .refine(isLine, CONTROL)
    .default('')

const isLine = (value: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(value)

/** False for texts with bidirectional marks, or control characters other than tabs and line breaks. */
const isLines = (value: string): boolean => !/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/u.test(value)

/** Free text of several lines; absent means empty. */
export const lines = (max: number) => text(max).unwrap().refine(isLines, CONTROL).default('')

/** Characters that draw nothing: a text of nothing else is blank. */
const BLANK = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Required text of several lines, more than invisible characters; `base`: stored as typed, unless it changes texts. */
export const requiredLines = (message: string, max: number, base = z.string(message)) =>
  base
    .max(max, tooLong(max))
    .refine(isStorable, UNSTORABLE)
    .refine(isLines, CONTROL)
    .refine((value) => value.replace(BLANK, '') !== '', message)

/** A name, normalised to NFKC and trimmed; invisible characters are refused. */
const nameText = (message: string, max: number) =>
  z
    .string(message)
    .normalize('NFKC')
    .trim()
    .max(max, tooLong(max))
    .refine(isStorable, UNSTORABLE)
    .refine((value) => !INVISIBLE.test(value), 'No puede contener caracteres invisibles.')

/** A name that identifies a record: normalised to NFKC and trimmed; invisible characters are refused. */
export const requiredName = (message: string, max: number) =>
  nameText(message, max).refine((value) => value !== '', message)

/** A name that may be empty, as when it is absent. */
export const optionalName = (max: number) => nameText(NOT_TEXT, max).default('')

/** Text that is empty or passes `test`; else the error is `message`. */
export const optionalText = (max: number, test: (value: string) => boolean, message: string) =>
  z
    .string(message)
    .max(max, message)
    .refine(isStorable, UNSTORABLE)
    .refine((value) => value === '' || test(value), message)
    .default('')

const EMAIL_MESSAGE = 'No se ve como un correo electrónico válido.'

/** An e-mail address, or the empty text. */
export const email = (message: string = EMAIL_MESSAGE) =>
  z
    .string(message)
    .overwrite(withoutMargins)
    .max(254, message)
    .refine((value) => value === '' || isEmail(value), message)
    .default('')

/** An e-mail address; `missing` if it is blank. */
export const requiredEmail = (missing: string, message: string) =>
  z
    .string(missing)
    .overwrite(withoutMargins)
    .max(254, message)
    .refine((value) => value !== '', missing)
    .refine((value) => value === '' || isEmail(value), message)

/** A boolean; `initial` if absent. */
export const yesOrNo = (initial = false) => z.boolean('Debe ser verdadero o falso.').default(initial)

/** True if viewers' apps show a record. */
export const active = () => yesOrNo(true).meta({ title: 'Activo' })

/** The names of a schema's boolean fields. */
export const booleanFieldNames = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const inner = schema instanceof z.ZodDefault ? schema.unwrap() : schema
    return inner instanceof z.ZodBoolean ? [name] : []
  })

/** A record id in the API: opaque, never empty. */
export const id = (message = 'El identificador es inválido.') =>
  z.string(message).regex(/^[\w-]{1,64}$/, message)

const outside = (min: number, max: number) => `Debe ser un número entre ${min} y ${max}.`

/**
 * Integer from `min` to `max`; `invalid`, if given, is the error of values out of range, `message` of everything else.
 */
export const requiredInteger = (message: string, min: number, max: number, invalid = message) =>
  z
    .number(message)
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, invalid)
    .meta({ type: 'integer', minimum: min, maximum: max })

/** Integer from `min` to `max`, or null if unknown. */
export const optionalInteger = (message: string, min: number, max: number) =>
  requiredInteger(message, min, max).nullable().default(null)

/** Integer from `min` to `max`; `initial` if absent. */
export const integer = (min: number, max: number, initial: number) =>
  requiredInteger(outside(min, max), min, max).default(initial)

/** Amount of money in units of the currency, at most two decimals. */
export const money = (max: number) =>
  z
    .number(outside(0, max))
    .refine((value) => value >= 0 && value <= max, outside(0, max))
    .refine(
      (value) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6,
      'Debe tener como máximo dos decimales.',
    )
    .default(0)

const MAX_URL = 2048

// `normalize` makes Zod call `new URL`: `URL.canParse` of Node 20 and 22 rejects accents once its calls are optimised.
const urlSchema = z.url({ normalize: true })

const urlTest = (protocols: RegExp) => (value: string) =>
  !/[\s\p{Cc}]/u.test(value) && protocols.test(value) && urlSchema.safeParse(value).success

export const isWebUrl = urlTest(/^https?:\/\/[^/?#]/i)

/** True for a URL that players open: http(s), rtmp, rtsp, udp, rtp or srt. */
export const isStreamUrl = urlTest(/^(https?|rtmp|rtsp|udp|rtp|srt):\/\/[^/?#]/i)

/** True for an http(s) URL or a path on this server, with exactly one leading slash (rule W5). */
export const isUrlOrPath = (value: string): boolean =>
  isWebUrl(value) || /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(value)

/** True for schemes that run code or embed content. White space and controls are skipped, as browsers do. */
export const isUnsafeScheme = (value: string): boolean =>
  /^(javascript|data|vbscript|blob|file):/i.test(value.replace(/[\s\p{Cc}]/gu, ''))

const requiredUrl = (test: (value: string) => boolean) => (missing: string, invalid: string) =>
  requiredText(missing, MAX_URL, invalid).refine(test, invalid)

export const requiredWebUrl = requiredUrl(isWebUrl)
export const requiredUrlOrPath = requiredUrl(isUrlOrPath)
export const requiredStreamUrl = requiredUrl(isStreamUrl)

export const optionalWebUrl = (invalid: string) => optionalText(MAX_URL, isWebUrl, invalid)
export const optionalUrlOrPath = (invalid: string) => optionalText(MAX_URL, isUrlOrPath, invalid)

/** A URL that players open, or a path to append to the operator's base URL; never a scheme that runs code. */
export const requiredStreamLink = (missing: string, invalid: string) =>
  requiredText(missing, MAX_URL, invalid).refine((value) => !isUnsafeScheme(value), invalid)

export const LINK_MESSAGES = { link: 'Link invalido.', url: 'URL invalido.' } as const

export const DATE_MESSAGES = {
  invalid: 'La fecha es inválida.',
  range: 'La fecha debe estar entre 01/01/1800 y 31/12/3000.',
} as const

/** Longer than any instant that programs write. */
const MAX_LENGTH = 40
const instant = z.iso.datetime({ offset: true })
const day = z.iso.date()

const isDay = (value: string): boolean => day.safeParse(value).success
const isInstant = (value: string): boolean =>
  value.length <= MAX_LENGTH && instant.safeParse(value).success && !Number.isNaN(Date.parse(value))

/** Checks the year of an instant in UTC, as it is stored. */
const isWithin = (value: string): boolean =>
  value.slice(0, 10) >= FIRST_DATE && value.slice(0, 10) <= LAST_DATE

/** Normalises an instant with any offset to UTC, as stored and answered; days are left unchanged. */
const inUtc = (value: string): string => (isInstant(value) ? new Date(value).toISOString() : value)

const META = { description: 'Un día (AAAA-MM-DD), o un instante ISO 8601, que se guarda en UTC' }

/** A day (YYYY-MM-DD) or an ISO 8601 instant from 1800 to 3000; `message` if missing. */
export const requiredDate = (message: string) =>
  z
    .string(message)
    .refine((value) => value.trim() !== '', message)
    .refine((value) => isInstant(value) || isDay(value), DATE_MESSAGES.invalid)
    .overwrite(inUtc)
    .refine(isWithin, DATE_MESSAGES.range)
    .meta(META)

/** The `dateUpdate` that the editor had read, to detect conflicts; optional in a PUT. */
export const readDate = () =>
  requiredDate('Debe enviar la fecha de modificación que leyó.')
    .optional()
    .meta({ description: 'La que se leyó: con otra, nadie pisa lo guardado' })

/** Marks schemas of days; `format: 'date'` would exclude the instants and empty texts that they accept too. */
const DAYS = z.registry<{ isDay: true }>()

/** True for fields that hold a day without a time, which files write as DD/MM/YYYY. */
export const isDayField = (schema: z.core.$ZodType): boolean => DAYS.get(schema) !== undefined

/** A day (YYYY-MM-DD) or instant from 1800 to 3000; `message` if missing. */
export const requiredDay = (message: string) => requiredDate(message).register(DAYS, { isDay: true })

/** A day (YYYY-MM-DD) or instant from 1800 to 3000, or empty text. */
export const optionalDay = () =>
  z
    .string(DATE_MESSAGES.invalid)
    .refine((value) => value === '' || isDay(value) || isInstant(value), DATE_MESSAGES.invalid)
    .overwrite(inUtc)
    .refine((value) => value === '' || isWithin(value), DATE_MESSAGES.range)
    .default('')
    .meta(META)
    .register(DAYS, { isDay: true })

/** An ISO 8601 instant of some years (in UTC), normalised to UTC, or null; days are refused, having no time zone. */
export const optionalInstant = (firstYear: number, lastYear: number, range: string) =>
  z
    .string(DATE_MESSAGES.invalid)
    .refine(isInstant, DATE_MESSAGES.invalid)
    .overwrite(inUtc)
    .refine((value) => {
      const year = new Date(value).getUTCFullYear()
      return Number.isNaN(year) || (year >= firstYear && year <= lastYear)
    }, range)
    .nullable()
    .default(null)
    .meta({ format: 'date-time', description: 'Un instante ISO 8601 con su zona, que se guarda en UTC' })

/** The part of `Blob` used by clients: the domain has no DOM types. The server receives bytes instead. */
export interface Sent {
  arrayBuffer(): Promise<ArrayBuffer>
}

/** A request body that is a file's raw bytes. */
export const sentFile = (description: string): z.ZodType<Uint8Array, Uint8Array | Sent> =>
  z.instanceof(Uint8Array).meta({ description })
