import { covers, isAdmin, type Principal, type Role } from '../access/permissions.ts'
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
  if (creator !== 'agent' && creator !== 'superagent') return null
  const isSeller = creator === 'agent' || created === 'app'
  return isSeller && periods.length > 0 ? Math.min(...periods.map((period) => MONTHS_PER_CREDIT[period])) : 1
}

/** The error of a reseller with too little credit to create this user (rule U9). */
export const creationCreditError = (
  creator: { role: Role; creditToResell: number },
  created: Role,
  periods: readonly Period[],
): ValidationError | undefined => {
  const needed = monthsNeeded(creator.role, created, periods)
  return needed !== null && creator.creditToResell < needed
    ? { field: '', message: USER_MESSAGES.noCredit }
    : undefined
}

const DEMO_HOURS = 2

/** The expiry of a demo user created at `now` (rule U15). */
export const demoExpiry = (now: Date): Date => new Date(now.getTime() + DEMO_HOURS * 3_600_000)

export const REMOVE_DEMOS_PROMPT = 'Seguro que desea eliminar los usuarios demos vencidos?'
