import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Person } from '../../../domain/users/authority.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { Executor } from '../database/open.ts'
import { type ProfileRow, profiles, type UserRow, users } from '../database/schema/users.ts'
import { NotFound } from '../http/errors.ts'
import type { CurrentUser } from './permissions.ts'

const agents = alias(users, 'agents')

/** The users in the current user's scope (rule U1). Lists, counts, single reads and writes all take it from here. */
export const scopeOf = (db: Executor, { id, role }: Pick<CurrentUser, 'id' | 'role'>): SQL | undefined =>
  and(isNull(users.deletedAt), creatorsOf(db, id, role))

const creatorsOf = (db: Executor, id: string, role: CurrentUser['role']): SQL | undefined => {
  if (isAdmin(role)) return undefined
  if (role !== 'superagent') return eq(users.createdBy, id)
  const ownAgents = db
    .select({ _id: agents._id })
    .from(agents)
    .where(and(eq(agents.createdBy, id), isNull(agents.deletedAt)))
  // One list of creators, which an index looks up: an `or` would read every user.
  return sql`${users.createdBy} = any(array(select ${id}::text union all ${ownAgents}))`
}

/** Whether a user's row, already read, lies within the current user's scope. */
export const isInScope = async (
  db: Executor,
  { id, role }: Pick<CurrentUser, 'id' | 'role'>,
  { createdBy }: Pick<UserRow, 'createdBy'>,
): Promise<boolean> => {
  if (isAdmin(role) || createdBy === id) return true
  if (role !== 'superagent' || createdBy === null) return false
  const [agent] = await db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users._id, createdBy), eq(users.createdBy, id), isNull(users.deletedAt)))
  return agent !== undefined
}

export interface FoundUser {
  user: UserRow
  profile: ProfileRow
}

/** The user of an id; throws NotFound outside of the scope. */
export const findUser = async (db: Executor, currentUser: CurrentUser, id: string): Promise<FoundUser> => {
  return orNotFound(await selectUser(db, and(eq(users._id, id), scopeOf(db, currentUser))))
}

const ownOrScoped = (db: Executor, currentUser: CurrentUser, id: string) =>
  and(eq(users._id, id), id === currentUser.id ? isNull(users.deletedAt) : scopeOf(db, currentUser))

/** The user of an id, oneself included; throws NotFound outside of the scope. */
export const findOwnOrScoped = async (
  db: Executor,
  currentUser: CurrentUser,
  id: string,
): Promise<FoundUser> => orNotFound(await selectUser(db, ownOrScoped(db, currentUser, id)))

const orNotFound = ([found]: readonly FoundUser[]): FoundUser => {
  if (!found) throw new NotFound()
  return found
}

const selectUser = (db: Executor, condition: SQL | undefined) =>
  db
    .select({ user: users, profile: profiles })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(condition)

/** A found user as the rules of authority see it. */
export const personOf = ({ user, profile }: FoundUser): Person => ({ id: user._id, ...principalOf(profile) })
