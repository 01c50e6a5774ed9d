import { sql } from 'drizzle-orm'
import { isReseller, roleOf } from '../../../domain/access/permissions.ts'
import { monthsLeft } from '../../../domain/credits/transaction.ts'
import { fold } from '../../../domain/format/text.ts'
import { nameKeyOf } from '../../../domain/users/sign-in.ts'
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

/** A telephone number as it was typed and as its digits, so that a search finds either. */
const phoneText = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits === phone ? phone : `${phone} ${digits}`
}

/** The columns that are derived from the fields of the form. */
export const derivedColumns = (user: SearchedFields) => {
  const { name, fullName, email, address, comment, telePhone, celPhone } = user
  const phones = [phoneText(telePhone), phoneText(celPhone)]
  return {
    nameKey: nameKeyOf(name),
    fullNameKey: fold(fullName),
    search: searchText(name, fullName, email, address, comment, ...phones),
  }
}

type ProfileOfUser = Pick<ProfileRow, 'name' | 'isSystem'>

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** What a list reads of a user, instants as they are answered. */
type ListedUser = Pick<User, keyof (UserRow & Holdings) & keyof User>

export const listedUser = (row: ListedUser, profile: ProfileOfUser, now: Date): User => {
  const role = roleOf(profile)
  // What is new comes first: V8 takes ten times as long to add it to a copy of the row.
  return {
    role,
    creditAmount: monthsLeft(row.dateExpire === null ? null : new Date(row.dateExpire), now),
    balanceToCredit: isReseller(role) ? row.creditToResell : null,
    ...row,
    profileName: profile.name,
  }
}

export const userResponse = (row: UserRow & Holdings, profile: ProfileOfUser, now: Date): User =>
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

/** The columns of a deleted user, whose row the ledger needs: no personal data, and a name that is free again. */
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
  lastLogin: null,
  status: 'disable' as const,
  deletedAt: sql`coalesce(${users.deletedAt}, now())`,
})
