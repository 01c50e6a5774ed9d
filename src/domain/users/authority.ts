import { covers, type Holder } from '../access/permissions.ts'
import { isBelow, isReseller, type Role } from '../access/roles.ts'

/** Whoever acts or is acted upon: an identity, and what its profile gives. */
export interface Person extends Holder {
  id: string
}

/**
 * Whether `actor` stands above `target` (decisions D4): a higher role, or the same one with strictly more
 * permissions. The scope of agents and superagents is decided before, by what they can see at all.
 */
export const standsAbove = (actor: Holder, target: Holder): boolean =>
  isBelow(target.role, actor.role) ||
  (target.role === actor.role && covers(actor, target) && !covers(target, actor))

/** Whether `actor` may edit the record of `target`, its own included. */
export const mayEdit = (actor: Person, target: Person): boolean =>
  actor.id === target.id || standsAbove(actor, target)

/** Whether `actor` may delete `target`: never itself, and agents and superagents nobody. */
export const mayDelete = (actor: Person, target: Person): boolean =>
  actor.id !== target.id && !isReseller(actor.role) && standsAbove(actor, target)

/** The fields of an existing user that a role may not set: agents see neither (specification, section 6). */
export const closedFields = (role: Role): readonly string[] =>
  role === 'agent' ? ['useTvList', 'platform'] : []
