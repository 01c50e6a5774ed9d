/** `date` moved by calendar months in UTC; the day is clamped to the month's last one (31 January + 1 = 28 or 29 February). */
export const addMonths = (date: Date, months: number): Date => {
  const moved = new Date(date)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return moved
}

/** A user's credit: the months left from `now` until the expiry, rounded up, never negative (decisions D7). */
export const monthsLeft = (expiry: Date | null, now: Date): number => {
  if (expiry === null || expiry <= now) return 0
  const whole =
    (expiry.getUTCFullYear() - now.getUTCFullYear()) * 12 + expiry.getUTCMonth() - now.getUTCMonth()
  return addMonths(now, whole) >= expiry ? whole : whole + 1
}

/** How a credit is coloured in a list: red at 0 or less, yellow at 1 (specification, section 2). */
export const creditTone = (credit: number): 'red' | 'yellow' | 'plain' =>
  credit <= 0 ? 'red' : credit === 1 ? 'yellow' : 'plain'

/** The expiry once months are added at `at`: an expired or new licence starts a new term then (decisions D7). */
export const extendedExpiry = (expiry: Date | null, months: number, at: Date): Date =>
  addMonths(expiry !== null && expiry > at ? expiry : at, months)

/** The expiry once months are given back at `at`: never before `at` (decisions D6). */
export const reducedExpiry = (expiry: Date | null, months: number, at: Date): Date => {
  const reduced = addMonths(expiry ?? at, -months)
  return reduced > at ? reduced : at
}
