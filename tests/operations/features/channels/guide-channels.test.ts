import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { stored } from '../../../support/channels.ts'
import { feedServer } from '../../../support/feed-server.ts'
import { recordedGuide, xmltvOf } from '../../../support/xmltv.ts'

const feeds = feedServer()
const catalogue = testCatalogue({ config: { allowPrivateGuides: true } })

const at = (hour: number) => new Date(Date.UTC(2026, 2, 15, hour))
/** The test clock shows 14:30. */
const feed = xmltvOf({ uno: 'Canal Uno', dos: 'Canal Dós', tres: 'Ñandú TV', 'RTÑ.do@SD': 'RTÑ' }, [
  { channel: 'uno', title: 'El Noticiero', start: at(14), stop: at(15) },
  { channel: 'uno', title: 'La Película', start: at(15), stop: at(17) },
  { channel: 'dos', title: 'Ayer', start: at(12), stop: at(14) },
])

const guide = (url: string) => stored(catalogue.operator, '/api/channel/guides', { name: 'Guía', url })
const channelsOf = (id: string, search = '', client = catalogue.operator) =>
  client.get(`/api/channel/guides/${id}/channels?search=${encodeURIComponent(search)}`)
const found = async (id: string, search = '') => (await channelsOf(id, search)).rows.map(({ epgId }) => epgId)

describe('the channels of a guide', () => {
  test('are listed by name with the current programme', async () => {
    feeds.serve('/now.xml', feed)
    const { _id } = await guide(feeds.at('/now.xml'))
    const { status, rows } = await channelsOf(_id)
    expect(status).toBe(200)
    expect(rows).toEqual([
      { epgId: 'dos', name: 'Canal Dós', now: null, next: null },
      {
        epgId: 'uno',
        name: 'Canal Uno',
        now: { title: 'El Noticiero', start: at(14).toISOString(), stop: at(15).toISOString() },
        next: { title: 'La Película', start: at(15).toISOString(), stop: at(17).toISOString() },
      },
      { epgId: 'tres', name: 'Ñandú TV', now: null, next: null },
      { epgId: 'RTÑ.do@SD', name: 'RTÑ', now: null, next: null },
    ])
  })

  test.each([
    ['uno canal', ['uno']],
    ['CANAL', ['dos', 'uno']],
    ['nandu', ['tres']],
    ['dos', ['dos']],
    ['do@sd', ['RTÑ.do@SD']],
    ['100%', []],
    ['nada', []],
  ])('are found by %j, words in any order, ignoring case and accents', async (search, ids) => {
    feeds.serve('/search.xml', feed)
    const { _id } = await guide(feeds.at('/search.xml'))
    expect(await found(_id, search)).toEqual(ids)
  })

  test('show the current programme without fetching the guide again', async () => {
    feeds.serve('/later.xml', feed)
    const { _id } = await guide(feeds.at('/later.xml'))
    await channelsOf(_id)
    catalogue.test.clock.advance(29 * 60_000)
    feeds.serve('/later.xml', xmltvOf({}))
    expect((await channelsOf(_id, 'uno')).rows).toMatchObject([{ now: { title: 'El Noticiero' } }])
    expect(feeds.asked('/later.xml')).toBe(1)
  })

  test('are fetched again after half an hour, and when the URL of the guide changes', async () => {
    feeds.serve('/old.xml', feed)
    feeds.serve('/new.xml', xmltvOf({ nuevo: 'Nuevo' }))
    const { _id } = await guide(feeds.at('/old.xml'))
    await channelsOf(_id)
    feeds.serve('/old.xml', xmltvOf({ otro: 'Otro' }))
    catalogue.test.clock.advance(31 * 60_000)
    expect(await found(_id)).toEqual(['otro'])
    await catalogue.operator.put(`/api/channel/guides/${_id}`, { url: feeds.at('/new.xml') })
    expect(await found(_id)).toEqual(['nuevo'])
  })

  test('are limited to a hundred', async () => {
    const names = Array.from({ length: 2500 }, (_, index) => [`c${index}`, `Canal ${index}`])
    feeds.serve('/many.xml', xmltvOf(Object.fromEntries(names)))
    const { _id } = await guide(feeds.at('/many.xml'))
    expect(await found(_id)).toHaveLength(100)
    expect(await found(_id, 'canal 2499')).toEqual(['c2499'])
  })

  test('are fetched once for concurrent requests', async () => {
    feeds.serve('/busy.xml', feed)
    const { _id } = await guide(feeds.at('/busy.xml'))
    const answers = await Promise.all(Array.from({ length: 8 }, () => channelsOf(_id)))
    expect(answers.map(({ rows }) => rows.length)).toEqual(Array(8).fill(4))
    expect(feeds.asked('/busy.xml')).toBe(1)
  })

  test('are decompressed by content, not by name or media type', async () => {
    feeds.serve('/plain.xml', gzipSync(feed))
    feeds.serve('/recorded.xml.gz', recordedGuide('makrodigitaltelevision.com.xml'))
    const plain = await guide(feeds.at('/plain.xml'))
    expect(await found(plain._id)).toHaveLength(4)
    const marked = { name: 'Comprimida', url: feeds.at('/recorded.xml.gz'), gzip: true }
    expect(await found((await stored(catalogue.operator, '/api/channel/guides', marked))._id)).toEqual(['17'])
  })

  test('are deleted with their guide', async () => {
    feeds.serve('/gone.xml', feed)
    const { _id } = await guide(feeds.at('/gone.xml'))
    await channelsOf(_id)
    expect((await catalogue.operator.delete(`/api/channel/guides/${_id}`)).status).toBe(200)
    expect((await channelsOf(_id)).status).toBe(404)
  })
})

