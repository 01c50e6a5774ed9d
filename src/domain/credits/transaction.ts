/** The terms that credits are sold in (rule C1). */
export const PERIODS = ['MESES', 'AÑOS'] as const
export type Period = (typeof PERIODS)[number]

/** Months that one credit of a period gives. */
export const MONTHS_OF: Record<Period, number> = { MESES: 1, AÑOS: 12 }

/** In the order of their numbers in the API, from 1 (rule C6). */
export const TRANSACTION_TYPES = ['SALE', 'REFUND', 'CREDIT', 'TRANSFER', 'REFUND_TRANSFER'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

export const TYPE_NAMES: Readonly<Record<TransactionType, string>> = {
  SALE: 'Venta',
  REFUND: 'Devolución',
  CREDIT: 'Crédito',
  TRANSFER: 'Transferencia',
  REFUND_TRANSFER: 'Devolución de transferencia',
}

export const typeNumber = (type: TransactionType): number => TRANSACTION_TYPES.indexOf(type) + 1

export const typeOf = (number: number): TransactionType | undefined => TRANSACTION_TYPES[number - 1]

export const TRANSACTION_STATUSES = ['CREATED', 'PROCESSED'] as const

/** A created transaction expires after these (rule C16). */
export const PROCESSING_MINUTES = 15

export const TRANSACTION_MESSAGES = {
  user: 'Debe especificar el usuario.',
  type: 'Debe seleccionar el tipo de transacción.',
  period: 'Debe seleccionar el período.',
  count: 'Debe digitar la cantidad de créditos.',
  countRange: 'La cantidad de créditos debe ser mayor que 0 y como máximo 9999.',
  notAllowed: 'No puede realizar este tipo de transacción con este usuario.',
  notReseller: 'El usuario seleccionado no es un AGENTE.',
  self: 'No puede realizar transacciones con su propio usuario.',
  periodNotSold: 'El período no está entre los de venta.',
  transferPeriod: 'Las transferencias solo se realizan en MESES.',
  cap: (cap: number) => `No puede exceder de ${cap} por transacción.`,
  balance: (months: number) => `No tiene créditos suficientes, su balance es de ${months}.`,
  refund: (months: number) => `No puede exceder el crédito del usuario, que es de ${months}.`,
  refundTransfer: (months: number) => `No puede exceder el balance del usuario, que es de ${months}.`,
  dateControl: (day: string) => `La nueva fecha de vencimiento no puede pasar del ${day}.`,
  late: 'La transacción venció sin ser procesada. Realícela de nuevo.',
  keyReused: 'La clave de la solicitud ya se usó para otra transacción.',
  noCharge: 'Este proceso no genera cargos',
} as const
