import type { Random } from '../random.ts'
import { fullName } from './names.ts'

export interface Member {
  name: string
  fullName: string
  profile: string
}

/** Password of all demo logins. */
export const DEMO_PASSWORD = 'cartelera'

/** The staff, created by the first of them. */
export const MEMBERS: readonly Member[] = [
  { name: 'sa', fullName: 'Superadministrador', profile: 'sa' },
  { name: 'admin', fullName: 'Carmen Almonte Rosario', profile: 'Administrador' },
  { name: 'rbatista', fullName: 'Rafael Batista Tejada', profile: 'Administrador' },
  { name: 'lmarte', fullName: 'Luisa Marte Guzmán', profile: 'Administrador' },
  { name: 'jcabrera', fullName: 'Joel Cabrera Mejía', profile: 'Administrador' },
  { name: 'soporte', fullName: 'Miguel Ángel Polanco Ureña', profile: 'Soporte' },
  { name: 'soporte2', fullName: 'Yesenia Familia Abreu', profile: 'Soporte' },
  { name: 'soporte3', fullName: 'Iván Contreras Báez', profile: 'Soporte' },
  { name: 'catalogo', fullName: 'Gabriela Núñez Espinal', profile: 'Catálogo' },
  { name: 'catalogo2', fullName: 'Héctor Lantigua Reyes', profile: 'Catálogo' },
  { name: 'catalogo3', fullName: 'Indhira Castillo Peña', profile: 'Catálogo' },
  { name: 'consulta', fullName: 'Danilo Vásquez Montero', profile: 'Consulta' },
]

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
