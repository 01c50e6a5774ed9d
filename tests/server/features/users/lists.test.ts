import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { people, profileId, storeProfile, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'
const names = (answer: { rows: Record<string, unknown>[] }) => answer.rows.map(({ name }) => name)

/** Name prefix of this file's users, which excludes the signed-in ones. */
const family = 'search=familia'
const store = (name: string, changes = {}) =>
  storeUser(server, 'app', { name, fullName: `Familia ${name}`, ...changes })

describe('the list of users', () => {
  test('formats instants of any precision and century like a single read', async () => {
    const { sa } = await people(server)
    for (const [index, instant] of [
      '2026-03-15T14:30:00.000Z',
      '2026-03-15T14:30:00.100Z',
      '2026-03-15T14:30:00.120Z',
      '2026-03-15T14:30:00.123Z',
      '1899-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59.999Z',
    ].entries()) {
      const date = new Date(instant)
      const dates = { dateCreate: date, dateUpdate: date, dateExpire: date }
      const { _id } = await store(`fecha${index}`, dates)
      const [listed] = (await sa.get(`${api}?ids=${_id}`)).rows
      expect(listed).toMatchObject({
        dateCreate: instant,
        dateUpdate: instant,
        dateExpire: instant,
        lastLogin: null,
      })
      expect(listed).toEqual((await sa.get(`${api}/${_id}`)).body)
    }
  })

  test('is paged by name without overlaps', async () => {
    const { sa } = await people(server)
    for (const name of ['carla', 'Ana', 'beto', 'Dora', 'elsa']) await store(name)
    const page = async (number: number) =>
      names(await sa.get(`${api}/short?${family}&limit=2&page=${number}`))
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
      ['Ana', 'beto'],
      ['carla', 'Dora'],
      ['elsa'],
      [],
    ])
    expect((await sa.get(`${api}/size?${family}&limit=2&page=9`)).body).toEqual({ count: 5 })
    expect(names(await sa.get(`${api}?${family}`))).toHaveLength(5)
  })

  test('is sorted by each column both ways', async () => {
    const { sa } = await people(server)
    const on = (day: number) => new Date(Date.UTC(2026, 0, day))
    await store('a', {
      _id: '1',
      platform: 'com.cartelera.web.tv',
      dateCreate: on(2),
      dateExpire: on(2),
      creditToResell: 1,
      lastLogin: on(3),
      email: 'zoe@correo.example',
      celPhone: '809-555-0102',
      userCreate: 'Ana',
      status: 'enable',
    })
    await store('b', {
      _id: '2',
      platform: 'com.cartelera.tv',
      dateCreate: on(1),
      dateExpire: on(3),
      creditToResell: 3,
      lastLogin: on(1),
      email: 'Álvaro@correo.example',
      celPhone: '809-555-0103',
      userCreate: 'carla',
      status: 'disable',
    })
    await store('c', {
      _id: '3',
      platform: 'com.cartelera.lg.tv',
      dateCreate: on(3),
      dateExpire: on(1),
      creditToResell: 2,
      lastLogin: on(2),
      email: 'beto@correo.example',
      celPhone: '809-555-0101',
      userCreate: 'Ángel',
      status: 'enable',
    })
    for (const [sort, order] of [
      ['name', ['a', 'b', 'c']],
      ['fullName', ['a', 'b', 'c']],
      ['platform', ['c', 'b', 'a']],
      ['dateCreate', ['b', 'a', 'c']],
      ['dateExpire', ['c', 'a', 'b']],
      ['creditAmount', ['c', 'a', 'b']],
      ['creditToResell', ['a', 'c', 'b']],
      ['email', ['b', 'c', 'a']],
      ['celPhone', ['c', 'a', 'b']],
      ['userCreate', ['a', 'c', 'b']],
      ['lastLogin', ['b', 'c', 'a']],
      ['status', ['b', 'a', 'c']],
    ] as const) {
      const sorted = async (direction: string) =>
        names(await sa.get(`${api}/short?${family}&sort=${sort}&order=${direction}`))
      expect(await sorted('asc'), sort).toEqual(order)
      expect(await sorted('desc'), sort).toEqual([...order].reverse())
    }
  })

  test('is sorted by the name of the profile, also after a change or a renaming', async () => {
    const { sa } = await people(server)
    const [first, last] = [await storeProfile(server, 'Abril'), await storeProfile(server, 'Zafra')]
    const moved = await store('movido', { profile: first })
    await store('otro', { profile: last })
    await store('cliente')
    const sorted = async (order: string) =>
      names(await sa.get(`${api}/short?${family}&sort=profileName&order=${order}`))
    expect(await sorted('asc')).toEqual(['movido', 'cliente', 'otro'])
    await sa.put(`${api}/${moved._id}`, { profile: last })
    expect((await sorted('desc')).at(-1)).toBe('cliente')
    await sa.put(`/api/profiles/${last}`, { name: 'Aarón' })
    expect((await sorted('asc')).at(-1)).toBe('cliente')
    expect((await sorted('asc')).length).toBe(3)
  })

  test('finds words in name, full name, e-mail and phones, ignoring case and accents', async () => {
    const { sa } = await people(server)
    await storeUser(server, 'app', {
      name: 'jrosario',
      fullName: 'José Ñandú Rosario',
      email: 'pepe@correo.example',
      telePhone: '809-555-0142',
      celPhone: '+1 829 555 0177',
      address: 'Calle El Sol 45, Santiago de los Caballeros',
      comment: 'Paga los días 15 · prefiere WhatsApp',
    })
    const found = [
      'JROS',
      'jose nandu',
      'pepe@',
      '555-0142',
      '829 555',
      'ro',
      'ñandu jos',
      'jose 0142',
      'jose 82',
      'caballeros',
      'sol 45',
      'whatsapp dias',
    ]
    const words = [...found, '%', '_', 'jose pedro', 'sario jx', 'jose 0143', 'jose 95']
    for (const word of words) {
      const query = `search=${encodeURIComponent(word)}`
      const expected = found.includes(word) ? ['jrosario'] : []
      expect(names(await sa.get(`${api}/short?${query}`)), word).toEqual(expected)
      expect((await sa.get(`${api}/size?${query}`)).body, word).toEqual({ count: expected.length })
    }
  })

  test('finds a telephone number in any notation', async () => {
    const { sa } = await people(server)
    await store('antes', { celPhone: '809-555-1234' })
    await store('despues', { telePhone: '+1 (829) 777.4321' })
    await store('junto', { celPhone: '8495559876' })
    const found: [string, string[]][] = [
      ['8095551234', ['antes']],
      ['809-555-1234', ['antes']],
      ['(809) 555-1234', ['antes']],
      ['809.555.1234', ['antes']],
      ['809 555 12 34', ['antes']],
      ['80 95 55 12 34', ['antes']],
      ['+1 (809) 555-1234', ['antes']],
      ['1-809-555-1234', ['antes']],
      ['18095551234', ['antes']],
      ['555 1234', ['antes']],
      ['5551234', ['antes']],
      ['555-12', ['antes']],
      ['antes 555-1234', ['antes']],
      ['555 12 34 antes', ['antes']],
      ['829 777 4321', ['despues']],
      ['+18297774321', ['despues']],
      ['829/777-4321', ['despues']],
      ['(849)555-98-76', ['junto']],
      ['849-555', ['junto']],
      ['555-4321', []],
      ['809-555-1235', []],
      ['antes 777-4321', []],
      ['+', ['despues']],
      ['(-)', []],
    ]
    for (const [word, expected] of found) {
      const query = `search=${encodeURIComponent(word)}`
      expect(names(await sa.get(`${api}/short?${query}`)), word).toEqual(expected)
      expect((await sa.get(`${api}/size?${query}`)).body, word).toEqual({ count: expected.length })
    }
  })

  test('finds changed values', async () => {
    const { sa } = await people(server)
    const { _id } = await store('antes')
    await sa.put(`${api}/${_id}`, { fullName: 'Después' })
    expect(names(await sa.get(`${api}/short?search=despues`))).toEqual(['antes'])
    expect(names(await sa.get(`${api}/short?search=familia`))).toEqual([])
    const count = async (word: string) => (await sa.get(`${api}/size?search=${word}`)).body
    expect(await count('despues')).toEqual({ count: 1 })
    expect(await count('familia')).toEqual({ count: 0 })
    await sa.delete(`${api}/${_id}`)
    expect(await count('despues')).toEqual({ count: 0 })
  })

  test('counts users after inserts and deletes', async () => {
    const { sa } = await people(server)
    const counts = async () => {
      const { rows } = await server.db.execute<{ users: number }>(
        sql`select count(*)::int as users from users where deleted_at is null`,
      )
      const { count } = (await sa.get(`${api}/size`)).body
      return { ...rows[0], count }
    }
    const all = (count: number) => ({ users: count, count })
    const first = (await counts()).users ?? 0
    await Promise.all(['uno', 'dos', 'tres', 'cuatro'].map((name) => store(name)))
    expect(await counts()).toEqual(all(first + 4))
    const undone = server.db.transaction(async (tx) => {
      await tx.update(users).set({ deletedAt: new Date(), search: '' })
      tx.rollback()
    })
    await expect(undone).rejects.toThrow('Rollback')
    const { _id } = await store('cinco')
    await sa.delete(`${api}/${_id}`)
    expect(await counts()).toEqual(all(first + 4))
    await server.db.delete(users).where(inArray(users.name, ['uno', 'dos']))
    expect(await counts()).toEqual(all(first + 2))
    await server.db.update(users).set({ deletedAt: null }).where(eq(users._id, _id))
    expect(await counts()).toEqual(all(first + 3))
  })

  test('filters whole days of the service’s time zone, both ends included', async () => {
    const { sa } = await people(server)
    // Santo Domingo is at UTC−4.
    const first = new Date('2026-02-10T04:00:00.000Z')
    const last = new Date('2026-02-12T03:59:59.999Z')
    const before = new Date(first.getTime() - 1)
    const after = new Date(last.getTime() + 1)
    for (const [name, date] of Object.entries({ before, first, last, after }))
      await store(name, { dateExpire: date, dateCreate: date })
    const inside = ['first', 'last']
    const asked = `${api}/short?${family}`
    expect(names(await sa.get(`${asked}&dateBeging=2026-02-10&dateFinish=2026-02-11`))).toEqual(inside)
    expect(names(await sa.get(`${asked}&registerFrom=2026-02-10&registerTo=2026-02-11`))).toEqual(inside)
    expect(names(await sa.get(`${asked}&dateBeging=2026-02-12`))).toEqual(['after'])
    expect(names(await sa.get(`${asked}&registerTo=2026-02-09`))).toEqual(['before'])
    expect((await sa.get(`${api}/size?${family}&dateBeging=2026-02-10&dateFinish=2026-02-11`)).body).toEqual({
      count: 2,
    })
  })

  test('filters by platform, TV list and profile', async () => {
    const { sa } = await people(server)
    await store('a', { platform: 'com.cartelera.lg.tv', useTvList: true })
    await store('b')
    const agent = await profileId(server, 'agent')
    await store('c', { profile: agent })
    const asked = `${api}/short?${family}`
    expect(names(await sa.get(`${asked}&platform=com.cartelera.lg.tv`))).toEqual(['a'])
    expect(names(await sa.get(`${asked}&useTvList=true`))).toEqual(['a'])
    expect(names(await sa.get(`${asked}&useTvList=false`))).toEqual(['b', 'c'])
    expect(names(await sa.get(`${asked}&profile=${agent}`))).toEqual(['c'])
  })

  test('is filtered by ids', async () => {
    const { sa } = await people(server)
    const [a, , c] = [await store('a'), await store('b'), await store('c')]
    expect(names(await sa.get(`${api}?ids=${c._id},${a._id}`))).toEqual(['a', 'c'])
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e3',
    'limit=0',
    'limit=101',
    'limit=NaN',
    'sort=passwordHash',
    'sort=address',
    'order=up',
    'dateBeging=2026-02-30',
    'dateFinish=ayer',
    'registerFrom=2026-1-1',
    'registerTo=99999-01-01',
    'platform=com.otra.tv',
    'useTvList=si',
    'profile=%27',
    'status=enable',
    'inventado=1',
    'search=%00',
    `search=${'x'.repeat(300)}`,
  ])('names an unknown parameter: %.30s', async (query) => {
    const { sa } = await people(server)
    for (const path of ['short', 'size']) {
      const { status, body } = await sa.get(`${api}/${path}?${query}`)
      expect(status).toBe(422)
      expect(Object.keys(body.errors ?? {})).toEqual([query.split('=')[0]])
    }
  })

  test('has the page size of the settings by default', async () => {
    const { sa } = await people(server)
    for (let index = 0; index < 12; index++) await store(`u${index}`)
    await sa.put('/api/settings', { pageSize: 10 })
    expect((await sa.get(`${api}/short`)).rows).toHaveLength(10)
  })

  test('shows no password, and the months left of a licence', async () => {
    const { sa } = await people(server)
    const dateExpire = new Date('2026-05-16T00:00:00.000Z')
    await store('a', { dateExpire })
    const answer = await sa.get(`${api}/short?${family}`)
    expect(answer.text).not.toMatch(/argon2|passwordHash|nameKey|createdBy|deletedAt/)
    expect(answer.rows[0]).toMatchObject({ creditAmount: 3, dateExpire: dateExpire.toISOString() })
  })
})

