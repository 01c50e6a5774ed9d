/** Months below which a selling reseller's balance counts as low: most sales are of one month. */
export const LOW_BALANCE = 10

/**
 * The first day of the month before a day (YYYY-MM-DD). Only resellers who have sold or transferred since then are
 * reported for a low balance; the others are inactive.
 */
export const sellsSince = (today: string): string => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
}
