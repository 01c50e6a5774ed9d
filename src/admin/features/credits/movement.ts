import type { FieldValues } from 'react-hook-form'
import {
  allowedPeriods,
  allowedTypes,
  type CreditSettings,
  type Movement,
  movementProblems,
  newExpiryOf,
  priceOf,
  transactionCap,
} from '../../../domain/credits/rules.ts'
import { type TransactionType, TYPE_NAMES, typeNumber, typeOf } from '../../../domain/credits/transaction.ts'
import { newTransactionSchema } from '../../../domain/credits/transaction-schemas.ts'
import { LAST_DATE } from '../../../domain/validation/dates.ts'
import type { Problem } from '../../../domain/validation/problems.ts'
import type { Me } from '../../api/session/me.ts'
import type { PublicSettings } from '../../api/use-settings.ts'
import type { UserRecord } from '../../api/user-record.ts'

/** Who moves credit, with whom, and by which settings. */
export interface Deal {
  seller: Pick<Me, '_id' | 'role' | 'creditToResell' | 'timeZone'>
  target: Pick<UserRecord, '_id' | 'role' | 'creditToResell' | 'dateExpire'>
  settings: CreditSettings
}

/** The settings that movements go by; those that a backend leaves out have their first values. */
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

/** Types of the wire with their names. */
export const typeChoices = (types: readonly TransactionType[]) =>
  types.map((type) => ({ id: typeNumber(type), name: TYPE_NAMES[type] }))

/** The periods that a type of the wire can be in. */
export const periodsOf = (type: unknown, { settings }: Deal) => {
  const found = typeof type === 'number' ? typeOf(type) : undefined
  return found === undefined ? settings.periods : allowedPeriods(found, settings.periods)
}

/** Whether one credit at a time is all that may be moved. */
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

/** The movement that the fields ask for at `now`; undefined while they are no movement. */
export const movementIn = (values: FieldValues, deal: Deal, now: Date): Movement | undefined => {
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

/** Why the fields' movement may not be made, as far as the browser can tell; the server decides. */
export const problemsIn = (values: FieldValues, deal: Deal): readonly Problem[] => {
  const movement = movementIn(values, deal, new Date())
  return movement === undefined ? [] : movementProblems(movement)
}

/** What the fields' movement costs, and the expiry that it leaves. */
export const outcomeOf = (movement: Movement) => ({ ...priceOf(movement), newExpiry: newExpiryOf(movement) })
