import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkWork } from '../../../../src/server/features/links/link-worker.ts'
import { linkChecks } from '../../../../src/server/features/links/schedule.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { linkHealth, linkHosts } from '../../../../src/server/platform/database/schema/links.ts'
import { outbox } from '../../../../src/server/platform/database/schema/outbox.ts'
import { allowAnyIp } from '../../../../src/server/platform/outbound/ip-policy.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { create, filmOf, linkOf } from '../../../support/films.ts'
import { people, type SignedIn } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { type StreamServer, streamServer } from '../../../support/stream-server.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const host = streamServer()
const other = streamServer()

const worker = (timeLimit = 5_000) =>
  linkWork(server.context, { isAllowed: allowAnyIp, oembedUrl: host.url('/oembed'), timeLimit })
const now = () => server.clock.now()
const claim = (most = 20) => server.db.transaction((tx) => worker().claim(tx, now(), most))

/** Runs the due checks once, and advances the clock past the pause between two checks of a host. */
const turn = async (timeLimit?: number): Promise<number> => {
  const work = worker(timeLimit)
  const rows = await server.db.transaction((tx) => work.claim(tx, now(), work.width))
  for (const row of rows) {
    const outcome = await work.perform(row, new AbortController().signal)
    await server.db.transaction((tx) => work.settle(tx, row, outcome, now()))
  }
  server.clock.advance(2_000)
  return rows.length
}
const turns = async (timeLimit?: number): Promise<number> => {
  let done = 0
  for (let count = await turn(timeLimit); count > 0; count = await turn(timeLimit)) done += count
  return done
}

const film = (admin: SignedIn, links: string[], changes: Row = {}) =>
  create(admin, '/api/movies', {
    ...filmOf({ title: `Película ${links.join(' ')}`, ...changes }),
    content: links.map((link) => linkOf({ link, linkType: 'E', provider: 2 })),
  })
const request = (user: SignedIn, ids: unknown[], resource = 'movies') =>
  user.post('/api/links/checks', { resource, ids, expected: ids.length })
const healthOf = async (user: SignedIn, { _id }: Row, resource = 'movies'): Promise<Row[]> =>
  (await user.get(`/api/links?resource=${resource}&record=${_id}`)).rows
const change = async (sa: SignedIn, settings: Row) => {
  const { status, text } = await sa.put('/api/settings', settings)
  expect(status, text).toBe(200)
}
const schedule = async () => {
  const slice = () =>
    server.db.transaction((tx) => linkChecks.chunk({ tx, context: server.context, key: '' }))
  while ((await slice()) === 'more');
}

const works = (at: StreamServer, ...paths: string[]) => {
  for (const path of paths) at.on(path, 'content')
}

let sa: SignedIn
let admin: SignedIn
beforeEach(async () => {
  ;({ sa, admin } = await people(server))
})

test('the id of a YouTube video is looked up, whatever the base address', async () => {
  const { sa, admin } = await people(server)
  await change(sa, { contentUrlBase: host.url('/vod') })
  host.on('/oembed', '{}')
  const link = linkOf({ link: 'dQw4w9WgXcQ', isYoutube: true })
  const { _id } = await create(admin, '/api/movies', { ...filmOf(), content: [link] })
  await request(admin, [_id])
  await turns()
  expect(await healthOf(admin, { _id })).toMatchObject([{ verdict: 'up' }])
  const [path = ''] = host.requested
  expect(new URL(path, host.url('/')).searchParams.get('url')).toBe(
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  )
})

