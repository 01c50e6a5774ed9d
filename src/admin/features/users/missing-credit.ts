import { type CreationTerms, creationCreditError } from '../../../domain/users/creation.ts'
import type { Me } from '../../api/me.ts'
import type { ProfileChoice } from './lookups.ts'

export interface CreationCredit {
  me: Pick<Me, 'role' | 'creditToResell'>
  profiles: readonly ProfileChoice[]
  /** Without periods until they are loaded. */
  settings: Partial<CreationTerms> | undefined
}

/**
 * The error of a reseller with too little credit to create a user of the chosen profile, or of any while none is
 * chosen.
 */
export const missingCredit = (
  { me, profiles, settings: { periods, demosMinBalance = 0 } = {} }: CreationCredit,
  profileId: unknown,
): string | undefined => {
  if (periods === undefined) return undefined
  const candidates = profiles.filter(({ id }) => profileId === '' || id === profileId)
  const errors = candidates.map(({ role }) => creationCreditError(me, role, { periods, demosMinBalance }))
  return errors.every((error) => error !== undefined) ? errors[0]?.message : undefined
}
