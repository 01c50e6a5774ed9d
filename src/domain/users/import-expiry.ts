import { dayRange, isDay } from '../format/dates.ts'
import { fold } from '../format/text.ts'
import { type DayReading, dayProblem, readFileDay } from '../imports/days.ts'

export const EXPIRY_MESSAGES = {
  unlimited: 'No tiene vencimiento: indique hasta cuándo, o deje la celda vacía para importarlo sin meses.',
} as const

/** The expiry in a row of a file: none, an instant, or an error. */
export type ImportedExpiry =
  | { state: 'none' }
  | { state: 'at'; at: Date }
  | { state: 'refused'; message: string }

/** Notations of an unlimited licence in other panels; MySQL writes empty dates with zeros. */
const UNLIMITED = /^(0|null|nil|never|nunca|unlimited|ilimitad[oa]|no expira|sin vencimiento|0000-00-00.*)$/

const EPOCH_SECONDS = /^\d{9,10}$/
const EPOCH_MILLISECONDS = /^\d{12,13}$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ t](.+))?$/
const CLOCK = /^[ t,] ?(.+)$/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?(?:([ap])\.? ?m\.?)? ?(z|utc|[+-]\d{2}:?\d{2})?$/

const MAX_LENGTH = 40

/**
 * Parses an expiry as panels and spreadsheets write it: ISO, DD/MM/YYYY or MM/DD/YYYY in the file's order, with or
 * without a time, or as epoch seconds. Without a time it is the end of the day, in the customer's favour (rule C27).
 */
export const readExpiry = (text: string, timeZone: string, days: DayReading): ImportedExpiry => {
  const typed = fold(text)
  if (typed === '' || typed === '-') return { state: 'none' }
  if (UNLIMITED.test(typed)) return { state: 'refused', message: EXPIRY_MESSAGES.unlimited }
  const at = typed.length > MAX_LENGTH ? undefined : instantOf(typed, timeZone, days)
  return at ? { state: 'at', at } : { state: 'refused', message: dayProblem(text, days) }
}

const instantOf = (typed: string, timeZone: string, days: DayReading): Date | undefined => {
  if (EPOCH_SECONDS.test(typed)) return new Date(Number(typed) * 1000)
  if (EPOCH_MILLISECONDS.test(typed)) return new Date(Number(typed))
  const [, year, month = '', date = '', time] = YEAR_FIRST.exec(typed) ?? []
  if (year) return momentOf(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`, time, timeZone)
  const read = readFileDay(typed, days)
  if (!read) return undefined
  const [, clock] = CLOCK.exec(read.rest) ?? []
  return read.rest === '' || clock !== undefined ? momentOf(read.day, clock, timeZone) : undefined
}

const momentOf = (day: string, time: string | undefined, timeZone: string): Date | undefined => {
  if (!isDay(day)) return undefined
  const { start, end } = dayRange(day, day, timeZone)
  if (!start || !end) return undefined
  if (time === undefined) return new Date(end.getTime() - 1)
  const [, hours = '', minutes = '', seconds = '0', round, zone] = TIME.exec(time) ?? []
  const hour = hourOf(Number(hours), round)
  if (minutes === '' || hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const sinceMidnight = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  if (zone === undefined) return new Date(start.getTime() + sinceMidnight)
  return new Date(Date.parse(`${day}T00:00:00Z`) + sinceMidnight - offsetOf(zone))
}

/** Hour of a 24-hour clock, or of a 12-hour clock if am or pm is given; undefined if impossible. */
const hourOf = (hour: number, round: string | undefined): number | undefined => {
  if (round === undefined) return hour <= 23 ? hour : undefined
  return hour >= 1 && hour <= 12 ? (hour % 12) + (round === 'p' ? 12 : 0) : undefined
}

/** Offset of a written time zone from UTC, in milliseconds. */
const offsetOf = (zone: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? -ahead : ahead
}
