import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { recordEvents } from '../../../../src/server/platform/audit/audit-log.ts'
import { auditEntries, auditPersonal } from '../../../../src/server/platform/database/schema/audit.ts'
import { testApp } from '../../../support/app.ts'
import { createTransaction, process, saleOf } from '../../../support/credits.ts'
import { PASSWORD, type People, people, profileId, signedInWith, storeUser } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { textsSentBy } from '../../../support/statements.ts'

const server = testApp()
let team: People

beforeEach(async () => {
  team = await people(server)
})

const entries = async (query = '') => (await team.sa.get(`/api/audit?limit=100${query}`)).rows
const newest = async () => (await entries())[0]
const stored = async () => [
  await server.db.select().from(auditEntries),
  await server.db.select().from(auditPersonal),
]
const category = { name: 'Comedia', descriptionEnglish: 'Comedy', type: 'PELICULA', status: true }

describe('the audit log', () => {
  test('records user, IP address and changes of each create, update and delete', async () => {
    const from = { address: '203.0.113.7' }
    const { body } = await team.admin.post('/api/categories', category, from)
    server.clock.advance(1000)
    await team.admin.put(`/api/categories/${body._id}`, { name: 'Humor' }, from)
    server.clock.advance(1000)
    await team.sa.delete(`/api/categories/${body._id}`)
    const author = { user: team.admin.id, userName: team.admin.name, address: '203.0.113.7' }
    expect(await entries(`&record=${body._id}`)).toMatchObject([
      {
        action: 'delete',
        resource: 'categories',
        recordName: 'Humor',
        user: team.sa.id,
        changes: expect.arrayContaining([{ field: 'name', before: 'Humor', after: null }]),
      },
      {
        action: 'update',
        ...author,
        recordName: 'Humor',
        changes: [{ field: 'name', before: 'Comedia', after: 'Humor' }],
      },
      {
        action: 'create',
        ...author,
        date: '2026-03-15T14:30:00.000Z',
        changes: expect.arrayContaining([{ field: 'type', before: null, after: 'PELICULA' }]),
      },
    ])
  })

  test('records no invalid requests', async () => {
    const before = (await entries()).length
    await team.admin.post('/api/categories', { ...category, type: 'NADA' })
    await team.admin.put('/api/settings', { pageSize: 7 })
    expect(await entries()).toHaveLength(before)
  })

  test('records changes of users with contact data, and of passwords without values', async () => {
    const { _id } = await storeUser(server, 'app', { email: 'ana@example.com' })
    await team.admin.put(`/api/users/${_id}`, { email: 'eva@example.com', password: 'otra-clave' })
    expect((await newest())?.changes).toEqual([
      { field: 'email', before: 'ana@example.com', after: 'eva@example.com' },
      { field: 'password', before: '••••••', after: '••••••' },
    ])
    await team.admin.put(`/api/users/${_id}/password`, { oldPassword: '', newPassword: 'secreta-nueva' })
    expect(await newest()).toMatchObject({ action: 'password', record: _id })
    expect(JSON.stringify(await stored())).not.toMatch(/otra-clave|secreta-nueva|argon/)
  })

  test('records the ids of removed demo users, without names', async () => {
    const dateExpire = new Date('2020-01-01T00:00:00Z')
    const { _id } = await storeUser(server, 'demo', { dateExpire, name: 'demo-vencido' })
    await storeUser(server, 'demo', { dateExpire })
    await team.admin.put(`/api/users/${_id}`, { comment: 'de prueba' })
    expect((await team.admin.delete('/api/users/demo')).body).toEqual({ count: 2 })
    expect((await entries(`&record=${_id}`)).map(({ action }) => action)).toEqual(['delete', 'update'])
    expect(JSON.stringify(await stored())).not.toMatch(/demo-vencido|de prueba/)
    expect(await entries('&action=erase')).toMatchObject([
      {
        record: null,
        user: team.admin.id,
        changes: [
          { field: 'people', before: null, after: 2 },
          { field: 'entries', before: null, after: 1 },
        ],
      },
    ])
  })

  test('records changes of profiles and settings', async () => {
    const { body } = await team.sa.post('/api/profiles', { name: 'Redacción' })
    await team.sa.put(`/api/profiles/${body._id}`, { accessApp: true })
    await team.sa.delete(`/api/profiles/${body._id}`)
    expect((await entries('&resource=profiles')).map(({ action }) => action)).toEqual([
      'delete',
      'update',
      'create',
    ])
    await team.sa.put('/api/settings', { creditPriceMonthly: 12.5 })
    await team.admin.put('/api/settings/updateTvUrlBase', { tvUrlBase: 'https://tv.example/' })
    // The settings have no id; their form filters the log like this.
    expect(await entries('&resource=settings&record=settings')).toMatchObject([
      { changes: [{ field: 'tvUrlBase', before: null, after: 'https://tv.example/' }] },
      { changes: [{ field: 'creditPriceMonthly', before: 0, after: 12.5 }] },
    ])
  })

  test('records a credit transaction once, also if processed repeatedly', async () => {
    const customer = await storeUser(server, 'app', { createdBy: team.agent.id })
    const { body } = await createTransaction(team.agent, saleOf(customer._id))
    await process(team.agent, body._id)
    await process(team.agent, body._id)
    expect(await entries('&action=process')).toMatchObject([
      {
        resource: 'license_transactions',
        record: body._id,
        recordName: '000001',
        user: team.agent.id,
        changes: expect.arrayContaining([{ field: 'sellerMonths', before: null, after: -1 }]),
      },
    ])
  })

  test('records every sign-in, also failed ones, without unknown names', async () => {
    const { name, _id } = await storeUser(server, 'Administrador')
    const signIn = (body: object) => server.anonymous.post('/auth/local', body, { address: '198.51.100.4' })
    await signIn({ name, password: PASSWORD })
    server.clock.advance(1000)
    await signIn({ name, password: 'equivocada' })
    server.clock.advance(1000)
    await signIn({ name: 'mi-clave-secreta', password: 'x' })
    expect(await entries('&search=198.51.100.4')).toMatchObject([
      { action: 'sign-in-failed', record: null, recordName: '', user: null, userName: '' },
      { action: 'sign-in-failed', record: _id, recordName: name, user: null },
      { action: 'sign-in', record: _id, user: _id, userName: name, address: '198.51.100.4' },
    ])
    expect(JSON.stringify(await stored())).not.toContain('mi-clave-secreta')
  })

  test('names the episodes deleted with their series', async () => {
    const { body: serie } = await team.sa.post('/api/series', seriesOf())
    const { _id } = await createEpisode(team.sa, String(serie._id))
    await team.sa.delete(`/api/series/${serie._id}`)
    expect(await entries(`&record=${_id}&action=delete`)).toMatchObject([{ resource: 'episodes' }])
  })
})

