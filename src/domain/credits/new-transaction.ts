import { z } from 'zod'
import { id } from '../validation/ids.ts'
import { requiredInteger } from '../validation/numbers.ts'
import { text } from '../validation/text.ts'
import { PERIODS } from './periods.ts'
import { TRANSACTION_MESSAGES, TRANSACTION_TYPES } from './transaction.ts'

const MAX_COUNT = 9999

/** Input of a movement of credit; the server computes price and expiry (rule C15). */
export const newTransactionSchema = z.strictObject({
  userLicensed: id(TRANSACTION_MESSAGES.user),
  type: requiredInteger(TRANSACTION_MESSAGES.type, 1, TRANSACTION_TYPES.length, TRANSACTION_MESSAGES.type),
  period: z.enum(PERIODS, TRANSACTION_MESSAGES.period),
  count: requiredInteger(TRANSACTION_MESSAGES.count, 1, MAX_COUNT, TRANSACTION_MESSAGES.countRange),
  description: text(500),
})
export type NewTransaction = z.infer<typeof newTransactionSchema>
