import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { versionChanges } from '../../../../src/domain/audit/versions.ts'
import { API_PATHS } from '../../../../src/domain/registry.ts'
import { MEDIA_RESOURCES } from '../../../../src/domain/support/media-types.ts'
import { publications } from '../../../../src/server/features/contents/publication.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { enqueue } from '../../../../src/server/platform/tasks/queue.ts'
import { type Client, type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { channelOf } from '../../../support/channels.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { ENTITIES } from '../../../support/entities.ts'
import { categoryOf, create, filmOf, linkOf } from '../../../support/films.ts'
import { importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
import { people } from '../../../support/people.ts'
import { createEpisode, putEpisode, seriesOf } from '../../../support/series.ts'

const server = testApp()

/** Acts on all dates that have passed; returns the number of chunks. */
const actOnDates = async (): Promise<number> => {
  await enqueue(server.db, publications, '')
  return runJobs(server.context)
}

/** The instant this many hours after the clock's time. */
const inHours = (hours: number): string => new Date(server.clock.now().getTime() + hours * HOUR).toISOString()

const advance = (hours: number): void => server.clock.advance(hours * HOUR)

const read = async (client: Client, path: string, { _id }: Row): Promise<Row> =>
  (await client.get(`${path}/${_id}`)).body

const eventsOf = async (client: Client, { _id }: Row): Promise<Row[]> =>
  (await client.get(`/api/audit?record=${_id}`)).rows

const PATH = '/api/movies'

const film = (client: Client, changes: Row = {}) =>
  create(client, PATH, filmOf({ status: false, ...changes }))

describe('publication dates (rules L1 to L3)', () => {
  test('switch a film on and off once, without changing its edit date', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(1), dateUnpublish: inHours(3) })
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(false)
    advance(1)
    await actOnDates()
    const published = await read(sa, PATH, made)
    expect(published).toMatchObject({ status: true, dateUpdate: made.dateUpdate, publicationBlocked: null })
    advance(2)
    await actOnDates()
    expect(await read(sa, PATH, made)).toMatchObject({ status: false, dateUpdate: made.dateUpdate })
    advance(9)
    await actOnDates()
    const [last, first, ...others] = await eventsOf(sa, made)
    expect(others.map(({ action }) => action)).toEqual(['create'])
    expect(first).toMatchObject({ user: null, userName: 'Sistema', action: 'update', recordName: made.title })
    expect(first?.changes).toEqual([{ field: 'status', before: false, after: true }])
    expect(last?.changes).toEqual([{ field: 'status', before: true, after: false }])
  })

  test('apply to every kind of content and to channels', async () => {
    const { sa } = await people(server)
    const series = await create(sa, '/api/series', seriesOf({ status: false, datePublish: inHours(1) }))
    const made: [string, Row][] = [['/api/series', series]]
    for (const resource of MEDIA_RESOURCES) {
      if (resource === 'series') continue
      const dates = { status: false, datePublish: inHours(1) }
      const path = API_PATHS[resource]
      if (resource === 'episodes') made.push([path, await createEpisode(sa, series._id, dates)])
      else if (resource === 'movies') made.push([path, await film(sa, dates)])
      else made.push([path, await create(sa, path, { ...ENTITIES[resource].body, ...dates })])
    }
    expect(made).toHaveLength(9)
    advance(1)
    await actOnDates()
    for (const [path, record] of made)
      expect(await read(sa, path, record), path).toMatchObject({ status: true, publicationBlocked: null })
  })

  test('do nothing after a user changed the status since', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(1) })
    server.clock.advance(HOUR + MINUTE / 2)
    // Within the minute before the job: on, and off again.
    await sa.put(`${PATH}/${made._id}`, { status: true })
    server.clock.advance(1000)
    await sa.put(`${PATH}/${made._id}`, { status: false })
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(false)
    expect(await eventsOf(sa, made)).toHaveLength(3)
  })

  test('are not affected by an edit of other fields while they are due', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(1) })
    server.clock.advance(HOUR + MINUTE / 2)
    await sa.put(`${PATH}/${made._id}`, { title: 'Otra', dateUnpublish: inHours(5) })
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(true)
  })

  test('in the past when saved change nothing', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(-1) })
    const on = await film(sa, { title: 'Activa', status: true })
    await sa.put(`${PATH}/${on._id}`, { dateUnpublish: inHours(-1) })
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(false)
    expect((await read(sa, PATH, on)).status).toBe(true)
  })

  test('act again once they are postponed', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(1) })
    advance(2)
    await actOnDates()
    await sa.put(`${PATH}/${made._id}`, { status: false, datePublish: inHours(1) })
    advance(1)
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(true)
  })

  test('that both pass during an outage: only the last one counts', async () => {
    const { sa } = await people(server)
    const off = await film(sa, { datePublish: inHours(1), dateUnpublish: inHours(2) })
    advance(9)
    await actOnDates()
    expect((await read(sa, PATH, off)).status).toBe(false)
    expect(await eventsOf(sa, off)).toHaveLength(1)
  })

  test('survive a clock that jumps ahead and back', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(2), dateUnpublish: inHours(6) })
    const start = server.clock.now()
    advance(4)
    await actOnDates()
    await sa.put(`${PATH}/${made._id}`, { status: false })
    server.clock.set(start)
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(false)
    // The edit date is ahead of the clock; the later date still takes effect.
    await sa.put(`${PATH}/${made._id}`, { status: true })
    advance(7)
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(false)
  })

  test('are restored with a record, and not acted on twice', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(1), dateUnpublish: inHours(50) })
    advance(2)
    await actOnDates()
    await sa.put(`${PATH}/${made._id}`, { status: false })
    await sa.delete(`${PATH}/${made._id}`)
    advance(1)
    expect((await sa.post(`${PATH}/${made._id}/restore`)).body).toMatchObject({
      datePublish: made.datePublish,
      dateUnpublish: made.dateUnpublish,
    })
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(false)
  })

  test('are acted on in chunks', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(1) })
    await server.db.execute(sql`
      insert into movies select (jsonb_populate_record(m, jsonb_build_object('_id', 'copia-' || n))).*
      from movies m, generate_series(1, 450) n where m._id = ${made._id}`)
    advance(1)
    // Three full chunks, and an empty one.
    expect(await actOnDates()).toBe(4)
    const { rows } = await server.db.execute<{ on: number }>(sql`
      select count(*)::int as on from movies where status and date_publish is not null`)
    expect(rows[0]?.on).toBe(451)
  })

  test('trigger the events of webhooks', async () => {
    const { sa } = await people(server)
    await sa.post('/api/webhooks', {
      name: 'CRM',
      url: 'https://crm.example/',
      events: ['content.published', 'content.unpublished'],
    })
    const made = await film(sa, { datePublish: inHours(1), dateUnpublish: inHours(2) })
    advance(1)
    await actOnDates()
    advance(1)
    await actOnDates()
    const sent = await server.db.select({ reason: outbox.reason, data: outbox.data }).from(outbox)
    expect(sent.map(({ reason }) => reason)).toEqual(['content.published', 'content.unpublished'])
    expect(sent[0]?.data).toMatchObject({ id: made._id, resource: 'movies' })
  })
})

