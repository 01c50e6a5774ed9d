import { dayOf, startOfDay } from '../../../domain/format/dates.ts'
import { DAY, HOUR, MINUTE, shift } from '../clock.ts'
import { type Term, termsUntil } from '../ledger/terms.ts'
import type { Random } from '../random.ts'

/** The time that the demo's people live in. */
export interface Moment {
  now: Date
  /** When the first customers came. */
  since: Date
  timeZone: string
}

/** A licence to sell: when it ends, in whole days from today; null was never sold. */
interface Kind {
  customers: number
  /** First and last day from today that the licence may end on. */
  days: readonly [number, number] | null
  /** Months are given or given back after the last sale. */
  adjusted?: boolean
}

/** Of each state that lists and alerts show, some customers. */
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

/** An instant of a day as people buy: between eight and twenty-two; of today, one that is still to come. */
function instantOf(day: number, { now, timeZone }: Moment, random: Random): Date {
  const midnight = shift(startOfDay(dayOf(now, timeZone), timeZone), day * DAY)
  if (day !== 0) return shift(midnight, random.integer(8 * HOUR, 22 * HOUR))
  const left = midnight.getTime() + DAY - now.getTime()
  return shift(now, Math.floor(left * (0.5 + random.next() * 0.45)))
}

/** The licences of all customers, in random order. */
export function planLicences(moment: Moment, random: Random): Licence[] {
  const licences = KINDS.flatMap(({ customers, days, adjusted = false }) =>
    Array.from({ length: customers }, (): Licence => {
      if (days === null) return { terms: [], adjusted: false }
      const end = instantOf(random.integer(...days), moment, random)
      return { terms: termsUntil(end, moment, random), adjusted }
    }),
  )
  return random.sample(licences, licences.length)
}

/** When a customer was entered: shortly before the first sale, or some time ago where nothing was sold. */
export function entryDate({ terms: [first] }: Licence, { now }: Moment, random: Random): Date {
  return first
    ? shift(first.date, -random.integer(2 * MINUTE, 25 * MINUTE))
    : shift(now, -random.integer(DAY, 300 * DAY))
}
