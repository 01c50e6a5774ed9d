import { isSubscriber, type Role } from '../access/permissions.ts'
import type { NewUser } from './user.ts'

/** Fills an array with random bytes, like `crypto.getRandomValues`. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

/** 32 characters, so that a random byte maps to each with equal probability; without look-alikes. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

const randomText = (length: number, fill: FillRandom): string =>
  Array.from(fill(new Uint8Array(length)), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')

/** Viewers type theirs with a remote control; web passwords have 70 bits, and pass STRICT_PASSWORDS (rule P1). */
const VIEWER_PASSWORD = 8
const WEB_PASSWORD = 14

export const generatePassword = (fill: FillRandom, { accessWeb }: { accessWeb: boolean }): string =>
  randomText(accessWeb ? WEB_PASSWORD : VIEWER_PASSWORD, fill)

/** 33 million names; only the server can tell whether one is taken. */
const DEMO_CODE = 5

/** Attempts to find a free name: with 33,000 demos stored, one in a thousand needs a second attempt. */
export const MAX_DEMO_NAMES = 5

export const generateDemo = (
  fill: FillRandom,
  { profile, platform }: Pick<NewUser, 'profile' | 'platform'>,
): Pick<NewUser, 'name' | 'password' | 'fullName' | 'address' | 'profile' | 'platform'> => {
  const code = randomText(DEMO_CODE, fill)
  return {
    name: `demo${code}`,
    password: generatePassword(fill, { accessWeb: false }),
    fullName: `Demo ${code.toUpperCase()}`,
    address: 'Demostración',
    profile,
    platform,
  }
}

interface AssignableProfile {
  id: string
  role: Role
  isAssignable: boolean
}

/** Default profile of a new user: that of app users. Never one with web access, which must be chosen explicitly. */
export const suggestedProfile = (profiles: readonly AssignableProfile[]): string =>
  profiles.find(({ role, isAssignable }) => role === 'app' && isAssignable)?.id ?? ''

interface RecentUser {
  role: Role
  platform: string
  userCreate: string
}

/**
 * Default platform of a new user: that of the creator's latest viewer, else the most common one among the latest
 * viewers that the creator sees, else the first. Only viewers count, since resellers watch nothing.
 */
export const suggestedPlatform = (
  creator: string,
  latest: readonly RecentUser[],
  platforms: readonly string[],
): string => {
  const viewers = latest.filter(({ role, platform }) => isSubscriber(role) && platforms.includes(platform))
  const own = viewers.find(({ userCreate }) => userCreate === creator)
  if (own !== undefined) return own.platform
  const uses = (of: string): number => viewers.filter(({ platform }) => platform === of).length
  return platforms.reduce((best, next) => (uses(next) > uses(best) ? next : best), platforms[0] ?? '')
}
