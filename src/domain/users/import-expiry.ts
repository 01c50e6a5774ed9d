import { dayOf, endOfDay, formatDay, formatTime } from '../format/dates.ts'
import { fold } from '../format/text.ts'
import { type DayReading, dayProblem } from '../imports/days.ts'
import { readMoment } from '../imports/moments.ts'
import { isUnlimited } from '../imports/unlimited.ts'

/** The expiry in a row of a file: none, unlimited, an instant, or an error. */
export type ImportedExpiry =
  | { state: 'none' }
  | { state: 'unlimited' }
  | { state: 'at'; at: Date }
  | { state: 'refused'; message: string }

/** Notations of no licence; MySQL writes empty dates with zeros. */
const NONE = /^(-|0|null|nil|sin licencia|0000-00-00.*|00([-/.])00\2(00|0000)( .*)?)?$/

/** The year of databases for what never ends, which is no valid day: the one before is after any control date too. */
const LAST_YEAR = /(?<!\d)9999(?=[-/.]\d)|(?<=\d[-/.])9999(?!\d)/

const MAX_LENGTH = 40

/**
 * Parses an expiry as panels and spreadsheets write it: ISO, DD/MM/YYYY or MM/DD/YYYY in the file's order, with or
 * without a time, or as digits (see `readMoment`). Without a time it is the last millisecond of that day (rule C27).
 */
export const readExpiry = (text: string, timeZone: string, days: DayReading): ImportedExpiry => {
  if (text.length > MAX_LENGTH) return { state: 'refused', message: dayProblem(text, days) }
  const typed = fold(text)
  if (NONE.test(typed)) return { state: 'none' }
  if (isUnlimited(typed)) return { state: 'unlimited' }
  const read = readMoment(typed.replace(LAST_YEAR, '9998'), timeZone, days)
  if (!read) return { state: 'refused', message: dayProblem(text, days) }
  return { state: 'at', at: read.at ?? endOfDay(read.day, timeZone) }
}

const MINUTE = 60_000

/** An expiry as displayed: its day, with the time unless the day's last minute. */
export const expiryText = (at: Date, timeZone: string): string => {
  const day = formatDay(at, timeZone)
  const left = endOfDay(dayOf(at, timeZone), timeZone).getTime() - at.getTime()
  return left < MINUTE ? day : `${day} ${formatTime(at, timeZone)}`
}
