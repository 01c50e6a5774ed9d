import { like, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldLabel } from '../../../../src/domain/field-labels.ts'
import { hiddenInUserList } from '../../../../src/domain/users/visibility.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { searchText, sortKey } from '../../../../src/server/platform/database/search.ts'
import { prepareScene, type Scene } from '../../../server/access/scene.ts'
import { testApp } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp({ keep: true })
let scene: Scene

beforeAll(async () => {
  scene = await prepareScene(server)
})

const SUMMARY = '/api/license_transactions/summary'

/** Paths of all lists with an export. */
const lists = (): string[] =>
  Object.keys(server.app.swagger().paths ?? {})
    .filter((path) => path.endsWith('/export') && path !== `${SUMMARY}/export`)
    .map((path) =>
      path
        .replace('/export', '')
        .replace('{id}', scene.records['/api/series'] ?? '')
        .replace('{username}', encodeURIComponent(scene.own.name)),
    )

const HIDDEN_FROM_AGENTS = hiddenInUserList('agent').fields

const OF_SENDERS = ['sender', 'senders', 'senderCount']

const omit = (row: object, hidden: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)))

const rowsIn = (text: string): unknown => JSON.parse(text)

describe('the export of every list', () => {
  test("has its rows in its order, within the user's scope", async () => {
    const paths = lists()
    expect(paths.length).toBeGreaterThan(19)
    for (const path of paths)
      for (const person of [scene.people.sa, scene.people.agent]) {
        const listed = await person.get(`${path}?limit=100`)
        const exported = await person.get(`${path}/export?format=json`)
        expect([path, exported.status], exported.text).toEqual([path, listed.status])
        if (listed.status !== 200) continue
        const hidden = path === '/api/users' && person === scene.people.agent ? HIDDEN_FROM_AGENTS : []
        // A list repeats a field under another name, and no file names the senders of reports.
        const rows = listed.rows.map((row) => omit(row, [...hidden, 'urlInternal', ...OF_SENDERS]))
        expect(rowsIn(exported.text), path).toEqual(
          // Each of these exports is an event itself.
          path === '/api/audit' ? expect.arrayContaining(rows) : rows,
        )
        expect(exported.headers['x-total-count'], path).toBe(
          String(z.array(z.unknown()).parse(rowsIn(exported.text)).length),
        )
      }
  })

  test('has the columns of the list by default, and refuses unknown ones', async () => {
    const { sa } = scene.people
    const { text, headers } = await sa.get('/api/users/export')
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFUsuario;Nombre completo;Perfil;App;Fecha de registro;Vence;Meses;Estado',
    )
    expect(headers['content-disposition']).toBe('attachment; filename="usuarios-2026-03-15.csv"')
    const named = await sa.get(`/api/users/export?columns=name,status&ids=${scene.own.id}`)
    expect(named.text).toBe(`\uFEFFUsuario;Estado\r\n${scene.own.name};Activo\r\n`)
    for (const columns of ['passwordHash', 'name,name', '', 'name,'])
      expect((await sa.get(`/api/users/export?columns=${columns}`)).status, columns).toBe(422)
    for (const query of ['format=xls', 'separator=|', 'decimal=;', 'nada=1', 'sort=address'])
      expect((await sa.get(`/api/users/export?${query}`)).status, query).toBe(422)
  })
})

test('filters, search and order are those of the list', async () => {
  const { sa } = scene.people
  for (const query of [
    'sort=creditToResell&order=desc',
    'sort=creditToResell&order=asc',
    'sort=dateExpire&order=desc',
    'sort=lastLogin&order=asc',
    'search=persona&sort=name&order=desc',
    `registerFrom=2026-03-15&useTvList=false`,
  ]) {
    const listed = await sa.get(`/api/users?limit=100&${query}`)
    expect(listed.rows.length).toBeGreaterThan(2)
    expect(rowsIn((await sa.get(`/api/users/export?format=json&${query}`)).text), query).toEqual(listed.rows)
  }
  for (const query of [
    'sort=title&order=desc',
    'status=false',
    'dateBeging=2026-03-01&dateFinish=2026-03-31',
  ])
    for (const path of ['/api/issues', '/api/issues/groups']) {
      const listed = await sa.get(`${path}?limit=100&${query}`)
      const rows = listed.rows.map((row) => omit(row, OF_SENDERS))
      expect(rowsIn((await sa.get(`${path}/export?format=json&${query}`)).text), query).toEqual(rows)
    }
})