describe('checks of links (rules L21, L22)', () => {
  test('are stored beside each link, with reason and the last ten checks', async () => {
    works(host, '/good')
    const record = await film(admin, [host.url('/good'), host.url('/gone')])
    expect(await request(admin, [record._id])).toMatchObject({ status: 202, body: { links: 2 } })
    expect(await healthOf(admin, record)).toMatchObject([
      { verdict: 'unchecked', isWaiting: true },
      { verdict: 'unchecked', isWaiting: true },
    ])
    expect(await turns()).toBe(2)
    expect(await healthOf(admin, record)).toMatchObject([
      { link: host.url('/gone'), verdict: 'down', reason: 'notFound', failures: 1, isWaiting: false },
      { link: host.url('/good'), verdict: 'up', reason: 'works', checked: expect.any(String) },
    ])
    for (let count = 0; count < 12; count++) {
      await request(admin, [record._id])
      await turns()
    }
    const [gone] = await healthOf(admin, record)
    expect(gone).toMatchObject({ failures: 13, since: expect.any(String) })
    expect(gone?.history).toHaveLength(10)
  })

  test('of one host are made one at a time with 2 s between, of several hosts concurrently', async () => {
    works(host, '/1', '/2', '/3')
    works(other, '/1')
    const record = await film(admin, [host.url('/1'), host.url('/2'), host.url('/3'), other.url('/1')])
    await request(admin, [record._id])
    const first = await claim()
    expect(new Set(first.map((row) => row.host)).size).toBe(2)
    expect(await claim()).toEqual([])
    for (const row of first)
      await server.db.transaction((tx) => worker().settle(tx, row, { reason: 'works' }, now()))
    expect(await claim()).toEqual([])
    server.clock.advance(1_999)
    expect(await claim()).toEqual([])
    server.clock.advance(1)
    expect(await claim()).toHaveLength(1)
  })

  test('are at most 20 at a time over all nodes', async () => {
    const links = Array.from({ length: 25 }, (_, index) => `http://host-${index}.example/`)
    const record = await film(admin, links, { title: 'Muchos' })
    await request(admin, [record._id])
    const [a, b] = await Promise.all([claim(15), claim(15)])
    expect([a.length, b.length].sort()).toEqual([15, 5].sort())
    expect(await claim()).toEqual([])
  })

  test('of a host pause for an hour after five missing responses', async () => {
    const paths = ['/1', '/2', '/3', '/4', '/5', '/6']
    for (const path of paths) host.on(path, () => undefined)
    const record = await film(admin, paths.map(host.url))
    await request(admin, [record._id])
    expect(await turns(20)).toBe(5)
    server.clock.advance(HOUR - 20_000)
    expect(await turn(20)).toBe(0)
    server.clock.advance(20_000)
    expect(await turn(20)).toBe(1)
  })

  test('of the same link in several records are made once', async () => {
    works(host, '/same')
    const records = [
      await film(admin, [host.url('/same')]),
      await film(admin, [host.url('/same')], { title: 'Otra' }),
    ]
    await request(
      admin,
      records.map(({ _id }) => _id),
    )
    expect(await turns()).toBe(1)
    for (const record of records) expect(await healthOf(admin, record)).toMatchObject([{ verdict: 'up' }])
  })

  test('of internal links use the base URL of the settings', async () => {
    const record = await create(admin, '/api/movies', filmOf())
    expect(await request(admin, [record._id])).toMatchObject({ status: 202 })
    await turns()
    expect(await healthOf(admin, record)).toMatchObject([{ verdict: 'unknown', reason: 'noBase' }])
    await change(sa, { contentUrlBase: host.url('/videos') })
    works(host, '/videos/peliculas/la-isla-minima.mp4')
    await request(admin, [record._id])
    await turns()
    expect(await healthOf(admin, record)).toMatchObject([{ verdict: 'up' }])
  })

  test('of a killed node are repeated, and its late result is not stored', async () => {
    works(host, '/good')
    const record = await film(admin, [host.url('/good')])
    await request(admin, [record._id])
    const [lost] = await claim()
    if (!lost) throw new Error('Nothing was claimed')
    server.clock.advance(30_000)
    expect(await turns()).toBe(1)
    await server.db.transaction((tx) => worker().settle(tx, lost, { reason: 'notFound' }, now()))
    expect(await healthOf(admin, record)).toMatchObject([{ verdict: 'up', history: [{}] }])
  })

  test('are requested by users who may change the records, with the number of links that they saw', async () => {
    const record = await film(admin, [host.url('/good')])
    const body = { resource: 'movies', filter: {}, expected: 2 }
    expect(await admin.post('/api/links/checks', body)).toMatchObject({
      status: 409,
      body: { code: 'COUNT' },
    })
    expect((await admin.post('/api/links/checks', { ...body, expected: 1 })).body).toEqual({ links: 1 })
    const { agent } = await people(server)
    expect((await request(agent, [record._id])).status).toBe(403)
    expect((await agent.get(`/api/links?resource=movies&record=${record._id}`)).status).toBe(403)
    expect(
      (await admin.post('/api/links/checks', { resource: 'users', ids: ['x'], expected: 1 })).status,
    ).toBe(422)
  })

  test('of a link that its record no longer has are not shown', async () => {
    const record = await film(admin, [host.url('/a'), host.url('/b')])
    await request(admin, [record._id])
    const content = [linkOf({ link: host.url('/b'), linkType: 'E', provider: 2 })]
    expect((await admin.put(`/api/movies/${record._id}`, { content })).status).toBe(200)
    expect(await healthOf(admin, record)).toMatchObject([{ link: host.url('/b') }])
  })

  test('feed the dead-link filter of the list and the quality overview', async () => {
    works(host, '/good')
    const bad = await film(admin, [host.url('/good'), host.url('/gone')])
    const good = await film(admin, [host.url('/good')], { title: 'Otra' })
    await request(admin, [bad._id, good._id])
    await turns()
    const { rows } = await admin.get('/api/movies?quality=dead_link')
    expect(rows.map(({ _id }) => _id)).toEqual([bad._id])
    const { rows: parts } = await admin.get('/api/quality')
    const defects = parts.find(({ resource }) => resource === 'movies')?.defects
    expect(defects).toContainEqual({ defect: 'dead_link', count: 1 })
  })

  test('feed the dead-link filter of a series’ episodes', async () => {
    const serie = await create(admin, '/api/series', seriesOf())
    const withLink = (path: string, episode: number) =>
      createEpisode(admin, serie._id, {
        episode,
        content: [linkOf({ link: host.url(path), linkType: 'E', provider: 2 })],
      })
    works(host, '/good')
    const [bad, good] = [await withLink('/gone', 1), await withLink('/good', 2)]
    await request(admin, [bad._id, good._id], 'episodes')
    await turns()
    const { rows } = await admin.get(`/api/series/all_episode/${serie._id}?quality=dead_link`)
    expect(rows.map(({ _id }) => _id)).toEqual([bad._id])
  })
})

