import { formatCount } from '../format/text.ts'
import { isPrinted } from './rules.ts'
import { type TransactionPeriod, transactionType } from './transaction.ts'

export const MAX_RECEIPTS = 200

export const RECEIPT_MESSAGES = {
  tooMany: `Son demasiados recibos: como máximo ${MAX_RECEIPTS} a la vez. Use más filtros.`,
  outcome: (receipts: number, chosen: number): string => {
    const left = chosen - receipts
    const printed =
      receipts === 0
        ? 'No hay recibos que imprimir.'
        : receipts === 1
          ? 'Se imprimirá 1 recibo.'
          : `Se imprimirán ${formatCount(receipts)} recibos en un solo documento.`
    if (left === 0) return printed
    return `${printed} ${left === 1 ? '1 transacción no lleva recibo.' : `${formatCount(left)} transacciones no llevan recibo.`}`
  },
} as const

interface ReceiptFields {
  readonly type: number
  readonly period: TransactionPeriod
  readonly status: string
  readonly reference: number
}

/** The transactions that have a receipt, by reference: processed ones, and never a CREDIT or days (rules C14, C28, C30). */
export const withReceipt = <Of extends ReceiptFields>(transactions: readonly Of[]): Of[] =>
  transactions
    .filter(({ type, period, status }) => {
      const found = transactionType(type)
      return status === 'PROCESSED' && found !== undefined && isPrinted(found, period)
    })
    .sort((one, other) => one.reference - other.reference)
