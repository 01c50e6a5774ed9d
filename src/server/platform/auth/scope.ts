import { and, type Column, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Person } from '../../../domain/users/authority.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { Executor } from '../database/open.ts'
import {
  creditToResell,
  dateExpire,
  type Holdings,
  type ProfileRow,
  profiles,
  type UserRow,
  users,
} from '../database/schema/users.ts'
import { NotFound } from '../http/errors.ts'
import type { Case, Cases } from './access.ts'
import type { CurrentUser } from './current-user.ts'

/** Rows of customers: resellers do not see those of others (rule U1). */
export const scopedRows = (
  own: string,
  foreign = 'another user’s',
  further: readonly [own: Case, foreign: Case] = [{}, {}],
): Cases => ({
  [own]: further[0],
  [foreign]: { hiddenUnless: { role: 'admin' }, ...further[1] },
})

export const customers = (own: Case = {}, foreign: Case = {}): Cases =>
  scopedRows('a customer of one’s own (of one’s agent)', 'another user’s', [own, foreign])

/** Rows that nobody else sees. */
export const ownRows = (own: string, foreign = 'another user’s', further: Case = {}): Cases => ({
  [own]: further,
  [foreign]: { hiddenUnless: { any: [] } },
})

/** Condition for users in the current user's scope (rule U1), used by lists, counts, single reads and writes. */
export const inScope = (db: Executor, { id, role }: Pick<CurrentUser, 'id' | 'role'>): SQL | undefined =>
  and(isNull(users.deletedAt), isOwned(db, { id, role }, users.createdBy))

/**
 * Condition that a column names a user whose customers the current user sees; undefined for users with access to all.
 */
export const isOwned = (
  db: Executor,
  { id, role }: Pick<CurrentUser, 'id' | 'role'>,
  owner: Column,
): SQL | undefined => {
  if (isAdmin(role)) return undefined
  if (role !== 'superagent') return eq(owner, id)
  // One array of owners allows an index look-up; an `or` would scan all users.
  return sql`${owner} = any(array(${visibleOwners(db, { id, role })}))`
}

/** Up to this many created users, each is looked up as a possible owner of customers. */
const MAX_OWN = 1_000

/**
 * Query of the ids of all users whose customers a reseller sees. A superagent may have created many thousands of users,
 * few of them resellers: these are then searched among the users who have customers, by one index descent each.
 */
export const visibleOwners = (db: Executor, { id, role }: Pick<CurrentUser, 'id' | 'role'>): SQL => {
  if (role !== 'superagent') return sql`select ${id}::text as _id`
  const own = db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users.createdBy, id), isNull(users.deletedAt)))
    .limit(MAX_OWN + 1)
  const isMany = sql`(select count(*) > ${MAX_OWN} from own)`
  const creator = (condition: SQL) =>
    sql`(select created_by from ${users} where deleted_at is null and ${condition} order by created_by limit 1)`
  return sql`
    with recursive own as materialized ${own},
    creators as (
      select ${creator(sql`created_by > ''`)} as _id where ${isMany}
      union all
      select ${creator(sql`created_by > creators._id`)} from creators where creators._id is not null)
    select ${id}::text as _id
    union all select _id from own where not ${isMany}
    union all select agents._id from creators join ${users} as agents using (_id)
      where agents.created_by = ${id} and agents.deleted_at is null`
}

/** True if a user's row is within the current user's scope. */
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
  user: UserRow & Holdings
  profile: ProfileRow
}

/** Finds a user by id; throws NotFound outside the scope. */
export const findUser = async (db: Executor, currentUser: CurrentUser, id: string): Promise<FoundUser> => {
  return orNotFound(await selectUser(db, and(eq(users._id, id), inScope(db, currentUser))))
}

const ownOrScoped = (db: Executor, currentUser: CurrentUser, id: string) =>
  and(eq(users._id, id), id === currentUser.id ? isNull(users.deletedAt) : inScope(db, currentUser))

/** Finds a user by id, including the current user; throws NotFound outside the scope. */
export const findOwnOrScoped = async (
  db: Executor,
  currentUser: CurrentUser,
  id: string,
): Promise<FoundUser> => orNotFound(await selectUser(db, ownOrScoped(db, currentUser, id)))

const orNotFound = ([found]: Awaited<ReturnType<typeof selectUser>>): FoundUser => {
  if (!found) throw new NotFound()
  const { user, profile, ...holdings } = found
  return { user: { ...user, ...holdings }, profile }
}

const selectUser = (db: Executor, condition: SQL | undefined) =>
  db
    .select({ user: users, profile: profiles, creditToResell, dateExpire })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(condition)

/** A user as needed by the rules of authority. */
export const toPerson = ({ user, profile }: FoundUser): Person => ({ id: user._id, ...principalOf(profile) })
