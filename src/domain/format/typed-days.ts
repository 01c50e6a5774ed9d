import { isDay } from './dates.ts'

/**
 * What a typed date says: nothing, a day (YYYY-MM-DD), or no day of the format. `suggestion` is the day that the
 * text names in another common order; whoever typed it decides, it is never taken by itself.
 */
export type TypedDay =
  | { state: 'empty' }
  | { state: 'day'; day: string }
  | { state: 'unreadable'; suggestion?: string }

/** Two-digit years lie at most this far ahead; the others belong to the century before. */
const YEARS_AHEAD = 20

/** Longer texts are no date in any order; patterns never see them. */
const MAX_LENGTH = 40

const separated = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})$/
const yearFirst = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/
const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const yearFirstDigits = /^(\d{4})(\d{2})(\d{2})$/

/** Years that a suggestion may have: a text that names an earlier one was meant otherwise. */
const FIRST_SUGGESTED = '1800-01-01'

/**
 * Reads a date as it is typed or pasted: mm/dd/yyyy with or without leading zeros, with `/`, `-`, `.` or blanks
 * between, as digits alone, and year first. `thisYear` completes years of two digits.
 */
export function readDay(text: string, thisYear: number): TypedDay {
  const typed = text.trim()
  if (typed === '') return { state: 'empty' }
  if (typed.length > MAX_LENGTH) return { state: 'unreadable' }
  const day = readings(typed, thisYear).find(isDay)
  if (day !== undefined) return { state: 'day', day }
  const suggestion = otherReadings(typed, thisYear).find((each) => isDay(each) && each >= FIRST_SUGGESTED)
  return suggestion === undefined ? { state: 'unreadable' } : { state: 'unreadable', suggestion }
}

/** Writes a day (YYYY-MM-DD) as inputs show it: mm/dd/yyyy. */
export function writeDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

function readings(typed: string, thisYear: number): string[] {
  const [, first, , second, year] = separated.exec(typed) ?? []
  if (first && second && year) return [dayOfParts(fullYear(year, thisYear), first, second)]
  const [, begin, , month, date] = yearFirst.exec(typed) ?? []
  if (begin && month && date) return [dayOfParts(begin, month, date)]
  const [, one, two, end] = digits.exec(typed) ?? []
  return one && two && end ? [dayOfParts(fullYear(end, thisYear), one, two)] : []
}

function otherReadings(typed: string, thisYear: number): string[] {
  const [, first, , second, year] = separated.exec(typed) ?? []
  if (first && second && year) return [dayOfParts(fullYear(year, thisYear), second, first)]
  const found: string[] = []
  const [, one, two, end] = digits.exec(typed) ?? []
  if (one && two && end) found.push(dayOfParts(fullYear(end, thisYear), two, one))
  const [, begin, month, date] = yearFirstDigits.exec(typed) ?? []
  if (begin && month && date) found.push(dayOfParts(begin, month, date))
  return found
}

function dayOfParts(year: string, month: string, date: string): string {
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function fullYear(year: string, thisYear: number): string {
  if (year.length === 4) return year
  const earliest = thisYear + YEARS_AHEAD - 99
  return String(earliest + ((Number(year) - (earliest % 100) + 100) % 100))
}