describe('input of publication dates (rule L1)', () => {
  const bad = async (client: Client, changes: Row) =>
    validationErrorsOf(await client.post(PATH, filmOf(changes)))

  test('is rejected out of order, out of range, or without a time zone', async () => {
    const { sa } = await people(server)
    const range = 'La fecha debe estar entre los años 2000 y 2100.'
    const order = 'Debe ser posterior a «Publicar desde».'
    const same = '2026-05-01T10:00:00.000Z'
    expect(await bad(sa, { datePublish: same, dateUnpublish: same })).toEqual({ dateUnpublish: order })
    expect(await bad(sa, { datePublish: same, dateUnpublish: '2026-05-01T11:00:00+02:00' })).toEqual({
      dateUnpublish: order,
    })
    expect(await bad(sa, { datePublish: '1999-12-31T23:59:59.999Z' })).toEqual({ datePublish: range })
    expect(await bad(sa, { dateUnpublish: '2101-01-01T00:00:00Z' })).toEqual({ dateUnpublish: range })
    expect(await bad(sa, { dateUnpublish: '+275760-09-13T00:00:00.000Z' })).toEqual({
      dateUnpublish: 'La fecha es inválida.',
    })
    for (const datePublish of ['2026-05-01', '', '2026-02-30T10:00:00Z', 5])
      expect(await bad(sa, { datePublish })).toEqual({ datePublish: 'La fecha es inválida.' })
    expect(await bad(sa, { publicationBlocked: null, publicationDue: null })).toEqual({
      publicationBlocked: 'El campo no existe o no se puede modificar.',
      publicationDue: 'El campo no existe o no se puede modificar.',
    })
  })

  test('is stored in UTC, and accepted at both ends of the range', async () => {
    const { sa } = await people(server)
    const made = await film(sa, {
      datePublish: '2000-01-01T00:00:00Z',
      dateUnpublish: '2100-12-31T19:59:59.999-04:00',
    })
    expect(made).toMatchObject({
      datePublish: '2000-01-01T00:00:00.000Z',
      dateUnpublish: '2100-12-31T23:59:59.999Z',
    })
    const { status, body } = await sa.put(`${PATH}/${made._id}`, { datePublish: '2100-12-31T23:59:59.999Z' })
    expect(status, JSON.stringify(body)).toBe(422)
  })

  test('without a change has no effect', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(1) })
    const { body } = await sa.put(`${PATH}/${made._id}`, { datePublish: made.datePublish })
    expect(body.dateUpdate).toBe(made.dateUpdate)
  })
})