describe('the schedule of checks (rule L23)', () => {
  test('is off at first', async () => {
    await film(admin, [host.url('/a')])
    await schedule()
    expect(await server.db.select().from(linkHealth)).toEqual([])
  })

  test('checks active records every few days within the hours of the settings', async () => {
    works(host, '/a')
    const record = await film(admin, [host.url('/a')])
    await film(admin, [host.url('/b')], { title: 'Inactiva', status: false })
    await change(sa, { linkChecks: true, linkCheckDays: 2, linkCheckFrom: 2, linkCheckUntil: 4 })
    await schedule()
    expect(await turns()).toBe(0)
    // 02:30 in the service's time zone.
    server.clock.set(new Date('2026-03-16T06:30:00Z'))
    await schedule()
    await schedule()
    expect(await turns()).toBe(1)
    await schedule()
    expect(await turns()).toBe(0)
    server.clock.set(new Date('2026-03-18T07:30:00Z'))
    await schedule()
    expect(await server.db.select().from(linkHealth)).toMatchObject([{ nextCheck: now() }])
    server.clock.set(new Date('2026-03-18T08:30:00Z'))
    await schedule()
    expect(await server.db.select().from(linkHealth)).toMatchObject([{ record: record._id, nextCheck: null }])
  })

  test('removes links that their records no longer have', async () => {
    const record = await film(admin, [host.url('/a')])
    await request(admin, [record._id])
    await admin.delete(`/api/movies/${record._id}`)
    await change(sa, { linkChecks: true, linkCheckFrom: 0, linkCheckUntil: 0 })
    await schedule()
    expect(await server.db.select().from(linkHealth)).toEqual([])
  })
})

