import { describe, expect, it } from 'vitest'
import type { Role } from '../../../src/domain/access/permissions.ts'
import {
  generateDemo,
  generatePassword,
  suggestedPlatform,
  suggestedProfile,
} from '../../../src/domain/users/suggestions.ts'
import { newUserSchema } from '../../../src/domain/users/user.ts'

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)

describe('generated demo user', () => {
  it('is accepted by the server, with a unique name and password', () => {
    const of = { profile: 'p-demo', platform: 'com.cartelera.tv' }
    const demos = Array.from({ length: 200 }, () => generateDemo(random, of))
    for (const demo of demos) {
      expect(newUserSchema.safeParse(demo).error).toBeUndefined()
      expect(demo).toMatchObject(of)
      expect(demo.name).toMatch(/^demo[a-km-np-z2-9]{5}$/)
      expect(demo.password).not.toContain(demo.name.slice(4))
    }
    expect(new Set(demos.map(({ name }) => name)).size).toBeGreaterThan(195)
    expect(new Set(demos.map(({ password }) => password)).size).toBe(200)
  })

  it('uses every character equally often, and no similar-looking ones', () => {
    const all = (bytes: Uint8Array<ArrayBuffer>) => bytes.map((_, index) => index * 8 + 1)
    expect(generatePassword(all, { accessWeb: false })).toMatch(/^[a-km-np-z2-9]{8}$/)
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const [first = ''] = generatePassword((bytes) => bytes.fill(byte), { accessWeb: false })
      counts.set(first, (counts.get(first) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual(Array.from({ length: 32 }, () => 8))
    for (const look of 'lo01') expect(counts.has(look)).toBe(false)
  })

  it('has a longer password for profiles with web access', () => {
    expect(generatePassword(random, { accessWeb: true })).toHaveLength(14)
  })
})

describe('the default profile of a new user', () => {
  const profile = (role: Role, isAssignable = true) => ({ id: `p-${role}`, role, isAssignable })

  it('is that of app users', () => {
    expect(suggestedProfile([profile('admin'), profile('agent'), profile('app'), profile('demo')])).toBe(
      'p-app',
    )
  })

  it('is none if that one cannot be assigned, rather than one with web access', () => {
    expect(suggestedProfile([profile('agent'), profile('app', false)])).toBe('')
    expect(suggestedProfile([profile('agent')])).toBe('')
  })
})

describe('the default platform of a new user', () => {
  const PLATFORMS = ['tv', 'android', 'roku']
  const made = (userCreate: string, platform: string, role: Role = 'app') => ({ userCreate, platform, role })

  it('is that of the creator’s newest viewer', () => {
    const latest = [
      made('ana', 'tv', 'agent'),
      made('luis', 'tv'),
      made('ana', 'roku'),
      made('ana', 'android'),
    ]
    expect(suggestedPlatform('ana', latest, PLATFORMS)).toBe('roku')
  })

  it('is otherwise the most common of those on offer', () => {
    const latest = [
      made('luis', 'tv'),
      made('eva', 'roku'),
      made('eva', 'roku'),
      ...Array(5).fill(made('eva', 'old')),
    ]
    expect(suggestedPlatform('ana', latest, PLATFORMS)).toBe('roku')
    expect(suggestedPlatform('eva', [made('eva', 'old'), made('luis', 'android')], PLATFORMS)).toBe('android')
  })

  it('is the first one without any viewer', () => {
    expect(suggestedPlatform('ana', [made('ana', 'roku', 'agent')], PLATFORMS)).toBe('tv')
    expect(suggestedPlatform('ana', [], [])).toBe('')
  })
})
