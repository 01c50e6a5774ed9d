import { dayOf, isDay, startOfDay } from '../../domain/format/days.ts'
import { serviceZone } from '../session/identity.ts'

/** What stands for a date that cannot be read: no day, so that the shape refuses it. */
const UNREADABLE = 'mm/dd/aaaa'

const pad = (number: number, length: number): string => String(number).padStart(length, '0')

/** Midnight of a day (YYYY-MM-DD) where the browser is: what calendars work with; null for no day. */
export const dateOfDay = (day: string): Date | null => {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  const at = new Date(2000, month - 1, date)
  at.setFullYear(year)
  return at
}

/** The day (YYYY-MM-DD) that a calendar gave; '' without one. */
export const dayOfDate = (date: Date | null): string => {
  if (date === null) return ''
  if (Number.isNaN(date.getTime())) return UNREADABLE
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}

/** The day of a wire value: a day as it stands, an instant by the service's clock; '' for anything else. */
export const dayOfWire = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') return ''
  if (isDay(value)) return value
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? '' : dayOf(instant, serviceZone())
}

/** The instant at which a day begins by the service's clock; what is no day stays as it is. */
export const instantOfDay = (day: string): string =>
  isDay(day) ? startOfDay(day, serviceZone()).toISOString() : day

const WORDS = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long', year: 'numeric' })

/** A day in words, so that 03/04 can't be misread: 3 de abril de 2026. */
export const inWords = (date: Date | null): string | undefined =>
  date === null || Number.isNaN(date.getTime()) ? undefined : WORDS.format(date)
