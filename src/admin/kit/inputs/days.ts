import { dayOf, isDay, startOfDay } from '../../../domain/format/days.ts'
import { readDay, type TypedDay, writeDay } from '../../../domain/format/typed-days.ts'
import { serviceZone } from '../../api/session/identity.ts'
import { today } from '../display/dates.ts'

/** What a field carries on the wire: a day as such (YYYY-MM-DD), or the instant at which it begins. */
export type DayKind = 'day' | 'instant'

/** Before a text that is no date: every schema refuses it, and the form still knows what was typed. */
const UNREADABLE = '? '

/** What a typed date says, by the service's clock. */
export const readTyped = (text: string): TypedDay => readDay(text, Number(today().slice(0, 4)))

/** A typed date as it is shown once complete, mm/dd/yyyy; anything else as it was typed. */
export const completed = (text: string): string => {
  const read = readTyped(text)
  return read.state === 'day' ? writeDay(read.day) : text
}

/** The day of a wire value: a day as it stands, an instant by the service's clock; '' for anything else. */
export const dayOfWire = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') return ''
  if (isDay(value)) return value
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? '' : dayOf(instant, serviceZone())
}

/** What a date input shows of a form's value. */
export const typedOfWire = (value: unknown): string => {
  if (typeof value === 'string' && value.startsWith(UNREADABLE)) return value.slice(UNREADABLE.length)
  const day = dayOfWire(value)
  return day === '' ? '' : writeDay(day)
}

/**
 * The form's value of a typed date. `stored` is what the field held before: its own day gives it back unchanged, so
 * that an instant within a day survives typing the same day again. What is no date gives a value that no schema takes.
 */
export const wireOfTyped = (text: string, kind: DayKind, stored?: unknown): unknown => {
  const read = readTyped(text)
  if (read.state === 'empty') return ''
  if (read.state === 'unreadable') return `${UNREADABLE}${text}`
  if (dayOfWire(stored) === read.day) return stored
  return kind === 'day' ? read.day : startOfDay(read.day, serviceZone()).toISOString()
}

const WORDS = new Intl.DateTimeFormat('es', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** A day (YYYY-MM-DD) in words, so that 03/04 can't be misread: 3 de abril de 2026. */
export const inWords = (day: string): string => WORDS.format(new Date(`${day}T00:00:00Z`))
