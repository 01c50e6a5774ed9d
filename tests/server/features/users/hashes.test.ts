import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hashing, MAX_HASHES } from '../../../../src/server/features/sign-in/passwords.ts'
import { testApp } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
import {
  newUser,
  PASSWORD,
  type People,
  people,
  profileId,
  signInAs,
  storeUser,
} from '../../../support/people.ts'

const server = testApp()
let team: People

beforeEach(async () => {
  team = await people(server)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const api = '/api/users'
const change = { oldPassword: PASSWORD, newPassword: 'otra-clave' }
const STALE = '2020-01-01T00:00:00.000Z'

test.each<[string, number, (client: People) => Promise<{ status: number }>]>([
  [
    'a new user with a profile that may not be given',
    422,
    async ({ agent }) => agent.post(api, newUser(await profileId(server, 'Administrador'))),
  ],
  [
    'a new user with a name that is taken',
    409,
    async ({ admin, agent }) =>
      admin.post(api, newUser(await profileId(server, 'app'), { name: agent.name.toUpperCase() })),
  ],
  [
    'a new user of a reseller without credit',
    422,
    async () => {
      const poor = await signInAs(server, await storeUser(server, 'agent'))
      return poor.post(api, newUser(await profileId(server, 'app')))
    },
  ],
  [
    'a new user of the web without a confirmation',
    403,
    async ({ admin }) => {
      server.clock.advance(3 * HOUR)
      return admin.post(api, newUser(await profileId(server, 'agent')))
    },
  ],
  [
    'a password with an edit that is stale',
    409,
    ({ admin, agent }) => admin.put(`${api}/${agent.id}`, { password: 'otra-clave', dateUpdate: STALE }),
  ],
  [
    'a password with another field that is invalid',
    422,
    ({ admin, agent }) => admin.put(`${api}/${agent.id}`, { password: 'otra-clave', fullName: '' }),
  ],
  [
    'a password with a profile that may not be given',
    422,
    async ({ superagent, agent }) =>
      superagent.put(`${api}/${agent.id}`, {
        password: 'otra-clave',
        profile: await profileId(server, 'Administrador'),
      }),
  ],
  [
    'a changed password that is stale',
    409,
    ({ admin, agent }) => admin.put(`${api}/${agent.id}/password`, { ...change, dateUpdate: STALE }),
  ],
])('%s is refused without a hash', async (_name, status, request) => {
  const hashed = vi.spyOn(hashing, 'ofUser')
  expect((await request(team)).status).toBe(status)
  expect(hashed).not.toHaveBeenCalled()
})

test('passwords that a user sets wait in the queue of that user, and hold no lock meanwhile', async () => {
  const { admin, agent, sa } = team
  let release = () => {}
  const held = hashing.ofUser(admin.id, () => new Promise<void>((resolve) => (release = resolve)))
  try {
    const profile = await profileId(server, 'app')
    const setting = [
      admin.post(api, newUser(profile)),
      admin.put(`${api}/${agent.id}`, { password: 'otra-clave' }),
      admin.put(`${api}/${admin.id}/password`, change),
    ]
    await expect.poll(() => hashing.waiting).toBe(3)
    // Other users' writes go on, also of the same rows. They hash nothing: a single processor runs one hash at a time.
    for (const { id } of [agent, admin])
      expect((await sa.put(`${api}/${id}`, { comment: 'Llamó hoy' })).status).toBe(200)
    release()
    await held
    expect((await Promise.all(setting)).map(({ status }) => status)).toEqual([201, 200, 204])
  } finally {
    release()
  }
})

test('passwords of an import wait for everybody else, and hold no lock meanwhile', async () => {
  const { admin, sa } = team
  const imports = importClient(server, api, () => admin)
  const { body: uploaded } = await imports.upload('usuario,clave\nuno,clave-uno\ndos,clave-dos')
  const checked = await imports.check(uploaded, { columns: ['name', 'password'] })
  let release = () => {}
  const held = hashing.signIn(() => new Promise<void>((resolve) => (release = resolve)))
  const others = Array.from({ length: MAX_HASHES - 1 }, () => hashing.signIn(() => held))
  try {
    expect((await imports.apply(checked, { takeNew: true })).status).toBe(202)
    const jobs = runJobs(server.context)
    await expect.poll(() => hashing.waiting).toBe(2)
    expect((await sa.put(`${api}/${admin.id}`, { comment: 'Importa' })).status).toBe(200)
    release()
    await Promise.all([held, ...others])
    await jobs
    expect((await admin.get(`/api/imports/${checked._id}`)).body).toMatchObject({ state: 'done', created: 2 })
  } finally {
    release()
  }
})
