import { describe, expect, test } from 'vitest'
import { channelImportRows } from '../../../../src/server/platform/database/schema/channels.ts'
import type { Client } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { MINUTE } from '../../../support/clock.ts'
import { playlistClient } from '../../../support/playlists.ts'

const catalogue = testCatalogue()
const { importAll, channels, undo } = playlistClient(() => catalogue.operator)

const LIST = `#EXTM3U
#EXTINF:-1,Canal Uno
https://tv.example/uno.m3u8
#EXTINF:-1,Canal Dos
https://tv.example/dos.m3u8
`
const OTHER = LIST.replaceAll('Canal', 'Otro').replaceAll('m3u8', 'ts')
const DAY = 24 * 3_600_000

const without = ({ dateUpdate: _dateUpdate, ...fields }: Record<string, unknown> = {}) => fields

describe('undoing an import', () => {
  test('removes only the channels it created', async () => {
    const before = await stored(catalogue.operator, '/api/channels', channelOf())
    const { body } = await importAll(LIST)
    const after = await stored(catalogue.operator, '/api/channels', channelOf({ number: 50 }))
    const answer = await undo(body.batchId)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ removed: 2, restored: 0, kept: [] })
    expect(await channels()).toEqual([before, after])
  })

  test('restores the channels it changed', async () => {
    const before = await stored(
      catalogue.operator,
      '/api/channels',
      channelOf({ title: 'Canal Uno', linkInternal: 'I', link: 'uno.m3u8' }),
    )
    const { body } = await importAll(LIST)
    expect(body).toMatchObject({ created: 1, changed: 1 })
    expect((await undo(body.batchId)).body).toEqual({ removed: 1, restored: 1, kept: [] })
    const [channel, ...others] = await channels()
    expect(others).toEqual([])
    expect(without(channel)).toEqual(without(before))
    expect((await catalogue.operator.get('/api/channels/short?search=canal%20uno')).rows).toHaveLength(1)
  })

  test('skips channels edited since, and names them', async () => {
    await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno' }))
    const { body } = await importAll(LIST)
    const edited = []
    for (const { _id } of await channels())
      edited.push((await catalogue.operator.put(`/api/channels/${_id}`, { status: false })).body)
    expect((await undo(body.batchId)).body).toEqual({
      removed: 0,
      restored: 0,
      kept: edited.map(({ _id, number, title }) => ({ _id, number, title })),
    })
    expect(await channels()).toEqual(edited)
  })

  test('skips channels deleted since', async () => {
    const { body } = await importAll(LIST)
    const [one] = await channels()
    await catalogue.operator.delete(`/api/channels/${one?._id}`)
    expect((await undo(body.batchId)).body).toEqual({ removed: 1, restored: 0, kept: [] })
    expect(await channels()).toEqual([])
  })

  test('works for one import after another, the last one first', async () => {
    const first = await importAll(LIST)
    const second = await importAll(LIST.replace('uno.m3u8', 'nuevo.m3u8'))
    const third = await importAll(LIST.replace('dos.m3u8', 'otro.m3u8').replace('uno.m3u8', 'nuevo.m3u8'))
    for (const { body } of [third, second]) expect((await undo(body.batchId)).body.restored).toBe(1)
    expect((await undo(first.body.batchId)).body).toEqual({ removed: 2, restored: 0, kept: [] })
  })

  test('skips channels changed by a later import', async () => {
    const first = await importAll(LIST)
    await importAll(LIST.replace('uno.m3u8', 'nuevo.m3u8'))
    expect((await undo(first.body.batchId)).body).toMatchObject({
      removed: 1,
      kept: [{ title: 'Canal Uno' }],
    })
  })

  test('is possible once', async () => {
    const { body } = await importAll(LIST)
    const answers = await Promise.all([undo(body.batchId), undo(body.batchId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await undo(body.batchId)).body.message).toBe('La importación ya se deshizo.')
  })

  test('is possible for thirty days', async () => {
    const [first, second] = [await importAll(LIST), await importAll(OTHER)]
    const undoLate = async (batchId: unknown) => {
      const keeper = await catalogue.withProfile('Administrador')
      return playlistClient(() => keeper).undo(batchId)
    }
    catalogue.test.clock.advance(30 * DAY)
    expect((await undoLate(first.body.batchId)).body).toMatchObject({ removed: 2 })
    catalogue.test.clock.advance(1)
    const { status, body } = await undoLate(second.body.batchId)
    expect([status, body.message]).toEqual([
      409,
      'La importación tiene más de 30 días: ya no se puede deshacer.',
    ])
  })

  test('answers 404 for an unknown import', async () => {
    const answer = await undo('00000000-0000-7000-8000-000000000000')
    expect([answer.status, answer.body.message]).toEqual([404, 'La importación no existe.'])
  })
})

