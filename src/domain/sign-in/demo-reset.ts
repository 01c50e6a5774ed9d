import { dayAfter, dayOf, formatDay, formatTime } from '../format/dates.ts'

/** Says when a demo starts over by itself: 'Empieza de nuevo hoy a las 02:00 pm.' */
export const demoResetText = (dateReset: string, timeZone: string, now: Date): string => {
  const date = new Date(dateReset)
  const today = dayOf(now, timeZone)
  const day = dayOf(date, timeZone)
  const days: Readonly<Record<string, string>> = { [today]: 'hoy', [dayAfter(today, 1)]: 'mañana' }
  return `Empieza de nuevo ${days[day] ?? `el ${formatDay(date, timeZone)}`} a las ${formatTime(date, timeZone)}.`
}
