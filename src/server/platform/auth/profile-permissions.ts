import { eq } from 'drizzle-orm'
import type { GroupAccess } from '../../../domain/access/permissions.ts'
import type { Db } from '../database/open.ts'
import { versionOf } from '../database/row-version.ts'
import { profiles } from '../database/schema/users.ts'

const mostProfiles = 1_000

/** Cache of profiles' permissions (several kB each), valid while the session query returns the same version. */
export class Permissions {
  readonly #known = new Map<string, { version: string; routeAccess: readonly GroupAccess[] }>()

  /** Undefined for a deleted profile. */
  async of(db: Db, profile: string, version: string): Promise<readonly GroupAccess[] | undefined> {
    const known = this.#known.get(profile)
    return known?.version === version ? known.routeAccess : this.#read(db, profile)
  }

  async #read(db: Db, profile: string): Promise<readonly GroupAccess[] | undefined> {
    const [row] = await db
      .select({ version: versionOf(profiles), routeAccess: profiles.routeAccess })
      .from(profiles)
      .where(eq(profiles._id, profile))
    if (!row) return undefined
    if (this.#known.size >= mostProfiles) this.#known.clear()
    this.#known.set(profile, row)
    // Frozen, since all requests share it.
    for (const group of row.routeAccess) Object.freeze(Object.freeze(group).access)
    return Object.freeze(row.routeAccess)
  }
}
