import { FIRST_DAY } from '../format/days.ts'

const DAY = 86_400_000

/** A summary covers so many days at the most: the last ones of those that are asked for. */
const MOST_DAYS = 366
/** And so many where no first day is asked for. */
const USUAL_DAYS = 30

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** The days (YYYY-MM-DD, both included) that a summary covers, out of those asked for; none lies after today. */
export const summaryDays = (
  { dateBeging, dateFinish }: { dateBeging?: string | undefined; dateFinish?: string | undefined },
  today: string,
): { from: string; to: string } => {
  const to = dateFinish !== undefined && dateFinish < today ? dateFinish : today
  const first = shifted(to, 1 - MOST_DAYS)
  const from = dateBeging ?? shifted(to, 1 - USUAL_DAYS)
  return { from: [from, first, FIRST_DAY].sort().at(-1) ?? from, to }
}
