import type { Role } from '../../domain/access/permissions.ts'
import type { Device, UserInput } from '../../domain/users/user.ts'

/** A user of the demo: what an operator would have written, and what the server would have added. */
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
