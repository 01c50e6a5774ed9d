import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { MAX_ENTRIES, PLAYLIST_MESSAGES } from '../../../../src/domain/playlists/parse.ts'
import { type Row, validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { feedServer } from '../../../support/feed-server.ts'
import { fieldFile } from '../../../support/field-files.ts'
import { chosen, playlistClient } from '../../../support/playlists.ts'

const feeds = feedServer()
const catalogue = testCatalogue({ config: { allowPrivateGuides: true } })
const { preview, importAll, channels, verdicts } = playlistClient(() => catalogue.operator)

const file = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../data/m3u/${name}`, import.meta.url)), 'utf8')

const LIST = `#EXTM3U
#EXTINF:-1 tvg-id="uno" tvg-chno="4" tvg-logo="https://tv.example/uno.png" group-title="Noticias",Canal Uno
https://tv.example/uno.m3u8
#EXTINF:-1,Canal Dos
https://tv.example/dos.m3u8
#EXTINF:-1,Otra vez
https://tv.example/dos.m3u8
#EXTINF:-1,Sin dirección
`

describe('a preview', () => {
  test('classifies each entry without changing anything', async () => {
    const guide = await stored(catalogue.operator, '/api/channel/guides', {
      name: 'Guía',
      url: 'https://guias.example/do.xml',
    })
    const named = { channelGuide: guide._id, epgId: 'uno@SD' }
    await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno', number: 4, ...named }))
    const { status, rows } = await preview(LIST)
    expect(status).toBe(200)
    expect(rows).toMatchObject([
      {
        title: 'Canal Uno',
        verdict: 'changed',
        channel: expect.any(String),
        changes: [
          {
            field: 'link',
            before: 'https://tv.example/siete.m3u8',
            after: 'https://tv.example/uno.m3u8',
          },
          { field: 'image' },
          { field: 'epgId', before: 'uno@SD', after: 'uno' },
        ],
      },
      { title: 'Canal Dos', number: 5, verdict: 'new', channel: null, changes: [], problems: [] },
      { title: 'Otra vez', verdict: 'duplicate' },
      { title: 'Sin dirección', verdict: 'invalid', problems: [{ field: 'link' }] },
    ])
    expect(await channels()).toHaveLength(1)
  })

  test('reads the playlist of a channel list', async () => {
    feeds.serve('/lista.m3u', LIST)
    const list = await stored(catalogue.operator, '/api/channel_lists', {
      title: 'Lista',
      link: feeds.at('/lista.m3u'),
    })
    expect(
      (await catalogue.operator.post('/api/channels/import/preview', { listId: list._id })).rows,
    ).toHaveLength(4)
  })

  const sent = (file: Buffer, query = '') =>
    catalogue.operator.post(`/api/channels/import/preview${query}`, file, {
      headers: { 'content-type': 'application/octet-stream' },
    })

  test('reads a list compressed with gzip, also from a URL', async () => {
    expect((await sent(gzipSync(LIST))).rows).toHaveLength(4)
    feeds.serve('/lista.m3u.gz', gzipSync(LIST))
    const list = await stored(catalogue.operator, '/api/channel_lists', {
      title: 'Lista',
      link: feeds.at('/lista.m3u.gz'),
    })
    expect(
      (await catalogue.operator.post('/api/channels/import/preview', { listId: list._id })).rows,
    ).toHaveLength(4)
  })

  test('shows unreadable and damaged entries, and characters of windows-1252', async () => {
    const odd = await sent(fieldFile('02-extinf-atributo-raro.m3u'))
    expect(odd.rows[0]).toMatchObject({ epgId: 'CanalCinco.do', notes: [expect.stringContaining('«radio»')] })
    const damaged = await sent(fieldFile('10-un-byte-danado.m3u'))
    expect(damaged.rows).toMatchObject([
      { title: 'Televisión de Prueba', category: 'Información', notes: [] },
      { title: 'Señal Mañana de Prueba' },
      { notes: [expect.stringContaining('\ufffd')] },
    ])
    expect((await sent(fieldFile('11-windows-1252.m3u'))).rows).toMatchObject([
      { title: 'O’Higgins TV “La Señal” de Prueba', category: 'Música – Éxitos' },
      { title: 'Canal €uro de Prueba' },
    ])
  })

  test('reads only the live entries of a longer list', async () => {
    const film = '#EXTINF:-1,Película\nhttp://tv.example/movie/u/p/1.mkv\n'
    const file = Buffer.from(LIST + film.repeat(MAX_ENTRIES + 1))
    expect(await sent(file)).toMatchObject({ status: 422, body: { message: PLAYLIST_MESSAGES.tooMany } })
    expect((await sent(file, '?onlyLive=true')).rows).toHaveLength(4)
  })

  test.each([
    ['ZIP', [0x50, 0x4b, 0x03, 0x04, 0]],
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
    ['RAR', [0x52, 0x61, 0x72, 0x21, 0]],
  ])('refuses an archive by its format: %s', async (format, bytes) =>
    expect(await sent(Buffer.from(bytes))).toMatchObject({
      status: 422,
      body: { message: PLAYLIST_MESSAGES.archive(format) },
    }),
  )

  test('refuses files that exceed the limit when decompressed, and invalid gzip files', async () => {
    const bomb = gzipSync(`#EXTM3U\n${'#EXTINF:-1,x\n'.repeat(1_500_000)}`)
    expect(await sent(bomb)).toMatchObject({ status: 422 })
    expect(await sent(Buffer.concat([gzipSync(LIST).subarray(0, 40), Buffer.from('xx')]))).toMatchObject({
      status: 422,
      body: { message: PLAYLIST_MESSAGES.none },
    })
  })

  test('reads legacy encodings', async () => {
    const payload = Buffer.from('#EXTM3U\n#EXTINF:-1,Peñón Televisión\nhttps://tv.example/1\n', 'latin1')
    const answer = await catalogue.test.app.inject({
      method: 'POST',
      url: '/api/channels/import/preview',
      headers: {
        authorization: `Bearer ${catalogue.operator.token}`,
        'content-type': 'application/octet-stream',
      },
      payload,
    })
    expect(answer.json()).toMatchObject([{ title: 'Peñón Televisión' }])
  })

  test('of only a header is empty', async () =>
    expect((await preview(file('iptv-org_st.m3u'))).rows).toEqual([]))

  test.each([
    ['a text that is no playlist', 'hola', 'El archivo no es una lista M3U.'],
    ['an empty file', ' ', 'El archivo no es una lista M3U.'],
    [
      'a playlist with too many entries',
      `#EXTM3U\n${'#EXTINF:-1,x\nhttps://tv.example/1\n'.repeat(20_001)}`,
      'La lista tiene más de 20000 canales.',
    ],
  ])('rejects %s', async (_what, text, message) => {
    const answer = await preview(text)
    expect(answer.status).toBe(422)
    expect(answer.body.message).toBe(message)
  })

  test('rejects a file that is too large or of another type, and an unknown list', async () => {
    expect(await preview('x'.repeat(17 * 1024 * 1024))).toMatchObject({
      status: 422,
      body: { message: PLAYLIST_MESSAGES.tooBig(16) },
    })
    expect((await preview('x'.repeat(65 * 1024 * 1024))).status).toBe(413)
    const post = (body: unknown, type = 'application/json') =>
      catalogue.operator.post('/api/channels/import/preview', body, { headers: { 'content-type': type } })
    expect((await post('<x/>', 'application/xml')).status).toBe(415)
    expect((await post({ listId: '00000000-0000-7000-8000-000000000000' })).status).toBe(404)
    expect((await post({ listId: 7 })).status).toBe(422)
    expect((await post({ url: 'https://tv.example/' })).status).toBe(422)
  })

  test('reports an unreadable list', async () => {
    const list = await stored(catalogue.operator, '/api/channel_lists', { title: 'L', link: feeds.at('/no') })
    const answer = await catalogue.operator.post('/api/channels/import/preview', { listId: list._id })
    expect(answer.status).toBe(502)
    expect(answer.body.message).toBe('No se pudo leer la lista. La dirección respondió con un error.')
  })
})

