/** What a calendar and a clock of 24 hours show. */
export interface DateParts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** A process works with one zone and UTC; more than these are never kept. */
const MAX_FORMATS = 16
const formats = new Map<string, Intl.DateTimeFormat>()

/** Building a formatter costs 65 µs, using one 4 µs: one is kept for each time zone. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  const [oldest] = formats.keys()
  if (oldest !== undefined && formats.size >= MAX_FORMATS) formats.delete(oldest)
  formats.set(timeZone, format)
  return format
}

export function partsOf(date: Date, timeZone: string): DateParts {
  const parts = formatFor(timeZone).formatToParts(date)
  const of = (name: keyof DateParts) => Number(parts.find(({ type }) => type === name)?.value)
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  }
}
