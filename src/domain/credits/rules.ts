import { isAdmin, isReseller, type Role } from '../access/permissions.ts'
import { dayOf, endOfDay, formatDay, isDay, LAST_DATE } from '../format/dates.ts'
import { formatCount } from '../format/text.ts'
import type { ValidationError } from '../validation/errors.ts'
import {
  changedExpiry,
  DAY_TYPES,
  type LicenceChange,
  MAX_BALANCE,
  MAX_CREDITS,
  MONTHS_PER_CREDIT,
  monthsLeft,
  type Period,
  PRICE_SETTINGS,
  type PriceSetting,
  remainingDays,
  TRANSACTION_MESSAGES,
  type TransactionPeriod,
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
export interface PlannedTransaction extends LicenceChange {
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

/** The periods of a transaction: transfers are always in months (rules C11, C30). */
export const allowedPeriods = (
  type: TransactionType,
  periods: readonly Period[],
): readonly TransactionPeriod[] => {
  if (isTransfer(type)) return ['MESES']
  return DAY_TYPES.includes(type) ? [...periods, 'DIAS'] : periods
}

/** Maximum credits per transaction; 0: no limit (rule C12). */
export const transactionCap = (
  seller: Role,
  { transMax, agentTransMax }: Pick<CreditSettings, 'transMax' | 'agentTransMax'>,
): number => (isReseller(seller) && agentTransMax > 0 ? agentTransMax : transMax)

/**
 * The question before a transaction of at least `askFrom` credits, each worth a month; undefined below it, or if it is 0
 * (rule C33).
 */
export const creditQuestion = (
  askFrom: number,
  { type, credits, whom }: { type: TransactionType; credits: number; whom: string },
): string | undefined => {
  if (askFrom === 0 || credits < askFrom) return undefined
  const amount = `${formatCount(credits)} ${credits === 1 ? 'crédito' : 'créditos'}`
  return type === 'REFUND' || type === 'REFUND_TRANSFER'
    ? `¿Devolver ${amount} de ${whom}?`
    : `¿Transferir ${amount} a ${whom}?`
}

export const transactionMonths = ({ period, count }: Pick<PlannedTransaction, 'period' | 'count'>): number =>
  period === 'DIAS' ? 0 : count * MONTHS_PER_CREDIT[period]

/** The count of a transaction with an exact expiry: its days, rounded up, within the limits of a count (rule C30). */
export const exactCount = (
  { type, until, target }: { type: TransactionType; until: Date; target: Pick<Party, 'dateExpire'> },
  now: Date,
): number => {
  const { dateExpire } = target
  const days =
    type === 'REFUND'
      ? remainingDays(dateExpire, until)
      : remainingDays(until, dateExpire !== null && dateExpire > now ? dateExpire : now)
  return Math.min(days, MAX_CREDITS)
}

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
  if (period === 'DIAS') return { creditPrice: 0, total: 0 }
  const creditPrice = settings[PRICE_SETTINGS[period]]
  const cents = Math.round(creditPrice * 100) * count
  return { creditPrice, total: type === 'CREDIT' ? 0 : cents / 100 }
}

/** Types with a price of 0 (rule C14). */
export const isWithoutCharge = (type: TransactionType): boolean =>
  type === 'REFUND' || type === 'CREDIT' || type === 'REFUND_TRANSFER'

/** True for transactions with a printed receipt (rules C14, C30). */
export const isPrinted = (type: TransactionType, period: TransactionPeriod): boolean =>
  type !== 'CREDIT' && period !== 'DIAS'

/** The new expiry of the target; null for transfers, which change none (rule C8). */
export const plannedExpiry = (transaction: PlannedTransaction): Date | null =>
  isTransfer(transaction.type)
    ? null
    : changedExpiry(transaction.target.dateExpire, transaction, transaction.now)

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

/** Validation errors of a transaction; empty for a valid one (rules C7, C10, C11, C12, C13, C30). */
export const transactionErrors = (transaction: PlannedTransaction): ValidationError[] => {
  const { type, period, until, seller, target, settings } = transaction
  const error = partyError(transaction)
  if (error) return [{ field: 'type', message: error }]
  if (!allowedPeriods(type, settings.periods).includes(period)) {
    const message = isTransfer(type)
      ? TRANSACTION_MESSAGES.transferPeriod
      : period === 'DIAS'
        ? TRANSACTION_MESSAGES.daysNotAllowed
        : TRANSACTION_MESSAGES.periodNotSold
    return [{ field: 'period', message }]
  }
  if (until !== null) {
    const message =
      period === 'DIAS'
        ? (untilError(transaction, until) ?? controlError(transaction, until))
        : TRANSACTION_MESSAGES.onlyDays
    return message === undefined ? [] : [{ field: 'until', message }]
  }
  const message = amountError(transaction, transactionEffect(transaction), { seller, target })
  return message === undefined ? [] : [{ field: 'count', message }]
}

/** An exact CREDIT never shortens a licence, an exact REFUND never extends one (rule C30). */
const untilError = ({ type, target, timeZone, now }: PlannedTransaction, until: Date): string | undefined => {
  const { dateExpire } = target
  const day = dateExpire === null ? '' : formatDay(dateExpire, timeZone)
  if (type === 'CREDIT')
    return dateExpire !== null && until < dateExpire ? TRANSACTION_MESSAGES.untilEarlier(day) : undefined
  if (until < now) return TRANSACTION_MESSAGES.untilPast
  if (dateExpire === null || dateExpire <= now) return TRANSACTION_MESSAGES.refundDays(0)
  return until > dateExpire ? TRANSACTION_MESSAGES.untilLater(day) : undefined
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
  const { type, period, count, settings } = transaction
  const cap = transactionCap(seller.role, settings)
  if (cap > 0 && count > cap && period !== 'DIAS') return TRANSACTION_MESSAGES.cap(cap)
  if (seller.creditToResell + effect.seller < 0) return TRANSACTION_MESSAGES.balance(seller.creditToResell)
  if (type === 'REFUND') return refundError(transaction)
  if (target.creditToResell + effect.target < 0)
    return TRANSACTION_MESSAGES.refundTransfer(target.creditToResell)
  if (target.creditToResell + effect.target > MAX_BALANCE) return TRANSACTION_MESSAGES.fullBalance
  return effect.dateExpire === null ? undefined : controlError(transaction, effect.dateExpire)
}

const refundError = (transaction: PlannedTransaction): string | undefined => {
  const { period, count, target, now } = transaction
  if (period === 'DIAS') {
    const days = remainingDays(target.dateExpire, now)
    return count > days ? TRANSACTION_MESSAGES.refundDays(days) : undefined
  }
  const months = monthsLeft(target.dateExpire, now)
  return transactionMonths(transaction) > months ? TRANSACTION_MESSAGES.refund(months) : undefined
}

/** Rule C13 does not apply to refunds, which only shorten a licence. */
const controlError = ({ type, settings, timeZone }: PlannedTransaction, expiry: Date): string | undefined => {
  if (type === 'REFUND') return undefined
  const end = controlEnd(settings, timeZone)
  return expiry > end ? TRANSACTION_MESSAGES.dateControl(formatDay(end, timeZone)) : undefined
}

/** The last moment of day `dateControl` in the service's time zone; it is stored as a day or as an instant (rule C13). */
export const controlEnd = ({ dateControl }: Pick<CreditSettings, 'dateControl'>, timeZone: string): Date =>
  endOfDay(isDay(dateControl) ? dateControl : dayOf(new Date(dateControl), timeZone), timeZone)
