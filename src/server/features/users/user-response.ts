import { isReseller, roleOf } from '../../../domain/access/roles.ts'
import { monthsLeft } from '../../../domain/credits/expiry.ts'
import type { User } from '../../../domain/users/user.ts'
import type { ProfileRow, UserRow } from '../../platform/database/schema/users.ts'

/** What of a profile its users show. */
export type ProfileOfUser = Pick<ProfileRow, 'name' | 'isSystem'>

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const userResponse = (row: UserRow, profile: ProfileOfUser, now: Date): User => {
  const role = roleOf(profile)
  return {
    ...row,
    role,
    profileName: profile.name,
    creditAmount: monthsLeft(row.dateExpire, now),
    balanceToCredit: isReseller(role) ? row.creditToResell : null,
    dateCreate: row.dateCreate.toISOString(),
    dateUpdate: row.dateUpdate.toISOString(),
    dateExpire: iso(row.dateExpire),
    lastLogin: iso(row.lastLogin),
  }
}
