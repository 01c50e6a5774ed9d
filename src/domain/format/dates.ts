const parts = (date: Date, timeZone: string, options: Intl.DateTimeFormatOptions): Record<string, string> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-US', { timeZone, ...options })
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )

/** The day of an instant in a time zone, as DD/MM/YYYY. */
export const formatDay = (date: Date, timeZone: string): string => {
  const { day, month, year } = parts(date, timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' })
  return `${day}/${month}/${year}`
}

/** The time of an instant in a time zone, as hh:mm am/pm. */
export const formatTime = (date: Date, timeZone: string): string => {
  const { hour, minute, dayPeriod } = parts(date, timeZone, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  })
  return `${hour}:${minute} ${dayPeriod?.toLowerCase()}`
}

/** An instant in a time zone, as DD/MM/YYYY hh:mm:ss am/pm. */
export const formatMoment = (date: Date, timeZone: string): string => {
  const { hour, minute, second, dayPeriod } = parts(date, timeZone, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  })
  return `${formatDay(date, timeZone)} ${hour}:${minute}:${second} ${dayPeriod?.toLowerCase()}`
}
