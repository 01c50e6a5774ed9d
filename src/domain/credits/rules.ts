import { isAdmin, isReseller, type Role } from '../access/permissions.ts'
import { dayOf, dayRange, formatDay, isDay, LAST_DATE } from '../format/dates.ts'
import type { ValidationError } from '../validation/errors.ts'
import {
  extendedExpiry,
  MAX_BALANCE,
  MONTHS_PER_CREDIT,
  monthsLeft,
  type Period,
  PRICE_SETTINGS,
  type PriceSetting,
  reducedExpiry,
  TRANSACTION_MESSAGES,
  type TransactionType,
} from './transaction.ts'

export interface Party {
  id: string
  role: Role
  /** Months that an agent or superagent can still sell. */
  creditToResell: number
  dateExpire: Date | null
}

/** A transaction to be made, with everything that its rules depend on. */
export interface PlannedTransaction {
  type: TransactionType
  period: Period
  /** Credits, 1 to 9999 (rule C4). */
  count: number
  seller: Party
  target: Party
  settings: CreditSettings
  timeZone: string
  now: Date
}

/** A maximum of 0 means no limit; prices have two decimals; `dateControl` is the latest permitted expiry day. */
export interface CreditSettings extends Record<PriceSetting, number> {
  periods: readonly Period[]
  transMax: number
  agentTransMax: number
  dateControl: string
}

/** Those of a service that sets none. */
export const CREDIT_DEFAULTS: CreditSettings = {
  periods: ['MESES'],
  creditPriceMonthly: 0,
  creditPriceYearly: 0,
  transMax: 0,
  agentTransMax: 0,
  dateControl: LAST_DATE,
}
export const CREDIT_SETTINGS = Object.keys(CREDIT_DEFAULTS) as (keyof CreditSettings)[]

/** The types of transaction that `seller` can make with `target` (rule C7). */
export const allowedTypes = (seller: Role, target: Role): readonly TransactionType[] => {
  if (isAdmin(seller)) {
    if (target === 'app') return ['SALE', 'REFUND', 'CREDIT']
    return isReseller(target) ? ['TRANSFER', 'REFUND_TRANSFER'] : []
  }
  if (seller === 'agent') return target === 'app' ? ['SALE'] : []
  if (seller !== 'superagent') return []
  if (target === 'app') return ['SALE']
  return target === 'agent' ? ['TRANSFER'] : []
}

const isTransfer = (type: TransactionType): boolean => type === 'TRANSFER' || type === 'REFUND_TRANSFER'

/** The periods of a transaction: transfers are always in months (rule C11). */
export const allowedPeriods = (type: TransactionType, periods: readonly Period[]): readonly Period[] =>
  isTransfer(type) ? ['MESES'] : periods

/** Maximum credits per transaction; 0: no limit (rule C12). */
export const transactionCap = (
  seller: Role,
  { transMax, agentTransMax }: Pick<CreditSettings, 'transMax' | 'agentTransMax'>,
): number => (isReseller(seller) && agentTransMax > 0 ? agentTransMax : transMax)

export const transactionMonths = ({ period, count }: Pick<PlannedTransaction, 'period' | 'count'>): number =>
  count * MONTHS_PER_CREDIT[period]

/** In units of the currency, not cents (rule C5). */
export const transactionPrice = ({
  type,
  period,
  count,
  settings,
}: Pick<PlannedTransaction, 'type' | 'period' | 'count' | 'settings'>): {
  creditPrice: number
  total: number
} => {
  const creditPrice = settings[PRICE_SETTINGS[period]]
  const cents = Math.round(creditPrice * 100) * count
  return { creditPrice, total: type === 'CREDIT' ? 0 : cents / 100 }
}

/** Types with a price of 0 (rule C14). */
export const isWithoutCharge = (type: TransactionType): boolean =>
  type === 'REFUND' || type === 'CREDIT' || type === 'REFUND_TRANSFER'

/** Types with a printed receipt (rule C14). */
export const isPrinted = (type: TransactionType): boolean => type !== 'CREDIT'

