import type { GroupAccess, Principal } from '../access/permissions.ts'
import { grantLimit, type Selection, toGrants, toSelection } from '../access/selection.ts'

/**
 * The most that a key of this maker may be granted: what the maker holds, without the keys themselves and without changes
 * of profiles (rules A16, A18).
 */
export const keyLimit = (maker: Principal): Selection => {
  const limit = new Map(grantLimit(maker))
  limit.delete('key-list')
  if (limit.has('profile-list')) limit.set('profile-list', [])
  return limit
}

/** The permissions that are in both. */
const intersect = (one: Selection, other: Selection): Selection =>
  new Map(
    [...one].flatMap(([template, flags]) => {
      const held = other.get(template)
      return held === undefined ? [] : [[template, flags.filter((flag) => held.includes(flag))]]
    }),
  )

/**
 * Role and permissions of a key with these grants, for what its maker holds now: never above `admin`, and never more than
 * the maker's own (rule A16).
 */
export const keyPrincipal = (maker: Principal, granted: readonly GroupAccess[]): Principal => ({
  role: maker.role === 'sa' ? 'admin' : maker.role,
  routeAccess: toGrants(intersect(toSelection(granted), keyLimit(maker))),
})
