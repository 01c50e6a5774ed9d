import { partsOf } from './date-parts.ts'

const two = (number: number): string => String(number).padStart(2, '0')

/** The hour of a clock with two rounds a day, and which of them it is in. */
const twelveHours = (hour: number): { hour: number; round: string } => ({
  hour: hour % 12 || 12,
  round: hour < 12 ? 'am' : 'pm',
})

/** The day of an instant in a time zone, as DD/MM/YYYY. */
export const formatDay = (date: Date, timeZone: string): string => {
  const { day, month, year } = partsOf(date, timeZone)
  return `${two(day)}/${two(month)}/${year}`
}

/** The time of an instant in a time zone, as hh:mm am/pm. */
export const formatTime = (date: Date, timeZone: string): string => {
  const parts = partsOf(date, timeZone)
  const { hour, round } = twelveHours(parts.hour)
  return `${two(hour)}:${two(parts.minute)} ${round}`
}

/** An instant in a time zone, as DD/MM/YYYY hh:mm:ss am/pm. */
export const formatMoment = (date: Date, timeZone: string): string => {
  const parts = partsOf(date, timeZone)
  const { hour, round } = twelveHours(parts.hour)
  const time = `${two(hour)}:${two(parts.minute)}:${two(parts.second)} ${round}`
  return `${formatDay(date, timeZone)} ${time}`
}