/** The new expiry of the target; null for transfers, which change none (rule C8). */
export const plannedExpiry = (transaction: PlannedTransaction): Date | null => {
  const { type, target, now } = transaction
  if (isTransfer(type)) return null
  const change = type === 'REFUND' ? reducedExpiry : extendedExpiry
  return change(target.dateExpire, transactionMonths(transaction), now)
}

/** Months added to the balances of both parties, and the target's new expiry (rules C8, C9). */
export interface Effect {
  seller: number
  target: number
  dateExpire: Date | null
}

export const transactionEffect = (transaction: PlannedTransaction): Effect => {
  const { type, seller } = transaction
  const months = transactionMonths(transaction)
  const fromBalance = isReseller(seller.role) && (type === 'SALE' || type === 'TRANSFER')
  const target = { TRANSFER: months, REFUND_TRANSFER: -months, SALE: 0, REFUND: 0, CREDIT: 0 }[type]
  return { seller: fromBalance ? -months : 0, target, dateExpire: plannedExpiry(transaction) }
}

/** Validation errors of a transaction; empty for a valid one (rules C7, C10, C11, C12, C13). */
export const transactionErrors = (transaction: PlannedTransaction): ValidationError[] => {
  const { type, period, seller, target, settings } = transaction
  const error = partyError(transaction)
  if (error) return [{ field: 'type', message: error }]
  if (!allowedPeriods(type, settings.periods).includes(period)) {
    const message = isTransfer(type)
      ? TRANSACTION_MESSAGES.transferPeriod
      : TRANSACTION_MESSAGES.periodNotSold
    return [{ field: 'period', message }]
  }
  const message = amountError(transaction, transactionEffect(transaction), { seller, target })
  return message === undefined ? [] : [{ field: 'count', message }]
}

function partyError({ type, seller, target }: PlannedTransaction): string | undefined {
  if (seller.id === target.id) return TRANSACTION_MESSAGES.self
  if (isTransfer(type) && !isReseller(target.role)) return TRANSACTION_MESSAGES.notReseller
  if (target.role === 'demo') return TRANSACTION_MESSAGES.demo
  return allowedTypes(seller.role, target.role).includes(type) ? undefined : TRANSACTION_MESSAGES.notAllowed
}

function amountError(
  transaction: PlannedTransaction,
  effect: Effect,
  { seller, target }: Pick<PlannedTransaction, 'seller' | 'target'>,
): string | undefined {
  const { type, count, settings, timeZone, now } = transaction
  const cap = transactionCap(seller.role, settings)
  if (cap > 0 && count > cap) return TRANSACTION_MESSAGES.cap(cap)
  if (seller.creditToResell + effect.seller < 0) return TRANSACTION_MESSAGES.balance(seller.creditToResell)
  const left = monthsLeft(target.dateExpire, now)
  if (type === 'REFUND' && transactionMonths(transaction) > left) return TRANSACTION_MESSAGES.refund(left)
  if (target.creditToResell + effect.target < 0)
    return TRANSACTION_MESSAGES.refundTransfer(target.creditToResell)
  if (target.creditToResell + effect.target > MAX_BALANCE) return TRANSACTION_MESSAGES.fullBalance
  // Rule C13 does not apply to refunds, which only shorten a licence.
  if (effect.dateExpire === null || type === 'REFUND') return undefined
  const end = controlEnd(settings, timeZone)
  return effect.dateExpire >= end
    ? TRANSACTION_MESSAGES.dateControl(formatDay(new Date(end.getTime() - 1), timeZone))
    : undefined
}

/** The end of day `dateControl` in the service's time zone; it is stored as a day or as an instant (rule C13). */
const controlEnd = ({ dateControl }: Pick<CreditSettings, 'dateControl'>, timeZone: string): Date => {
  const day = isDay(dateControl) ? dateControl : dayOf(new Date(dateControl), timeZone)
  const { end } = dayRange(day, day, timeZone)
  if (!end) throw new RangeError(`No end of the day ${day}`)
  return end
}
