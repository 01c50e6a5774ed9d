import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { PROFILE_MESSAGES } from '../../../domain/users/profile.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import type { Tx } from '../../platform/database/open.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict } from '../../platform/http/errors.ts'
import { lockProfile } from './update-profile.ts'

/** Deletes a profile that is no system one and that no user has (rules U23, U24). */
export const deleteProfile = (
  { db, now }: Context,
  session: CurrentUser,
  id: string,
): Promise<{ _id: string }> =>
  withRetry(db, async (tx) => {
    const { currentUser, stored } = await lockProfile(tx, session, id, 'delete')
    if (stored.isSystem) throw new Conflict(PROFILE_MESSAGES.system)
    const [found] = await tx
      .select({ users: count() })
      .from(users)
      .where(and(eq(users.profile, id), isNull(users.deletedAt)))
    if (found && found.users > 0) throw new Conflict(PROFILE_MESSAGES.inUse(found.users))
    await releaseTombstones(tx, id)
    await tx.delete(profiles).where(eq(profiles._id, id))
    const event = { action: 'delete', resource: 'profiles', record: stored, before: stored } as const
    await recordChange(tx, currentUser, now(), event)
    return { _id: id }
  })

/** Deleted users keep a row for the ledger, and a row has a profile: one that grants nothing. */
const releaseTombstones = async (tx: Tx, id: string): Promise<void> => {
  const [app] = await tx
    .select({ _id: profiles._id })
    .from(profiles)
    .where(and(eq(profiles.isSystem, true), eq(profiles.name, 'app')))
  if (!app) throw new Error('The app profile is missing')
  await tx
    .update(users)
    .set({ profile: app._id })
    .where(and(eq(users.profile, id), isNotNull(users.deletedAt)))
}