describe('a link that fails again and again (rules L24, L25)', () => {
  const failing = async () => {
    works(host, '/good')
    const record = await film(admin, [host.url('/good'), host.url('/gone')])
    const again = async () => {
      await request(admin, [record._id])
      await turns()
    }
    return { record, again }
  }
  const linksOf = async ({ _id }: Row): Promise<unknown> =>
    ((await admin.get(`/api/movies/${_id}`)).body.content as Row[]).map(({ status }) => status)

  test('is deactivated after the configured number of failures, without changing dateUpdate, which can be undone in one step', async () => {
    await change(sa, { linkDeactivateAfter: 2 })
    const { record, again } = await failing()
    await again()
    expect(await linksOf(record)).toEqual([true, true])
    const since = now().toISOString()
    await again()
    expect(await linksOf(record)).toEqual([true, false])
    const counted = async () => (await admin.get('/api/links/deactivations')).body.links
    expect(await counted()).toBe(1)
    const { body } = await admin.get(`/api/movies/${record._id}`)
    expect(body.dateUpdate).toBe(record.dateUpdate)
    const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.record, record._id))
    expect(entries.find(({ action }) => action === 'update')).toMatchObject({ user: null })
    const undo = await admin.post('/api/links/deactivations/undo', { since })
    expect(undo).toMatchObject({ status: 200, body: { links: 1 } })
    expect(await linksOf(record)).toEqual([true, true])
    expect(await counted()).toBe(0)
    expect((await admin.post('/api/links/deactivations/undo', { since })).status).toBe(409)
  })

  test('keeps the status that a user has set since its deactivation', async () => {
    await change(sa, { linkDeactivateAfter: 1 })
    const { record, again } = await failing()
    const since = now().toISOString()
    await again()
    const deactivated = async () => (await healthOf(admin, record)).map((row) => row.deactivated)
    expect(await deactivated()).toEqual([expect.any(String), null])
    const { content } = (await admin.get(`/api/movies/${record._id}`)).body as { content: Row[] }
    const set = async (statuses: boolean[]) => {
      const links = content.map((link, index) => ({ ...link, status: statuses[index] }))
      expect((await admin.put(`/api/movies/${record._id}`, { content: links })).status).toBe(200)
    }
    await set([true, true])
    expect(await deactivated()).toEqual([null, null])
    await set([true, false])
    expect((await admin.get('/api/links/deactivations')).body.links).toBe(0)
    expect((await admin.post('/api/links/deactivations/undo', { since })).status).toBe(409)
    expect(await linksOf(record)).toEqual([true, false])
  })

  test('is deactivated again only after as many new failures, once a user has activated it', async () => {
    await change(sa, { linkDeactivateAfter: 2 })
    const { record, again } = await failing()
    for (let count = 0; count < 2; count++) await again()
    expect(await linksOf(record)).toEqual([true, false])
    const { content } = (await admin.get(`/api/movies/${record._id}`)).body as { content: Row[] }
    const active = content.map((link) => ({ ...link, status: true }))
    expect((await admin.put(`/api/movies/${record._id}`, { content: active })).status).toBe(200)
    await again()
    expect(await linksOf(record)).toEqual([true, true])
    await again()
    expect(await linksOf(record)).toEqual([true, false])
  })

  test('is never deactivated by the settings of a first start, nor if it is the last active one', async () => {
    const { record, again } = await failing()
    for (let count = 0; count < 3; count++) await again()
    expect(await linksOf(record)).toEqual([true, true])
    await change(sa, { linkDeactivateAfter: 1 })
    const alone = await film(admin, [host.url('/nowhere')])
    await request(admin, [alone._id])
    await turns()
    expect(await linksOf(alone)).toEqual([true])
  })

  test('is reported to webhooks once, after the second failed check, and when it works again', async () => {
    await sa.post('/api/webhooks', { name: 'CRM', url: host.url('/hook'), events: ['link.down', 'link.up'] })
    const { record, again } = await failing()
    const told = async () => (await server.db.select().from(outbox)).map(({ reason, data }) => [reason, data])
    await again()
    expect(await told()).toEqual([])
    await again()
    await again()
    const data = { id: record._id, resource: 'movies', reason: 'notFound' }
    expect(await told()).toEqual([['link.down', data]])
    works(host, '/gone')
    await again()
    await again()
    expect((await told()).at(-1)).toEqual(['link.up', { ...data, reason: 'works' }])
    expect(await told()).toHaveLength(2)
  })
})

describe('a report (rule L26)', () => {
  test('has the links of its content checked, at most once in ten minutes', async () => {
    await change(sa, { linkChecks: true })
    const record = await film(admin, [host.url('/gone')])
    const viewer = await viewerApp(server, {})
    const report = (issueType: string) =>
      create(viewer, '/api/issues', { mediaId: record._id, mediaType: 'Movie', issueType })
    await report('LINK')
    expect(await turns()).toBe(1)
    await report('AUDIO')
    expect(await turns()).toBe(0)
    server.clock.advance(11 * MINUTE)
    await report('VIDEO')
    expect(await turns()).toBe(1)
  })

  test('checks nothing while checks are off', async () => {
    const record = await film(admin, [host.url('/gone')])
    const viewer = await viewerApp(server, {})
    await create(viewer, '/api/issues', { mediaId: record._id, mediaType: 'Movie', issueType: 'LINK' })
    expect(await server.db.select().from(linkHosts)).toEqual([])
  })
})
