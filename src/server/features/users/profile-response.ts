import { roleOf } from '../../../domain/access/roles.ts'
import type { Profile } from '../../../domain/users/profile.ts'
import type { ProfileRow } from '../../platform/database/schema/users.ts'

export const profileResponse = (row: ProfileRow): Profile => ({
  ...row,
  role: roleOf(row),
  dateCreate: row.dateCreate.toISOString(),
  dateUpdate: row.dateUpdate.toISOString(),
})
