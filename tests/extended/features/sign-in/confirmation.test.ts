import { count, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { KEY_MESSAGES } from '../../../../src/domain/keys/key.ts'
import {
  type SA_SETTINGS,
  SETTINGS_MESSAGES,
  type Settings,
} from '../../../../src/domain/settings/settings.ts'
import { CONFIRMATION } from '../../../../src/domain/sign-in/confirmation.ts'
import { CONFIRMED_ENDPOINTS, MAX_UNCONFIRMED } from '../../../../src/domain/sign-in/confirmed-changes.ts'
import { USER_MESSAGES } from '../../../../src/domain/users/user-messages.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { sessions } from '../../../../src/server/platform/database/schema/users.ts'
import { type Answer, type Client, type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { create, filmOf } from '../../../support/films.ts'
import { importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
import { keyOf } from '../../../support/keys.ts'
import {
  newUser,
  openSession,
  PASSWORD,
  type People,
  people,
  profileId,
  storeProfile,
  storeUser,
  storeUsers,
} from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
let team: People

beforeEach(async () => {
  team = await people(server)
})

const OLD = 2 * HOUR
const confirm = (client: Client, password = PASSWORD) => client.post('/auth/confirm', { password })
const asked = { status: 403, body: { code: CONFIRMATION.code, message: CONFIRMATION.message } }

/** A request that requires a confirmation, prepared by an administrator while the last one is valid. */
interface Guarded {
  name: string
  /** The endpoint, if it requires a confirmation only in some cases. */
  endpoint?: (typeof CONFIRMED_ENDPOINTS.sometimes)[number]
  /** Its success status. */
  status: number
  by?: keyof People
  prepare(): Promise<(client: Client) => Promise<Answer>>
}

const profileBody = (): Row => ({
  name: `Perfil ${newId()}`,
  accessWeb: true,
  accessApp: false,
  dateValidate: false,
  deviceValidate: false,
  routeAccess: [],
})

const customers = async (
  createdBy: string,
  many: number,
  dateExpire: Date | null = null,
): Promise<string[]> => {
  const rows = await storeUsers(
    server,
    Array.from({ length: many }, () => ['app', { createdBy, dateExpire }] as const),
  )
  return rows.map(({ _id }) => _id)
}

const sale = (ids: readonly string[], key = newId()) => {
  const body = { ids, period: 'MESES', count: 1 }
  return (client: Client) =>
    client.post('/api/license_transactions/bulk', body, { headers: { 'idempotency-key': key } })
}

/** Prepares the request that compensates this many customers. */
const compensation = async (expected: number) => {
  const { clock } = server
  await customers(team.admin.id, expected, new Date(clock.now().getTime() + 10 * OLD))
  const body = { at: clock.now().toISOString(), days: 1, reason: 'Caída', expected }
  const headers = { 'idempotency-key': newId() }
  return (client: Client) => client.post('/api/license_transactions/compensations', body, { headers })
}

const usersFile = (rows: number): string =>
  ['usuario,clave', ...Array.from({ length: rows }, (_, row) => `nuevo-${row},clave-${row}`)].join('\n')

/** Checks a file of new users; returns the request that writes them. */
const checkedFile = (rows: number) => checkedRows(usersFile(rows).split('\n'), ['name', 'password'])

/** Checks a file; returns the request that writes all of it. */
const checkedRows = async (lines: readonly string[], columns: string[]) => {
  const imports = importClient(server, '/api/users', () => team.admin)
  const { body: uploaded } = await imports.upload(lines.join('\n'))
  const checked = await imports.check(uploaded, { columns })
  expect(checked).toMatchObject({ state: 'checked', counts: { refused: 0 } })
  const { _id, version } = checked
  return (client: Client) =>
    client.post(`/api/imports/${_id}/apply`, { version, takeNew: true, fields: columns.slice(1) })
}

const bulk = (ids: readonly string[], changes: Row): Row => ({
  ids,
  expected: ids.length,
  action: 'update',
  changes,
})

const GUARDED: readonly Guarded[] = [
  {
    name: 'a new user with web access',
    endpoint: 'POST /api/users',
    status: 201,
    prepare: async () => {
      const profile = await profileId(server, 'Administrador')
      return (client) => client.post('/api/users', newUser(profile))
    },
  },
  {
    name: 'an import of one user with web access',
    endpoint: 'POST /api/imports/:id/apply',
    status: 202,
    prepare: () =>
      checkedRows(
        ['usuario,clave,perfil', 'nuevo,clave-nueva,Administrador'],
        ['name', 'password', 'profile'],
      ),
  },
  {
    name: 'an import that enables one user with web access',
    endpoint: 'POST /api/imports/:id/apply',
    status: 202,
    prepare: async () => {
      const { name } = await storeUser(server, 'agent', { status: 'disable', createdBy: team.admin.id })
      return checkedRows(['usuario,estado', `${name},Activo`], ['name', 'status'])
    },
  },
  {
    name: 'enabling a user with web access',
    endpoint: 'PUT /api/users/:id',
    status: 200,
    prepare: async () => {
      const { _id } = await storeUser(server, 'agent', { status: 'disable' })
      return (client) => client.put(`/api/users/${_id}`, { status: 'enable' })
    },
  },
  {
    name: 'disabling a user with web access',
    endpoint: 'PUT /api/users/:id',
    status: 200,
    prepare: async () => (client) => client.put(`/api/users/${team.agent.id}`, { status: 'disable' }),
  },
  {
    name: 'deleting a user with web access',
    endpoint: 'DELETE /api/users/:id',
    status: 200,
    prepare: async () => {
      const { _id } = await storeUser(server, 'agent')
      return (client) => client.delete(`/api/users/${_id}`)
    },
  },
  {
    name: 'deleting users in bulk',
    endpoint: 'POST /api/users/bulk',
    status: 202,
    prepare: async () => {
      const ids = await customers(team.admin.id, 2)
      return (client) => client.post('/api/users/bulk', { ids, expected: 2, action: 'delete' })
    },
  },
  {
    name: 'changing the status of many users, one of whom has web access',
    endpoint: 'POST /api/users/bulk',
    status: 202,
    prepare: async () => {
      const ids = [...(await customers(team.admin.id, 1)), team.agent.id]
      return (client) => client.post('/api/users/bulk', bulk(ids, { status: 'disable' }))
    },
  },
  {
    name: 'undoing a change of the status of a user with web access',
    endpoint: 'POST /api/batches/:id/undo',
    status: 202,
    prepare: async () => {
      const { body } = await team.admin.post('/api/users/bulk', bulk([team.agent.id], { status: 'disable' }))
      await runJobs(server.context)
      return (client) => client.post(`/api/batches/${body.batch}/undo`)
    },
  },
  {
    name: 'undoing an import of users',
    endpoint: 'POST /api/batches/:id/undo',
    status: 202,
    prepare: async () => {
      const apply = await checkedFile(1)
      const { body } = await apply(team.admin)
      await runJobs(server.context)
      return (client) => client.post(`/api/batches/${body._id}/undo`)
    },
  },
  {
    name: 'changing one’s own e-mail',
    endpoint: 'PUT /api/users/:id',
    status: 200,
    by: 'sa',
    prepare: async () => (client) => client.put(`/api/users/${team.sa.id}`, { email: 'otra@correo.example' }),
  },
  {
    name: 'changing the password of another user in the form',
    endpoint: 'PUT /api/users/:id',
    status: 200,
    prepare: async () => (client) => client.put(`/api/users/${team.agent.id}`, { password: 'otra-clave' }),
  },
  {
    name: 'changing the password of another user',
    endpoint: 'PUT /api/users/:id/password',
    status: 204,
    prepare: async () => (client) =>
      client.put(`/api/users/${team.agent.id}/password`, { oldPassword: '', newPassword: 'otra-clave' }),
  },
  {
    name: 'changing the password of another user with the old one',
    endpoint: 'PUT /api/users/:id/password',
    status: 204,
    by: 'superagent',
    prepare: async () => (client) =>
      client.put(`/api/users/${team.agent.id}/password`, {
        oldPassword: PASSWORD,
        newPassword: 'otra-clave',
      }),
  },
  {
    name: 'changing the profile of another user',
    endpoint: 'PUT /api/users/:id',
    status: 200,
    prepare: async () => {
      const [id] = await customers(team.admin.id, 1)
      const profile = await profileId(server, 'agent')
      return (client) => client.put(`/api/users/${id}`, { profile })
    },
  },
  {
    name: 'changing the profiles of many users',
    endpoint: 'POST /api/users/bulk',
    status: 202,
    prepare: async () => {
      const ids = await customers(team.admin.id, 2)
      const changes = { profile: await profileId(server, 'agent') }
      return (client) => client.post('/api/users/bulk', bulk(ids, changes))
    },
  },
  {
    name: 'undoing a change of profiles',
    endpoint: 'POST /api/batches/:id/undo',
    status: 202,
    prepare: async () => {
      const ids = await customers(team.admin.id, 2)
      const changes = { profile: await profileId(server, 'agent') }
      const { body } = await team.admin.post('/api/users/bulk', bulk(ids, changes))
      await runJobs(server.context)
      return (client) => client.post(`/api/batches/${body.batch}/undo`)
    },
  },
  {
    name: 'reverting a user to an earlier version',
    endpoint: 'PUT /api/users/:id',
    status: 200,
    prepare: async () => (client) =>
      client.put(`/api/users/${team.agent.id}`, { comment: 'Como antes', version: newId() }),
  },
  {
    name: 'creating a profile',
    status: 201,
    prepare: async () => (client) => client.post('/api/profiles', profileBody()),
  },
  {
    name: 'changing the permissions of a profile',
    status: 200,
    prepare: async () => {
      const id = await storeProfile(server, 'uno')
      return (client) => client.put(`/api/profiles/${id}`, { accessApp: true })
    },
  },
  {
    name: 'deleting a profile',
    status: 200,
    prepare: async () => {
      const id = await storeProfile(server, 'uno')
      return (client) => client.delete(`/api/profiles/${id}`)
    },
  },
  {
    name: 'deleting many profiles',
    status: 202,
    prepare: async () => {
      const ids = [await storeProfile(server, 'uno')]
      return (client) => client.post('/api/profiles/bulk', { ids, expected: 1, action: 'delete' })
    },
  },
  {
    name: 'a bulk sale to more than 20 users',
    endpoint: 'POST /api/license_transactions/bulk',
    status: 201,
    prepare: async () => sale(await customers(team.admin.id, MAX_UNCONFIRMED + 1)),
  },
  {
    name: 'a compensation of more than 20 users',
    endpoint: 'POST /api/license_transactions/compensations',
    status: 202,
    prepare: () => compensation(MAX_UNCONFIRMED + 1),
  },
  {
    name: 'undoing a compensation of more than 20 users',
    endpoint: 'POST /api/batches/:id/undo',
    status: 202,
    prepare: async () => {
      const { body } = await (await compensation(MAX_UNCONFIRMED + 1))(team.admin)
      await runJobs(server.context)
      return (client) => client.post(`/api/batches/${body.batch}/undo`)
    },
  },
  {
    name: 'an import of more than 20 users',
    endpoint: 'POST /api/imports/:id/apply',
    status: 202,
    prepare: () => checkedFile(MAX_UNCONFIRMED + 1),
  },
  {
    name: 'merging two films',
    status: 200,
    prepare: async () => {
      const kept = await create(team.admin, '/api/movies', filmOf())
      const other = await create(team.admin, '/api/movies', filmOf({ title: 'Otra' }))
      const body = { with: other._id, dateUpdate: kept.dateUpdate, withDateUpdate: other.dateUpdate }
      return (client) => client.post(`/api/movies/${kept._id}/merge`, body)
    },
  },
  {
    name: 'removing expired demo users',
    status: 200,
    prepare: async () => (client) => client.delete('/api/users/demo'),
  },
]

const CHANGED: Pick<Settings, (typeof SA_SETTINGS)[number]> = {
  appVersionCode: 7,
  appVersionName: '7.0.0',
  httpsImages: true,
  demoPerDevice: false,
  sessionDays: 7,
  confirmMinutes: 0,
  passwordChange: true,
  linkReserved: true,
}

const SA_SETTINGS_CASES: readonly Guarded[] = Object.entries(CHANGED).map(([name, value]) => ({
  name: `changing the setting ${name}`,
  endpoint: 'PUT /api/settings',
  status: 200,
  by: 'sa',
  prepare: async () => (client) => client.put('/api/settings', { [name]: value }),
}))

test('covers every endpoint that requires a confirmation in some cases', () => {
  const tried = new Set<string>([...GUARDED, ...SA_SETTINGS_CASES].map(({ endpoint = '' }) => endpoint))
  expect(CONFIRMED_ENDPOINTS.sometimes.filter((each) => !tried.has(each))).toEqual([])
})

const entries = async (): Promise<number> => {
  const [found] = await server.db.select({ count: count() }).from(auditEntries)
  return found?.count ?? 0
}

describe.each([...GUARDED, ...SA_SETTINGS_CASES])('$name', ({ status, by = 'admin', prepare }) => {
  test('requires a confirmation after two hours, and succeeds once confirmed', async () => {
    const request = await prepare()
    server.clock.advance(OLD)
    const before = await entries()
    expect(await request(team[by])).toMatchObject(asked)
    // Neither a change nor a denial.
    expect(await entries()).toBe(before)
    expect(await confirm(team[by])).toMatchObject({ status: 204 })
    expect(await request(team[by])).toMatchObject({ status })
  })

  test('requires none within two hours of a sign-in', async () => {
    const request = await prepare()
    server.clock.advance(OLD - 1)
    expect(await request(team[by])).toMatchObject({ status })
  })
})

test.each<[string, () => Promise<(client: Client) => Promise<Answer>>, number]>([
  [
    'changing the e-mail of another user',
    async () => (client) => client.put(`/api/users/${team.agent.id}`, { email: 'otra@correo.example' }),
    200,
  ],
  [
    'saving the same profile',
    async () => {
      const profile = await profileId(server, 'agent')
      return (client) => client.put(`/api/users/${team.agent.id}`, { profile, comment: 'Igual' })
    },
    200,
  ],
  [
    'changing the status of customers',
    async () => {
      const ids = await customers(team.admin.id, 2)
      return (client) => client.post('/api/users/bulk', bulk(ids, { status: 'disable' }))
    },
    202,
  ],
  [
    'changing the status of a customer',
    async () => {
      const [id] = await customers(team.admin.id, 1)
      return (client) => client.put(`/api/users/${id}`, { status: 'disable' })
    },
    200,
  ],
  [
    'saving the same status of a user with web access',
    async () => (client) => client.put(`/api/users/${team.agent.id}`, { status: 'enable' }),
    200,
  ],
  [
    'deleting a customer',
    async () => {
      const [id] = await customers(team.admin.id, 1)
      return (client) => client.delete(`/api/users/${id}`)
    },
    200,
  ],
  [
    'changing the platform of users with web access',
    async () => (client) =>
      client.post('/api/users/bulk', bulk([team.agent.id], { platform: 'com.cartelera.tv' })),
    202,
  ],
  [
    'changing settings that are not reserved to sa',
    async () => (client) => client.put('/api/settings', { pageSize: 50 }),
    200,
  ],
  [
    'creating a user of viewers’ apps',
    async () => async (client) => client.post('/api/users', newUser(await profileId(server, 'app'))),
    201,
  ],
  ['a bulk sale to 20 users', async () => sale(await customers(team.admin.id, MAX_UNCONFIRMED)), 201],
  ['a compensation of 20 users', () => compensation(MAX_UNCONFIRMED), 202],
  ['an import of 20 users', () => checkedFile(MAX_UNCONFIRMED), 202],
  [
    'changing one’s own password',
    async () => (client) =>
      client.put(`/api/users/${team.admin.id}/password`, {
        oldPassword: PASSWORD,
        newPassword: 'otra-clave',
      }),
    204,
  ],
])('%s requires no confirmation', async (_name, prepare, status) => {
  const request = await prepare()
  server.clock.advance(OLD)
  expect(await request(team.admin)).toMatchObject({ status })
})

test('a job continues without another confirmation', async () => {
  const ids = await customers(team.admin.id, 2)
  const profile = await profileId(server, 'agent')
  const { body } = await team.admin.post('/api/users/bulk', bulk(ids, { profile }))
  server.clock.advance(OLD)
  await runJobs(server.context)
  expect(await team.admin.get(`/api/batches/${body.batch}`)).toMatchObject({
    body: { state: 'done', changed: 2, refusedCount: 0 },
  })
})

test.each([
  ['that the file does not have', (at: number) => 1000 + at],
  ['named twice', () => 2],
])(
  'an import of more than 20 users requires a confirmation, even if rows %s are left out',
  async (_name, rowAt) => {
    const imports = importClient(server, '/api/users', () => team.admin)
    const { body: uploaded } = await imports.upload(usersFile(MAX_UNCONFIRMED + 5))
    const checked = await imports.check(uploaded, { columns: ['name', 'password'] })
    const leaveOut = (rows: readonly number[]) =>
      imports.apply(checked, { rows: rows.map((row) => ({ row, take: false })) })
    server.clock.advance(OLD)
    expect(await leaveOut(Array.from({ length: 10 }, (_, at) => rowAt(at)))).toMatchObject(asked)
    expect(await leaveOut([2, 3, 4, 5, 6])).toMatchObject({ status: 202 })
  },
)

test('an import requires a confirmation by the number of users to be changed, not of all in the file', async () => {
  const stored = await storeUsers(
    server,
    Array.from({ length: MAX_UNCONFIRMED + 1 }, () => ['app', { createdBy: team.admin.id }] as const),
  )
  const imports = importClient(server, '/api/users', () => team.admin)
  const { body: uploaded } = await imports.upload(
    ['usuario,telefono', ...stored.map(({ name }) => `${name},8095550100`)].join('\n'),
  )
  const checked = await imports.check(uploaded, { columns: ['name', 'celPhone'] })
  expect(checked).toMatchObject({ counts: { changed: stored.length } })
  server.clock.advance(OLD)
  expect(await imports.apply(checked, { fields: ['celPhone'] })).toMatchObject(asked)
  const one = { fields: [], rows: [{ row: 2, take: true }] }
  expect(await imports.apply(checked, one)).toMatchObject({ status: 202 })
})

test('an import, which requires no confirmation, cannot change one’s own e-mail', async () => {
  const imports = importClient(server, '/api/users', () => team.admin)
  const { body: uploaded } = await imports.upload(
    ['usuario,email', ...[team.admin, team.agent].map(({ name }) => `${name},otra@correo.example`)].join(
      '\n',
    ),
  )
  const checked = await imports.check(uploaded, { columns: ['name', 'email'] })
  expect(await imports.rows(checked)).toMatchObject([
    { verdict: 'refused', errors: [{ field: 'email', message: USER_MESSAGES.ownEmail }] },
    { verdict: 'changed' },
  ])
})

test('users without the permission are refused without being asked for a confirmation', async () => {
  const profile = await storeProfile(server, 'uno')
  server.clock.advance(OLD)
  for (const answer of [
    await team.agent.delete('/api/users/demo'),
    await team.agent.delete(`/api/profiles/${profile}`),
    await team.agent.put(`/api/users/${team.agent.id}`, { profile }),
    await team.superagent.put(`/api/users/${team.otherAgent.id}`, { password: 'otra-clave' }),
  ]) {
    expect(answer.body.code).toBeUndefined()
    expect([403, 404, 422]).toContain(answer.status)
  }
})

describe('the minutes for which a confirmation is valid', () => {
  const customer = async () => (await customers(team.admin.id, 1))[0] ?? ''
  const setMinutes = (confirmMinutes: unknown) => team.sa.put('/api/settings', { confirmMinutes })

  test.each([1, 1440])('can be %d', async (minutes) => {
    const id = await customer()
    const profile = await profileId(server, 'demo')
    expect(await setMinutes(minutes)).toMatchObject({ status: 200 })
    server.clock.advance(minutes * MINUTE - 1)
    await server.db.update(sessions).set({ lastUse: server.clock.now() })
    expect(await team.admin.put(`/api/users/${id}`, { profile })).toMatchObject({ status: 200 })
    server.clock.advance(1)
    expect(await team.admin.delete(`/api/users/demo`)).toMatchObject(asked)
  })

  test('can be 0: no confirmation is required, but API keys are refused', async () => {
    expect(await setMinutes(0)).toMatchObject({ status: 200 })
    const key = await keyOf(server, team.admin, {
      'user-list': ['register'],
      'user-edit': ['modify', 'delete'],
    })
    server.clock.advance(11 * HOUR)
    const { _id } = await storeUser(server, 'agent')
    const { status, body } = await key.delete(`/api/users/${_id}`)
    expect({ status, ...body }).toEqual({ status: 403, message: KEY_MESSAGES.closed })
    expect(await team.admin.delete('/api/users/demo')).toMatchObject({ status: 200 })
  })

  test.each([-1, 1441, 1.5, '', null])('cannot be %j', async (minutes) => {
    const answer = await setMinutes(minutes)
    expect(validationErrorsOf(answer)).toEqual({ confirmMinutes: SETTINGS_MESSAGES.confirmMinutes })
  })

  test('can be changed by sa only', async () => {
    const answer = await team.admin.put('/api/settings', { confirmMinutes: 0 })
    expect(validationErrorsOf(answer)).toEqual({ confirmMinutes: SETTINGS_MESSAGES.onlySa })
  })

  test('are returned with the ways to confirm', async () => {
    await setMinutes(30)
    expect((await team.admin.post('/auth/confirm/options')).body).toMatchObject({ minutes: 30 })
  })
})

describe('a confirmation', () => {
  test('applies to one session, and is recorded in the audit log', async () => {
    const elsewhere = server.clientOf(await openSession(server.db, team.admin.id, server.clock.now()))
    server.clock.advance(OLD)
    expect(await confirm(team.admin)).toMatchObject({ status: 204, text: '' })
    expect(await elsewhere.delete('/api/users/demo')).toMatchObject(asked)
    expect(await team.admin.delete('/api/users/demo')).toMatchObject({ status: 200 })
    const [event] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'confirm'))
    expect(event).toMatchObject({ user: team.admin.id, record: team.admin.id })
  })

  test('is refused with a wrong password, and the session stays open', async () => {
    server.clock.advance(OLD)
    const answer = await confirm(team.admin, 'no')
    expect(answer.status).toBe(422)
    expect(validationErrorsOf(answer)).toEqual({ password: 'Contraseña incorrecta.' })
    expect(await team.admin.delete('/api/users/demo')).toMatchObject(asked)
    const failed = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'confirm-failed'))
    expect(failed).toHaveLength(1)
  })

  test.each(['', undefined, null, 5, 'x'.repeat(1001)])(
    'is refused with %j, which does not count as an attempt',
    async (password) => {
      expect(await team.admin.post('/auth/confirm', { password })).toMatchObject({ status: 422 })
      expect(
        await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'confirm-failed')),
      ).toEqual([])
    },
  )

  test('allows a limited number of attempts per user, regardless of others at the same IP address', async () => {
    for (let guess = 0; guess < 10; guess++) expect((await confirm(team.admin, 'no')).status).toBe(422)
    const limited = await confirm(team.admin)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(await confirm(team.sa)).toMatchObject({ status: 204 })
    // A sign-in of the account from another IP address has its own limit bucket.
    const elsewhere = { address: '203.0.113.9' }
    const signIn = { name: team.admin.name, password: PASSWORD }
    expect(await server.anonymous.post('/auth/local', signIn, elsewhere)).toMatchObject({ status: 200 })
  })

  test('is refused to viewers’ apps and to visitors', async () => {
    expect(await confirm(await viewerApp(server))).toMatchObject({ status: 403 })
    expect(await confirm(server.anonymous)).toMatchObject({ status: 401 })
  })

  test('is refused once the session has ended', async () => {
    await server.db.delete(sessions).where(eq(sessions.user, team.admin.id))
    expect(await confirm(team.admin)).toMatchObject({ status: 401 })
  })
})
