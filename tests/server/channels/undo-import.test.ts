import { describe, expect, test } from 'vitest'
import { testCatalogue } from '../../support/catalogue.ts'
import { channelOf, stored } from '../../support/channels.ts'
import { playlistClient } from '../../support/playlists.ts'

const catalogue = testCatalogue()
const { importAll, channels, undo } = playlistClient(() => catalogue.operator)

const LIST = `#EXTM3U
#EXTINF:-1,Canal Uno
https://tv.example/uno.m3u8
#EXTINF:-1,Canal Dos
https://tv.example/dos.m3u8
`
const without = ({ dateUpdate: _dateUpdate, ...fields }: Record<string, unknown> = {}) => fields

describe('undoing an import', () => {
  test('removes what it created, and nothing else', async () => {
    const before = await stored(catalogue.operator, '/api/channels', channelOf())
    const { body } = await importAll(LIST)
    const after = await stored(catalogue.operator, '/api/channels', channelOf({ number: 50 }))
    const answer = await undo(body.batchId)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ removed: 2, restored: 0, kept: [] })
    expect(await channels()).toEqual([before, after])
  })

  test('puts back what it changed', async () => {
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

  test('leaves what somebody edited since, and names it', async () => {
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

  test('leaves what was deleted since', async () => {
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

  test('keeps what a later import changed', async () => {
    const first = await importAll(LIST)
    await importAll(LIST.replace('uno.m3u8', 'nuevo.m3u8'))
    expect((await undo(first.body.batchId)).body).toMatchObject({
      removed: 1,
      kept: [{ title: 'Canal Uno' }],
    })
  })

  test('happens once', async () => {
    const { body } = await importAll(LIST)
    const answers = await Promise.all([undo(body.batchId), undo(body.batchId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await undo(body.batchId)).body.message).toBe('La importación no existe, o ya se deshizo.')
  })

  test('is possible for a month', async () => {
    const { body } = await importAll(LIST)
    catalogue.test.clock.advance(31 * 24 * 3_600_000)
    const { operator } = catalogue
    const again = await catalogue.withProfile('Administrador')
    expect(operator.id).not.toBe(again.id)
    await again.post('/api/channels/import', {
      category: 'TV',
      entries: [
        {
          title: 'T',
          link: 'https://tv.example/t',
          number: null,
          image: '',
          category: '',
          epgId: '',
          take: true,
        },
      ],
    })
    expect((await again.delete(`/api/channels/import/${body.batchId}`)).status).toBe(404)
  })
})

describe('who undoes an import', () => {
  test('did it, or may delete channels', async () => {
    const creator = await catalogue.withGrants({ 'channel-create': ['register'] })
    const { body } = await importAll(LIST)
    expect((await creator.delete(`/api/channels/import/${body.batchId}`)).status).toBe(404)
    const own = playlistClient(() => creator)
    const mine = await own.importAll(LIST.replaceAll('Canal', 'Otro').replaceAll('m3u8', 'ts'))
    expect((await own.undo(mine.body.batchId)).body).toMatchObject({ removed: 2 })
    const keeper = await catalogue.withGrants({
      'channel-create': ['register'],
      'channel-edit': ['modify', 'delete'],
    })
    expect((await keeper.delete(`/api/channels/import/${body.batchId}`)).body).toMatchObject({ removed: 2 })
  })

  test('may edit channels, where some were changed', async () => {
    const grants = { 'channel-create': ['register'], 'channel-edit': ['delete'] } as const
    await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno' }))
    const { body } = await importAll(LIST)
    const remover = await catalogue.withGrants(grants)
    expect((await remover.delete(`/api/channels/import/${body.batchId}`)).status).toBe(403)
    expect(await channels()).toHaveLength(2)
  })
})
