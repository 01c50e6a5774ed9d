import { sql } from 'drizzle-orm'
import { users } from '../../platform/database/schema/users.ts'

/** What is left of a deleted user, for the ledger: no personal data, and no name that somebody else may want. */
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
