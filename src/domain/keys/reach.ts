import type { GroupAccess, Principal } from '../access/permissions.ts'
import { accessOf, limitOf, type Selection, selectionOf } from '../access/selection.ts'

/**
 * The most that a key of this maker may be granted: what the maker holds, without the keys themselves and without changes
 * of profiles (rules A16, A18).
 */
export const keyLimitOf = (maker: Principal): Selection => {
  const limit = new Map(limitOf(maker))
  limit.delete('key-list')
  if (limit.has('profile-list')) limit.set('profile-list', [])
  return limit
}

/** The permissions that are in both. */
const common = (one: Selection, other: Selection): Selection =>
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
  routeAccess: accessOf(common(selectionOf(granted), keyLimitOf(maker))),
})

/** Operations for people only, by method and path of their route (rule A18). */
const CLOSED: readonly RegExp[] = [
  // Sign-in, sessions, second factors and passwords; keys; the views that people save.
  /^\w+ \/auth\//,
  /^\w+ \/api\/(me|keys|passwords|views)(\/|$)/,
  /^\w+ \/api\/users\/:id\/(password|sessions|factors)(\/|$)/,
  // Jobs that change many records later, with all that their author may do then.
  /^\w+ \/api\/(batches|imports)(\/|$)/,
  /^\w+ \/api\/.+\/imports$/,
  /^POST \/api\/(?!license_transactions\/).+\/bulk$/,
  /^POST \/api\/(jobs\/:id\/retry|issues\/answers)$/,
  /^DELETE \/api\/channels\/import\/:id$/,
  // Secrets that would outlive the key.
  /^(POST|PUT|DELETE) \/api\/webhooks(\/|$)/,
  // What always needs a confirmation.
  /^(POST|PUT|DELETE) \/api\/profiles(\/|$)/,
  /^POST \/api\/.+\/merge$/,
  /^DELETE \/api\/users\/demo$/,
]

/** False for operations that a key cannot use, whatever its permissions; `path` with parameters as `:name`. */
export const isOpenToKeys = (method: string, path: string): boolean =>
  !CLOSED.some((pattern) => pattern.test(`${method} ${path}`))
