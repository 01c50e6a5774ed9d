/** Months below which the balance of a reseller who sells is low: most sales are of one month. */
export const LOW_BALANCE = 10

/**
 * The first day of the month before a day (YYYY-MM-DD). A low balance is that of a reseller who has sold or transferred since
 * then: others don't wait for credits.
 */
export const sellsSince = (today: string): string => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
}
