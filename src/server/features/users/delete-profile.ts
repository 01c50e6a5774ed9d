import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { PROFILE_MESSAGES } from '../../../domain/users/profile.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { refusalMessage } from '../../platform/collections/bulk.ts'
import type { Tx } from '../../platform/database/open.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict } from '../../platform/http/errors.ts'
import type { BatchWork, Chunk, Outcome } from '../../platform/tasks/batches.ts'
import { lockProfile } from './update-profile.ts'

/** Deletes a profile that is not a system profile and has no users (rules U23, U24). */
export const deleteProfile = (context: Context, session: CurrentUser, id: string): Promise<{ _id: string }> =>
  withRetry(context.db, (tx) => deleteProfileIn(tx, context, session, id))

/** Deletes a profile within a transaction, possibly part of a batch. */
const deleteProfileIn = async (
  tx: Tx,
  { now }: Context,
  session: CurrentUser,
  id: string,
  batch?: { batch: string },
): Promise<{ _id: string }> => {
  const { currentUser, stored } = await lockProfile(tx, session, id, 'delete')
  if (stored.isSystem) throw new Conflict(PROFILE_MESSAGES.system)
  const [row] = await tx
    .select({ users: count() })
    .from(users)
    .where(and(eq(users.profile, id), isNull(users.deletedAt)))
  if (row && row.users > 0) throw new Conflict(PROFILE_MESSAGES.inUse(row.users))
  requireConfirmed(currentUser)
  await releaseTombstones(tx, id)
  await tx.delete(profiles).where(eq(profiles._id, id))
  const event = { action: 'delete', resource: 'profiles', record: stored, before: stored, ...batch } as const
  await recordChange(tx, currentUser, now(), event)
  return { _id: id }
}

/** Each profile is locked, checked and refused individually. */
const deleteProfiles = async ({ tx, context, currentUser, batch, records }: Chunk): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const { _id } of records)
    try {
      await deleteProfileIn(tx, context, currentUser, _id, { batch })
      outcomes.push({ _id, state: 'done' })
    } catch (error) {
      outcomes.push({ _id, state: 'refused', message: refusalMessage(error) })
    }
  return outcomes
}

export const profileBatches: BatchWork = {
  resource: 'profiles',
  chunk: { delete: 1 },
  final: ['delete'],
  run: deleteProfiles,
}

/** Tombstones of deleted users need a profile: assigns them the app profile, which grants nothing. */
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
