import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkHealth } from '../../../../src/server/platform/database/schema/links.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { channelOf } from '../../../support/channels.ts'
import { create, filmOf, linkOf } from '../../../support/films.ts'
import { runJobs } from '../../../support/jobs.ts'
import { people, type SignedIn } from '../../../support/people.ts'

const server = testApp()

let admin: SignedIn
let agent: SignedIn
beforeEach(async () => {
  ;({ admin, agent } = await people(server))
})

const external = (link: string): Row => linkOf({ link, linkType: 'E', provider: 2 })
const film = (title: string, ...links: string[]) =>
  create(admin, '/api/movies', { ...filmOf({ title }), content: links.map(external) })

const titles = async (query: string, path = '/api/movies/short') => {
  const { status, rows, text } = await admin.get(`${path}?${query}&sort=title&order=asc`)
  expect(status, text).toBe(200)
  return rows.map(({ title }) => title)
}
const linksOf = async (_id: unknown): Promise<unknown[]> => {
  const { content } = (await admin.get(`/api/movies/${_id}`)).body
  return Array.isArray(content) ? content.map(({ link }) => link) : []
}

const OLD = 'cdn.viejo.example'
const NEW = 'cdn.nuevo.example'
const replacement = { action: 'replaceLinks', from: OLD, to: NEW }

async function done(body: Row, path = '/api/movies/bulk'): Promise<Row> {
  const started = await admin.post(path, body)
  expect(started).toMatchObject({ status: 202 })
  await runJobs(server.context)
  return (await admin.get(`/api/batches/${started.body.batch}`)).body
}

describe('the filter by host', () => {
  test('finds the records with a link at it, blind to case, and at its subdomains with `*.`', async () => {
    await film('Uno', `https://${OLD}/1.m3u8`)
    await film('Dos', 'http://otro.example/2', 'HTTP://ana@CDN.Viejo.Example:8080/2')
    await film('Tres', 'https://viejo.example/3')
    await film('Cuatro', `https://otro.example/?u=http://${OLD}/4`)
    expect(await titles(`linkHost=${OLD}`)).toEqual(['Dos', 'Uno'])
    expect(await titles('linkHost=CDN.viejo.EXAMPLE')).toEqual(['Dos', 'Uno'])
    expect(await titles('linkHost=*.viejo.example')).toEqual(['Dos', 'Uno'])
    expect(await titles('linkHost=viejo.example')).toEqual(['Tres'])
    expect((await admin.get(`/api/movies/size?linkHost=${OLD}`)).body).toEqual({ count: 2 })
  })

  test('finds a host in both its forms', async () => {
    await film('Uno', 'https://ñandú.example/1')
    await film('Dos', 'https://xn--and-6ma2c.example/2')
    expect(await titles(`linkHost=${encodeURIComponent('Ñandú.example')}`)).toEqual(['Dos', 'Uno'])
  })

  test('is one of channels and their lists, whose guide counts too', async () => {
    await create(admin, '/api/channels', channelOf({ link: `http://${OLD}/1`, linkInternal: 'E' }))
    await create(admin, '/api/channel_lists', {
      title: 'Lista',
      link: 'http://otro.example/l.m3u',
      guideLink: `http://${OLD}/g.xml`,
    })
    for (const path of ['channels', 'channel_lists'])
      expect(await titles(`linkHost=${OLD}`, `/api/${path}/short`), path).toHaveLength(1)
  })

  test.each(['a', 'http://a.example', 'a.example/x', '*.'])('refuses %s', async (host) => {
    expect((await admin.get(`/api/movies/short?linkHost=${encodeURIComponent(host)}`)).status).toBe(422)
  })

  test('is a word of the search of films, and of the search of everything', async () => {
    await film('Uno', `https://${OLD}/1.m3u8`)
    await film('Dos', 'http://otro.example/2')
    expect(await titles(`search=${OLD}`)).toEqual(['Uno'])
    expect(await titles(`search=uno ${OLD}`)).toEqual(['Uno'])
    expect(await titles(`search=inexistente ${OLD}`)).toEqual([])
    const found = await admin.get(`/api/search?q=${OLD}`)
    expect(found.rows).toMatchObject([{ resource: 'movies', title: 'Uno' }])
  })
})