test('says how a licence stands in words, in a column that only a file that is asked for it has', async () => {
  const { sa } = scene.people
  const { _id } = await storeUser(server, 'app', { dateExpire: new Date('2026-03-12T12:00:00Z') })
  const ids = `ids=${_id},${sa.id}&sort=dateExpire&order=asc`
  const { text } = await sa.get(`/api/users/export?${ids}&columns=dateExpire,licence`)
  expect(text).toBe('\uFEFFVence;Licencia\r\n12/03/2026 08:00:00 am;Venció hace 3 días (12/03/2026)\r\n;\r\n')
  const plain = await sa.get(`/api/users/export?format=json&${ids}`)
  const whole = await sa.get(`/api/users/export?format=json&columns=all&${ids}`)
  expect([plain.text.includes('licence'), whole.text.includes('licence')]).toEqual([false, true])
})

test('formats values like the screens, and escapes formulas', async () => {
  const { sa } = scene.people
  const film = await create(sa, '/api/movies', {
    ...filmOf({ title: '=HYPERLINK("https://x.example")', reference: '+1809;"5"', categories: [] }),
  })
  const columns = 'title,reference,status,year,genres,trailerProvider,dateCreate,released'
  const { text } = await sa.get(`/api/movies/export?ids=${film._id}&columns=${columns}&separator=,`)
  expect(text.split('\r\n')[1]).toBe(
    `"'=HYPERLINK(""https://x.example"")","'+1809;""5""",Sí,${film.year},"${[film.genres].flat().join(', ')}",YouTube,15/03/2026 10:30:00 am,${String(film.released).split('-').reverse().join('/')}`,
  )
})

test.each([
  ['', '7,5'],
  ['&separator=,', '7.5'],
  ['&decimal=.', '7.5'],
  ['&separator=,&decimal=,', '"7,5"'],
])('writes decimals as the target program expects them (%s)', async (query, written) => {
  const { sa } = scene.people
  const film = await create(sa, '/api/movies', filmOf({ title: 'Decimal', rating: 7.5, categories: [] }))
  const { text } = await sa.get(`/api/movies/export?ids=${film._id}&columns=rating${query}`)
  expect(text.split('\r\n')[1]).toBe(written)
})

test('an export is one audit event, without its contents', async () => {
  const { sa } = scene.people
  await sa.get(`/api/users/export?search=nuevo&columns=name&platform=com.cartelera.tv`)
  const { rows } = await sa.get(`/api/audit?limit=1&action=export&user=${sa.id}`)
  expect(rows).toMatchObject([
    {
      action: 'export',
      resource: 'users',
      record: null,
      recordName: 'Usuarios',
      changes: expect.arrayContaining([
        { field: 'q', before: null, after: 'nuevo' },
        { field: 'platform', before: null, after: 'com.cartelera.tv' },
        { field: 'columns', before: null, after: 'name' },
        { field: 'rows', before: null, after: 4 },
      ]),
    },
  ])
  const names = z.array(z.object({ field: z.string() })).parse(rows[0]?.changes)
  expect(names.filter(({ field }) => fieldLabel('users', field) === field)).toEqual([])
})

const totalOf = <Each>(rows: readonly Each[], of: (row: Each) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)

test('the sums by day and seller add up to the summary of the screen', async () => {
  for (const person of [scene.people.sa, scene.people.agent, scene.people.superagent])
    for (const query of ['', `&userLicensed=${scene.own.id}`, '&dateBeging=2026-03-01', '&status=CREATED']) {
      const { body } = await person.get(`${SUMMARY}?${query}`)
      const { text } = await person.get(`${SUMMARY}/export?format=json${query}`)
      const sums = z
        .array(z.object({ day: z.string(), userCreated: z.string(), sales: z.number(), refunds: z.number() }))
        .parse(rowsIn(text))
      const by = (field: 'day' | 'userCreated') =>
        [...new Set(sums.map((row) => row[field]))].map((key) => ({
          key,
          sales: totalOf(sums, (row) => (row[field] === key ? row.sales : 0)),
          refunds: totalOf(sums, (row) => (row[field] === key ? row.refunds : 0)),
        }))
      const shown = z
        .object({
          days: z.array(z.object({ day: z.string(), sales: z.number(), refunds: z.number() })),
          sellers: z.array(z.object({ userCreated: z.string(), sales: z.number(), refunds: z.number() })),
        })
        .parse(body)
      expect(by('day')).toEqual(shown.days.map(({ day: key, ...amounts }) => ({ key, ...amounts })))
      expect(by('userCreated').sort((one, other) => (one.key < other.key ? -1 : 1))).toEqual(
        shown.sellers
          .map(({ userCreated: key, ...amounts }) => ({ key, ...amounts }))
          .sort((one, other) => (one.key < other.key ? -1 : 1)),
      )
    }
  const table = (await scene.people.sa.get(`${SUMMARY}/export`)).text.trimEnd().split('\r\n')
  expect(table[0]).toBe(
    '\uFEFFDía;Vendedor;Cantidad de ventas;Créditos vendidos;Ventas;Cantidad de devoluciones;Créditos devueltos;Días devueltos;Devoluciones;Neto',
  )
  expect(table.at(-1)).toMatch(/^Total;;2;2;\d+(\.\d+)?;0;0;0;0;\d+(\.\d+)?$/)
})

