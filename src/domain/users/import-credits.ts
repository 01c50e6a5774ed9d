import { can, isAdmin, type Role } from '../access/permissions.ts'
import { type CreditSettings, type PlannedTransaction, transactionErrors } from '../credits/rules.ts'
import { MAX_CREDITS } from '../credits/transaction.ts'
import type { ValidationError } from '../validation/errors.ts'
import type { Person } from './authority.ts'

const MESSAGES = {
  expiry: 'Solo quien puede dar créditos importa los vencimientos: deje esta columna sin importar.',
  balance:
    'Solo un administrador que puede dar créditos importa los balances: deje esta columna sin importar.',
} as const

/** What a row gives to a new user by transactions (rule C27). */
export interface ImportedCredits {
  /** The exact expiry of the licence; null: none. */
  until: Date | null
  /** Months of a reseller's opening balance. */
  balance: number
}

const WHOLE = /^\d{1,6}(?:[.,]0{1,2})?$/

/** The balance in a cell; blank: 0, undefined if it is no whole number within the limits of a transaction (rule C4). */
export const readBalance = (cell = ''): number | undefined => {
  const text = cell.trim()
  if (text === '' || text === '-') return 0
  const balance = WHOLE.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return balance <= MAX_CREDITS ? balance : undefined
}

export interface CreditTerms {
  importer: Person & { creditToResell: number }
  settings: CreditSettings
  timeZone: string
  now: Date
}

/** True for those who may make the CREDITs and TRANSFERs of an import (rules A11, C7). */
export const isCreditGiver = (importer: CreditTerms['importer']): boolean =>
  isAdmin(importer.role) && can(importer, 'create', 'license_transactions')

/** A new user has no licence and no balance yet. */
const newTarget = (role: Role): PlannedTransaction['target'] => ({
  id: '',
  role,
  creditToResell: 0,
  dateExpire: null,
})

/** Errors of the exact CREDIT and the TRANSFER of a new user, by the rules of single ones (rules A11, C7, C10, C13). */
export const importedCreditErrors = (
  role: Role,
  { until, balance }: ImportedCredits,
  { importer, settings, ...terms }: CreditTerms,
): ValidationError[] => {
  const isGiver = isCreditGiver(importer)
  const parties = { seller: { ...importer, dateExpire: null }, target: newTarget(role) }
  // The caps are those of sales.
  const uncapped = { ...settings, transMax: 0, agentTransMax: 0 }
  const first = (transaction: Pick<PlannedTransaction, 'type' | 'period' | 'count' | 'until'>) =>
    transactionErrors({ ...transaction, ...parties, settings: uncapped, ...terms })[0]?.message
  const expiry =
    until && (isGiver ? first({ type: 'CREDIT', period: 'DIAS', count: 0, until }) : MESSAGES.expiry)
  const transfer =
    balance > 0 &&
    (isGiver ? first({ type: 'TRANSFER', period: 'MESES', count: balance, until: null }) : MESSAGES.balance)
  return [
    ...(expiry ? [{ field: 'dateExpire', message: expiry }] : []),
    ...(transfer ? [{ field: 'creditToResell', message: transfer }] : []),
  ]
}