describe('an import', () => {
  test('creates the new channels, filling in what the playlist lacks', async () => {
    await stored(catalogue.operator, '/api/channels', channelOf({ number: 9 }))
    const { status, body } = await importAll(LIST, { category: 'Variedades' })
    expect(status).toBe(200)
    expect(body).toEqual({
      batchId: expect.any(String),
      created: 2,
      changed: 0,
      skipped: 0,
      same: 0,
      duplicate: 1,
      invalid: 1,
    })
    expect((await channels()).slice(0, 3)).toMatchObject([
      {
        number: 4,
        title: 'Canal Uno',
        category: 'Noticias',
        image: 'https://tv.example/uno.png',
        linkInternal: 'E',
        epgId: '',
        channelGuide: null,
        status: true,
        userCreate: catalogue.operator.name,
      },
      { number: 9 },
      { number: 10, title: 'Canal Dos', category: 'Variedades', image: '/pictures/logo/Canal%20Dos.svg' },
    ])
    const { rows } = await catalogue.operator.get('/api/channels/short?search=dos%20variedades')
    expect(rows).toHaveLength(1)
  })

  test.each(['iptv-org_do.m3u', 'iptv-org_us.m3u', 'iptv-org_2023_do.m3u', 'iprd_radio_es.m3u'])(
    'of %s creates nothing when repeated',
    async (name) => {
      const first = await importAll(file(name))
      expect(Number(first.body.created)).toBeGreaterThan(5)
      const before = await channels()
      expect(await verdicts(file(name))).toEqual(before.map(() => 'same'))
      const second = await importAll(file(name))
      expect(second.body).toMatchObject({ batchId: null, created: 0, changed: 0, same: before.length })
      expect(await channels()).toEqual(before)
    },
  )

  test('of the same entries in two concurrent requests creates them once', async () => {
    const entries = chosen((await preview(LIST)).rows)
    const answers = await Promise.all(
      [1, 2, 3].map(() => catalogue.operator.post('/api/channels/import', { entries, category: 'TV' })),
    )
    expect(answers.map(({ body }) => body.created).sort()).toEqual([0, 0, 2])
    expect(await channels()).toHaveLength(2)
  })

  test('changes only the values that differ in the playlist', async () => {
    await importAll(LIST, { category: 'TV' })
    const [uno] = await channels()
    await catalogue.operator.put(`/api/channels/${uno?._id}`, { flag: '/do.svg', isAdult: true })
    const { body } = await importAll(LIST.replace('uno.m3u8', 'nuevo.m3u8'))
    expect(body).toMatchObject({ created: 0, changed: 1, same: 1 })
    expect((await channels())[0]).toEqual({
      ...uno,
      link: 'https://tv.example/nuevo.m3u8',
      flag: '/do.svg',
      isAdult: true,
      dateUpdate: expect.any(String),
    })
  })

  test('changes only the fields that were chosen', async () => {
    await importAll(LIST)
    const changed = LIST.replace('uno.m3u8', 'nuevo.m3u8').replace('Noticias', 'Política')
    expect((await importAll(changed, {}, ['link'])).body).toMatchObject({ changed: 1 })
    const [uno] = await channels()
    expect(uno).toMatchObject({ link: 'https://tv.example/nuevo.m3u8', category: 'Noticias' })
    expect((await importAll(changed, {}, [])).body).toMatchObject({ batchId: null, skipped: 1 })
    expect((await importAll(changed, {}, ['status'])).status).toBe(422)
  })

  test('overwrites no stored field that was not chosen', async () => {
    await importAll(LIST)
    const before = await channels()
    const moved = LIST.replace('uno.m3u8', 'nuevo.m3u8').replaceAll('dos.m3u8', 'otro.m3u8')
    const entries = chosen((await preview(moved)).rows).map(({ fields: _fields, ...entry }) => entry)
    const { body } = await catalogue.operator.post('/api/channels/import', { entries, category: 'TV' })
    expect(body).toMatchObject({ batchId: null, changed: 0, skipped: 2 })
    expect(await channels()).toEqual(before)
  })

  test('changes the fields chosen for each channel', async () => {
    await importAll(LIST)
    const said = LIST.replace('Noticias', 'Política')
      .replace('uno.m3u8', 'nuevo.m3u8')
      .replaceAll('dos.m3u8', 'otro.m3u8')
    const fields = new Map([
      ['Canal Uno', ['category']],
      ['Canal Dos', ['link']],
    ])
    const entries = chosen((await preview(said)).rows).map((entry) => ({
      ...entry,
      fields: fields.get(String(entry.title)) ?? [],
    }))
    await catalogue.operator.post('/api/channels/import', { entries, category: 'TV' })
    expect(await channels()).toMatchObject([
      { title: 'Canal Uno', link: 'https://tv.example/uno.m3u8', category: 'Política' },
      { title: 'Canal Dos', link: 'https://tv.example/otro.m3u8' },
    ])
  })

  test('skips entries that were not chosen', async () => {
    const { rows } = await preview(LIST)
    const entries = chosen(rows).map((entry) => ({ ...entry, take: entry.title === 'Canal Dos' }))
    const { body } = await catalogue.operator.post('/api/channels/import', { entries, category: 'TV' })
    expect(body).toMatchObject({ created: 1, skipped: 1 })
    expect((await channels()).map(({ title }) => title)).toEqual(['Canal Dos'])
  })

  test('does not overwrite changes since its preview', async () => {
    const { rows } = await preview(LIST)
    const since = await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno' }))
    const { body } = await catalogue.operator.post('/api/channels/import', {
      entries: chosen(rows),
      category: 'TV',
    })
    expect(body).toMatchObject({ created: 1, changed: 0, skipped: 1 })
    expect((await catalogue.operator.get(`/api/channels/${since._id}`)).body).toEqual(since)
  })

  test('assigns the chosen guide to new channels with an EPG ID', async () => {
    const guide = await stored(catalogue.operator, '/api/channel/guides', {
      name: 'G',
      url: 'https://g.example/',
    })
    await importAll(LIST, { category: 'TV', channelGuide: guide._id })
    expect((await channels()).map(({ channelGuide }) => channelGuide)).toEqual([guide._id, null])
  })

  /** An entry as a client could compose it, without a preview. */
  const entry = (changes: Row = {}): Row => ({
    title: 'Uno',
    link: 'https://tv.example/uno.m3u8',
    number: null,
    image: '',
    category: '',
    epgId: '',
    take: true,
    ...changes,
  })
  const post = (...entries: Row[]) =>
    catalogue.operator.post('/api/channels/import', { category: 'TV', entries })

  test('validates its entries like channels', async () => {
    const { status, body } = await post(
      entry({ title: 'x'.repeat(301) }),
      entry({ link: 'javascript:alert(1)' }),
      entry({ link: 'JavaScript:alert(1)' }),
      entry({ link: 'data:text/html,x' }),
      entry({ link: '/etc/passwd' }),
      entry({ title: ' \u0001' }),
      entry({ title: 'Logo', image: 'javascript:alert(1)' }),
      entry({ title: 'Número', link: 'https://tv.example/2', number: 1e300 }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ created: 2, invalid: 6 })
    expect(await channels()).toMatchObject([
      { number: 1, title: 'Logo', image: '/pictures/logo/Logo.svg' },
      { number: 2, title: 'Número' },
    ])
  })

  test('changes only the channel that the server matches', async () => {
    const mine = await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Uno' }))
    const values = channelOf({ title: 'Dos', link: 'https://tv.example/2' })
    const other = await stored(catalogue.operator, '/api/channels', values)
    const { body } = await post(entry({ channel: other._id }))
    expect(body).toMatchObject({ changed: 0, created: 0, skipped: 1 })
    expect(await channels()).toEqual([mine, other])
  })

  test('without a required category, or with an unknown guide, is rejected', async () => {
    const without = await importAll(LIST, { category: ' ' })
    expect(without.status).toBe(422)
    expect(validationErrorsOf(without)).toEqual({ category: 'Debe digitar la categoría.' })
    const wrong = await importAll(LIST, { channelGuide: '00000000-0000-7000-8000-000000000000' })
    expect(validationErrorsOf(wrong)).toEqual({ channelGuide: 'La guía no existe.' })
    expect(await channels()).toEqual([])
  })
})

