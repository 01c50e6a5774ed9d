import type { Random } from '../random.ts'
import { fullName } from './make-user.ts'

/** A reseller before its customers are known. */
export interface ResellerPlan {
  name: string
  fullName: string
  role: 'agent' | 'superagent'
  /** User name of its superagent; null: created by an administrator. */
  parent: string | null
  customers: number
  demos: number
  /** Balance to end with, in months; null: any. */
  balance: number | null
}

/** Balances that cover each colour of the list. */
const BALANCES: readonly (number | null)[] = [0, 1, 0, 2, 1, 5]

/** Plans the resellers: three superagents, and thirty agents under them. */
export function planResellers(
  createName: (full: string, random: Random) => string,
  random: Random,
): ResellerPlan[] {
  const fixedPlans: ResellerPlan[] = [
    {
      name: 'superagente',
      fullName: 'Altagracia Peña Santana',
      role: 'superagent',
      parent: null,
      customers: 14,
      demos: 2,
      balance: 46,
    },
    {
      name: 'agente',
      fullName: 'Wilkin Rosario Díaz',
      role: 'agent',
      parent: 'superagente',
      customers: 28,
      demos: 3,
      balance: 17,
    },
  ]
  const make = (role: ResellerPlan['role'], parent: string | null, balance: number | null): ResellerPlan => {
    const full = fullName(random)
    return {
      name: createName(full, random),
      fullName: full,
      role,
      parent,
      customers: random.integer(4, 10),
      demos: random.chance(0.6) ? 1 : 0,
      balance,
    }
  }
  const superagents = Array.from({ length: 2 }, () => make('superagent', null, null))
  const parents = ['superagente', 'superagente', ...superagents.map(({ name }) => name)]
  const agents = Array.from({ length: 29 }, (_, index) =>
    make('agent', random.pick(parents), BALANCES[index] ?? null),
  )
  return [...fixedPlans, ...superagents, ...agents]
}
