import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { COLLECTIONS } from '../../../src/server/collections.ts'
import { ConfigError, readConfig } from '../../../src/server/config.ts'
import { verifyPassword } from '../../../src/server/features/sign-in/passwords.ts'
import { installation, settings } from '../../../src/server/platform/database/schema/settings.ts'
import { profiles, users } from '../../../src/server/platform/database/schema/users.ts'
import type { Context } from '../../../src/server/platform/http/context.ts'
import { prepareDatabase } from '../../../src/server/start/prepare.ts'
import { start } from '../../../src/server/start/start.ts'
import { testDatabase } from '../../support/database.ts'

const database = testDatabase()
const production = { demo: false, reset: false }
const demo = { demo: true, reset: false }

const contextWith = (env: Record<string, string> = {}): Context => ({
  db: database.db,
  config: readConfig(env),
  now: () => new Date(),
  collections: COLLECTIONS,
  health: async () => true,
  readiness: database.database.readiness,
  stats: database.database.stats,
})
const prepare = (asked: { demo: boolean; reset: boolean }, env?: Record<string, string>) =>
  prepareDatabase(database.database, contextWith(env), asked)
const storedUsers = () => database.db.select().from(users)

describe('a first start', () => {
  test.each(['corta12', 'password1'])('rejects %j for the sa of a strict deployment', async (password) => {
    const strict = { STRICT_PASSWORDS: 'on', CARTELERA_SA_PASSWORD: password }
    await expect(prepare(production, strict)).rejects.toThrow(
      /^CARTELERA_SA_PASSWORD, con STRICT_PASSWORDS: /,
    )
    expect(await storedUsers()).toEqual([])
  })

  test('creates profiles, settings and one sa, and prints its password once', async () => {
    const { generatedPassword } = await prepare(production)
    expect(generatedPassword).toMatch(/^[A-Za-z2-9]{20}$/)
    const [sa, ...others] = await storedUsers()
    expect(others).toEqual([])
    expect(sa).toMatchObject({ name: 'sa', status: 'enable' })
    expect(await verifyPassword(sa?.passwordHash ?? '', generatedPassword ?? '')).toBe(true)
    const [profile] = await database.db
      .select()
      .from(profiles)
      .where(eq(profiles._id, sa?.profile ?? ''))
    expect(profile).toMatchObject({ name: 'sa', isSystem: true })
    expect(await database.db.select().from(profiles)).toHaveLength(6)
    expect(await database.db.select().from(settings)).toHaveLength(1)
    expect((await prepare(production)).generatedPassword).toBeUndefined()
    expect(await storedUsers()).toHaveLength(1)
  })

  test('takes name and password from the environment', async () => {
    const env = { CARTELERA_SA_NAME: 'Jefa', CARTELERA_SA_PASSWORD: 'una clave' }
    expect((await prepare(production, env)).generatedPassword).toBeUndefined()
    const [sa] = await storedUsers()
    expect(sa?.name).toBe('Jefa')
    expect(await verifyPassword(sa?.passwordHash ?? '', 'una clave')).toBe(true)
  })

  test('happens once when several nodes start together', async () => {
    const prepared = await Promise.all([1, 2, 3].map(() => prepare(production)))
    expect(prepared.filter(({ generatedPassword }) => generatedPassword !== undefined)).toHaveLength(1)
    expect(await storedUsers()).toHaveLength(1)
  })
})

describe('demo data and production', () => {
  test('are separate: production rejects a database that is marked as a demo', async () => {
    await database.db.insert(installation).values({ isDemo: true, date: new Date() })
    await expect(prepare(production)).rejects.toThrow(ConfigError)
    await expect(prepare(production)).rejects.toThrow(/datos de demostración/)
    expect(await storedUsers()).toEqual([])
  })

  test('are separate: the demo rejects a database that is neither empty nor marked as a demo', async () => {
    await prepare(production)
    await expect(prepare(demo)).rejects.toThrow(/no está vacía/)
    await expect(prepare({ demo: true, reset: true })).rejects.toThrow(/no está vacía/)
    expect(await storedUsers()).toHaveLength(1)
  })

  test('are separate: the demo rejects a database with users but without an installation row', async () => {
    await prepare(production)
    await database.db.delete(installation)
    await expect(prepare(demo)).rejects.toThrow(/no está vacía/)
  })
})

test('production does not start with the hours of a demo', async () => {
  vi.stubEnv('DEMO_RESET_HOURS', '6')
  const running = {}
  await expect(start(running, production)).rejects.toThrow(
    /^DEMO_RESET_HOURS: solo se usa con la demostración/,
  )
  expect(running).toEqual({})
  vi.unstubAllEnvs()
})
