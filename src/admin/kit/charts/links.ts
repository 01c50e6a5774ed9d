interface Range {
  from?: string | undefined
  to?: string | undefined
}

const lastOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** The filters of a list that find the days of a bar: a day, or as much of a month as the chart covers. */
export const periodDays = (period: string, { from = '', to = '9999' }: Range = {}) => {
  const isMonth = period.length === 7
  const first = isMonth ? `${period}-01` : period
  const last = isMonth ? lastOf(period) : period
  return { dateBeging: first < from ? from : first, dateFinish: last > to ? to : last }
}

/** The address of a list with these filters, from its first page on. */
export const listAddress = (
  path: string,
  filter: object,
  others: Iterable<[string, string]> = [],
): string => {
  const query = new URLSearchParams([...others])
  query.set('filter', JSON.stringify(filter))
  query.delete('page')
  return `${path}?${query}`
}
