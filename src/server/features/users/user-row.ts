import { sql } from 'drizzle-orm'
import { isReseller, roleOf } from '../../../domain/access/permissions.ts'
import { monthsLeft } from '../../../domain/credits/transaction.ts'
import { fold } from '../../../domain/format/text.ts'
import { toNameKey } from '../../../domain/sign-in/sign-in.ts'
import type { User } from '../../../domain/users/user.ts'
import { type Holdings, type ProfileRow, type UserRow, users } from '../../platform/database/schema/users.ts'
import { searchText } from '../../platform/database/search.ts'

interface SearchedFields {
  name: string
  fullName: string
  email: string
  address: string
  comment: string
  telePhone: string
  celPhone: string
}

/** A phone number as typed and as digits, so that a search finds either. */
const phoneText = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits === phone ? phone : `${phone} ${digits}`
}

/** Columns derived from the form's fields. */
export const derivedColumns = (user: SearchedFields) => {
  const { name, fullName, email, address, comment, telePhone, celPhone } = user
  const phones = [phoneText(telePhone), phoneText(celPhone)]
  return {
    nameKey: toNameKey(name),
    fullNameKey: fold(fullName),
    search: searchText(name, fullName, email, address, comment, ...phones),
  }
}

type UserProfile = Pick<ProfileRow, 'name' | 'isSystem'>

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** Columns of a user read by lists, with instants as in responses. */
type ListedUser = Pick<User, keyof (UserRow & Holdings) & keyof User>

export const listedUser = (row: ListedUser, profile: UserProfile, now: Date): User => {
  const role = roleOf(profile)
  // New properties come first: V8 takes ten times as long to add them to a copy of the row.
  return {
    role,
    creditAmount: monthsLeft(row.dateExpire === null ? null : new Date(row.dateExpire), now),
    balanceToCredit: isReseller(role) ? row.creditToResell : null,
    ...row,
    profileName: profile.name,
  }
}

export const userResponse = (row: UserRow & Holdings, profile: UserProfile, now: Date): User =>
  listedUser(
    {
      ...row,
      dateCreate: row.dateCreate.toISOString(),
      dateUpdate: row.dateUpdate.toISOString(),
      dateExpire: iso(row.dateExpire),
      lastLogin: iso(row.lastLogin),
    },
    profile,
    now,
  )

/** The columns of a deleted user, whose row is needed by the ledger: no personal data, and the name becomes free. */
export const tombstone = () => ({
  name: '',
  nameKey: '',
  fullName: '',
  fullNameKey: '',
  search: '',
  passwordHash: '',
  email: '',
  address: '',
  telePhone: '',
  celPhone: '',
  comment: '',
  device: null,
  demoDevices: null,
  lastLogin: null,
  status: 'disable' as const,
  deletedAt: sql`coalesce(${users.deletedAt}, now())`,
})
