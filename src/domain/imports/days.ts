import { z } from 'zod'
import { isDay } from '../format/dates.ts'
import { periodInWords } from '../format/period-labels.ts'
import { fold, quoted } from '../format/text.ts'
import { isUnlimited } from './unlimited.ts'

/** Orders of day and month before a year. */
export const DAY_ORDERS = ['DD/MM', 'MM/DD'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

/** The first value that is valid in only one order, for each order, and the first that is a different day in each. */
export const daySamples = z.object({
  'DD/MM': z.string().optional(),
  'MM/DD': z.string().optional(),
  both: z.string().optional(),
  /** Number of values that say 'unlimited'. */
  unlimited: z.int().optional(),
})
export type DaySamples = z.infer<typeof daySamples>

const MIN_LENGTH = '1/1/27'.length
const MAX_LENGTH = 40
const WRITTEN = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/

/** Two-digit years below this are of the 21st century, others of the 20th, as in POSIX. */
const PIVOT = 69

const fullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) < PIVOT ? 20 : 19}${year}`

const isoDay = (year: string, month: string, day: string): string | undefined => {
  const iso = `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : undefined
}

interface Readings {
  days: Partial<Record<DayOrder, string>>
  rest: string
}

const dayReadings = (text: string): Readings | undefined => {
  const [written, first = '', second = '', year = ''] = WRITTEN.exec(text) ?? []
  if (written === undefined) return undefined
  const [dayFirst, monthFirst] = [isoDay(year, second, first), isoDay(year, first, second)]
  return {
    days: { ...(dayFirst && { 'DD/MM': dayFirst }), ...(monthFirst && { 'MM/DD': monthFirst }) },
    rest: text.slice(written.length),
  }
}

const dayOrderKind = ({ days }: Readings): DayOrder | 'both' | undefined => {
  const { 'DD/MM': dayFirst, 'MM/DD': monthFirst } = days
  if (dayFirst === monthFirst) return undefined
  if (dayFirst === undefined) return 'MM/DD'
  return monthFirst === undefined ? 'DD/MM' : 'both'
}

/** Collects the values of a column that reveal its order, and counts those that say 'unlimited'. */
export const sampleDays = (values: Iterable<string>): DaySamples => {
  const samples: DaySamples = {}
  for (const value of values) {
    if (isUnlimited(value)) samples.unlimited = (samples.unlimited ?? 0) + 1
    if (value.length < MIN_LENGTH) continue
    const text = value.trim()
    const readings = text.length > MAX_LENGTH ? undefined : dayReadings(text)
    const kind = readings && dayOrderKind(readings)
    if (kind !== undefined) samples[kind] ??= text
  }
  return samples
}

/** Day order of a file, with examples for errors. */
export interface DayReading {
  order: DayOrder
  samples: DaySamples
}

/** Uses the requested order; otherwise MM/DD if only that fits all values, or DD/MM. */
export const dayReading = (columns: readonly DaySamples[], asked?: DayOrder): DayReading => {
  const samples: DaySamples = Object.assign({}, ...columns.toReversed())
  const isMonthFirst = samples['MM/DD'] !== undefined && samples['DD/MM'] === undefined
  return { order: asked ?? (isMonthFirst ? 'MM/DD' : 'DD/MM'), samples }
}

const otherThan = (order: DayOrder): DayOrder => (order === 'DD/MM' ? 'MM/DD' : 'DD/MM')

/** Months by their first three letters in Spanish, English and Portuguese. */
const MONTHS: Readonly<Record<string, number>> = {
  ...{
    ene: 1,
    jan: 1,
    feb: 2,
    fev: 2,
    mar: 3,
    abr: 4,
    apr: 4,
    may: 5,
    mai: 5,
    jun: 6,
    jul: 7,
    ago: 8,
    aug: 8,
  },
  ...{ sep: 9, set: 9, oct: 10, out: 10, nov: 11, dic: 12, dec: 12, dez: 12 },
}
const NAMED = /^(\d{1,2})(?:[-/. ]| de )([a-z]{3,10})\.?(?:[-/. ]| de )(\d{4}|\d{2})(?!\d)/
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})(?=$|\d{4}(?:\d{2})?$)/
/** A spreadsheet's serial number, which counts days from the end of 1899; only those of this century are accepted. */
const SERIAL = /^(\d{5})(?=$|[.,]\d{1,12}$)/
const FIRST_SERIAL = 36_526
const LAST_SERIAL = 73_050
const SERIAL_OF_1970 = 25_569
const DAY_MS = 86_400_000

