import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../../domain/users/user.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import type { Executor } from '../../platform/database/open.ts'
import { perDatabase } from '../../platform/database/per-database.ts'
import { balances, licences, profiles, users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { listedUser } from './user-row.ts'
import { byUser, profileJoin, userColumns } from './user-sources.ts'

const ownUserStatement = perDatabase((db) => readById(db, byUser.present).prepare('own_user'))

/** The current user in the list's format. */
export const readOwnUser = async ({ db, now }: Context, { id }: CurrentUser): Promise<User> =>
  toUser(await ownUserStatement(db).execute({ id }), now())

/** A user within the current user's scope, in the list's format. */
export const readUser = async ({ db, now }: Context, currentUser: CurrentUser, id: string): Promise<User> =>
  toUser(await readById(db, inScope(db, currentUser)).execute({ id }), now())

const readById = (db: Executor, scope: SQL | undefined) =>
  db
    .select(userColumns)
    .from(users)
    .innerJoin(profiles, profileJoin.on)
    .innerJoin(licences, eq(licences._id, users._id))
    .leftJoin(balances, eq(balances._id, users._id))
    .where(and(eq(users._id, sql.placeholder('id')), scope))

const toUser = ([row]: readonly Awaited<ReturnType<typeof readById>>[number][], now: Date): User => {
  if (!row) throw new NotFound()
  return listedUser(row, { name: row.profileName, isSystem: row.isSystem }, now)
}
