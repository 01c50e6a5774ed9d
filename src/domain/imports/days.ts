import { z } from 'zod'
import { isDay } from '../format/dates.ts'
import { periodInWords } from '../format/series.ts'
import { quoted } from '../format/text.ts'

/** Orders of day and month before a four-digit year. */
export const DAY_ORDERS = ['DD/MM', 'MM/DD'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

/** The first value that only fits one order, for each order, and the first that fits both with different days. */
export const daySamples = z.object({
  'DD/MM': z.string().optional(),
  'MM/DD': z.string().optional(),
  both: z.string().optional(),
})
export type DaySamples = z.infer<typeof daySamples>

const MIN_LENGTH = '1/1/2000'.length
const MAX_LENGTH = 40
const WRITTEN = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/

const isoDay = (year: string, month: string, day: string): string | undefined => {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : undefined
}

interface Readings {
  days: Partial<Record<DayOrder, string>>
  rest: string
}

const readingsOf = (text: string): Readings | undefined => {
  const [written, first = '', second = '', year = ''] = WRITTEN.exec(text) ?? []
  if (written === undefined) return undefined
  const [dayFirst, monthFirst] = [isoDay(year, second, first), isoDay(year, first, second)]
  return {
    days: { ...(dayFirst && { 'DD/MM': dayFirst }), ...(monthFirst && { 'MM/DD': monthFirst }) },
    rest: text.slice(written.length),
  }
}

const kindOf = ({ days }: Readings): keyof DaySamples | undefined => {
  const { 'DD/MM': dayFirst, 'MM/DD': monthFirst } = days
  if (dayFirst === monthFirst) return undefined
  if (dayFirst === undefined) return 'MM/DD'
  return monthFirst === undefined ? 'DD/MM' : 'both'
}

/** Collects the values of a column that reveal its order. */
export const daySamplesOf = (values: Iterable<string>): DaySamples => {
  const samples: DaySamples = {}
  for (const value of values) {
    if (value.length < MIN_LENGTH) continue
    const text = value.trim()
    const readings = text.length > MAX_LENGTH ? undefined : readingsOf(text)
    const kind = readings && kindOf(readings)
    if (kind !== undefined) samples[kind] ??= text
  }
  return samples
}

/** Day order of a file, with examples for errors. */
export interface DayReading {
  order: DayOrder
  samples: DaySamples
}

/** Uses the requested order; else the only one that all values fit, or DD/MM. */
export const dayReading = (columns: readonly DaySamples[], asked?: DayOrder): DayReading => {
  const samples: DaySamples = Object.assign({}, ...columns.toReversed())
  const isMonthFirst = samples['MM/DD'] !== undefined && samples['DD/MM'] === undefined
  return { order: asked ?? (isMonthFirst ? 'MM/DD' : 'DD/MM'), samples }
}

const otherThan = (order: DayOrder): DayOrder => (order === 'DD/MM' ? 'MM/DD' : 'DD/MM')

/**
 * The day (YYYY-MM-DD) at the beginning of a text, and the rest of it. Undefined if it is invalid in the file's order,
 * or ambiguous while another value contradicts that order.
 */
export const readFileDay = (
  text: string,
  { order, samples }: DayReading,
): { day: string; rest: string } | undefined => {
  const readings = readingsOf(text)
  const day = readings?.days[order]
  if (!readings || day === undefined) return undefined
  if (kindOf(readings) === 'both' && samples[otherThan(order)] !== undefined) return undefined
  return { day, rest: readings.rest }
}

const named = (order: DayOrder): string => `${order}/AAAA`

/** Why a day cannot be read, with an example from the file. */
export const dayProblem = (text: string, { order, samples }: DayReading): string => {
  const readings = readingsOf(text.trim())
  const kind = readings && kindOf(readings)
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
  const day = both === undefined ? undefined : readingsOf(both)?.days[order]
  return both === undefined || day === undefined ? undefined : `${quoted(both)} es ${periodInWords(day)}.`
}
