import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { roleOf } from '../../../domain/access/permissions.ts'
import { keyPrincipal } from '../../../domain/keys/key-scope.ts'
import { isAnyOf } from '../database/ids.ts'
import type { Db, Executor, Tx } from '../database/open.ts'
import { apiKeys } from '../database/schema/keys.ts'
import { profiles, users } from '../database/schema/users.ts'
import { Unauthorized } from '../http/errors.ts'
import { type CurrentUser, userColumns } from './current-user.ts'
import type { PermissionCache } from './permission-cache.ts'
import { hashToken, unlessReadOnly, useInterval } from './sessions.ts'

/** A key with 256 random bits, and its hash, of which only the hash is stored. */
export const newKey = () => {
  const key = `ck_${randomBytes(32).toString('base64url')}`
  return { key, keyHash: hashToken(key) }
}

/** Deletes the keys of deleted users. */
export const deleteUserKeys = async (executor: Executor, people: readonly string[]): Promise<void> => {
  await executor.delete(apiKeys).where(isAnyOf(apiKeys.user, people))
}

const prepareKey = (db: Db) =>
  db
    .select({
      ...userColumns,
      keyId: apiKeys._id,
      keyName: apiKeys.name,
      granted: apiKeys.routeAccess,
      lastUse: apiKeys.lastUse,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users._id, apiKeys.user))
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(
      and(
        eq(apiKeys.keyHash, sql.placeholder('keyHash')),
        gt(apiKeys.dateExpire, sql.placeholder('now')),
        isNull(users.deletedAt),
        sql`${users.status} = 'enable'`,
        eq(profiles.accessWeb, true),
      ),
    )
    .prepare('api_key')

/**
 * Resolves a key to its maker with the key's current permissions (rule A16); undefined if it is unknown or expired, or its
 * maker could not sign in to the web.
 */
export const keyReader = (db: Db, permissions: PermissionCache) => {
  let statement: ReturnType<typeof prepareKey> | undefined
  return async (key: string, time: Date): Promise<Omit<CurrentUser, 'ip'> | undefined> => {
    statement ??= prepareKey(db)
    const [found] = await statement.execute({ keyHash: hashToken(key), now: time.toISOString() })
    if (!found) return undefined
    const { isSystem, profileVersion, keyId, keyName, granted, lastUse, ...maker } = found
    const routeAccess = await permissions.get(db, maker.profileId, profileVersion)
    if (!routeAccess) return undefined
    if (!lastUse || time.getTime() - lastUse.getTime() >= useInterval) await updateKeyUse(db, keyId, time)
    const role = roleOf({ name: maker.profileName, isSystem })
    return {
      ...maker,
      ...keyPrincipal({ role, routeAccess }, granted),
      tokenHash: '',
      key: { id: keyId, name: keyName, routeAccess: granted },
    }
  }
}

const updateKeyUse = (db: Db, id: string, time: Date): Promise<void> =>
  unlessReadOnly(async () => {
    const isOld = or(isNull(apiKeys.lastUse), lt(apiKeys.lastUse, time))
    await db
      .update(apiKeys)
      .set({ lastUse: time })
      .where(and(eq(apiKeys._id, id), isOld))
  })

/** Keeps a key from being revoked until the transaction ends; throws Unauthorized if it already was. */
export const lockKey = async (tx: Tx, id: string): Promise<void> => {
  const [found] = await tx
    .select({ _id: apiKeys._id })
    .from(apiKeys)
    .where(eq(apiKeys._id, id))
    .for('key share')
  if (!found) throw new Unauthorized()
}
