import { describe, expect, test } from 'vitest'
import { IMPORT_MESSAGES } from '../../../../src/domain/imports/import.ts'
import type { Client, Row } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { feedServer } from '../../../support/feed-server.ts'
import { importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
import { playlistClient } from '../../../support/playlists.ts'

const feeds = feedServer()
const catalogue = testCatalogue({ config: { allowPrivateGuides: true } })
const { channels } = playlistClient(() => catalogue.operator)
const clientOf = (path: string, client: () => Client = () => catalogue.operator) =>
  importClient(catalogue.test, path, client)
type Files = ReturnType<typeof importClient>

const LIST = `#EXTM3U
#EXTINF:-1 tvg-id="uno" tvg-chno="4" group-title="Noticias;Mundo",Canal Uno (1080p) [Geo-blocked]
https://tv.example/uno.m3u8
#EXTINF:-1,Canal Dos
https://tv.example/dos.m3u8
#EXTINF:-1,Otra vez
https://tv.example/dos.m3u8
#EXTINF:-1,Sin dirección
`

const uploaded = async (files: Files, source: string | Row): Promise<Row> => {
  const { status, body, text } = await files.playlist(source)
  if (status !== 201) throw new Error(`The upload answered ${status}: ${text}`)
  return body
}
const checked = async (files: Files, source: string | Row, options: Row = {}): Promise<Row> =>
  files.check(await uploaded(files, source), { options: { category: 'Variedades', ...options } })

describe('a playlist imported in steps', () => {
  test('is checked, written and undone like a table', async () => {
    const files = clientOf('/api/channels')
    const upload = await uploaded(files, LIST)
    expect(upload).toMatchObject({ format: 'playlist', name: 'lista.m3u', state: 'mapping', total: 4 })
    const review = await checked(files, LIST)
    expect(review).toMatchObject({
      state: 'checked',
      counts: { new: 2, changed: 0, same: 0, duplicate: 1, refused: 1 },
    })
    expect(await files.rows(review)).toMatchObject([
      {
        row: 1,
        verdict: 'new',
        values: [
          { field: 'number', text: '4', original: '' },
          { field: 'link', text: 'https://tv.example/uno.m3u8' },
          { field: 'category', text: 'Noticias', original: 'Noticias;Mundo' },
        ],
      },
      { row: 2, verdict: 'new', values: [{ text: '5' }, {}, { field: 'category', text: 'Variedades' }] },
      { row: 3, verdict: 'duplicate', title: 'Otra vez' },
      { row: 4, verdict: 'refused', errors: [{ field: 'link' }] },
    ])
    const done = await files.applied(review)
    expect(done).toMatchObject({ state: 'done', created: 2, changed: 0 })
    expect(await channels()).toMatchObject([
      { number: 4, title: 'Canal Uno (1080p) [Geo-blocked]', category: 'Noticias', epgId: '', status: true },
      { number: 5, title: 'Canal Dos', category: 'Variedades', image: '/pictures/logo/Canal%20Dos.svg' },
    ])
    const { text } = await catalogue.operator.get(`/api/imports/${done._id}/refused`)
    expect(text).toContain('Número;Título;Enlace;Categoría;Imagen;EPG ID;Avisos;Motivo')
    expect(text).toContain(';Otra vez;https://tv.example/dos.m3u8;')
    await files.undone(done.batch)
    expect(await channels()).toEqual([])
  })

  test('overwrites only the chosen fields of stored channels', async () => {
    const files = clientOf('/api/channels')
    const values = { title: 'Canal Uno', linkInternal: 'I', link: 'uno.m3u8' }
    await stored(catalogue.operator, '/api/channels', channelOf(values))
    const review = await checked(files, LIST, { cleanTitles: true })
    expect((await files.rows(review))[0]).toMatchObject({
      verdict: 'changed',
      changes: [{ field: 'number' }, { field: 'link', after: 'https://tv.example/uno.m3u8' }],
    })
    const done = await files.applied(review, { takeNew: false, fields: ['link'] })
    expect(done).toMatchObject({ created: 0, changed: 1 })
    expect(await channels()).toMatchObject([
      { number: 7, linkInternal: 'E', link: 'https://tv.example/uno.m3u8', category: 'Noticias' },
    ])
  })

  test('removes the state of the stream from titles, and shows the original title', async () => {
    const files = clientOf('/api/channels')
    const [row] = await files.rows(await checked(files, LIST, { cleanTitles: true }))
    expect(row).toMatchObject({ title: 'Canal Uno' })
    expect(row?.values).toContainEqual({
      field: 'title',
      text: 'Canal Uno',
      original: 'Canal Uno (1080p) [Geo-blocked]',
    })
  })

  test('imports the chosen one of several categories', async () => {
    const files = clientOf('/api/channels')
    const review = await checked(files, LIST)
    expect((await files.rows(review))[0]?.options).toEqual({ category: ['Noticias', 'Mundo'] })
    const rows = ['Mundo', 'Otra'].map((category, index) => ({
      row: index + 1,
      take: true,
      values: { category, constructor: 'Object' },
    }))
    await files.applied(review, { rows })
    expect(await channels()).toMatchObject([{ category: 'Mundo' }, { category: 'Variedades' }])
  })

  test('keeps the EPG IDs of the file until a guide is chosen', async () => {
    const files = clientOf('/api/channels')
    const url = 'https://g.example/'
    const guide = await stored(catalogue.operator, '/api/channel/guides', { name: 'G', url })
    const upload = await uploaded(files, LIST)
    const options = { category: 'TV' }
    await files.check(upload, { options })
    const again = await files.check(upload, { options: { ...options, channelGuide: guide._id } })
    await files.applied(again)
    expect(await channels()).toMatchObject([{ channelGuide: guide._id, epgId: 'uno' }, { epgId: '' }])
  })

  test('refuses the entries of a guide that does not exist', async () => {
    const files = clientOf('/api/channels')
    const review = await checked(files, LIST, { channelGuide: 'gone' })
    expect((await files.rows(review)).slice(0, 2)).toMatchObject([
      { verdict: 'refused', errors: [{ field: 'channelGuide' }] },
      { verdict: 'new' },
    ])
  })

  test('refuses entries without a category where none is chosen', async () => {
    const files = clientOf('/api/channels')
    const review = await checked(files, LIST, { category: '' })
    expect((await files.rows(review))[1]).toMatchObject({
      verdict: 'refused',
      errors: [{ field: 'category', message: expect.stringContaining('o un valor para todo el archivo.') }],
    })
  })

  test('is outdated once another channel has one of its numbers, or one of its channels is edited', async () => {
    const files = clientOf('/api/channels')
    const review = await checked(files, LIST)
    const since = await stored(catalogue.operator, '/api/channels', channelOf({ number: 5 }))
    const outdated = await files.applied(review)
    expect(outdated).toMatchObject({ state: 'outdated', message: expect.stringContaining('Fila 2') })
    expect(await channels()).toHaveLength(1)
    const again = await checked(files, LIST.replace('dos.m3u8', 'siete.m3u8'))
    await catalogue.operator.put(`/api/channels/${since._id}`, { isAdult: true })
    expect(await files.applied(again, { fields: ['title'] })).toMatchObject({ state: 'outdated' })
  })

  test('is outdated once another channel has the number that one of its channels would get', async () => {
    const files = clientOf('/api/channels')
    const own = await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Dos' }))
    const review = await checked(
      files,
      LIST.replace('#EXTINF:-1,Canal Dos', '#EXTINF:-1 tvg-chno="8",Canal Dos'),
    )
    const other = await stored(catalogue.operator, '/api/channels', channelOf({ number: 8 }))
    const choice = { takeNew: false, fields: ['number'] }
    expect(await files.applied(review, choice)).toMatchObject({
      state: 'outdated',
      message: expect.stringContaining(IMPORT_MESSAGES.numberTaken),
    })
    expect(await channels()).toMatchObject([
      { _id: own._id, number: own.number },
      { _id: other._id, number: 8 },
    ])
  })

  test('can be undone by any user who may delete channels, and names those edited since', async () => {
    const files = clientOf('/api/channels')
    const done = await files.applied(await checked(files, LIST))
    const [one] = await channels()
    await catalogue.operator.put(`/api/channels/${one?._id}`, { isAdult: true })
    const remover = await catalogue.withGrants({ 'channel-edit': ['delete'] })
    expect((await catalogue.anonymous.post(`/api/batches/${done.batch}/undo`)).status).toBe(401)
    const { status, body } = await remover.post(`/api/batches/${done.batch}/undo`)
    expect(status).toBe(202)
    await runJobs(catalogue.test.context)
    const undo = (await remover.get(`/api/batches/${body.batch}`)).body
    expect(undo).toMatchObject({ state: 'done', changed: 1, refused: [{ _id: one?._id }] })
  })

  test('can also be imported as radio stations', async () => {
    const files = clientOf('/api/radios')
    await files.applied(await checked(files, LIST, { cleanTitles: true }))
    const { rows } = await catalogue.operator.get('/api/radios/short?sort=number&order=asc')
    expect(rows).toMatchObject([
      { number: 4, title: 'Canal Uno', link: 'https://tv.example/uno.m3u8', category: 'Noticias' },
      { number: 5, title: 'Canal Dos', category: 'Variedades' },
    ])
    const again = await checked(files, LIST.replace('uno.m3u8', 'nuevo.m3u8'), { cleanTitles: true })
    expect(again).toMatchObject({ counts: { new: 0, changed: 1, same: 1 } })
    expect(await files.applied(again, { fields: ['link'] })).toMatchObject({ changed: 1 })
    const channelGuide = 'x'
    const { columns, _id } = await uploaded(files, LIST)
    expect(columns).toHaveLength(7)
    const refused = await catalogue.operator.put(`/api/imports/${_id}/mapping`, {
      columns: ['number', 'title', 'link', 'category', 'image', 'epgId', 'notes'],
      options: { channelGuide },
    })
    expect(refused.status).toBe(422)
  })
})

describe('the source of a playlist', () => {
  test('can be a typed URL', async () => {
    feeds.serve('/lista.m3u', LIST)
    expect(await uploaded(clientOf('/api/channels'), { address: feeds.at('/lista.m3u') })).toMatchObject({
      total: 4,
    })
    const answer = await clientOf('/api/channels').playlist({ address: feeds.at('/no.m3u') })
    expect([answer.status, answer.body.message]).toEqual([
      502,
      'No se pudo leer la lista. La dirección respondió con un error.',
    ])
    expect((await clientOf('/api/channels').playlist({ address: 'file:///etc/passwd' })).status).toBe(422)
  })

  test('can be a channel list, for users who may read these', async () => {
    feeds.serve('/otra.m3u', LIST)
    const link = feeds.at('/otra.m3u')
    const { _id: listId } = await stored(catalogue.operator, '/api/channel_lists', { title: 'L', link })
    expect((await clientOf('/api/channels').playlist({ listId })).status).toBe(201)
    const creator = await catalogue.withGrants({ 'channel-create': ['register'] })
    const files = clientOf('/api/channels', () => creator)
    expect((await files.playlist({ listId })).status).toBe(403)
    expect((await files.playlist({ address: link })).status).toBe(201)
  })

  test('may contain control characters', async () => {
    const odd = '#EXTM3U\n#EXTINF:-1 \u0000junk tvg-id="u\u0000",U\u0000no\nhttps://tv.example/\u00001\n'
    expect((await clientOf('/api/channels').playlist(odd)).status).toBe(201)
  })

  test('with only a header is rejected', async () => {
    const { status, body } = await clientOf('/api/channels').playlist('#EXTM3U\n')
    expect([status, body.message]).toEqual([422, 'La lista no tiene canales.'])
  })
})

describe('the permission to import a playlist', () => {
  test('rejects changes for users who may only create', async () => {
    await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Dos' }))
    const creator = await catalogue.withGrants({ 'channel-create': ['register'] })
    const files = clientOf('/api/channels', () => creator)
    const review = await checked(files, LIST)
    expect((await files.rows(review)).slice(0, 2)).toMatchObject([
      { verdict: 'new' },
      { verdict: 'refused', errors: [{ field: '', message: IMPORT_MESSAGES.cannotUpdate }] },
    ])
    expect(await files.applied(review)).toMatchObject({ created: 1 })
  })

  test('requires creating channels', async () => {
    const editor = await catalogue.withGrants({ 'channel-edit': ['modify'] })
    expect((await clientOf('/api/channels', () => editor).playlist(LIST)).status).toBe(403)
  })
})
