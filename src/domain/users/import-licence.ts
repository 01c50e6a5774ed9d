import { can } from '../access/permissions.ts'
import { type Party, type PlannedTransaction, transactionErrors } from '../credits/rules.ts'
import { formatDay } from '../format/dates.ts'
import { type CreditTerms, isCreditGiver } from './import-credits.ts'
import { expiryText } from './import-expiry.ts'

/**
 * Who made the licence of a user: an import alone, an import and others since, or somebody else; by the ledger, or
 * without transactions by whether an import created the user.
 */
export type LicenceOrigin = 'import' | 'changed' | 'other'

const MESSAGES = {
  changed: (expiry: string) => `El vencimiento cambió desde la importación: sigue siendo ${expiry}.`,
  none: 'sin licencia',
  kept: (error: string) => `El vencimiento queda como está. ${error}`,
} as const

/** Exports have no milliseconds. */
const PRECISION = 1_000

/** True if a file gives the stored expiry, or its day without a time. */
export const isSameExpiry = (given: Date, stored: Date | null, timeZone: string): boolean =>
  stored !== null &&
  (Math.abs(given.getTime() - stored.getTime()) < PRECISION ||
    expiryText(given, timeZone) === formatDay(stored, timeZone))

/** The exact transaction that brings a licence to an expiry, with its target as it is now (rule C30). */
export const expiryChange = (
  until: Date,
  target: Party,
): Pick<PlannedTransaction, 'type' | 'period' | 'until' | 'target'> & { until: Date } => {
  const isEarlier = target.dateExpire !== null && until < target.dateExpire
  return { type: isEarlier ? 'REFUND' : 'CREDIT', period: 'DIAS', until, target }
}

/** True for importers who may change licences by a later file. */
export const canChangeExpiry = (importer: CreditTerms['importer']): boolean =>
  isCreditGiver(importer) && can(importer, 'update', 'users')

/** Why a later file leaves an imported licence as it is; undefined if it changes it (rule U26). */
export const expiryChangeError = (
  until: Date,
  { target, origin }: { target: Party; origin: LicenceOrigin },
  { importer, ...rest }: CreditTerms,
): string | undefined => {
  if (origin !== 'import') {
    const { dateExpire } = target
    return MESSAGES.changed(dateExpire ? expiryText(dateExpire, rest.timeZone) : MESSAGES.none)
  }
  const seller = { ...importer, dateExpire: null }
  const [error] = transactionErrors({ ...expiryChange(until, target), count: 0, seller, ...rest })
  return error && MESSAGES.kept(error.message)
}
