import { dayOf, formatDay, formatMoment, formatTime } from '../../../domain/format/dates.ts'
import { serviceZone } from '../../api/me.ts'

/** Today in the service's time zone, YYYY-MM-DD. */
export const today = (): string => dayOf(new Date(), serviceZone())

/** A date of the API as DD/MM/YYYY: days unchanged, instants in the service's time zone; '' if missing. */
export const dayText = (value: string | null | undefined): string => {
  if (!value) return ''
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (year !== undefined) return `${day}/${month}/${year}`
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : formatDay(date, serviceZone())
}

/** An instant of the API as DD/MM/YYYY hh:mm:ss am/pm in the service's time zone; '' if missing. */
export const momentText = (value: string | null | undefined): string => {
  const date = new Date(value ?? '')
  return Number.isNaN(date.getTime()) ? '' : formatMoment(date, serviceZone())
}

/** An instant of the API as hh:mm am/pm in the service's time zone; '' if missing. */
export const timeText = (value: string | null | undefined): string => {
  const date = new Date(value ?? '')
  return Number.isNaN(date.getTime()) ? '' : formatTime(date, serviceZone())
}