describe('records that cannot be switched on (rule L4)', () => {
  const category = (client: Client, changes: Row = {}) =>
    create(client, '/api/categories', categoryOf(changes))

  test('stay off and show the reason, until they are switched on by hand', async () => {
    const { sa } = await people(server)
    const own = await category(sa)
    const made = await film(sa, { datePublish: inHours(1), categories: [own._id] })
    await sa.put(`/api/categories/${own._id}`, { status: false })
    advance(1)
    await actOnDates()
    expect(await read(sa, PATH, made)).toMatchObject({ status: false, publicationBlocked: 'category' })
    const [event] = await eventsOf(sa, made)
    expect(event).toMatchObject({
      userName: 'Sistema',
      changes: [{ field: 'publicationBlocked', before: null, after: 'category' }],
    })
    const { body } = await sa.get('/api/contents/publications')
    expect(body).toMatchObject({
      blocked: [{ _id: made._id, resource: 'movies', obstacle: 'category', date: made.datePublish }],
      coming: [],
    })
    expect((await sa.get(`${PATH}?publication=blocked`)).rows.map(({ _id }) => _id)).toEqual([made._id])
    await actOnDates()
    expect(await eventsOf(sa, made)).toHaveLength(2)
    await sa.put(`${PATH}/${made._id}`, { status: true })
    expect(await read(sa, PATH, made)).toMatchObject({ status: true, publicationBlocked: null })
  })

  test('have no active category; one is enough', async () => {
    const { sa } = await people(server)
    const off = await category(sa, { status: false })
    const on = await category(sa, { name: 'Clásicos' })
    const made = await film(sa, { datePublish: inHours(1), categories: [off._id, on._id] })
    advance(1)
    await actOnDates()
    expect((await read(sa, PATH, made)).status).toBe(true)
  })

  test('have no active link; a series has no active episode with one', async () => {
    const { sa } = await people(server)
    const lonely = await create(sa, '/api/series', seriesOf({ status: false, datePublish: inHours(1) }))
    const series = await create(
      sa,
      '/api/series',
      seriesOf({ title: 'Otra', status: false, datePublish: inHours(1) }),
    )
    const episode = await createEpisode(sa, series._id, { status: false, datePublish: inHours(1) })
    const made = await film(sa, { datePublish: inHours(1) })
    await server.db.execute(sql`
      update movies set content = jsonb_set(content, '{0,status}', 'false') where _id = ${made._id}`)
    advance(1)
    await actOnDates()
    expect((await read(sa, PATH, made)).publicationBlocked).toBe('link')
    expect((await read(sa, '/api/series', lonely)).publicationBlocked).toBe('link')
    expect((await read(sa, '/api/series/episode', episode)).status).toBe(true)
    expect((await read(sa, '/api/series', series)).status).toBe(true)
  })

  test('include channels whose category name belongs to an inactive category', async () => {
    const { sa } = await people(server)
    await category(sa, { name: 'Noticias', type: 'TV EN VIVO', status: false })
    const dates = { status: false, datePublish: inHours(1) }
    const blocked = await create(sa, '/api/channels', channelOf({ ...dates, category: 'noticias' }))
    const free = await create(
      sa,
      '/api/channels',
      channelOf({ ...dates, category: 'Deportes', title: 'Ocho' }),
    )
    advance(1)
    await actOnDates()
    expect((await read(sa, '/api/channels', blocked)).publicationBlocked).toBe('category')
    expect((await read(sa, '/api/channels', free)).status).toBe(true)
  })

  test('are no longer blocked once their date is changed or their end has passed', async () => {
    const { sa } = await people(server)
    const off = await category(sa, { status: false })
    const made = await film(sa, {
      datePublish: inHours(1),
      dateUnpublish: inHours(9),
      categories: [off._id],
    })
    advance(1)
    await actOnDates()
    const { body } = await sa.put(`${PATH}/${made._id}`, { datePublish: inHours(2) })
    expect(body.publicationBlocked).toBeNull()
    advance(2)
    await actOnDates()
    expect((await read(sa, PATH, made)).publicationBlocked).toBe('category')
    advance(9)
    await actOnDates()
    expect((await read(sa, PATH, made)).publicationBlocked).toBeNull()
  })
})

