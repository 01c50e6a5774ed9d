import { describe, expect, test } from 'vitest'
import { refreshNext } from '../../../../src/server/features/channels/guides/refresh.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf, stored } from '../../../support/channels.ts'
import { feedServer } from '../../../support/feed-server.ts'
import { runJobs } from '../../../support/jobs.ts'
import { testSandbox } from '../../../support/sandbox.ts'
import { xmltvOf } from '../../../support/xmltv.ts'

const feeds = feedServer()
const catalogue = testCatalogue({ config: { allowPrivateGuides: true } })
const PATH = '/api/channels/epg-proposals'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 15, hour))
const feed = xmltvOf({ uno: 'Canal Uno HD', dos: 'Otra Cosa' }, [
  { channel: 'uno', title: 'El Noticiero', start: at(14), stop: at(15) },
])

async function guideRead(url: string, changes = {}) {
  const guide = await stored(catalogue.operator, '/api/channel/guides', { name: 'Guía', url, ...changes })
  await catalogue.operator.get(`/api/channel/guides/${guide._id}/channels?search=`)
  return guide
}

const channel = (changes = {}) =>
  stored(catalogue.operator, '/api/channels', channelOf({ title: 'Canal Uno', ...changes }))

const takenOf = (
  { _id, dateUpdate }: { _id: string; dateUpdate?: unknown },
  guide: string,
  epgId = 'uno',
) => ({
  channel: _id,
  dateUpdate,
  guide,
  epgId,
})

describe('proposals of guides', () => {
  test('name channel, guide, likeness and the current programme; applying them can be undone', async () => {
    feeds.serve('/uno.xml', feed)
    const guide = await guideRead(feeds.at('/uno.xml'))
    const created = await channel()
    const { status, rows } = await catalogue.operator.get(PATH)
    expect(status).toBe(200)
    const [proposal] = rows.filter(({ guide: of }) => Object(of)._id === guide._id)
    expect(proposal).toMatchObject({
      channel: { _id: created._id, number: 7, title: 'Canal Uno' },
      guide: { name: 'Guía' },
      epgId: 'uno',
      name: 'Canal Uno HD',
      likeness: 1,
      now: { title: 'El Noticiero' },
    })
    const taken = await catalogue.operator.post(PATH, { proposals: [takenOf(created, guide._id)] })
    expect(taken.body).toEqual({ batch: expect.any(String), changed: 1 })
    const path = `/api/channels/${created._id}`
    expect((await catalogue.operator.get(path)).body).toMatchObject({ channelGuide: guide._id, epgId: 'uno' })
    expect((await catalogue.operator.get(PATH)).rows).toEqual([])
    const undo = await catalogue.operator.post(`/api/batches/${taken.body.batch}/undo`)
    expect(undo.status).toBe(202)
    await runJobs(catalogue.test.context)
    expect((await catalogue.operator.get(path)).body).toMatchObject({ channelGuide: null, epgId: '' })
  })

  test('are rejected as a whole if a channel was edited, or if the guide has no such channel', async () => {
    feeds.serve('/dos.xml', feed)
    const guide = await guideRead(feeds.at('/dos.xml'))
    const [one, other] = [await channel(), await channel()]
    await catalogue.operator.put(`/api/channels/${other._id}`, { number: 8 })
    const both = [takenOf(one, guide._id), takenOf(other, guide._id)]
    expect(await catalogue.operator.post(PATH, { proposals: both })).toMatchObject({
      status: 409,
      body: { code: 'STALE' },
    })
    const cases = [[takenOf(one, guide._id, 'nada')], [takenOf(one, guide._id), takenOf(one, guide._id)], []]
    for (const proposals of cases)
      expect((await catalogue.operator.post(PATH, { proposals })).status).toBe(422)
    expect((await catalogue.operator.get(`/api/channels/${one._id}`)).body).toMatchObject({ epgId: '' })
  })
})

describe('the nightly reading of guides', () => {
  test('reads active guides in use, one at a time and once a night even if they fail', async () => {
    feeds.serve('/night.xml', feed)
    const used = await guideRead(feeds.at('/night.xml'))
    const broken = await guideRead(feeds.at('/missing.xml'))
    await guideRead(feeds.at('/unused.xml'))
    const off = await guideRead(feeds.at('/off.xml'), { status: false })
    for (const { _id } of [used, broken, off]) await channel({ channelGuide: _id, epgId: 'uno' })
    const asked = () =>
      ['/night.xml', '/missing.xml', '/unused.xml', '/off.xml'].map((path) => feeds.asked(path))
    const before = asked()
    catalogue.test.clock.advance(12 * 3_600_000)
    const sandbox = testSandbox()
    const ends = [1, 2, 3].map(() => () => refreshNext(catalogue.test.context, sandbox))
    const found = []
    for (const next of ends) found.push(await next())
    await sandbox.close()
    expect(found).toHaveLength(3)
    expect(found.filter((end) => end?.failure !== undefined)).toHaveLength(1)
    expect(found[2]).toBeUndefined()
    expect(asked().map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 0, 0])
  })
})
