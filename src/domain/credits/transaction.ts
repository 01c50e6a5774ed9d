/** The periods in which credits are sold (rule C1). */
export const PERIODS = ['MESES', 'AÑOS'] as const
export type Period = (typeof PERIODS)[number]

/** The periods of a transaction: those sold, and days, in which licences are corrected (rule C30). */
export const TRANSACTION_PERIODS = [...PERIODS, 'DIAS'] as const
export type TransactionPeriod = (typeof TRANSACTION_PERIODS)[number]

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

/** The types that may be in days (rule C30). */
export const DAY_TYPES: readonly TransactionType[] = ['CREDIT', 'REFUND']

export const TYPE_NAMES: Readonly<Record<TransactionType, string>> = {
  SALE: 'Venta',
  REFUND: 'Devolución',
  CREDIT: 'Crédito sin cargo',
  TRANSFER: 'Transferencia',
  REFUND_TRANSFER: 'Devolución de transferencia',
}

export const typeNumber = (type: TransactionType): number => TRANSACTION_TYPES.indexOf(type) + 1

export const transactionType = (number: number): TransactionType | undefined => TRANSACTION_TYPES[number - 1]

/** Descriptions of the CREDIT and the TRANSFER that an import of users creates (rule C27). */
export const IMPORTED_EXPIRY = 'Vencimiento que tenía al importarlo'
export const OPENING_BALANCE = 'Saldo inicial'

/** What a search finds in the descriptions of imported licences, also of earlier versions. */
export const IMPORTED_MARK = 'al importarlo'

export const TRANSACTION_STATUSES = ['CREATED', 'PROCESSED'] as const

/** Credits or days per transaction (rules C4, C30). */
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
  onlyDays: 'Solo los movimientos en DIAS llevan un vencimiento exacto.',
  daysNotAllowed: 'Los DIAS son solo para créditos y devoluciones.',
  countOrUntil: 'Debe digitar la cantidad o el vencimiento, uno de los dos.',
  until: 'Debe digitar el vencimiento.',
  untilOld: 'El vencimiento no puede ser anterior al año 2000.',
  untilEarlier: (expiry: string) => `El vencimiento no puede ser anterior al actual, que es el ${expiry}.`,
  untilLater: (expiry: string) => `El vencimiento no puede ser posterior al actual, que es el ${expiry}.`,
  untilPast: 'El vencimiento no puede haber pasado.',
  refundDays: (days: number) => `No puede exceder los días que le quedan al usuario, que son ${days}.`,
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

/** Milliseconds: a day of a licence has 24 hours, also where clocks change (rule C30). */
const DAY = 86_400_000

/** Days from `now` until the expiry, rounded up, never negative (rule C30). */
export const remainingDays = (expiry: Date | null, now: Date): number =>
  expiry === null ? 0 : Math.max(0, Math.ceil((expiry.getTime() - now.getTime()) / DAY))

/** What a transaction does to a licence: a number of credits, or an exact expiry (rules C8, C30). */
export interface LicenceChange {
  type: TransactionType
  period: TransactionPeriod
  count: number
  /** The exact expiry of a transaction in days; null: `count` days. */
  until: Date | null
}

/** The expiry after adding months at `at`: an expired or new licence starts a new term (rule C8). */
export const extendedExpiry = (expiry: Date | null, months: number, at: Date): Date =>
  addMonths(termStart(expiry, at), months)

const termStart = (expiry: Date | null, at: Date): Date => (expiry !== null && expiry > at ? expiry : at)

/** The expiry after refunding months at `at`; never before `at` (rule C8). */
export const reducedExpiry = (expiry: Date | null, months: number, at: Date): Date =>
  notBefore(addMonths(expiry ?? at, -months), at)

const notBefore = (date: Date, at: Date): Date => (date > at ? date : at)

const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY)

/** The expiry after a change at `at`; transfers leave it (rules C8, C30). */
export const changedExpiry = (expiry: Date | null, change: LicenceChange, at: Date): Date | null => {
  const { type, period, count, until } = change
  if (type === 'TRANSFER' || type === 'REFUND_TRANSFER') return expiry
  if (period === 'DIAS')
    return type === 'REFUND'
      ? notBefore(until ?? addDays(expiry ?? at, -count), at)
      : (until ?? addDays(termStart(expiry, at), count))
  const months = count * MONTHS_PER_CREDIT[period]
  return type === 'REFUND' ? reducedExpiry(expiry, months, at) : extendedExpiry(expiry, months, at)
}

/** The effect of a processed transaction on a licence. */
export interface LedgerEntry extends LicenceChange {
  processedAt: Date
  /** Set if the count is 0: a demo's hours. */
  newDateExpire: Date | null
}

/** Folds the transactions of a licence, in processing order, into its expiry (rule C22). */
export const expiryAfter = (expiry: Date | null, entry: LedgerEntry): Date | null => {
  const isDemo = entry.count === 0 && entry.period !== 'DIAS'
  return isDemo ? entry.newDateExpire : changedExpiry(expiry, entry, entry.processedAt)
}
