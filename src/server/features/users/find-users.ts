import { and, type Column, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { fold } from '../../../domain/format/text.ts'
import { type Candidate, hasTrigram, matchingContact } from '../../../domain/search/search.ts'
import { deviceKey } from '../../../domain/sign-in/sign-in.ts'
import type { Device } from '../../../domain/users/user.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isOwned, visibleOwners } from '../../platform/auth/scope.ts'
import { beginsWith } from '../../platform/collections/find-records.ts'
import type { Executor } from '../../platform/database/open.ts'
import { deviceColumn, users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { listUsers } from './list-users.ts'

interface UserMatch {
  _id: string
  name: string
  fullName: string
  email: string
  telePhone: string
  celPhone: string
  status: string
  device: Device | null
}

/**
 * The first users in scope that match a text: by name prefix or device; if these are too few, also by the list's full
 * search.
 */
export const findUsers = async (
  context: Context,
  currentUser: CurrentUser,
  search: string,
  limit: number,
): Promise<Candidate[]> => {
  const first = await findByPrefix(context.db, currentUser, fold(search), limit)
  const isEnough = first.length >= limit || !hasTrigram(search)
  const others = isEnough ? [] : await listUsers(context, currentUser, { search, limit })
  const seen = new Set(first.map(({ _id }) => _id))
  const matches = [...first, ...others.filter(({ _id }) => !seen.has(_id))]
  return matches.map((user) => toCandidate(user, search))
}

const toCandidate = (user: UserMatch, search: string): Candidate => {
  const { _id, name, fullName, email, telePhone, celPhone, status, device } = user
  const mac = device && isDevice(search) && deviceKey(device.macAddress).startsWith(deviceKey(search))
  const contacts = [celPhone, telePhone, email].filter(Boolean)
  const contact = mac ? device.macAddress : (matchingContact(contacts, search) ?? contacts[0])
  const phones = [telePhone, celPhone].flatMap((phone) => [phone, phone.replace(/\D/g, '')])
  return {
    resource: 'users',
    _id,
    title: name,
    detail: [fullName, contact, status === 'enable' ? '' : 'inactivo'].filter(Boolean).join(' · '),
    names: [name, fullName, email, ...phones.filter(Boolean), ...(mac ? [search] : [])],
  }
}

/** True if a text can be a MAC address, or a prefix long enough to be selective. */
const isDevice = (search: string): boolean => /^[\da-z]{6,}$/.test(deviceKey(search))

const columns = sql`
  _id, name, full_name as "fullName", email, tele_phone as "telePhone", cel_phone as "celPhone", status, device`

const present = isNull(users.deletedAt)

/** Users by prefix of the name, full name or device, each by an index. */
const findByPrefix = async (
  db: Executor,
  currentUser: CurrentUser,
  text: string,
  limit: number,
): Promise<UserMatch[]> => {
  if (text === '') return []
  const byKey = (key: Column, owner?: SQL) => sql`
    select * from ${users} where ${and(present, owner, beginsWith(key, text))}
    order by ${key}, ${users._id} limit ${limit}`
  const isAll = isAdmin(currentUser.role)
  const ofOwners = (key: Column) => sql`
    select ${users}.* from (${visibleOwners(db, currentUser)}) as owners cross join lateral
      (${byKey(key, sql`${users.createdBy} = owners._id`)}) as ${users}
    order by ${key}, ${users._id} limit ${limit}`
  const byName = [users.nameKey, users.fullNameKey].map((key) => (isAll ? byKey(key) : ofOwners(key)))
  const isOfDevice = beginsWith(deviceColumn(users.device), deviceKey(text))
  const byDevice = sql`
    select * from ${users}
    where ${and(present, isNotNull(users.device), isOwned(db, currentUser, users.createdBy), isOfDevice)}
    limit ${limit}`
  const parts = [...byName, ...(isDevice(text) ? [byDevice] : [])]
  const { rows } = await db.execute<UserMatch & Record<string, unknown>>(
    sql.join(
      parts.map((part) => sql`(select ${columns} from (${part}) as part)`),
      sql` union all `,
    ),
  )
  return [...new Map(rows.map((row) => [row._id, row])).values()]
}
