import type { Role } from '../../domain/access/permissions.ts'
import type { Device, UserInput } from '../../domain/users/user.ts'

/** A demo user: the fields that an operator enters, and the columns that the server derives. */
export interface DemoUser {
  id: string
  role: Role
  /** Fits `userSchema`. */
  input: UserInput
  /** The reseller or administrator who created the user; null for the very first user. */
  createdBy: DemoUser | null
  creditToResell: number
  dateExpire: Date | null
  device: Device | null
  views: number
  lastLogin: Date | null
  userUpdate: string
  dateCreate: Date
  dateUpdate: Date
}