test('headers of amounts name the currency of the settings, in tables only', async () => {
  const { sa } = scene.people
  await sa.put('/api/settings', { currency: 'DOP' })
  const headOf = async (path: string) => (await sa.get(`${path}/export`)).text.split('\r\n')[0]
  expect(await headOf(SUMMARY)).toMatch(/;Ventas \(DOP\);.*;Devoluciones \(DOP\);Neto \(DOP\)$/)
  expect(await headOf('/api/license_transactions')).toMatch(/;Créditos;Precio \(DOP\);Total \(DOP\)$/)
  expect((await sa.get(`${SUMMARY}/export?format=json`)).text).not.toContain('DOP')
  await sa.put('/api/settings', { currency: '' })
})

describe('an export over a real connection', () => {
  const FILMS = 2_000
  /** Large enough to exceed the connection's buffers, so that the server waits for the client. */
  const actors = 'x'.repeat(10_000)
  let address = ''
  let reader: SignedIn

  beforeAll(async () => {
    address = await server.listen()
    reader = await signedIn(server, 'Administrador')
    const [film] = await server.db.select().from(movies).limit(1)
    for (let start = 0; start < FILMS; start += 500)
      await server.db.insert(movies).values(
        Array.from({ length: 500 }, (_, index) => {
          const title = `Larga ${start + index}`
          return { ...film, _id: newId(), title, actors, titleKey: sortKey(title), search: searchText(title) }
        }) as (typeof movies.$inferInsert)[],
      )
  })

  const ask = (query: string, signal: AbortSignal | null = null): Promise<Response> =>
    fetch(`${address}/api/movies/export?${query}`, {
      headers: { authorization: `Bearer ${reader.token}` },
      signal,
    })

  /** Waits until the user can export again; an export ends once it is read completely. */
  const untilFree = () =>
    expect
      .poll(async () => {
        const answer = await ask(`ids=${newId()}`)
        await answer.text()
        return answer.status
      })
      .toBe(200)

  /** Breaks the source of running reads; returns their number. */
  const endReads = async (): Promise<number> => {
    const { rows } = await server.db.execute<{ name: string }>(
      sql`select name from pg_cursors where name like 'whole_list_%'`,
    )
    for (const { name } of rows) await server.db.execute(sql`close ${sql.identifier(name)}`)
    // On PostgreSQL the cursor is in a transaction of another connection.
    const ended = await server.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`)
    return rows.length + ended.rows.length
  }

  test('a second export of a user is refused until the first is cancelled', async () => {
    const stop = new AbortController()
    const first = await ask('search=larga&columns=all', stop.signal)
    expect(first.status).toBe(200)
    const second = await ask('search=larga')
    expect([second.status, await second.json()]).toMatchObject([
      409,
      { message: 'Ya tiene una exportación en curso. Espere a que termine, o cancélela.' },
    ])
    expect((await reader.get('/api/channels/export.m3u')).status).toBe(409)
    stop.abort()
    await untilFree()
  })

  test('is a consistent snapshot under concurrent reads and writes', async () => {
    const response = await ask('format=json&search=larga&sort=title&order=asc')
    expect(response.headers.get('x-total-count')).toBe(String(FILMS))
    expect((await scene.people.sa.get('/api/users?limit=10')).status).toBe(200)
    const changed = await server.db
      .update(movies)
      .set({ reference: 'cambiada' })
      .where(like(movies.title, 'Larga%'))
      .returning({ _id: movies._id })
    const rows = z.array(z.object({ title: z.string(), reference: z.string() })).parse(await response.json())
    expect([rows.length, changed.length]).toEqual([FILMS, FILMS])
    expect(new Set(rows.map(({ title }) => title)).size).toBe(FILMS)
    // The embedded database only keeps a snapshot of the keys, and reads current rows.
    const seen = rows.filter(({ reference }) => reference === 'cambiada').length
    if (server.database.database.kind === 'postgres') expect(seen).toBe(0)
  })

  test('a failure half-way closes the connection', async () => {
    const response = await ask('format=csv&search=larga&columns=all')
    await expect.poll(endReads).toBeGreaterThan(0)
    await expect(response.arrayBuffer().then(({ byteLength }) => byteLength)).rejects.toThrow()
    await untilFree()
  })
})