describe('a replacement', () => {
  test('is previewed, made, audited and undone', async () => {
    const one = await film('Uno', `https://${OLD}/1.m3u8`, 'https://otro.example/1')
    await film('Dos', 'http://otro.example/2')
    const preview = await admin.post('/api/movies/bulk/preview', { ...replacement, filter: {} })
    expect(preview).toMatchObject({ status: 200 })
    expect(preview.body).toEqual({
      ...{ records: 2, changed: 1, links: 1, refusedCount: 0, refused: [] },
      examples: [
        { _id: one._id, title: 'Uno', before: `https://${OLD}/1.m3u8`, after: `https://${NEW}/1.m3u8` },
      ],
    })
    expect(await linksOf(one._id)).toContain(`https://${OLD}/1.m3u8`)

    const batch = await done({ ...replacement, filter: {}, expected: 2 })
    expect(batch).toMatchObject({
      ...{ state: 'done', changed: 1, refusedCount: 0, action: 'replaceLinks' },
      changes: { from: OLD, to: NEW },
    })
    expect(await linksOf(one._id)).toEqual([`https://${NEW}/1.m3u8`, 'https://otro.example/1'])
    expect(await titles(`linkHost=${NEW}`)).toEqual(['Uno'])
    const { rows } = await admin.get(`/api/audit?resource=movies&action=update`)
    expect(rows).toHaveLength(1)

    const again = await done({ ...replacement, filter: {}, expected: 2 })
    expect(again).toMatchObject({ changed: 0 })

    const undo = await admin.post(`/api/batches/${batch._id}/undo`)
    await runJobs(server.context)
    expect((await admin.get(`/api/batches/${undo.body.batch}`)).body).toMatchObject({ changed: 1 })
    expect(await linksOf(one._id)).toEqual([`https://${OLD}/1.m3u8`, 'https://otro.example/1'])
  })

  test('leaves a record whose links would repeat, and names it', async () => {
    const one = await film('Uno', `https://${OLD}/1`, `https://${NEW}/1`)
    const message = `Quedaría repetido: https://${NEW}/1`
    const preview = await admin.post('/api/movies/bulk/preview', { ...replacement, ids: [one._id] })
    expect(preview.body).toMatchObject({
      ...{ changed: 0, refusedCount: 1, refused: [{ _id: one._id, title: 'Uno', message }] },
    })
    const batch = await done({ ...replacement, ids: [one._id], expected: 1 })
    expect(batch).toMatchObject({ changed: 0, refused: [{ _id: one._id, message }] })
    expect(await linksOf(one._id)).toEqual([`https://${OLD}/1`, `https://${NEW}/1`])
  })

  test('is not undone in a record that was edited since', async () => {
    const one = await film('Uno', `https://${OLD}/1`)
    const batch = await done({ ...replacement, ids: [one._id], expected: 1 })
    server.clock.advance(1_000)
    await admin.put(`/api/movies/${one._id}`, { title: 'Otro' })
    const undo = await admin.post(`/api/batches/${batch._id}/undo`)
    await runJobs(server.context)
    expect((await admin.get(`/api/batches/${undo.body.batch}`)).body).toMatchObject({ refusedCount: 1 })
    expect(await linksOf(one._id)).toEqual([`https://${NEW}/1`])
  })

  test('moves the checks of the links', async () => {
    const one = await film('Uno', `https://${OLD}/1`)
    expect(
      await admin.post('/api/links/checks', { resource: 'movies', ids: [one._id], expected: 1 }),
    ).toMatchObject({ status: 202 })
    const history = [{ date: server.clock.now().toISOString(), reason: 'slow' } as const]
    await server.db.update(linkHealth).set({ verdict: 'down', reason: 'slow', history, nextCheck: null })
    await done({ ...replacement, ids: [one._id], expected: 1 })
    const rows = await server.db
      .select()
      .from(linkHealth)
      .where(eq(linkHealth.record, String(one._id)))
    expect(rows).toMatchObject([
      { link: `https://${NEW}/1`, host: NEW, verdict: 'down', history, nextCheck: null },
    ])
  })

  test('has its links checked again if links are checked', async () => {
    await admin.put('/api/settings', { linkChecks: true })
    const one = await film('Uno', `https://${OLD}/1`)
    await done({ ...replacement, ids: [one._id], expected: 1 })
    const rows = await server.db.select().from(linkHealth)
    expect(rows).toMatchObject([{ link: `https://${NEW}/1`, nextCheck: expect.any(Date), isAsked: false }])
  })

  test.each([
    ['from', { from: 'a' }],
    ['from', { from: '' }],
    ['to', { to: OLD.toUpperCase() }],
    ['to', { to: 'https://nuevo.example' }],
    ['to', { to: 'x y' }],
  ])('is refused at %s with %o', async (field, sent) => {
    const body = { ...replacement, filter: {}, expected: 1, ...sent }
    for (const [path, fields] of [
      ['/api/movies/bulk', body],
      ['/api/movies/bulk/preview', { ...body, expected: undefined }],
    ] as const) {
      const { status, body: answer } = await admin.post(path, fields)
      expect(status, path).toBe(422)
      expect(Object.keys(answer.errors ?? {}), path).toEqual([field])
    }
  })

  test('over several entities is one group, whose batches a repeated request finds', async () => {
    const { _id } = await film('Uno', `https://${OLD}/1`)
    await create(admin, '/api/channels', channelOf({ link: `http://${OLD}/1`, linkInternal: 'E' }))
    const group = 'a1b2'
    const start = (path: string, sent: Row = {}) =>
      admin.post(path, { ...replacement, filter: { linkHost: OLD }, expected: 1, group, ...sent })
    const films = await start('/api/movies/bulk')
    const channels = await start('/api/channels/bulk')
    expect(channels.body.batch).not.toBe(films.body.batch)
    expect((await start('/api/movies/bulk')).body).toEqual(films.body)
    await runJobs(server.context)
    // Although the host has no film any more.
    expect((await start('/api/movies/bulk')).body).toEqual(films.body)
    expect((await start('/api/movies/bulk', { to: 'otro.example' })).status).toBe(422)

    const undo = await admin.post(`/api/batches/${films.body.batch}/undo`)
    await runJobs(server.context)
    const { rows } = await admin.get('/api/batches')
    expect(rows.map(({ _id, group, undoes }) => [_id, group, undoes])).toEqual(
      expect.arrayContaining([
        [films.body.batch, group, null],
        [channels.body.batch, group, null],
        [undo.body.batch, group, 'replaceLinks'],
      ]),
    )
    expect(await linksOf(_id)).toEqual([`https://${OLD}/1`])
    const listed = (await admin.get('/api/batches?limit=1')).rows
    expect(listed.map(({ _id }) => _id).sort(), 'a group is listed whole').toEqual(
      rows.map(({ _id }) => _id).sort(),
    )
  })

  test.each(['', 'a b', 'x'.repeat(65), 1])('is refused with the group %o', async (group) => {
    const { status, body } = await admin.post('/api/movies/bulk', {
      ...{ ...replacement, filter: {}, expected: 1, group },
    })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['group']])
  })

  test('is refused to those who may not change the records, and of records without links', async () => {
    const body = { ...replacement, filter: {} }
    expect((await agent.post('/api/movies/bulk/preview', body)).status).toBe(403)
    expect((await agent.post('/api/movies/bulk', { ...body, expected: 1 })).status).toBe(403)
    expect((await admin.post('/api/categories/bulk', { ...body, expected: 1 })).status).toBe(422)
    expect((await admin.post('/api/categories/bulk/preview', body)).status).toBe(404)
  })
})

