import type { Role } from '../../domain/access/permissions.ts'
import type { Device, UserInput } from '../../domain/users/user.ts'

/** A demo user: the input of an operator, and the columns that the server derives. */
export interface DemoUser {
  id: string
  role: Role
  /** Fits `userSchema`. */
  input: UserInput
  /** Whose customer this is; null for the very first user. */
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