describe('an entry', () => {
  test.each([
    "update audit_entries set action = 'update'",
    'delete from audit_entries',
    'truncate audit_entries cascade',
    "update audit_personal set user_name = 'otro'",
    'delete from audit_personal',
    'truncate audit_personal',
  ])('is protected from %j', async (statement) => {
    await team.admin.post('/api/categories', category)
    const before = await stored()
    await expect(server.db.execute(sql.raw(statement))).rejects.toThrow()
    expect(await stored()).toEqual(before)
  })

  test('is protected from a database role with too many privileges, even with the setting for erasures', async () => {
    await team.admin.post('/api/categories', category)
    const before = await stored()
    const meddle = server.db.transaction(async (tx) => {
      await tx.execute(sql`create role meddler`)
      await tx.execute(sql`grant all on audit_entries, audit_personal to meddler`)
      await tx.execute(sql`set local role meddler`)
      await tx.execute(sql`set local cartelera.audit_erasure = 'on'`)
      await tx.execute(sql`update audit_personal set user_name = ''`)
    })
    await expect(meddle).rejects.toMatchObject({ cause: { message: 'the audit log never changes' } })
    expect(await stored()).toEqual(before)
  })

  test('cannot be erased by a database role without rights to the function', async () => {
    const erase = server.db.transaction(async (tx) => {
      await tx.execute(sql`create role meddler`)
      await tx.execute(sql`set local role meddler`)
      await tx.execute(sql`select erase_audit_personal(array['somebody'])`)
    })
    await expect(erase).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  test('of the credit ledger is protected from TRUNCATE as well', async () => {
    await expect(server.db.execute(sql`truncate license_transactions`)).rejects.toThrow()
  })
})

describe('deleting a user', () => {
  const from = { address: '203.0.113.77' }

  test('erases names, addresses and contact data from its entries; ids and facts are kept', async () => {
    const { _id, name } = await storeUser(server, 'Administrador', { name: 'eva-luna', fullName: 'Eva Luna' })
    const { body } = await server.anonymous.post('/auth/local', { name, password: PASSWORD }, from)
    await server.anonymous.post('/auth/local', { name, password: 'no' }, { address: '203.0.113.78' })
    const eva = server.clientOf(String(body.token))
    await eva.post('/api/categories', category, from)
    await team.sa.put(`/api/users/${_id}`, {
      fullName: 'Eva Sol',
      email: 'eva@example.com',
      useTvList: true,
    })
    const before = await entries()
    expect(JSON.stringify(before)).toMatch(/eva@example.com/)
    expect((await team.sa.delete(`/api/users/${_id}`)).status).toBe(200)

    expect(JSON.stringify(await stored())).not.toMatch(/eva|luna|sol|203\.0\.113\.7[78]/i)
    const after = await entries()
    expect(after.slice(2).map(({ _id, action, record, user }) => ({ _id, action, record, user }))).toEqual(
      before.map(({ _id, action, record, user }) => ({ _id, action, record, user })),
    )
    expect(after.slice(0, 2)).toMatchObject([
      { action: 'delete', record: _id, recordName: '', user: team.sa.id },
      { action: 'erase', record: _id, recordName: '', user: team.sa.id, userName: team.sa.name },
    ])
    // Data of other users remain searchable.
    expect(await entries('&search=comedia')).toMatchObject([
      { recordName: 'Comedia', userName: '', user: _id },
    ])
    expect(await entries(`&record=${_id}&action=update`)).toMatchObject([
      { userName: team.sa.name, changes: [{ field: 'useTvList', before: false, after: true }] },
    ])
    expect(await entries('&search=luna')).toEqual([])
  })

  test('erases the name of a customer from the sales to it', async () => {
    const customer = await storeUser(server, 'app', { createdBy: team.agent.id, fullName: 'Rosa Vega' })
    const { body } = await createTransaction(team.agent, saleOf(customer._id))
    await process(team.agent, body._id)
    expect(JSON.stringify(await entries('&action=process'))).toContain('Rosa Vega')
    expect((await team.sa.delete(`/api/users/${customer._id}`)).status).toBe(200)
    expect(JSON.stringify(await stored())).not.toContain('Rosa Vega')
    expect(await entries('&action=process')).toMatchObject([
      { recordName: '000001', userName: team.agent.name, changes: expect.any(Array) },
    ])
  })

  test('erases in limited steps, each of which continues the previous one', async () => {
    const { _id } = await storeUser(server, 'app', { name: 'muchas-entradas', deletedAt: server.clock.now() })
    const by = { id: null, name: '', ip: '' }
    const event = { action: 'update', resource: 'users', record: { _id, name: 'muchas-entradas' } } as const
    await recordEvents(server.db, by, server.clock.now(), Array(25).fill(event))
    const run = async () => {
      const { rows } = await server.db.execute<{ erased: number }>(
        sql`select erase_audit_personal(array[${_id}], most => 10) as erased`,
      )
      return rows[0]?.erased
    }
    expect([await run(), await run(), await run(), await run()]).toEqual([10, 10, 5, 0])
    expect(JSON.stringify(await stored())).not.toContain('muchas-entradas')
    expect(await entries('&action=erase')).toHaveLength(4)
  })
})

describe('the audit log of events that clients can repeat without limit', () => {
  test('records ten 403 responses a minute with user and route, and the rest as one entry', async () => {
    for (let time = 0; time < 13; time++)
      expect((await team.agent.post('/api/categories', category)).status).toBe(403)
    expect((await team.agent.put(`/api/users/${team.sa.id}`, {})).status).toBe(404)
    const told = await entries('&action=forbidden')
    expect(told).toHaveLength(10)
    expect(told[0]).toMatchObject({
      resource: 'categories',
      user: team.agent.id,
      userName: team.agent.name,
      changes: [
        { field: 'method', before: null, after: 'POST' },
        { field: 'path', before: null, after: '/api/categories' },
      ],
    })
    server.clock.advance(61_000)
    await team.superagent.delete(`/api/profiles/${await profileId(server, 'agent')}`)
    expect(await entries('&action=forbidden&resource=profiles')).toMatchObject([
      { user: team.superagent.id, record: await profileId(server, 'agent') },
    ])
    const [summary] = (await entries(`&action=forbidden&user=${team.agent.id}`)).filter(({ changes }) =>
      JSON.stringify(changes).includes('repeated'),
    )
    expect(summary).toMatchObject({ changes: [{ field: 'repeated', before: null, after: 3 }] })
  })

  test('records at most ten rejected sign-ins beyond the rate limit', async () => {
    const { name, _id } = await storeUser(server, 'Administrador')
    const guess = () =>
      server.anonymous.post('/auth/local', { name, password: 'no' }, { address: '198.51.100.9' })
    for (let time = 0; time < 25; time++) await guess()
    expect(await entries('&action=sign-in-failed')).toHaveLength(10)
    const rejected = await entries('&action=sign-in-refused')
    expect(rejected).toHaveLength(10)
    expect(rejected[0]).toMatchObject({ record: _id, recordName: name, user: null, address: '198.51.100.9' })
  })

  test('records the user who sent wrong old passwords and rejected changes', async () => {
    const change = () =>
      team.agent.put(`/api/users/${team.agent.id}/password`, { oldPassword: 'no', newPassword: 'nueva' })
    for (let time = 0; time < 11; time++) await change()
    expect(await entries('&action=password-failed')).toHaveLength(10)
    expect(await entries('&action=password-refused')).toMatchObject([
      { record: team.agent.id, user: team.agent.id, userName: team.agent.name },
    ])
  })
})

test('records a sign-out', async () => {
  await team.agent.post('/auth/logout')
  expect(await entries('&action=sign-out')).toMatchObject([{ record: team.agent.id, user: team.agent.id }])
})

describe('the list of the audit log', () => {
  test('needs a profile that grants it', async () => {
    const keeper = await signedInWith(server, { audit: [] })
    await team.admin.post('/api/categories', category)
    expect((await keeper.get('/api/audit')).rows).toHaveLength(1)
    for (const caller of [team.agent, team.superagent])
      expect((await caller.get('/api/audit')).status).toBe(403)
    expect((await server.anonymous.get('/api/audit')).status).toBe(401)
  })

  test('shows resellers only their own actions, and a setting of sa only to sa', async () => {
    await team.sa.put('/api/settings', { linkReserved: true })
    const told = async (caller: typeof team.sa) =>
      (await caller.get('/api/audit?resource=settings')).rows.map(({ changes }) => changes)
    expect(await told(team.admin)).toEqual([[]])
    expect(await told(team.sa)).toEqual([[{ field: 'linkReserved', before: false, after: true }]])
    await team.sa.put(`/api/profiles/${await profileId(server, 'agent')}`, {
      routeAccess: [
        { onMenu: 'admin', access: [{ name: 'audit', register: false, modify: false, delete: false }] },
      ],
    })
    expect((await team.agent.get('/api/audit')).rows).toEqual([])
  })

  test('has views of changes and of sign-ins, which together are all', async () => {
    await server.clientOf('').post('/auth/local', { name: team.agent.name, password: 'equivocada' })
    await team.admin.post('/api/categories', category)
    const all = await entries()
    const changes = await entries('&view=changes')
    const access = await entries('&view=access')
    expect(changes.map(({ action }) => action)).toContain('create')
    expect(access.map(({ action }) => action)).toContain('sign-in-failed')
    expect(changes.length + access.length).toBe(all.length)
    expect((await team.sa.get('/api/audit/size?view=access')).body).toEqual({ count: access.length })
    expect((await team.sa.get('/api/audit?view=otra')).status).toBe(422)
  })

  test('finds the changes of settings, for sa alone those that only sa sees', async () => {
    await team.sa.put('/api/settings', { pageSize: 50 })
    await team.sa.put('/api/settings', { linkReserved: true })
    const count = async (settings: string, client = team.sa) =>
      (await client.get(`/api/audit/size?settings=${settings}`)).body.count
    expect([
      await count('pageSize'),
      await count('linkReserved'),
      await count('pageSize,linkReserved'),
    ]).toEqual([1, 1, 2])
    expect(await count('pageSize,linkReserved', team.admin)).toBe(1)
    expect(await count('linkReserved', team.admin)).toBe(0)
    for (const wrong of ['', 'nada', 'pageSize,', '__proto__'])
      expect((await team.sa.get(`/api/audit?settings=${wrong}`)).status, wrong).toBe(422)
  })

  test('names who changed each setting last, to resellers only themselves, and a setting of sa only to sa', async () => {
    const changes = async (caller: typeof team.sa) =>
      (await caller.get('/api/audit/settings')).rows.sort((a, b) =>
        String(a.setting) < String(b.setting) ? -1 : 1,
      )
    expect(await changes(team.sa)).toEqual([])
    expect((await team.agent.get('/api/audit/settings')).status).toBe(403)
    await team.sa.put(`/api/profiles/${await profileId(server, 'agent')}`, {
      routeAccess: buildGrants({ audit: [], settings: ['modify'] }),
    })
    await team.agent.put('/api/settings', { creditPriceMonthly: 10, pageSize: 40 })
    server.clock.advance(1000)
    await team.sa.put('/api/settings', { creditPriceMonthly: 12, linkReserved: true })
    const byAgent = { setting: 'pageSize', date: '2026-03-15T14:30:00.000Z', userName: team.agent.name }
    const bySa = (setting: string) => ({ setting, date: '2026-03-15T14:30:01.000Z', userName: team.sa.name })
    expect(await changes(team.sa)).toEqual([bySa('creditPriceMonthly'), bySa('linkReserved'), byAgent])
    expect(await changes(team.admin)).toEqual([bySa('creditPriceMonthly'), byAgent])
    expect(await changes(team.agent)).toEqual([byAgent])
    const sent = await textsSentBy(() => changes(team.sa))
    expect(sent.filter((text) => text.includes('audit'))).toHaveLength(1)
  })

  test('can be filtered by action, resource, user, day and text, and counted', async () => {
    await team.admin.post('/api/categories', category)
    // A session expires after twelve idle hours.
    server.clock.advance(11 * 3_600_000)
    await team.sa.get('/api/users/me')
    server.clock.advance(4 * 3_600_000)
    await team.sa.post('/api/categories', { ...category, name: 'Terror', descriptionEnglish: 'Horror' })
    const count = async (query: string) => (await team.sa.get(`/api/audit/size?${query}`)).body.count
    expect(await count('action=create')).toBe(2)
    expect(await count(`user=${team.admin.id}`)).toBe(1)
    expect(await count('search=terror')).toBe(1)
    expect(await count('dateFinish=2026-03-15')).toBe(1)
    expect(await count('dateBeging=2026-03-16&resource=categories')).toBe(1)
    expect(await count('resource=movies')).toBe(0)
    expect((await team.sa.get('/api/audit?action=nada')).status).toBe(422)
  })
})
