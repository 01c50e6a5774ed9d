import { dayOf, formatDay } from '../format/dates.ts'

/**
 * How a licence stands: there is none, it runs until its expiry, or it ended then. `days` are those of the service from
 * today until the expiry, negative after it; 0 also if it ended today.
 */
export type Licence =
  | { state: 'none' }
  | {
      state: 'running' | 'ended'
      days: number
      /** The day of the expiry, DD/MM/YYYY. */
      day: string
    }

const MILLISECONDS_PER_DAY = 86_400_000

/** Days from one day (YYYY-MM-DD) to another. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / MILLISECONDS_PER_DAY)

/** The licence of an expiry, an instant of the API, null for none. It has ended at its expiry (rule P9). */
export const licenceOf = (dateExpire: Date | string | null, now: Date, timeZone: string): Licence => {
  if (dateExpire === null) return { state: 'none' }
  const expiry = new Date(dateExpire)
  return {
    state: expiry > now ? 'running' : 'ended',
    days: daysBetween(dayOf(now, timeZone), dayOf(expiry, timeZone)),
    day: formatDay(expiry, timeZone),
  }
}

export const NO_LICENCE = 'Sin licencia'

/** The days to or since the expiry: 'hoy', 'mañana', 'en 3 días', 'hace 1 día'; '' without a licence. */
export const licenceTerm = (licence: Licence): string => {
  if (licence.state === 'none') return ''
  const { days } = licence
  if (days === 0) return 'hoy'
  if (days === 1) return 'mañana'
  return days > 0 ? `en ${days} días` : `hace ${-days} ${days === -1 ? 'día' : 'días'}`
}

/** Days before the expiry from which a licence ends soon. */
const SOON = 7

/** Whether the days say more than the date alone: of licences that end soon or have ended. */
export const isDue = (licence: Licence): boolean =>
  licence.state === 'ended' || (licence.state === 'running' && licence.days <= SOON)

const VERBS = { running: 'vence', ended: 'venció' } as const

/** The state as a predicate: 'vence en 3 días', 'venció hoy', 'sin licencia'. */
export const licencePredicate = (licence: Licence): string =>
  licence.state === 'none' ? 'sin licencia' : `${VERBS[licence.state]} ${licenceTerm(licence)}`

/** The state as a text of its own: 'Vence 27/03/2027', 'Vence mañana (27/11/2026)', 'Venció hace 3 días (23/11/2026)'. */
export const licenceText = (licence: Licence): string => {
  if (licence.state === 'none') return NO_LICENCE
  const { day } = licence
  return capitalised(isDue(licence) ? `${licencePredicate(licence)} (${day})` : `${VERBS.running} ${day}`)
}

/** `licencePredicate` at the beginning of a text. */
export const licenceSentence = (licence: Licence): string => capitalised(licencePredicate(licence))

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
