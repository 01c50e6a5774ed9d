import { describe, expect, it } from 'vitest'
import { RECEIPT_MESSAGES, withReceipt } from '../../../src/domain/credits/receipts.ts'
import { TRANSACTION_TYPES, typeNumber } from '../../../src/domain/credits/transaction.ts'

const transaction = (type: number, reference: number, status = 'PROCESSED') => ({
  ...{ type, reference, status },
  period: 'MESES' as const,
})

describe('the receipts of several transactions', () => {
  it('are those of all types but CREDIT, in the order of their references', () => {
    const all = TRANSACTION_TYPES.map((type, index) => transaction(typeNumber(type), 9 - index))
    const printed = withReceipt(all)
    expect(printed).toHaveLength(all.length - 1)
    expect(printed.map(({ type }) => type)).not.toContain(typeNumber('CREDIT'))
    expect(printed.map(({ reference }) => reference)).toEqual([5, 6, 8, 9])
  })

  it('exclude days', () => {
    expect(withReceipt([{ ...transaction(typeNumber('REFUND'), 1), period: 'DIAS' }])).toEqual([])
  })

  it('exclude unprocessed transactions, and those of an unknown type', () => {
    expect(withReceipt([transaction(1, 1, 'CREATED'), transaction(99, 2)])).toEqual([])
  })

  it.each([
    [3, 3, 'Se imprimirán 3 recibos en un solo documento.'],
    [1, 2, 'Se imprimirá 1 recibo. 1 transacción no lleva recibo.'],
    [0, 2, 'No hay recibos que imprimir. 2 transacciones no llevan recibo.'],
  ])('state that %i of %i are printed', (receipts, chosen, text) => {
    expect(RECEIPT_MESSAGES.outcome(receipts, chosen)).toBe(text)
  })
})
