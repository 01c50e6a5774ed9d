import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { firstSettings } from '../../domain/settings/settings.ts'
import { PLATFORMS } from '../../domain/users/platforms.ts'
import { firstProfiles } from '../../domain/users/system-profiles.ts'
import { newUserSchema } from '../../domain/users/user.ts'
import { ConfigError } from '../config.ts'
import { strictPasswordError } from '../features/users/password-strength.ts'
import { hashPassword } from '../features/users/passwords.ts'
import { profileKeyOf } from '../features/users/profile-row.ts'
import { derivedColumns } from '../features/users/user-row.ts'
import type { Executor } from '../platform/database/open.ts'
import { settings } from '../platform/database/schema/settings.ts'
import { profiles, users } from '../platform/database/schema/users.ts'
import type { Context } from '../platform/http/context.ts'

/** Creates what every installation begins with: the profiles and the settings. */
export const createFoundation = async (db: Executor, now: Date): Promise<void> => {
  const dates = { dateCreate: now, dateUpdate: now }
  await db
    .insert(profiles)
    .values(firstProfiles().map((profile) => ({ ...profile, nameKey: profileKeyOf(profile.name), ...dates })))
  await db.insert(settings).values({ value: firstSettings(), dateUpdate: now })
}

/** No letters that look like others: the password is read off a screen once. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const generatePassword = (): string =>
  Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length))).join('')

/** Creates the one sa user of a production start; gives its password when it was generated. */
export const createFirstUser = async ({ db, config, now }: Context): Promise<string | undefined> => {
  const [sa] = await db
    .select({ id: profiles._id })
    .from(profiles)
    .where(and(eq(profiles.isSystem, true), eq(profiles.name, 'sa')))
  if (!sa) throw new Error('The sa profile is missing')
  const weakness =
    config.saPassword === undefined ? undefined : await strictPasswordError(config, config.saPassword)
  if (weakness !== undefined)
    throw new ConfigError(`CARTELERA_SA_PASSWORD, con STRICT_PASSWORDS: ${weakness}`)
  const generated = config.saPassword === undefined ? generatePassword() : undefined
  const { password, ...person } = newUserSchema.parse({
    name: config.saName,
    fullName: config.saName,
    address: 'Sin dirección registrada',
    profile: sa.id,
    platform: config.platforms?.[0] ?? PLATFORMS[0],
    password: config.saPassword ?? generated,
  })
  await db.insert(users).values({
    ...person,
    ...derivedColumns(person),
    passwordHash: await hashPassword(password),
    dateCreate: now(),
    dateUpdate: now(),
  })
  return generated
}
