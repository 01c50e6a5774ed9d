import { dayRange } from '../format/dates.ts'
import { fold } from '../format/text.ts'
import { type DayReading, dayProblem } from '../imports/days.ts'
import { readMoment } from '../imports/moments.ts'

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

const MAX_LENGTH = 40

/**
 * Parses an expiry as panels and spreadsheets write it: ISO, DD/MM/YYYY or MM/DD/YYYY in the file's order, with or
 * without a time, or as digits (see `readMoment`). Without a time it is the end of the day, in the customer's favour (rule C27).
 */
export const readExpiry = (text: string, timeZone: string, days: DayReading): ImportedExpiry => {
  const typed = fold(text)
  if (typed === '' || typed === '-') return { state: 'none' }
  if (UNLIMITED.test(typed)) return { state: 'refused', message: EXPIRY_MESSAGES.unlimited }
  const at = typed.length > MAX_LENGTH ? undefined : expiryInstant(typed, timeZone, days)
  return at ? { state: 'at', at } : { state: 'refused', message: dayProblem(text, days) }
}

const expiryInstant = (typed: string, timeZone: string, days: DayReading): Date | undefined => {
  const read = readMoment(typed, timeZone, days)
  if (!read) return undefined
  return read.at ?? dayEnd(read.day, timeZone)
}

const dayEnd = (day: string, timeZone: string): Date | undefined => {
  const { end } = dayRange(day, day, timeZone)
  return end && new Date(end.getTime() - 1)
}