/** A day in a format without an ambiguous order: 31-mar-27, 20270331, or a spreadsheet's serial number. */
const orderlessDay = (text: string): { day: string; rest: string } | undefined => {
  const typed = fold(text)
  const found = (day: string | undefined, length: number) =>
    day === undefined ? undefined : { day, rest: typed.slice(length) }
  const [named, date = '', name = '', year = ''] = NAMED.exec(typed) ?? []
  if (named !== undefined)
    return found(isoDay(year, String(MONTHS[name.slice(0, 3)] ?? 0), date), named.length)
  const [compact, begin = '', month = '', end = ''] = COMPACT.exec(typed) ?? []
  if (compact !== undefined) return found(isoDay(begin, month, end), compact.length)
  const serial = Number(SERIAL.exec(typed)?.[1] ?? 0)
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined
  return found(new Date((serial - SERIAL_OF_1970) * DAY_MS).toISOString().slice(0, 10), 5)
}

/**
 * The day (YYYY-MM-DD) at the beginning of a text, and the rest of it. Undefined if it is invalid in the file's order,
 * or ambiguous while another value contradicts that order.
 */
export const readFileDay = (
  text: string,
  { order, samples }: DayReading,
): { day: string; rest: string } | undefined => {
  const orderless = orderlessDay(text)
  if (orderless) return orderless
  const readings = dayReadings(text)
  const day = readings?.days[order]
  if (!readings || day === undefined) return undefined
  if (dayOrderKind(readings) === 'both' && samples[otherThan(order)] !== undefined) return undefined
  return { day, rest: readings.rest }
}

const named = (order: DayOrder): string => `${order}/AAAA`

/** Why a day cannot be read, with an example from the file. */
export const dayProblem = (text: string, { order, samples }: DayReading): string => {
  const readings = dayReadings(text.trim())
  const kind = readings && dayOrderKind(readings)
  const other = otherThan(order)
  const [like, unlike] = [samples[order], samples[other]]
  const advice = like === undefined ? 'elija ese orden de las fechas' : 'escríbala AAAA-MM-DD'
  if (kind === other) {
    const others = like === undefined ? '' : `, y el archivo trae ${quoted(like)} (${named(order)})`
    return `La fecha ${quoted(text)} no es ${named(order)} sino ${named(other)}${others}: ${advice}.`
  }
  if (kind === 'both' && unlike !== undefined)
    return `La fecha ${quoted(text)} se lee de dos maneras, y el archivo trae ${quoted(unlike)} (${named(other)}): ${advice}.`
  const seen = like ?? samples.both
  return seen === undefined
    ? `No se entiende la fecha ${quoted(text)}: use ${named(order)} o AAAA-MM-DD.`
    : `No se entiende la fecha ${quoted(text)}: las del archivo son como ${quoted(seen)} (${named(order)}).`
}

/** Explains with an example from the file how its days are read; undefined if no value depends on the order. */
export const dayHint = ({ order, samples }: DayReading): string | undefined => {
  const [like, unlike, both] = [samples[order], samples[otherThan(order)], samples.both]
  if (unlike !== undefined) {
    const others = like === undefined ? '' : `${quoted(like)} y `
    return `El archivo trae ${others}${quoted(unlike)}, que no es ${named(order)}.`
  }
  if (like !== undefined) return `Como ${quoted(like)} del archivo.`
  const day = both === undefined ? undefined : dayReadings(both)?.days[order]
  return both === undefined || day === undefined ? undefined : `${quoted(both)} es ${periodInWords(day)}.`
}
