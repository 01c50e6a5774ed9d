interface Range {
  from?: string | undefined
  to?: string | undefined
}

const lastDay = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** Date filters for a bar: a day, or the part of a month that the chart covers. */
export const periodDays = (period: string, { from = '', to = '9999' }: Range = {}) => {
  const isMonth = period.length === 7
  const first = isMonth ? `${period}-01` : period
  const last = isMonth ? lastDay(period) : period
  return { dateBeging: first < from ? from : first, dateFinish: last > to ? to : last }
}

/** URL of a list with filters, at its first page. */
export const listUrl = (path: string, filter: object, others: Iterable<[string, string]> = []): string => {
  const query = new URLSearchParams([...others])
  query.set('filter', JSON.stringify(filter))
  query.delete('page')
  return `${path}?${query}`
}