describe('an unreadable guide', () => {
  test('responds with the reason and its status', async () => {
    feeds.serve('/page.html', '<html></html>')
    const cases: [string, number, string][] = [
      ['http://127.0.0.1:1/', 502, 'No se pudo leer la guía. La dirección no responde.'],
      [feeds.at('/404'), 502, 'No se pudo leer la guía. La dirección respondió con un error.'],
      [
        feeds.at('/page.html'),
        502,
        'No se pudo leer la guía. El contenido de la dirección no se puede leer.',
      ],
    ]
    for (const [url, status, message] of cases) {
      const answer = await channelsOf((await guide(url))._id)
      expect(answer.status).toBe(status)
      expect(answer.body).toEqual({ message, code: expect.any(String), requestId: expect.any(String) })
    }
  })

  test('is not retried at once, but soon', async () => {
    const { _id } = await guide(feeds.at('/back.xml'))
    expect((await channelsOf(_id)).status).toBe(502)
    feeds.serve('/back.xml', feed)
    expect((await channelsOf(_id)).status).toBe(502)
    expect(feeds.asked('/back.xml')).toBe(1)
    catalogue.test.clock.advance(31_000)
    expect((await channelsOf(_id)).status).toBe(200)
  })

  test('keeps its previous channels', async () => {
    feeds.serve('/flaky.xml', feed)
    const { _id } = await guide(feeds.at('/flaky.xml'))
    await channelsOf(_id)
    feeds.serve('/flaky.xml', 'nada')
    catalogue.test.clock.advance(31 * 60_000)
    expect((await channelsOf(_id)).status).toBe(502)
    feeds.serve('/flaky.xml', feed)
    catalogue.test.clock.advance(31_000)
    expect(await found(_id)).toHaveLength(4)
  })
})

describe('a request for channels', () => {
  test('needs the permission to read channels or guides', async () => {
    feeds.serve('/who.xml', feed)
    const { _id } = await guide(feeds.at('/who.xml'))
    for (const route of ['channel-list', 'channel-edit', 'guide-list'])
      expect((await channelsOf(_id, '', await catalogue.withGrants({ [route]: [] }))).status).toBe(200)
    expect((await channelsOf(_id, '', await catalogue.withGrants({ 'movie-list': [] }))).status).toBe(403)
    expect((await catalogue.anonymous.get(`/api/channel/guides/${_id}/channels`)).status).toBe(401)
  })

  test('is told the invalid parameter', async () => {
    const { _id } = await guide(feeds.at('/who.xml'))
    for (const [query, field] of [
      ['page=1', 'page'],
      [`search=${'x'.repeat(201)}`, 'search'],
      ['search=a&search=b', 'search'],
    ]) {
      const answer = await catalogue.operator.get(`/api/channel/guides/${_id}/channels?${query}`)
      expect(answer.status).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
    }
    expect((await channelsOf('00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })
})
