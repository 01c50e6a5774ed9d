import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { HISTORY_MESSAGES } from '../../../../src/domain/playlists/history.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { batches, batchRecords } from '../../../../src/server/platform/database/schema/batches.ts'
import { batchCleanUp } from '../../../../src/server/platform/tasks/batches.ts'
import type { Client } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { MINUTE } from '../../../support/clock.ts'
import { importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
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

  test('neither restores nor counts a changed channel deleted since', async () => {
    const { _id } = await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno' }))
    const { body } = await importAll(LIST)
    await catalogue.operator.delete(`/api/channels/${_id}`)
    expect((await undo(body.batchId)).body).toEqual({ removed: 1, restored: 0, kept: [] })
    expect((await catalogue.operator.get('/api/channels/import')).rows).toMatchObject([{ kept: 0 }])
  })

  test('that is stopped meanwhile is not reported as complete', async () => {
    const { body } = await importAll(LIST)
    const { db } = catalogue.test
    await db.execute(sql`
      create function stop_undo() returns trigger language plpgsql as $$
      begin update batches set state = 'cancelled' where _id = new._id; return null; end $$`)
    await db.execute(sql`
      create trigger stop_undo after insert on batches for each row execute function stop_undo()`)
    const answer = await undo(body.batchId).finally(() => db.execute(sql`drop function stop_undo cascade`))
    expect([answer.status, answer.body.message]).toEqual([409, HISTORY_MESSAGES.partly])
    expect(await channels()).toHaveLength(2)
  })

  test('works for several imports in turn, the last one first', async () => {
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

  test('is possible only once', async () => {
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

describe('an import as a bulk change', () => {
  test('is listed, undone and recorded like those of files', async () => {
    const { operator, test } = catalogue
    await stored(operator, '/api/channels', channelOf({ title: 'Canal Uno' }))
    const { body } = await importAll(LIST, { source: 'lista.m3u' })
    const actions = async (batch: unknown) => {
      const events = await test.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.batch, String(batch)))
      return events.map(({ action }) => action).toSorted()
    }
    expect(await actions(body.batchId)).toEqual(['create', 'import', 'update'])
    const listed = async () => (await operator.get('/api/batches')).rows
    expect(await listed()).toMatchObject([
      { _id: body.batchId, action: 'import', name: 'lista.m3u', state: 'done', changed: 2, canUndo: true },
    ])
    expect((await operator.get(`/api/channels/short?batch=${body.batchId}`)).rows).toHaveLength(2)

    const { batch } = (await operator.post(`/api/batches/${body.batchId}/undo`)).body
    await runJobs(test.context)
    expect(await channels()).toMatchObject([{ title: 'Canal Uno', link: channelOf().link }])
    expect(await actions(batch)).toEqual(['delete', 'undo-import', 'update'])
    expect((await operator.get('/api/channels/import')).rows).toMatchObject([{ state: 'undone', kept: 0 }])
    expect((await undo(body.batchId)).status).toBe(409)
  })

  test('moves the channels it created to the trash when it is undone', async () => {
    const { body } = await importAll(LIST)
    await undo(body.batchId)
    const { rows } = await catalogue.operator.get('/api/channels/trash?sort=title&order=asc')
    expect(rows).toMatchObject([{ title: 'Canal Dos' }, { title: 'Canal Uno' }])
    expect((await catalogue.operator.post(`/api/channels/${rows[0]?._id}/restore`)).status).toBe(200)
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

  test('lists imports for a year, and stores the overwritten values while they can be undone', async () => {
    const { db, context, clock } = catalogue.test
    await stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno' }))
    const { body } = await importAll(LIST)
    const other = await importAll(OTHER)
    await undo(other.body.batchId)
    const cleanUp = async () => {
      const slice = () => db.transaction(async (tx) => batchCleanUp.chunk?.({ tx, context, key: '' }))
      while ((await slice()) === 'more');
      const keeper = await catalogue.withProfile('Administrador')
      return (await history('', keeper)).rows
    }
    const rowsLeft = async () => (await db.select().from(batchRecords)).length
    expect(await rowsLeft()).toBe(6)
    clock.advance(30 * DAY)
    expect(await cleanUp()).toMatchObject([{ state: 'undone' }, { state: 'done' }])
    expect(await rowsLeft()).toBe(6)
    clock.advance(1)
    const past = [
      { _id: other.body.batchId, state: 'undone', undoneBy: catalogue.operator.name },
      { _id: body.batchId, source: '', created: 1, changed: 1, state: 'expired' },
    ]
    expect(await cleanUp()).toMatchObject(past)
    expect(await rowsLeft()).toBe(0)
    clock.advance(335 * DAY - 1)
    expect(await cleanUp()).toMatchObject(past)
    clock.advance(1)
    expect(await cleanUp()).toEqual([])
    expect(await db.select().from(batches)).toEqual([])
  })

  test('includes imports of files, which can be undone there too', async () => {
    const files = importClient(catalogue.test, '/api/channels', () => catalogue.operator)
    const { body } = await importAll(LIST)
    const [uno] = await channels()
    const checked = await files.checked(`Id;Categoría\n${uno?._id};Cine\n`)
    catalogue.test.clock.advance(MINUTE)
    const { batch } = await files.applied(checked, { fields: ['category'] })
    expect((await history()).rows).toMatchObject([
      { _id: batch, source: 'archivo.csv', created: 0, changed: 1 },
      { _id: body.batchId, created: 2, changed: 0 },
    ])
    const keeper = await catalogue.withProfile('Administrador')
    expect((await playlistClient(() => keeper).undo(batch)).body).toEqual({
      removed: 0,
      restored: 1,
      kept: [],
    })
    expect((await undo(body.batchId)).body).toEqual({ removed: 2, restored: 0, kept: [] })
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