describe('lists (rule L5)', () => {
  test('can be filtered by the pending effect of the dates', async () => {
    const { sa } = await people(server)
    const scheduled = await film(sa, { title: 'A', datePublish: inHours(1), dateUnpublish: inHours(9) })
    const ending = await film(sa, { title: 'B', status: true, dateUnpublish: inHours(9) })
    const past = await film(sa, { title: 'C', datePublish: inHours(-9) })
    const none = await film(sa, { title: 'D' })
    const found = async (state: string) =>
      (await sa.get(`${PATH}?publication=${state}&sort=title&order=asc`)).rows.map(({ _id }) => _id)
    expect(await found('scheduled')).toEqual([scheduled._id])
    expect(await found('ending')).toEqual([scheduled._id, ending._id])
    expect(await found('none')).toEqual([none._id])
    expect(await found('blocked')).toEqual([])
    expect((await sa.get(`${PATH}?publication=other`)).status).toBe(422)
    const { body } = await sa.get('/api/contents/publications')
    expect(body).toMatchObject({
      blocked: [],
      coming: [
        { _id: scheduled._id, publishes: true },
        { _id: ending._id, publishes: false },
      ],
    })
    expect(past._id).toBeDefined()
  })

  test('can change the dates of many records, and undo that', async () => {
    const { sa } = await people(server)
    const made = await film(sa, { datePublish: inHours(5) })
    const other = await film(sa, { title: 'Otra' })
    const ids = [made._id, other._id]
    const bulk = (changes: Row) => sa.post(`${PATH}/bulk`, { action: 'update', ids, expected: 2, changes })
    expect((await bulk({ datePublish: inHours(3), dateUnpublish: inHours(2) })).status).toBe(422)
    const { body } = await bulk({ dateUnpublish: inHours(4) })
    await runJobs(server.context)
    // The first one would end before it begins.
    expect((await read(sa, PATH, made)).dateUnpublish).toBeNull()
    expect((await read(sa, PATH, other)).dateUnpublish).toBe(inHours(4))
    expect((await sa.post(`/api/batches/${body.batch}/undo`)).status).toBe(202)
    await runJobs(server.context)
    expect((await read(sa, PATH, other)).dateUnpublish).toBeNull()
    await bulk({ datePublish: null, dateUnpublish: null })
    await runJobs(server.context)
    expect((await read(sa, PATH, made)).datePublish).toBeNull()
  })

  test('export the dates in the time zone of the service', async () => {
    const { sa } = await people(server)
    await film(sa, { datePublish: '2026-07-01T04:30:00.000Z' })
    const { text } = await sa.get(`${PATH}/export?format=csv&columns=title,datePublish,dateUnpublish`)
    expect(text).toContain('Publicar desde')
    const zone = server.context.config.timeZone
    expect(text, zone).toMatch(/01\/07\/2026 \d\d:30:00 am/)
  })
})

