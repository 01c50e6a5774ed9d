import { eq } from 'drizzle-orm'
import { canonicalGrants } from '../../../domain/access/permissions.ts'
import { type Profile, type ProfileInput, profileSchema } from '../../../domain/users/profile.ts'
import { profileChangeErrors, profileError } from '../../../domain/users/profile-rules.ts'
import { toValidationErrors } from '../../../domain/validation/errors.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Tx } from '../../platform/database/open.ts'
import { type ProfileRow, profiles } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/http/errors.ts'
import { changesNothing, editDate, refuseStale } from '../../platform/http/operation.ts'
import { lockCurrentUser } from './lock-authority.ts'
import { mapDuplicate, profileKey, profileResponse } from './profile-record.ts'

type Body = Readonly<Record<string, unknown>>

/** Updates the given fields within the current user's rights (rules U20, U22). */
export const updateProfile = (
  { db, now }: Context,
  session: CurrentUser,
  id: string,
  body: Body,
): Promise<Profile> => {
  const { dateUpdate: _read, ...sent } = body
  return mapDuplicate(String(sent.name), () =>
    withRetry(db, async (tx) => {
      const { currentUser, stored } = await lockProfile(tx, session, id, 'update')
      refuseStale(body, stored.dateUpdate)
      const fields = checkFields(currentUser, stored, sent)
      const before = { ...stored, routeAccess: canonicalGrants(stored.routeAccess) }
      if (changesNothing(before, fields)) return profileResponse(stored)
      requireConfirmed(currentUser)
      const [row] = await tx
        .update(profiles)
        .set({
          ...fields,
          nameKey: profileKey(fields.name),
          dateUpdate: editDate(now(), stored.dateUpdate),
        })
        .where(eq(profiles._id, id))
        .returning()
      if (!row) throw new Error('The locked profile is gone')
      const event = {
        action: 'update',
        resource: 'profiles',
        record: row,
        before: stored,
        after: row,
      } as const
      await recordChange(tx, currentUser, now(), event)
      return profileResponse(row)
    }),
  )
}

/** Throws Forbidden if a profile grants more than the current user has (rule U20). */
export const requireEditable = (
  currentUser: CurrentUser,
  stored: Parameters<typeof profileError>[1],
): void => {
  const error = profileError(currentUser, stored)
  if (error !== undefined) throw new Forbidden(error)
}

/**
 * Locks a profile and the current user; throws Forbidden if the profile grants more than the current user has (rule
 * U20).
 */
export const lockProfile = async (
  tx: Tx,
  session: CurrentUser,
  id: string,
  action: 'update' | 'delete',
): Promise<{ currentUser: CurrentUser; stored: ProfileRow }> => {
  const need = { action, resource: 'profiles' } as const
  const { currentUser, profileOf } = await lockCurrentUser(tx, session, {
    need,
    profileIds: [id],
    profileLock: 'update',
  })
  const stored = profileOf(id)
  if (!stored) throw new NotFound()
  requireEditable(currentUser, stored)
  return { currentUser, stored }
}

const checkFields = (currentUser: CurrentUser, stored: ProfileRow, sent: Body): ProfileInput => {
  const { name, accessWeb, accessApp, dateValidate, deviceValidate, secondFactor } = stored
  const before = { name, accessWeb, accessApp, dateValidate, deviceValidate, secondFactor }
  // A stored route that no longer exists must not prevent changes of other fields.
  const routeAccess = canonicalGrants(stored.routeAccess)
  const parsed = profileSchema.safeParse({ ...before, routeAccess, ...sent })
  if (!parsed.success) throw new Invalid(toValidationErrors(parsed.error))
  const fields = { ...parsed.data, routeAccess: canonicalGrants(parsed.data.routeAccess) }
  const errors = profileChangeErrors(currentUser, stored, fields)
  if (errors.length > 0) throw new Invalid(errors)
  return fields
}
