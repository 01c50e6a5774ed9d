/** The periods in which credits are sold (rule C1). */
export const PERIODS = ['MESES', 'AÑOS'] as const
export type Period = (typeof PERIODS)[number]

/** Months per credit of each period. */
export const MONTHS_PER_CREDIT: Readonly<Record<Period, number>> = { MESES: 1, AÑOS: 12 }

/** The setting with the price per credit of each period. */
export const PRICE_SETTINGS = {
  MESES: 'creditPriceMonthly',
  AÑOS: 'creditPriceYearly',
} as const satisfies Record<Period, string>
export type PriceSetting = (typeof PRICE_SETTINGS)[Period]

/** Their position, from 1, is their number in the API (rule C6). */
export const TRANSACTION_TYPES = ['SALE', 'REFUND', 'CREDIT', 'TRANSFER', 'REFUND_TRANSFER'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

export const TYPE_NAMES: Readonly<Record<TransactionType, string>> = {
  SALE: 'Venta',
  REFUND: 'Devolución',
  CREDIT: 'Crédito sin cargo',
  TRANSFER: 'Transferencia',
  REFUND_TRANSFER: 'Devolución de transferencia',
}

export const typeNumber = (type: TransactionType): number => TRANSACTION_TYPES.indexOf(type) + 1

export const transactionType = (number: number): TransactionType | undefined => TRANSACTION_TYPES[number - 1]

/** Description of the CREDIT that an import of users creates (rule C27). */
export const IMPORTED_MONTHS = 'Meses que le quedaban al importarlo'

export const TRANSACTION_STATUSES = ['CREATED', 'PROCESSED'] as const

/** Per transaction (rule C4). */
export const MAX_CREDITS = 9999

/** Months of a balance (rule C10). */
export const MAX_BALANCE = 999_999

/** A transaction not processed within this time expires (rule C16). */
export const PROCESSING_MINUTES = 15

export const TRANSACTION_MESSAGES = {
  user: 'Debe especificar el usuario.',
  type: 'Debe seleccionar el tipo de transacción.',
  period: 'Debe seleccionar el período.',
  count: 'Debe digitar la cantidad de créditos.',
  countRange: 'La cantidad de créditos debe ser mayor que 0 y como máximo 9999.',
  notAllowed: 'No puede realizar este tipo de transacción con este usuario.',
  demo: 'Es un demo: no compra licencias.',
  notReseller: 'El usuario seleccionado no es un AGENTE.',
  self: 'No puede realizar transacciones con su propio usuario.',
  periodNotSold: 'El período no está entre los de venta.',
  transferPeriod: 'Las transferencias solo se realizan en MESES.',
  cap: (cap: number) => `No puede exceder de ${cap} por transacción.`,
  balance: (months: number) => `No tiene créditos suficientes, su balance es de ${months}.`,
  refund: (months: number) => `No puede exceder el crédito del usuario, que es de ${months}.`,
  refundTransfer: (months: number) => `No puede exceder el balance del usuario, que es de ${months}.`,
  fullBalance: `El balance no puede pasar de ${MAX_BALANCE} meses.`,
  dateControl: (day: string) => `La nueva fecha de vencimiento no puede pasar del ${day}.`,
  late: 'La transacción venció sin ser procesada. Realícela de nuevo.',
  keyReused: 'La clave de la solicitud ya se usó para otra transacción.',
  noCharge: 'Este proceso no genera cargos',
} as const

/** `date` moved by calendar months in UTC, the day clamped to the last one of the month (rule C2). */
export const addMonths = (date: Date, months: number): Date => {
  const moved = new Date(date)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return moved
}

/** A user's credit: months from `now` until the expiry, rounded up, never negative (rule C3). */
export const monthsLeft = (expiry: Date | null, now: Date): number => {
  if (expiry === null || expiry <= now) return 0
  const whole =
    (expiry.getUTCFullYear() - now.getUTCFullYear()) * 12 + expiry.getUTCMonth() - now.getUTCMonth()
  return addMonths(now, whole) >= expiry ? whole : whole + 1
}

/** Colour of a credit in a list (rule U6). */
export const creditTone = (credit: number): 'red' | 'yellow' | 'plain' =>
  credit <= 0 ? 'red' : credit === 1 ? 'yellow' : 'plain'

/** The expiry after adding months at `at`: an expired or new licence starts a new term (rule C8). */
export const extendedExpiry = (expiry: Date | null, months: number, at: Date): Date =>
  addMonths(expiry !== null && expiry > at ? expiry : at, months)

/** The expiry after refunding months at `at`; never before `at` (rule C8). */
export const reducedExpiry = (expiry: Date | null, months: number, at: Date): Date => {
  const reduced = addMonths(expiry ?? at, -months)
  return reduced > at ? reduced : at
}

/** The effect of a processed transaction on a licence. */
export interface LedgerEntry {
  type: TransactionType
  period: Period
  count: number
  processedAt: Date
  /** Set if the count is 0: a demo's two hours. */
  newDateExpire: Date | null
}

/** Folds the transactions of a licence, in processing order, into its expiry (rule C22). */
export const expiryAfter = (expiry: Date | null, entry: LedgerEntry): Date | null => {
  const { type, period, count, processedAt, newDateExpire } = entry
  const months = count * MONTHS_PER_CREDIT[period]
  if (type === 'TRANSFER' || type === 'REFUND_TRANSFER') return expiry
  if (count === 0) return newDateExpire
  return type === 'REFUND'
    ? reducedExpiry(expiry, months, processedAt)
    : extendedExpiry(expiry, months, processedAt)
}