describe('files', () => {
  test('contain the dates in the time zone of the service, and import without changes', async () => {
    const { sa } = await people(server)
    const files = importClient(server, PATH, () => sa)
    const made = await film(sa, { datePublish: '2026-07-01T04:30:15.250Z' })
    const { text } = await sa.get(`${PATH}/export?format=csv&columns=_id,title,datePublish,dateUnpublish`)
    expect(text).toContain('01/07/2026 12:30:15 am')
    expect(await files.checked(text)).toMatchObject({ counts: { same: 1 } })

    const lines = ['Id;Publicar desde;Publicar hasta', `${made._id};31/07/2026 08:00 pm;2026-08-01T04:00:00Z`]
    const checked = await files.checked(lines.join('\n'))
    const [row] = await files.rows(checked)
    expect(row?.changes).toEqual([
      { field: 'datePublish', before: '01/07/2026 12:30:15 am', after: '31/07/2026 08:00:00 pm' },
      { field: 'dateUnpublish', before: '', after: '01/08/2026 12:00:00 am' },
    ])
    await files.applied(checked, { fields: ['datePublish', 'dateUnpublish'] })
    expect(await read(sa, PATH, made)).toMatchObject({
      datePublish: '2026-08-01T00:00:00.000Z',
      dateUnpublish: '2026-08-01T04:00:00.000Z',
    })
  })

  test('have rows with invalid dates refused, one by one', async () => {
    const { sa } = await people(server)
    const files = importClient(server, PATH, () => sa)
    const made = await film(sa)
    const row = async (from: string, until: string) => {
      const file = `Id;Publicar desde;Publicar hasta\n${made._id};${from};${until}`
      const [checked] = await files.rows(await files.checked(file))
      return checked?.errors
    }
    expect(await row('02/01/2027', '01/01/2027')).toMatchObject([
      { field: 'dateUnpublish', message: expect.stringMatching(/^Debe ser posterior a «Publicar desde»/) },
    ])
    expect(await row('pronto', '')).toMatchObject([
      { field: 'datePublish', message: expect.stringContaining('«pronto»') },
    ])
    expect(await row('01/01/3000', '')).toMatchObject([
      { field: 'datePublish', message: expect.stringContaining('entre los años 2000 y 2100') },
    ])
  })
})

test('reverting to an earlier version also reverts the dates, to none if there were none', async () => {
  const { sa } = await people(server)
  const made = await film(sa)
  await sa.put(`${PATH}/${made._id}`, { datePublish: inHours(1) })
  const record = await read(sa, PATH, made)
  const [edit] = await eventsOf(sa, made)
  const changes = [{ field: 'datePublish', before: null, after: record.datePublish }]
  expect(edit?.changes).toEqual(changes)
  const { fields } = versionChanges('movies', record, [{ action: 'update', changes }])
  expect(fields).toEqual([{ field: 'datePublish', before: record.datePublish, after: null }])
})

describe('episodes', () => {
  test('have dates too', async () => {
    const { sa } = await people(server)
    const series = await create(sa, '/api/series', seriesOf())
    const { status, body } = await putEpisode(sa, series._id, {
      title: 'Piloto',
      season: 1,
      episode: 1,
      content: [linkOf()],
      datePublish: inHours(2),
      dateUnpublish: inHours(1),
    })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject({
      dateUnpublish: { message: 'Debe ser posterior a «Publicar desde».' },
    })
  })
})
