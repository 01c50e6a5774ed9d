import { z } from 'zod'
import { instant } from '../contract/entity.ts'
import { id, requiredInteger, text } from '../validation/fields.ts'
import { PERIODS, TRANSACTION_MESSAGES, TRANSACTION_STATUSES, TRANSACTION_TYPES } from './transaction.ts'

const MAX_COUNT = 9999

/** Input of a transaction; the server computes price and expiry (rule C15). */
export const newTransactionSchema = z.strictObject({
  userLicensed: id(TRANSACTION_MESSAGES.user),
  type: requiredInteger(TRANSACTION_MESSAGES.type, 1, TRANSACTION_TYPES.length, TRANSACTION_MESSAGES.type),
  period: z.enum(PERIODS, TRANSACTION_MESSAGES.period),
  count: requiredInteger(TRANSACTION_MESSAGES.count, 1, MAX_COUNT, TRANSACTION_MESSAGES.countRange),
  description: text(500),
})
export type NewTransaction = z.infer<typeof newTransactionSchema>

/** A transaction as the API answers it; `...Format` are days by the service's clock. */
export const transactionOutput = /* @__PURE__ */ z.object({
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
  date: instant(),
  dateExpireRef: instant().nullable(),
  dateExpireFormat: z.string(),
  newDateExpire: instant().nullable(),
  newDateExpireFormat: z.string(),
})
export type Transaction = z.infer<typeof transactionOutput>
