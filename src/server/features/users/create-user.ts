import { roleOf } from '../../../domain/access/permissions.ts'
import { demoExpiry } from '../../../domain/users/creation.ts'
import type { NewUser, User } from '../../../domain/users/user.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Executor } from '../../platform/database/open.ts'
import { users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Invalid } from '../../platform/http/errors.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import { hashPassword, strictPasswordError } from '../sign-in/passwords.ts'
import { grantDemo, requireDemoLeft } from './grant-demo.ts'
import { lockCurrentUser } from './lock-authority.ts'
import { assignProfile, mapConflicts, platformsOf, readProfiles, requireFreeName } from './user-checks.ts'
import { derivedColumns, userResponse } from './user-row.ts'

/** Creates a user; a demo gets its hours, and their transaction, in the same database transaction (rule U15). */
export const createUser = async (
  context: Context,
  currentUser: CurrentUser,
  input: NewUser,
): Promise<User> => {
  const { db } = context
  const { password, ...fields } = input
  if (!platformsOf(context.config).includes(fields.platform))
    throw new Invalid([{ field: 'platform', message: USER_MESSAGES.platformUnknown }])
  const weakness = await strictPasswordError(context.config, password)
  const check = async (executor: Executor, assigner: Parameters<typeof assignProfile>[1]) => {
    const profile = await assignProfile(executor, assigner, fields.profile)
    if (profile.accessWeb && weakness !== undefined)
      throw new Invalid([{ field: 'password', message: weakness }])
    if (profile.accessWeb) requireConfirmed(currentUser)
    if (roleOf(profile) === 'demo') await requireDemoLeft(executor, context, assigner.currentUser)
    return profile
  }
  // Also before the hash, which takes long: a request that is refused costs none.
  const isDemo =
    roleOf(await check(db, { currentUser, profileOf: await readProfiles(db, [fields.profile]) })) === 'demo'
  await requireFreeName(db, fields.name)
  const passwordHash = await hashPassword(password, currentUser.id)
  return mapConflicts(() =>
    withRetry(db, async (tx) => {
      const need = { action: 'create', resource: 'users' } as const
      const locked = await lockCurrentUser(tx, currentUser, {
        need,
        profileIds: [fields.profile],
        selfLock: isDemo ? 'no key update' : 'share',
      })
      const profile = await check(tx, locked)
      const now = context.now()
      const dateExpire = isDemo ? demoExpiry(now, await currentSettings(tx)) : null
      const [stored] = await tx
        .insert(users)
        .values({
          ...fields,
          ...derivedColumns(fields),
          passwordHash,
          isPasswordGiven: true,
          createdBy: currentUser.id,
          userCreate: currentUser.name,
          userUpdate: currentUser.name,
          dateCreate: now,
          dateUpdate: now,
        })
        .returning()
      if (!stored) throw new Error('The new user was not stored')
      if (dateExpire) await grantDemo(tx, currentUser, stored, dateExpire, now)
      const row = { ...stored, creditToResell: 0, dateExpire }
      await recordChange(tx, currentUser, now, {
        action: 'create',
        resource: 'users',
        record: row,
        after: { ...row, profile: profile.name },
      })
      return userResponse(row, profile, now)
    }),
  )
}
