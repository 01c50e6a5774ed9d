import type { FieldValues } from 'react-hook-form'
import {
  allowedPeriods,
  allowedTypes,
  type CreditSettings,
  newExpiryOf,
  type PlannedTransaction,
  priceOf,
  transactionCap,
  transactionProblems,
} from '../../../domain/credits/rules.ts'
import { type TransactionType, TYPE_NAMES, typeNumber, typeOf } from '../../../domain/credits/transaction.ts'
import { newTransactionSchema } from '../../../domain/credits/transaction-schemas.ts'
import type { User } from '../../../domain/users/user.ts'
import { LAST_DATE } from '../../../domain/validation/dates.ts'
import type { Problem } from '../../../domain/validation/problems.ts'
import type { Me } from '../../api/session/me.ts'
import type { PublicSettings } from '../../api/use-settings.ts'

/** Both parties of a transaction, and the settings in force. */
export interface Deal {
  seller: Pick<Me, '_id' | 'role' | 'creditToResell' | 'timeZone'>
  target: Pick<User, '_id' | 'role' | 'creditToResell' | 'dateExpire'>
  settings: CreditSettings
}

/** The settings of transactions; those that a backend leaves out have their defaults. */
export const creditSettings = (settings: Partial<PublicSettings>): CreditSettings => ({
  periods: settings.periods ?? ['MESES'],
  transMax: settings.transMax ?? 0,
  agentTransMax: settings.agentTransMax ?? 0,
  creditPriceMonthly: settings.creditPriceMonthly ?? 0,
  creditPriceYearly: settings.creditPriceYearly ?? 0,
  dateControl: settings.dateControl ?? LAST_DATE,
})

/** The types that the dialog offers. */
export const typesOf = ({ seller, target }: Deal): readonly TransactionType[] =>
  allowedTypes(seller.role, target.role)

/** The numbers of types with their names. */
export const typeChoices = (types: readonly TransactionType[]) =>
  types.map((type) => ({ id: typeNumber(type), name: TYPE_NAMES[type] }))

/** The periods that a type, given by its number, can be in. */
export const periodsOf = (type: unknown, { settings }: Deal) => {
  const found = typeof type === 'number' ? typeOf(type) : undefined
  return found === undefined ? settings.periods : allowedPeriods(found, settings.periods)
}

/** Whether a transaction is of one credit at most. */
export const isOneAtATime = ({ seller, settings }: Deal): boolean =>
  transactionCap(seller.role, settings) === 1

/** What the dialog starts with: one credit of the first type and period. */
export const firstValues = (deal: Deal): FieldValues => {
  const [first] = typesOf(deal)
  const type = first === undefined ? null : typeNumber(first)
  return {
    userLicensed: deal.target._id,
    type,
    period: periodsOf(type, deal)[0] ?? null,
    count: 1,
    description: '',
  }
}

/** The transaction in the fields at `now`; undefined while they are incomplete. */
export const transactionIn = (values: FieldValues, deal: Deal, now: Date): PlannedTransaction | undefined => {
  const { success, data } = newTransactionSchema.safeParse(values)
  const type = success ? typeOf(data.type) : undefined
  if (!success || type === undefined) return undefined
  const { seller, target, settings } = deal
  return {
    type,
    period: data.period,
    count: data.count,
    seller: { ...seller, id: seller._id, dateExpire: null },
    target: {
      ...target,
      id: target._id,
      dateExpire: target.dateExpire === null ? null : new Date(target.dateExpire),
    },
    settings,
    timeZone: seller.timeZone,
    now,
  }
}

/** Validation errors of the transaction in the fields, as far as the browser can tell; the server decides. */
export const problemsIn = (values: FieldValues, deal: Deal): readonly Problem[] => {
  const transaction = transactionIn(values, deal, new Date())
  return transaction === undefined ? [] : transactionProblems(transaction)
}

/** Price, total and new expiry. */
export const outcomeOf = (transaction: PlannedTransaction) => ({
  ...priceOf(transaction),
  newExpiry: newExpiryOf(transaction),
})
