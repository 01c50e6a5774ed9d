import { isDay, localInstant } from '../format/dates.ts'
import { fold } from '../format/text.ts'
import { type DayReading, readFileDay } from './days.ts'

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ t](.+))?$/
const CLOCK = /^[ t,] ?(.+)$/
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?(?:([ap])\.? ?m\.?)? ?(z|utc|[+-]\d{2}(?::?\d{2})?)?$/
const DIGITS = /^(\d{2})(\d{2})(\d{2})?$/
const FRACTION = /^[.,](\d+)$/

/** A Unix timestamp in seconds or milliseconds; only instants of this century are accepted. */
const EPOCH = /^(\d{9,10}|\d{13})(?:[.,]0+)?$/
const FIRST_EPOCH = Date.UTC(2000, 0)
const LAST_EPOCH = Date.UTC(2100, 0)

const MAX_LENGTH = 40

/** A day (YYYY-MM-DD) in a file, with the instant if it has a time. */
interface FileMoment {
  day: string
  at: Date | undefined
}

/**
 * Parses a date as programs and spreadsheets write it: ISO, DD/MM/YYYY or MM/DD/YYYY in the file's order, with or
 * without a time, which is in the time zone unless it names another one; a timestamp; or a spreadsheet's serial number.
 * Undefined if unreadable.
 */
export const readMoment = (text: string, timeZone: string, days: DayReading): FileMoment | undefined => {
  const typed = fold(text)
  if (typed.length > MAX_LENGTH) return undefined
  const epoch = parseEpoch(typed)
  if (epoch) return { day: epoch.toISOString().slice(0, 10), at: epoch }
  const [, year, month = '', date = '', time] = YEAR_FIRST.exec(typed) ?? []
  if (year) return toMoment(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`, time, timeZone)
  const read = readFileDay(typed, days)
  if (!read) return undefined
  const [, clock] = CLOCK.exec(parseClock(read.rest)) ?? []
  return parseClock(read.rest) === '' || clock !== undefined ? toMoment(read.day, clock, timeZone) : undefined
}

const parseEpoch = (typed: string): Date | undefined => {
  const [, digits] = EPOCH.exec(typed) ?? []
  if (digits === undefined) return undefined
  const time = Number(digits) * (digits.length > 10 ? 1 : 1000)
  return time >= FIRST_EPOCH && time < LAST_EPOCH ? new Date(time) : undefined
}

const SECONDS_A_DAY = 86_400

/** Normalises the time after a day: digits such as 2030, and a spreadsheet's fraction of a day, become hh:mm:ss. */
const parseClock = (rest: string): string => {
  const [, hours, minutes, seconds = '00'] = DIGITS.exec(rest) ?? []
  if (hours !== undefined) return ` ${hours}:${minutes}:${seconds}`
  const [, fraction] = FRACTION.exec(rest) ?? []
  if (fraction === undefined) return rest
  const second = Math.min(Math.round(Number(`0.${fraction}`) * SECONDS_A_DAY), SECONDS_A_DAY - 1)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return second === 0 ? '' : ` ${two(second / 3600)}:${two((second / 60) % 60)}:${two(second % 60)}`
}

const toMoment = (day: string, time: string | undefined, timeZone: string): FileMoment | undefined => {
  if (!isDay(day)) return undefined
  if (time === undefined) return { day, at: undefined }
  const [, hours = '', minutes = '', seconds = '0', round, zone] = TIME.exec(time) ?? []
  const hour = parseHour(Number(hours), round)
  if (minutes === '' || hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const sinceMidnight = hour * 60 + Number(minutes)
  const start =
    zone === undefined
      ? localInstant(day, sinceMidnight, timeZone).getTime()
      : Date.parse(`${day}T00:00:00Z`) + sinceMidnight * 60_000 - parseOffset(zone)
  return { day, at: new Date(start + Number(seconds) * 1000) }
}

/** Hour of a 24-hour clock, or of a 12-hour clock if am or pm is given; undefined if impossible. */
const parseHour = (hour: number, round: string | undefined): number | undefined => {
  if (round === undefined) return hour <= 23 ? hour : undefined
  return hour >= 1 && hour <= 12 ? (hour % 12) + (round === 'p' ? 12 : 0) : undefined
}

/** Offset of a written time zone from UTC, in milliseconds. */
const parseOffset = (zone: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? -ahead : ahead
}
