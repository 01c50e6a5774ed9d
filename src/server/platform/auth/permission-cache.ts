import { eq } from 'drizzle-orm'
import type { GroupAccess } from '../../../domain/access/permissions.ts'
import type { Db } from '../database/open.ts'
import { rowVersion } from '../database/row-version.ts'
import { profiles } from '../database/schema/users.ts'

const MAX_PROFILES = 1_000

/** Cache of profiles' permissions (several kB each), valid while the session query returns the same version. */
export class PermissionCache {
  readonly #cache = new Map<string, { version: string; routeAccess: readonly GroupAccess[] }>()

  /** Undefined for a deleted profile. */
  async get(db: Db, profile: string, version: string): Promise<readonly GroupAccess[] | undefined> {
    const known = this.#cache.get(profile)
    return known?.version === version ? known.routeAccess : this.#read(db, profile)
  }

  async #read(db: Db, profile: string): Promise<readonly GroupAccess[] | undefined> {
    const [row] = await db
      .select({ version: rowVersion(profiles), routeAccess: profiles.routeAccess })
      .from(profiles)
      .where(eq(profiles._id, profile))
    if (!row) return undefined
    if (this.#cache.size >= MAX_PROFILES) this.#cache.clear()
    this.#cache.set(profile, row)
    // Frozen, since all requests share it.
    for (const group of row.routeAccess) Object.freeze(Object.freeze(group).access)
    return Object.freeze(row.routeAccess)
  }
}
