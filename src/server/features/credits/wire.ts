import { z } from 'zod'
import { PERIODS } from '../../../domain/credits/periods.ts'
import { TRANSACTION_STATUSES, TYPE_NAMES, typeNumber } from '../../../domain/credits/transaction.ts'
import { formatDay } from '../../../domain/format/dates.ts'
import type { TransactionRow } from '../../platform/database/schema/credits.ts'

const instant = z.string().meta({ format: 'date-time' })

export const transactionWire = z.object({
  _id: z.string(),
  reference: z.int(),
  userCreated: z.string(),
  userCreatedName: z.string(),
  userLicensed: z.string(),
  userFullName: z.string(),
  type: z.int().meta({ description: 'De 1 a 5: venta, devolución, crédito, transferencia y su devolución' }),
  typeDescrition: z.string(),
  period: z.enum(PERIODS),
  count: z.int(),
  price: z.number().meta({ description: 'De un crédito' }),
  creditPrice: z.number().meta({ description: 'De un crédito' }),
  total: z.number(),
  description: z.string(),
  status: z.enum(TRANSACTION_STATUSES),
  saved: z.boolean().meta({ description: 'Verdadero en cuanto está guardada' }),
  date: instant,
  dateExpireRef: instant.nullable(),
  dateExpireFormat: z.string(),
  newDateExpire: instant.nullable(),
  newDateExpireFormat: z.string(),
})
export type TransactionWire = z.infer<typeof transactionWire>

/** A row as the wire carries it, its days by the service's clock. */
export const toWire = (row: TransactionRow, timeZone: string): TransactionWire => {
  const day = (date: Date | null) => (date === null ? '' : formatDay(date, timeZone))
  return {
    ...row,
    type: typeNumber(row.type),
    typeDescrition: TYPE_NAMES[row.type],
    saved: true,
    price: row.creditPrice,
    date: row.date.toISOString(),
    dateExpireRef: row.dateExpire?.toISOString() ?? null,
    dateExpireFormat: day(row.dateExpire),
    newDateExpire: row.newDateExpire?.toISOString() ?? null,
    newDateExpireFormat: day(row.newDateExpire),
  }
}