describe('the history of imports', () => {
  const history = async (query = '', client: Client = catalogue.operator) =>
    client.get(`/api/channels/import${query}`)

  test('lists imports with user, source and result, newest first', async () => {
    const first = await importAll(LIST, { source: 'primera.m3u' })
    catalogue.test.clock.advance(MINUTE)
    const second = await importAll(LIST.replace('uno.m3u8', 'nuevo.m3u8'), { source: 'Lista nacional' })
    catalogue.test.clock.advance(MINUTE)
    const keeper = await catalogue.withProfile('Administrador')
    await keeper.delete(`/api/channels/import/${second.body.batchId}`)
    const { rows } = await history()
    expect(rows).toEqual([
      {
        _id: second.body.batchId,
        date: '2026-03-15T14:31:00.000Z',
        userName: catalogue.operator.name,
        source: 'Lista nacional',
        created: 0,
        changed: 1,
        state: 'undone',
        undoneAt: '2026-03-15T14:32:00.000Z',
        undoneBy: keeper.name,
        kept: 0,
      },
      {
        _id: first.body.batchId,
        date: '2026-03-15T14:30:00.000Z',
        userName: catalogue.operator.name,
        source: 'primera.m3u',
        created: 2,
        changed: 0,
        state: 'done',
        undoneAt: null,
        undoneBy: '',
        kept: 0,
      },
    ])
  })

  test('shows how many channels undoing skipped', async () => {
    const { body } = await importAll(LIST)
    const [one] = await channels()
    await catalogue.operator.put(`/api/channels/${one?._id}`, { status: false })
    await undo(body.batchId)
    expect((await history()).rows).toMatchObject([{ state: 'undone', kept: 1 }])
  })

  test('is paged', async () => {
    const links = ['a', 'b', 'c']
    for (const link of links) {
      await importAll(`#EXTM3U\n#EXTINF:-1,${link}\nhttps://tv.example/${link}\n`, { source: link })
      catalogue.test.clock.advance(MINUTE)
    }
    const pages = [
      await history('?limit=2'),
      await history('?limit=2&page=2'),
      await history('?page=3&limit=2'),
    ]
    expect(pages.map(({ rows }) => rows.map(({ source }) => source))).toEqual([['c', 'b'], ['a'], []])
    expect((await history('/size')).body).toEqual({ count: 3 })
    for (const query of ['?page=0', '?limit=101', '?search=x'])
      expect((await history(query)).status).toBe(422)
  })

  test('omits imports without effect', async () => {
    await importAll('#EXTM3U\n')
    expect((await history()).rows).toEqual([])
  })

  test('keeps an import for a year, and the overwritten values while it can be undone', async () => {
    await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno' }))
    await importAll(LIST)
    const rowsLeft = async () => (await catalogue.test.db.select().from(channelImportRows)).length
    expect(await rowsLeft()).toBe(2)
    catalogue.test.clock.advance(31 * DAY)
    const own = async () => {
      const keeper = await catalogue.withProfile('Administrador')
      return { keeper, ...playlistClient(() => keeper) }
    }
    const later = await own()
    await later.importAll(OTHER)
    expect(await rowsLeft()).toBe(2)
    expect((await history('', later.keeper)).rows).toMatchObject([{ state: 'done' }, { state: 'expired' }])
    catalogue.test.clock.advance(340 * DAY)
    const last = await own()
    await last.importAll(OTHER.replaceAll('Otro', 'Tercero').replaceAll('ts', 'mp4'))
    expect((await history('', last.keeper)).rows).toMatchObject([{ state: 'done' }, { state: 'expired' }])
  })

  test('does not name deleted users', async () => {
    const importer = await catalogue.withProfile('Administrador')
    await playlistClient(() => importer).importAll(LIST)
    const sa = await catalogue.withProfile('sa')
    expect((await sa.delete(`/api/users/${importer.id}`)).status).toBe(200)
    expect((await history()).rows).toMatchObject([{ userName: '' }])
  })

  test('needs the permission to read channels', async () => {
    const reader = await catalogue.withGrants({ 'channel-list': [] })
    const other = await catalogue.withGrants({ 'guide-list': [] })
    for (const path of ['', '/size']) {
      expect((await history(path, reader)).status).toBe(200)
      expect((await history(path, other)).status).toBe(403)
      expect((await history(path, catalogue.anonymous)).status).toBe(401)
    }
  })
})

describe('the permission to undo an import', () => {
  test('requires deleting channels, for imports of any user', async () => {
    const importer = await catalogue.withGrants({
      'channel-create': ['register'],
      'channel-edit': ['modify'],
    })
    const { body } = await playlistClient(() => importer).importAll(LIST)
    const path = `/api/channels/import/${body.batchId}`
    expect((await importer.delete(path)).status).toBe(403)
    const remover = await catalogue.withGrants({ 'channel-edit': ['delete'] })
    expect((await remover.delete(path)).body).toMatchObject({ removed: 2 })
  })

  test('also covers restoring changed channels', async () => {
    const before = await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno' }))
    const { body } = await importAll(LIST)
    const remover = await catalogue.withGrants({ 'channel-edit': ['delete'] })
    const answer = await remover.delete(`/api/channels/import/${body.batchId}`)
    expect(answer.body).toEqual({ removed: 1, restored: 1, kept: [] })
    expect((await channels()).map(({ link }) => link)).toEqual([before.link])
  })
})
