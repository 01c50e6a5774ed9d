import { covers, isBelow, isReseller, type Principal, type Role } from '../access/permissions.ts'

/** A user as actor or target: its identity and its profile's grants. */
export interface Person extends Principal {
  id: string
}

/** True if `actor` ranks above `target` (rule A4). A reseller's scope is checked where the record is read. */
export const standsAbove = (actor: Principal, target: Principal): boolean =>
  isBelow(target.role, actor.role) ||
  (target.role === actor.role && covers(actor, target) && !covers(target, actor))

/** Rule U2, except for permission and scope. */
export const canEdit = (actor: Person, target: Person): boolean =>
  actor.id === target.id || standsAbove(actor, target)

/** Rules U3, U4, except for permission and scope. */
export const canDelete = (actor: Person, target: Person): boolean =>
  actor.id !== target.id && !isReseller(actor.role) && standsAbove(actor, target)

/** Fields of an existing user that a role may not send (rule U5). */
export const closedFields = (role: Role): readonly string[] =>
  role === 'agent' ? ['useTvList', 'platform'] : []
