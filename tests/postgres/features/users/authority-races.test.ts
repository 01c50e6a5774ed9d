import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { buildGrants, type Flag } from '../../../../src/domain/access/permissions.ts'
import type { Tx } from '../../../../src/server/platform/database/open.ts'
import { profiles, users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Answer, testApp } from '../../../support/app.ts'
import { answerDuring } from '../../../support/locks.ts'
import {
  newUser,
  profileId,
  type SignedIn,
  signedIn,
  storeProfile,
  storeUser,
} from '../../../support/people.ts'

const server = testApp()

const KEEPER = {
  'profile-list': ['register', 'modify', 'delete'],
  'user-list': ['register'],
  'user-edit': ['modify', 'delete'],
  'movie-list': [],
} as const satisfies Record<string, readonly Flag[]>
const NARROW = buildGrants({ 'movie-list': [] })
const WIDE = buildGrants({ 'movie-list': [], audit: [] })

interface Scene {
  clerk: SignedIn
  /** `own` is the clerk's profile; `other` is one that the clerk may change and assign, with users below the clerk. */
  own: string
  other: string
  victim: string
}

const sceneOf = async (): Promise<Scene> => {
  const own = await storeProfile(server, 'Encargado', buildGrants(KEEPER))
  const other = await storeProfile(server, 'Otro', NARROW)
  const clerk = await signedIn(server, 'x', { profile: own })
  const { _id: victim } = await storeUser(server, 'y', { profile: other })
  return { clerk, own, other, victim }
}

const setGrants = (id: string, routeAccess: ReturnType<typeof buildGrants>) => (tx: Tx) =>
  tx.update(profiles).set({ routeAccess }).where(eq(profiles._id, id))

const ACTIONS: Readonly<Record<string, (scene: Scene) => Promise<Answer>>> = {
  'changing a profile': ({ clerk, other }) => clerk.put(`/api/profiles/${other}`, { routeAccess: [] }),
  'deleting a profile': async ({ clerk, other, victim }) => {
    await server.db
      .update(users)
      .set({ profile: await profileId(server, 'app') })
      .where(eq(users._id, victim))
    return clerk.delete(`/api/profiles/${other}`)
  },
  'creating a profile': ({ clerk }) => clerk.post('/api/profiles', { name: 'Nuevo', routeAccess: NARROW }),
  'assigning a profile to a new user': ({ clerk, other }) => clerk.post('/api/users', newUser(other)),
  'assigning a profile to a user': async ({ clerk, other }) => {
    const { _id } = await storeUser(server, 'app')
    return clerk.put(`/api/users/${_id}`, { profile: other })
  },
  'editing a user': ({ clerk, victim }) => clerk.put(`/api/users/${victim}`, { status: 'disable' }),
  'setting a password': ({ clerk, victim }) =>
    clerk.put(`/api/users/${victim}/password`, { newPassword: 'otra-clave' }),
  'deleting a user': ({ clerk, victim }) => clerk.delete(`/api/users/${victim}`),
}

describe.each(Object.entries(ACTIONS))('%s', (action, ask) => {
  test('is allowed while nothing changes', async () => {
    expect((await ask(await sceneOf())).status).toBeLessThan(300)
  })

  test('is rejected when the current user loses its permissions meanwhile', async () => {
    const scene = await sceneOf()
    const answer = await answerDuring(server.db, setGrants(scene.own, buildGrants({ 'user-list': [] })), () =>
      ask(scene),
    )
    expect([403, 422]).toContain(answer.status)
  })

  test('is rejected when the current user gets a narrower profile or is disabled meanwhile', async () => {
    const { clerk, ...scene } = await sceneOf()
    const profile = await storeProfile(server, 'Poco', buildGrants({ 'user-list': [] }))
    const moved = await answerDuring(
      server.db,
      (tx) => tx.update(users).set({ profile }).where(eq(users._id, clerk.id)),
      () => ask({ clerk, ...scene }),
    )
    expect([403, 422]).toContain(moved.status)
    const second = await signedIn(server, 'z', { profile: scene.own })
    const disabled = await answerDuring(
      server.db,
      (tx) => tx.update(users).set({ status: 'disable' }).where(eq(users._id, second.id)),
      () => ask({ ...scene, clerk: second }),
    )
    expect(disabled.status).toBe(401)
  })

  if (action === 'creating a profile') return
  test('is rejected when the other profile gets more grants meanwhile', async () => {
    const scene = await sceneOf()
    const answer = await answerDuring(server.db, setGrants(scene.other, WIDE), () => ask(scene))
    expect([403, 422]).toContain(answer.status)
  })
})

test('of two peers who reduce each other’s profile concurrently, one is rejected', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, two] = await Promise.all(
      ['uno', 'dos'].map(async (name) => {
        const profile = await storeProfile(server, `${name} ${round}`, buildGrants(KEEPER))
        return { profile, clerk: await signedIn(server, 'x', { profile }) }
      }),
    )
    if (!one || !two) throw new Error('No peers')
    const answers = await Promise.all([
      one.clerk.put(`/api/profiles/${two.profile}`, { routeAccess: [] }),
      two.clerk.put(`/api/profiles/${one.profile}`, { routeAccess: [] }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  }
})
