import { and, count, eq } from 'drizzle-orm'
import { canonicalGrants, covers } from '../../../domain/access/permissions.ts'
import { toGrants } from '../../../domain/access/selection.ts'
import { expiryError, KEY_MESSAGES, type KeyInput, MAX_KEYS } from '../../../domain/keys/key.ts'
import { keyLimit } from '../../../domain/keys/key-scope.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { newKey } from '../../platform/auth/api-keys.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { newId } from '../../platform/database/ids.ts'
import { apiKeys } from '../../platform/database/schema/keys.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, Invalid, NotFound } from '../../platform/http/errors.ts'
import { lockCurrentAndUser } from '../users/lock-authority.ts'
import { visibleKeys } from './list-keys.ts'

/** Creates a key within its maker's permissions (rules A16, A17); returned by this response only. */
export const createKey = (
  { db, now }: Context,
  session: CurrentUser,
  { name, routeAccess, dateExpire }: KeyInput,
): Promise<{ _id: string; key: string }> =>
  withRetry(db, async (tx) => {
    // The write lock on its maker makes the limit hold for two requests at once.
    const need = { action: 'create', resource: 'keys' } as const
    const { currentUser } = await lockCurrentAndUser(tx, session, session.id, { orSelf: true, need })
    const date = now()
    const expiry = new Date(dateExpire)
    const grants = canonicalGrants(routeAccess)
    const errors = keyErrors(currentUser, grants, expiryError(expiry, date))
    if (errors.length > 0) throw new Invalid(errors)
    const isOwn = eq(apiKeys.user, currentUser.id)
    const [stored] = await tx.select({ keys: count() }).from(apiKeys).where(isOwn)
    if ((stored?.keys ?? 0) >= MAX_KEYS) throw new Conflict(KEY_MESSAGES.tooMany)
    requireConfirmed(currentUser)
    const { key, keyHash } = newKey()
    const row = { _id: newId(), name, routeAccess: grants, dateExpire: expiry }
    await tx.insert(apiKeys).values({ ...row, keyHash, user: currentUser.id, dateCreate: date })
    await recordChange(tx, currentUser, date, {
      action: 'create',
      resource: 'keys',
      record: row,
      after: row,
    })
    return { _id: row._id, key }
  })

const keyErrors = (
  { role, ...currentUser }: CurrentUser,
  routeAccess: KeyInput['routeAccess'],
  expiry: string | undefined,
): ValidationError[] => {
  const limit = { role: 'admin', routeAccess: toGrants(keyLimit({ role, ...currentUser })) } as const
  return [
    ...(covers(limit, { role: 'admin', routeAccess })
      ? []
      : [{ field: 'routeAccess', message: KEY_MESSAGES.beyondOwn }]),
    ...(expiry === undefined ? [] : [{ field: 'dateExpire', message: expiry }]),
  ]
}

/** Revokes a key at once: each request reads it. Throws NotFound for those that the user does not see. */
export const deleteKey = (
  { db, now }: Context,
  currentUser: CurrentUser,
  id: string,
): Promise<{ _id: string }> =>
  withRetry(db, async (tx) => {
    const condition = and(eq(apiKeys._id, id), await visibleKeys(tx, currentUser))
    const [row] = await tx.select().from(apiKeys).where(condition).for('update')
    if (!row) throw new NotFound()
    requireConfirmed(currentUser)
    await tx.delete(apiKeys).where(eq(apiKeys._id, id))
    const { _id, name, routeAccess, dateExpire } = row
    await recordChange(tx, currentUser, now(), {
      action: 'delete',
      resource: 'keys',
      record: row,
      before: { _id, name, routeAccess, dateExpire },
    })
    return { _id }
  })
