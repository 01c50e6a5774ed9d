import { covers, isAdmin, isReseller, type Principal, type Role } from '../access/permissions.ts'
import { MONTHS_PER_CREDIT, type Period } from '../credits/transaction.ts'
import type { ValidationError } from '../validation/errors.ts'
import { USER_MESSAGES } from './user-messages.ts'

const BY_ROLE: Record<Role, readonly Role[]> = {
  sa: ['app', 'demo', 'agent', 'superagent', 'admin'],
  admin: ['app', 'demo', 'agent', 'superagent', 'admin'],
  superagent: ['app', 'agent', 'demo'],
  agent: ['app', 'demo'],
  app: [],
  demo: [],
}

/** The roles of users that `creator` may create (rule U7). */
export const creatableRoles = (creator: Role, { enableDemo }: { enableDemo: boolean }): readonly Role[] =>
  BY_ROLE[creator].filter((role) => role !== 'demo' || isAdmin(creator) || enableDemo)

/** True if `giver` may assign a profile, apart from credit (rules U7, U8). */
export const canAssign = (giver: Principal, profile: Principal, settings: { enableDemo: boolean }): boolean =>
  creatableRoles(giver.role, settings).includes(profile.role) && covers(giver, profile)

/** Months of credit needed by `creator` to create a user of role `created` (rule U9); null if none are. */
const monthsNeeded = (creator: Role, created: Role, periods: readonly Period[]): number | null => {
  if (!isReseller(creator)) return null
  const isSeller = creator === 'agent' || created === 'app'
  return isSeller && periods.length > 0 ? Math.min(...periods.map((period) => MONTHS_PER_CREDIT[period])) : 1
}

/** Limits on the demos of resellers; 0 means none (rule U27). */
export interface DemoLimits {
  /** For each reseller and day of the service. */
  demosPerDay: number
  /** In months of balance. */
  demosMinBalance: number
}

/** What `creationCreditError` needs of the settings. */
export type CreationTerms = Pick<DemoLimits, 'demosMinBalance'> & { periods: readonly Period[] }

/** The error of a reseller with too little balance to create this user (rules U9, U27). */
export const creationCreditError = (
  creator: { role: Role; creditToResell: number },
  created: Role,
  { periods, demosMinBalance }: CreationTerms,
): ValidationError | undefined => {
  const needed = monthsNeeded(creator.role, created, periods)
  if (needed === null) return undefined
  if (creator.creditToResell < needed) return { field: '', message: USER_MESSAGES.noCredit }
  return created === 'demo' && creator.creditToResell < demosMinBalance
    ? { field: 'profile', message: USER_MESSAGES.demosMinBalance(demosMinBalance) }
    : undefined
}

/** The error of a reseller who created `today` demos, and may create no further one (rule U27). */
export const demosPerDayError = (
  { role }: { role: Role },
  today: number,
  { demosPerDay }: Pick<DemoLimits, 'demosPerDay'>,
): ValidationError | undefined =>
  isReseller(role) && demosPerDay > 0 && today >= demosPerDay
    ? { field: 'profile', message: USER_MESSAGES.demosPerDay(demosPerDay) }
    : undefined

/** A reseller who created more demos than this in a day is reported to the administrators (rule U27). */
export const MANY_DEMOS = 20

/** The expiry of a demo user created at `now` (rule U15). */
export const demoExpiry = (now: Date, { demoHours }: { demoHours: number }): Date =>
  new Date(now.getTime() + demoHours * 3_600_000)

export const REMOVE_DEMOS_PROMPT = 'Seguro que desea eliminar los usuarios demos vencidos?'
