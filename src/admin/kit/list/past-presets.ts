import { addDays, formatISO, parseISO } from 'date-fns'
import { today } from '../display/dates.ts'
import type { DaysPreset } from './FilterDays.tsx'

/** A day so many days after another. */
export const dayAfter = (day: string, days: number): string =>
  formatISO(addDays(parseISO(day), days), { representation: 'date' })

/** Ranges that end today: for what has happened. */
export const pastPresets = (): DaysPreset[] => {
  const to = today()
  return [
    { label: 'Hoy', days: { from: to, to } },
    { label: 'Últimos 7 días', days: { from: dayAfter(to, -6), to } },
    { label: 'Últimos 30 días', days: { from: dayAfter(to, -29), to } },
    { label: 'Este año', days: { from: `${to.slice(0, 4)}-01-01`, to } },
  ]
}
