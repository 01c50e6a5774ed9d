import { addMonths } from '../../../domain/credits/transaction.ts'
import { DAY, HOUR, shift } from '../clock.ts'
import type { Random } from '../random.ts'

export interface Term {
  date: Date
  months: number
}

interface Bounds {
  since: Date
  now: Date
}

/** Months of a term that ends exactly at `end` and begins within the bounds; undefined if there is none. */
function monthsBefore(end: Date, { since, now }: Bounds, random: Random): number | undefined {
  return random.sample([1, 1, 1, 2, 3, 3, 6, 12], 8).find((months) => {
    const start = addMonths(end, -months)
    return start >= since && start < shift(now, -HOUR) && addMonths(start, months).getTime() === end.getTime()
  })
}

/**
 * Sales, oldest first, that make a licence end exactly at `expiry`: some renewed before their end, others after a
 * pause. Throws when no sale within the bounds can.
 */
export function termsUntil(expiry: Date, bounds: Bounds, random: Random): Term[] {
  const terms: (Term & { start: Date })[] = []
  let end = expiry
  for (let wanted = random.integer(1, 6); wanted > 0; wanted--) {
    const months = monthsBefore(end, bounds, random)
    if (months === undefined) break
    const start = addMonths(end, -months)
    const renewedEarly = random.chance(0.6)
    terms.unshift({
      start,
      months,
      date: renewedEarly ? shift(start, -random.integer(HOUR, 9 * DAY)) : start,
    })
    end = renewedEarly ? start : shift(start, -random.integer(DAY, 45 * DAY))
  }
  const [first, ...rest] = terms
  if (!first) throw new RangeError(`No sale ends at ${expiry.toISOString()}`)
  return [{ date: first.start, months: first.months }, ...rest.map(({ date, months }) => ({ date, months }))]
}
