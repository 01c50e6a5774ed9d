import { isSubscriber, type Role } from '../access/permissions.ts'
import type { NewUser } from './user.ts'

/** Fills an array with random bytes, as `crypto.getRandomValues` does. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

/** 32 characters, so that each byte gives one of them equally often; without those that look alike. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

const randomText = (length: number, fill: FillRandom): string =>
  Array.from(fill(new Uint8Array(length)), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')

/** Viewers type theirs with a remote control; those of the web have 70 bits, and pass STRICT_PASSWORDS (rule P1). */
const VIEWER_PASSWORD = 8
const WEB_PASSWORD = 14

export const generatePassword = (fill: FillRandom, { accessWeb }: { accessWeb: boolean }): string =>
  randomText(accessWeb ? WEB_PASSWORD : VIEWER_PASSWORD, fill)

/** 33 million names; whether one is taken only the server can tell. */
const DEMO_CODE = 5

/** How many names are tried: a second one is needed once in a thousand demos at 33,000 kept ones. */
export const MOST_DEMO_NAMES = 5

/** A demo user whose data are all generated. */
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

/**
 * The profile of a new user before one is chosen: that of app users. Never one with access to the web, which nobody gets by
 * a choice that was not made.
 */
export const suggestedProfile = (profiles: readonly AssignableProfile[]): string =>
  profiles.find(({ role, isAssignable }) => role === 'app' && isAssignable)?.id ?? ''

interface RecentUser {
  role: Role
  platform: string
  userCreate: string
}

/**
 * The platform of a new user before one is chosen: the one that the creator gave last, else the commonest of the latest users
 * that it sees, else the first. Of viewers alone: nobody watches as a reseller.
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
