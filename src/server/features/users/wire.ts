import { z } from 'zod'
import { isReseller, ROLES, roleOf } from '../../../domain/access/roles.ts'
import { monthsLeft } from '../../../domain/credits/expiry.ts'
import { deviceShape } from '../../../domain/users/user.ts'
import { USER_STATUSES } from '../../../domain/users/user-messages.ts'
import type { ProfileRow, UserRow } from '../../platform/database/schema/users.ts'
import { groupAccessWire } from './profile-wire.ts'

const instant = z.string().meta({ format: 'date-time' })

/** A user as the wire carries it: an allow-list. */
export const userWire = z.object({
  _id: z.string(),
  name: z.string(),
  fullName: z.string(),
  email: z.string(),
  address: z.string(),
  telePhone: z.string(),
  celPhone: z.string(),
  comment: z.string(),
  mailNotify: z.boolean(),
  role: z.enum(ROLES),
  profile: z.string(),
  profileName: z.string(),
  creditAmount: z.int().meta({ description: 'Meses que le quedan a la licencia' }),
  creditToResell: z.int(),
  balanceToCredit: z.int().nullable().meta({ description: 'Balance de agentes y superagentes, en meses' }),
  dateCreate: instant,
  dateExpire: instant.nullable(),
  dateUpdate: instant,
  lastLogin: instant.nullable(),
  status: z.enum(USER_STATUSES),
  platform: z.string(),
  useTvList: z.boolean(),
  views: z.int(),
  device: deviceShape.nullable(),
  userCreate: z.string(),
  userUpdate: z.string(),
})
export type UserWire = z.infer<typeof userWire>

/** Who is signed in: its own record, with what the profile gives. */
export const meWire = userWire.extend({
  isAdmin: z.boolean(),
  routeAccess: z.array(groupAccessWire),
  timeZone: z.string().meta({ description: 'La zona cuyos días usan los filtros y las pantallas' }),
})

/** What of a profile its users show. */
export type ProfileOfUser = Pick<ProfileRow, 'name' | 'isSystem'>

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const toWire = (row: UserRow, profile: ProfileOfUser, now: Date): UserWire => {
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
