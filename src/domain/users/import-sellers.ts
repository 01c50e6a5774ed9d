import type { Role } from '../access/permissions.ts'
import { USER_BULK_MESSAGES } from './bulk.ts'
import { creatableRoles } from './creation.ts'

export const SELLER_MESSAGES = {
  self: 'Nadie queda a cargo de sí mismo.',
  circle: 'Estos agentes quedarían a cargo uno del otro.',
  refused: (row: number) => `El agente a cargo está en la fila ${row}, que no se puede importar.`,
  notChosen: (name: string) => `Su agente a cargo es ${name}, de este archivo: elija también su fila.`,
  notImported: (name: string) =>
    `Su agente a cargo es ${name}, de este archivo, en una fila que no se importa.`,
  agent: 'Un agente solo queda a cargo de un superagente.',
  others: 'Solo los clientes y los agentes quedan a cargo de otro usuario.',
} as const

/** A reseller who can be given users, or the importer. */
export interface Seller {
  id: string
  role: Role
  row?: undefined
  problem?: undefined
}

/** A reseller whom a row of the file creates. */
export interface FileSeller {
  row: number
  role: Role
  /** The name key of its own seller. */
  owner: string | null
  /** Why it gets no users. */
  problem: string | undefined
}

export const UNKNOWN_SELLER = { row: undefined, role: null, problem: USER_BULK_MESSAGES.seller } as const

/** The error of giving a user of a role to a reseller, who must be allowed to create such users (rule U7). */
export const ownerError = (role: Role, seller: Role | null): string | undefined => {
  if (seller === null || creatableRoles(seller, { enableDemo: true }).includes(role)) return undefined
  return role === 'agent' ? SELLER_MESSAGES.agent : SELLER_MESSAGES.others
}

/** The error of a row whose seller is in its own charge, by the rows of the file. */
export const circleMessage = (
  own: string,
  seller: string,
  fileSellers: ReadonlyMap<string, FileSeller>,
): string | undefined => {
  const passed = new Set<string>()
  for (let key: string | null = seller; key !== null && !passed.has(key); ) {
    if (key === own) return SELLER_MESSAGES.circle
    passed.add(key)
    key = fileSellers.get(key)?.owner ?? null
  }
  return undefined
}

/** Resellers of a file, of whom those in charge of others come first. */
const RANKS: readonly Role[] = ['superagent', 'agent']

/** The resellers whom rows create; `errorOf` tells whether a row is refused, given those before. */
export const findFileSellers = <Row extends Omit<FileSeller, 'problem'> & { key: string }>(
  rows: readonly Row[],
  isRefused: (row: Row, sellers: ReadonlyMap<string, FileSeller>) => boolean,
): ReadonlyMap<string, FileSeller> => {
  const sellers = new Map<string, FileSeller>()
  for (const { key, row, role, owner } of rows)
    if (!sellers.has(key)) sellers.set(key, { row, role, owner, problem: undefined })
  for (const rank of RANKS)
    for (const each of rows) {
      const seller = sellers.get(each.key)
      if (each.role === rank && seller?.row === each.row && isRefused(each, sellers))
        seller.problem = SELLER_MESSAGES.refused(each.row)
    }
  return sellers
}