describe('the permission to import', () => {
  test('requires creating channels, and editing them if some change', async () => {
    const creator = await catalogue.withGrants({ 'channel-create': ['register'] })
    const entries = chosen((await preview(LIST)).rows)
    const body = { entries, category: 'TV' }
    expect((await creator.post('/api/channels/import', body)).body).toMatchObject({ created: 2 })
    const changed: Row[] = chosen((await preview(LIST.replace('uno.m3u8', 'otro.m3u8'))).rows)
    expect((await creator.post('/api/channels/import', { entries: changed, category: 'TV' })).status).toBe(
      403,
    )
    expect(await verdicts(LIST)).toEqual(['same', 'same', 'duplicate', 'invalid'])
  })

  test.each([[{}], [{ 'channel-list': [] }], [{ 'channel-edit': ['modify', 'delete'] }]] as const)(
    'is denied with only %j',
    async (grants) => {
      const caller = await catalogue.withGrants(grants)
      const headers = { 'content-type': 'audio/x-mpegurl' }
      expect((await caller.post('/api/channels/import/preview', LIST, { headers })).status).toBe(403)
      expect((await caller.post('/api/channels/import', { entries: [], category: '' })).status).toBe(403)
      if (!('channel-edit' in grants))
        expect((await caller.delete('/api/channels/import/x')).status).toBe(403)
    },
  )

  test('requires reading channel lists to import one', async () => {
    const list = await stored(catalogue.operator, '/api/channel_lists', {
      title: 'L',
      link: feeds.at('/l.m3u'),
    })
    const creator = await catalogue.withGrants({ 'channel-create': ['register'] })
    expect((await creator.post('/api/channels/import/preview', { listId: list._id })).status).toBe(403)
    expect(feeds.asked('/l.m3u')).toBe(0)
  })
})
