import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { buildGrants, type Flag, type GroupAccess } from '../../src/domain/access/permissions.ts'
import { profileKey } from '../../src/server/features/users/profile-record.ts'
import { derivedColumns } from '../../src/server/features/users/user-row.ts'
import { newToken } from '../../src/server/platform/auth/sessions.ts'
import { newId } from '../../src/server/platform/database/ids.ts'
import type { Executor } from '../../src/server/platform/database/open.ts'
import {
  balances,
  type Holdings,
  licences,
  profiles,
  sessions,
  type UserRow,
  users,
} from '../../src/server/platform/database/schema/users.ts'
import type { Client, TestApp } from './app.ts'

export const PASSWORD = 'clave-de-prueba'

/** Client of a signed-in user. */
export interface SignedIn extends Client {
  id: string
  name: string
  token: string
}

type Overrides = Partial<typeof users.$inferInsert & Holdings>

/** Minimal cost of hashes; the real cost is tested in passwords.test.ts. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

/** Opens a session like a sign-in, without a password; returns the token. */
export async function openSession(db: Executor, user: string, now: Date, isApp = false): Promise<string> {
  const { token, tokenHash } = newToken()
  await db.insert(sessions).values({ tokenHash, user, isApp, createdAt: now, lastUse: now, confirmedAt: now })
  return token
}

export async function profileId({ db }: TestApp, name: string): Promise<string> {
  const [found] = await db.select({ _id: profiles._id }).from(profiles).where(eq(profiles.name, name))
  if (!found) throw new Error(`No profile ${name}`)
  return found._id
}

type NewUser = readonly [profile: string, overrides?: Overrides]

/** Inserts enabled users with a profile, by name, and the password PASSWORD, with one statement per table. */
export async function storeUsers(test: TestApp, people: readonly NewUser[]): Promise<UserRow[]> {
  passwordHash ??= hash(PASSWORD, CHEAP)
  const isNamed = people.some(([, overrides]) => overrides?.profile === undefined)
  const known = isNamed ? await test.db.select({ _id: profiles._id, name: profiles.name }).from(profiles) : []
  const profileOf = (name: string): string => {
    const found = known.find((each) => each.name === name)
    if (!found) throw new Error(`No profile ${name}`)
    return found._id
  }
  const now = test.clock.now()
  const values = []
  const holdings: (Holdings & { _id: string })[] = []
  for (const [profile, { creditToResell = 0, dateExpire = null, ...overrides } = {}] of people) {
    const _id = overrides._id ?? newId()
    const person = {
      name: `${profile}-${_id.slice(-8)}`,
      fullName: `Persona ${_id.slice(-8)}`,
      email: '',
      address: 'Calle 1',
      comment: '',
      telePhone: '',
      celPhone: '',
      ...overrides,
    }
    values.push({
      _id,
      platform: 'com.cartelera.tv',
      dateCreate: now,
      dateUpdate: now,
      passwordHash: await passwordHash,
      ...person,
      ...derivedColumns(person),
      profile: overrides.profile ?? profileOf(profile),
    })
    holdings.push({ _id, creditToResell, dateExpire })
  }
  const rows = await test.db.insert(users).values(values).returning()
  const months = holdings.flatMap(({ _id, creditToResell }) =>
    creditToResell > 0 ? [{ _id, months: creditToResell }] : [],
  )
  if (months.length > 0) await test.db.insert(balances).values(months)
  for (const { _id, dateExpire } of holdings)
    if (dateExpire) await test.db.update(licences).set({ dateExpire }).where(eq(licences._id, _id))
  return rows
}

/** Inserts an enabled user with a profile, by name, and the password PASSWORD. */
export async function storeUser(test: TestApp, profile: string, overrides: Overrides = {}): Promise<UserRow> {
  const [row] = await storeUsers(test, [[profile, overrides]])
  if (!row) throw new Error('The user was not stored')
  return row
}

