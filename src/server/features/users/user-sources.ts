import { type Column, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { userOutput } from '../../../domain/users/user.ts'
import { outputColumns } from '../../platform/database/list-query.ts'
import { balanceMonths, balances, licences, profiles, users } from '../../platform/database/schema/users.ts'

/** An instant in ISO format, converted from the database's text: faster than parsing a Date and formatting it again. */
const isoText = (column: Column) => sql<string>`${column}`.mapWith(toIso)

/** `isoText` for a nullable column. */
const isoTextOrNull = (column: Column): SQL<string | null> => isoText(column)

const UTC_TEXT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?\+00$/

const toIso = (text: string): string =>
  UTC_TEXT.test(text)
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}${text.length > 22 ? text.slice(19, 23) : '.000'}Z`
    : new Date(text).toISOString()

export const userColumns = {
  ...outputColumns(users, userOutput),
  creditToResell: balanceMonths,
  dateCreate: isoText(users.dateCreate),
  dateUpdate: isoText(users.dateUpdate),
  dateExpire: isoTextOrNull(licences.dateExpire),
  lastLogin: isoTextOrNull(users.lastLogin),
  profileName: profiles.name,
  isSystem: profiles.isSystem,
}
export const profileJoin = { table: profiles, on: eq(profiles._id, users.profile) }

export const byUser = {
  table: users,
  columns: userColumns,
  joins: [
    profileJoin,
    { table: licences, on: eq(licences._id, users._id) },
    { table: balances, on: eq(balances._id, users._id), isOptional: true },
  ],
  present: isNull(users.deletedAt),
  id: users._id,
  sorts: {
    name: users.nameKey,
    fullName: users.fullNameKey,
    profileName: profiles.nameKey,
    platform: users.platform,
    email: users.email,
    celPhone: users.celPhone,
    userCreate: users.userCreate,
    dateCreate: users.dateCreate,
    lastLogin: users.lastLogin,
    status: users.status,
  },
  defaultSort: { by: 'name', order: 'asc' },
  thenBy: { profileName: users.nameKey },
} as const

/** Every existing user has a licence row, even without an expiry. */
const byLicence = {
  table: licences,
  columns: userColumns,
  joins: [
    { table: users, on: eq(users._id, licences._id) },
    profileJoin,
    { table: balances, on: eq(balances._id, licences._id), isOptional: true },
  ],
  id: licences._id,
} as const

export const byExpiry = {
  ...byLicence,
  // The remaining months follow from the expiry.
  sorts: { dateExpire: licences.dateExpire, creditAmount: licences.dateExpire },
  defaultSort: { by: 'dateExpire', order: 'asc' },
} as const

/** Users with a balance, who are few; deleted users have none. */
export const byBalance = {
  table: balances,
  columns: userColumns,
  joins: [
    { table: licences, on: eq(licences._id, balances._id) },
    { table: users, on: eq(users._id, balances._id) },
    profileJoin,
  ],
  present: gt(balances.months, 0),
  id: balances._id,
  sorts: { creditToResell: balances.months },
  defaultSort: { by: 'creditToResell', order: 'asc' },
  isSmall: true,
} as const

/** Users without a balance: all equal, so in the order of the key. */
export const withoutBalance = {
  ...byLicence,
  present: sql`not exists (
    select from ${balances} where ${balances._id} = ${licences._id} and ${byBalance.present})`,
  sorts: { creditToResell: licences._id },
  defaultSort: byBalance.defaultSort,
} as const

/** A table with a row per user, and the sorts that its indexes serve. */
export type UserSource = typeof byUser | typeof byExpiry | typeof byBalance | typeof withoutBalance