describe('the parts of the list hidden from agents', () => {
  const HIDDEN = [
    'platform=com.cartelera.tv',
    'platform=no-such-platform',
    'lowBalance=true',
    'sort=platform',
  ] as const

  test.each(['', '/short', '/size', '/export'])('are refused as a filter or an order of %s', async (list) => {
    const { agent, superagent } = await people(server)
    for (const query of HIDDEN) {
      expect((await agent.get(`${api}${list}?${query}`)).status, query).toBe(403)
      const known = query === 'platform=no-such-platform' ? 422 : 200
      expect((await superagent.get(`${api}${list}?${query}`)).status, query).toBe(known)
    }
    expect((await agent.get(`${api}${list}?useTvList=true`)).status).toBe(200)
  })

  test('is refused in the filter of bulk requests, which then change no user', async () => {
    const { agent, superagent } = await people(server)
    const customer = await store('cliente', { userCreate: agent.name, owner: agent.id })
    for (const [path, rest] of [
      ['bulk', { action: 'update', changes: { status: 'disable' } }],
      ['bulk', { action: 'delete' }],
    ] as const) {
      const body = { filter: { platform: customer.platform }, expected: 1, ...rest }
      expect((await agent.post(`${api}/${path}`, body)).status).toBe(403)
    }
    const preview = { filter: { platform: customer.platform }, expected: 1, period: 'MESES', count: 1 }
    const sales = '/api/license_transactions/bulk/preview'
    expect((await agent.post(sales, preview)).status).toBe(403)
    expect((await superagent.post(sales, preview)).status).not.toBe(403)
    const [stored] = await server.db.select().from(users).where(eq(users._id, customer._id))
    expect(stored?.status).toBe('enable')
  })

  test('are in none of their exports, and refused if named', async () => {
    const { agent, superagent } = await people(server)
    const head = async (query: string) => (await agent.get(`${api}/export?${query}`)).text.split('\r\n')[0]
    for (const query of ['', 'columns=all']) {
      expect(await head(query)).not.toMatch(/App|Usa Lista de TV/)
      expect((await superagent.get(`${api}/export?${query}`)).text).toContain(';App;')
    }
    for (const column of ['platform', 'useTvList'])
      expect((await agent.get(`${api}/export?columns=name,${column}`)).status, column).toBe(403)
  })
})
