import { dayOf, startOfDay } from '../../../domain/format/dates.ts'
import { DAY, HOUR, MINUTE, shift } from '../clock.ts'
import { type Term, termsUntil } from '../ledger/terms.ts'
import type { Random } from '../random.ts'

/** Period of the demo's customers. */
export interface Moment {
  now: Date
  /** Date of the first customers. */
  since: Date
  timeZone: string
}

/** A group of licences by the day of their end, relative to today. */
interface Kind {
  customers: number
  /** First and last day of the expiry; null: never sold. */
  days: readonly [number, number] | null
  /** A month is credited or refunded after the last sale. */
  adjusted?: boolean
}

/** Covers all states shown by lists and alerts. */
const KINDS: readonly Kind[] = [
  { customers: 8, days: [0, 0] },
  { customers: 4, days: [1, 1] },
  { customers: 10, days: [3, 3] },
  { customers: 12, days: [7, 7] },
  { customers: 14, days: [15, 15] },
  { customers: 16, days: [30, 30] },
  { customers: 206, days: [8, 330] },
  { customers: 58, days: [-60, -1] },
  { customers: 50, days: [-900, -61] },
  { customers: 30, days: [-20, 300], adjusted: true },
  { customers: 10, days: null },
]

export interface Licence {
  terms: Term[]
  adjusted: boolean
}

/** An instant between 8:00 and 22:00 of a day; for today, one in the future. */
function randomInstant(day: number, { now, timeZone }: Moment, random: Random): Date {
  const midnight = shift(startOfDay(dayOf(now, timeZone), timeZone), day * DAY)
  if (day !== 0) return shift(midnight, random.integer(8 * HOUR, 22 * HOUR))
  const left = midnight.getTime() + DAY - now.getTime()
  return shift(now, Math.floor(left * (0.5 + random.next() * 0.45)))
}

export function planLicences(moment: Moment, random: Random): Licence[] {
  const licences = KINDS.flatMap(({ customers, days, adjusted = false }) =>
    Array.from({ length: customers }, (): Licence => {
      if (days === null) return { terms: [], adjusted: false }
      const end = randomInstant(random.integer(...days), moment, random)
      return { terms: termsUntil(end, moment, random), adjusted }
    }),
  )
  return random.sample(licences, licences.length)
}

/** Creation date: shortly before the first sale, or up to 300 days ago without one. */
export function entryDate({ terms: [first] }: Licence, { now }: Moment, random: Random): Date {
  return first
    ? shift(first.date, -random.integer(2 * MINUTE, 25 * MINUTE))
    : shift(now, -random.integer(DAY, 300 * DAY))
}