describe('the links by domain', () => {
  test('are counted by host, with what checks found, of what the user may read', async () => {
    const one = await film('Uno', `https://${OLD}/1`, `https://${OLD}/2`, 'https://otro.example/1')
    await create(admin, '/api/channels', channelOf({ link: `http://${OLD}/1`, linkInternal: 'E' }))
    await admin.post('/api/links/checks', { resource: 'movies', ids: [one._id], expected: 1 })
    const now = server.clock.now()
    await server.db
      .update(linkHealth)
      .set({ verdict: 'down', reason: 'slow', since: now, checked: now })
      .where(eq(linkHealth.link, `https://${OLD}/1`))
    const { status, rows } = await admin.get('/api/links/hosts')
    expect(status).toBe(200)
    const date = now.toISOString()
    const records = [
      { resource: 'channels', count: 1 },
      { resource: 'movies', count: 1 },
    ]
    expect(rows).toEqual([
      { host: OLD, links: 3, records, down: 1, since: date, checked: date },
      {
        ...{ host: 'otro.example', links: 1, records: [{ resource: 'movies', count: 1 }] },
        ...{ down: 0, since: null, checked: null },
      },
    ])
    expect((await agent.get('/api/links/hosts')).status).toBe(403)
  })

  test('count a record once for a host, however its addresses are written, and none for a path', async () => {
    await film(
      'Uno',
      ...[
        `https://${OLD}`,
        `HTTP://ana:x@${OLD.toUpperCase()}:8080?a=/b`,
        `http://${OLD}#/c`,
        `https://${OLD}/d//e`,
      ],
    )
    const paths = ['a/b', 'c//d.example/e', '/f?u=https://g.example/h', 'i'].map((link) => linkOf({ link }))
    await create(admin, '/api/movies', { ...filmOf({ title: 'Dos' }), content: paths })
    expect((await admin.get('/api/links/hosts')).rows).toMatchObject([
      { host: OLD, links: 4, records: [{ resource: 'movies', count: 1 }] },
    ])
  })
})