/** The stored balance and expiry of a user. */
export async function holdingsOf({ db }: TestApp, id: string): Promise<Holdings> {
  const [balance] = await db.select().from(balances).where(eq(balances._id, id))
  const [licence] = await db.select().from(licences).where(eq(licences._id, id))
  return { creditToResell: balance?.months ?? 0, dateExpire: licence?.dateExpire ?? null }
}

export async function signInAs(test: TestApp, { _id, name }: UserRow): Promise<SignedIn> {
  const token = await openSession(test.db, _id, test.clock.now())
  return { ...test.clientOf(token), id: _id, name, token }
}

/** Confirms the sessions of a user like `POST /auth/confirm`, without a password. */
export async function confirm({ db, clock }: TestApp, { id }: Pick<SignedIn, 'id'>): Promise<void> {
  await db.update(sessions).set({ confirmedAt: clock.now() }).where(eq(sessions.user, id))
}

/** Inserts a user with a profile, by name, and signs it in. */
export async function signedIn(test: TestApp, profile: string, overrides: Overrides = {}): Promise<SignedIn> {
  return signInAs(test, await storeUser(test, profile, overrides))
}

/** Inserts a custom profile with these grants; returns its id. */
export async function storeProfile(
  { db, clock }: TestApp,
  name: string,
  routeAccess: GroupAccess[] = [],
): Promise<string> {
  const now = clock.now()
  const flags = { accessWeb: true, accessApp: false, dateValidate: false, deviceValidate: false }
  const [row] = await db
    .insert(profiles)
    .values({ name, nameKey: profileKey(name), ...flags, routeAccess, dateCreate: now, dateUpdate: now })
    .returning()
  if (!row) throw new Error('The profile was not stored')
  return row._id
}

/** Inserts a user whose profile grants only these routes with these flags, and signs it in. */
export async function signedInWith(
  test: TestApp,
  flags: Readonly<Record<string, readonly Flag[]>>,
): Promise<SignedIn> {
  const profile = await storeProfile(test, `perfil ${newId()}`, buildGrants(flags))
  return signedIn(test, 'custom', { profile })
}

/** One signed-in user per role that may use the web. */
export interface People {
  sa: SignedIn
  admin: SignedIn
  superagent: SignedIn
  /** Created by the superagent. */
  agent: SignedIn
  /** Outside the scope of the other resellers. */
  otherAgent: SignedIn
}

/** Inserts and signs in one user per role; resellers have 24 months to sell. */
export async function people(test: TestApp): Promise<People> {
  const superagent = newId()
  const rows = await storeUsers(test, [
    ['sa'],
    ['Administrador'],
    ['superagent', { _id: superagent, creditToResell: 24 }],
    ['agent', { creditToResell: 24, createdBy: superagent }],
    ['agent', { creditToResell: 24 }],
  ])
  const now = test.clock.now()
  const clients = rows.map(({ _id, name }) => ({ id: _id, name, ...newToken() }))
  await test.db.insert(sessions).values(
    clients.map(({ id, tokenHash }) => ({
      tokenHash,
      user: id,
      createdAt: now,
      lastUse: now,
      confirmedAt: now,
    })),
  )
  const clientAt = (index: number): SignedIn => {
    const found = clients[index]
    if (!found) throw new Error('The users were not stored')
    const { id, name, token } = found
    return { ...test.clientOf(token), id, name, token }
  }
  return {
    sa: clientAt(0),
    admin: clientAt(1),
    superagent: clientAt(2),
    agent: clientAt(3),
    otherAgent: clientAt(4),
  }
}

/** Input of a new user with a profile, by id. */
export const newUser = (profile: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  name: `nuevo-${newId().slice(-10)}`,
  fullName: 'Nuevo Usuario',
  address: 'Calle 2',
  profile,
  platform: 'com.cartelera.tv',
  password: 'secreta',
  ...changes,
})
