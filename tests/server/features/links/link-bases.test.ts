import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkChecks } from '../../../../src/server/features/links/schedule.ts'
import { linkHealth } from '../../../../src/server/platform/database/schema/links.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { channelOf } from '../../../support/channels.ts'
import { create, filmOf, linkOf } from '../../../support/films.ts'
import { runChunk } from '../../../support/jobs.ts'
import { people, type SignedIn, signedInWith } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'

const server = testApp()

let admin: SignedIn
let agent: SignedIn
beforeEach(async () => {
  ;({ admin, agent } = await people(server))
})

const internal = (link: string, fields: Row = {}): Row => linkOf({ link, linkType: 'I', ...fields })
const external = (link: string): Row => linkOf({ link, linkType: 'E', provider: 2 })
const film = (title: string, content: Row[], fields: Row = {}) =>
  create(admin, '/api/movies', { ...filmOf({ title }), content, ...fields })
const station = (link: string, linkInternal: 'I' | 'E') =>
  create(admin, '/api/channels', channelOf({ link, linkInternal }))

const CONTENT = '/api/links/bases/contentUrlBase'
const TV = '/api/links/bases/tvUrlBase'

describe('the links of a base address', () => {
  test('are those without an address of their own, also inactive ones, counted by entity', async () => {
    await film('Uno', [
      internal('/uno.m3u8'),
      internal('uno.mpd', { status: false }),
      external('https://cdn.example/1'),
    ])
    await film('Dos', [internal('HTTPS://otro.example/2'), internal('dQw4w9WgXcQ', { isYoutube: true })])
    const { _id } = await create(admin, '/api/series', seriesOf({}))
    await createEpisode(admin, String(_id), { content: [internal('/t1/e1.m3u8')] })
    await station('vivo/1', 'I')
    await station('http://tv.example/2', 'E')
    const [content, tv] = [await admin.get(CONTENT), await admin.get(TV)]
    expect(content.body).toEqual({
      links: 3,
      resources: [
        { resource: 'movies', links: 2 },
        { resource: 'episodes', links: 1 },
      ],
      isScheduled: false,
    })
    expect(tv.body).toMatchObject({ links: 1, resources: [{ resource: 'channels', links: 1 }] })
  })

  test('are counted and tried for those alone who may change it', async () => {
    for (const path of [CONTENT, TV]) {
      expect((await agent.get(path)).status, path).toBe(403)
      expect((await agent.post(`${path}/checks`, { url: '' })).status, path).toBe(403)
    }
    expect((await admin.get('/api/links/bases/videoDefault')).status).toBe(404)
  })

  test.each([
    ['nothing', ''],
    ['a host', 'cdn.example'],
    ['another scheme', 'ftp://cdn.example'],
    ['a scheme', 'https://'],
    ['a long address', `https://cdn.example/${'x'.repeat(2048)}`],
  ])('are not tried under %s', async (_, url) => {
    const { status, body } = await admin.post(`${CONTENT}/checks`, { url })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['url']])
  })

  test('are not requested under a private address, and none is without active ones', async () => {
    const check = async () => (await admin.post(`${CONTENT}/checks`, { url: 'http://127.0.0.1:9/a/' })).rows
    await film('Uno', [internal('/1'), external('https://cdn.example/1')], { status: false })
    expect(await check()).toEqual([])
    await film('Dos', [internal('/2'), internal('/2b')])
    expect(await check()).toEqual([
      { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/a\/2b?$/), reason: 'private' },
    ])
    expect((await admin.get('/api/settings')).body.contentUrlBase).toBe('')
  })

  test('are only tried if the user may read their records, each once', async () => {
    await film('Uno', [internal('/1'), internal('/1')])
    await film('Dos', [internal('/1')])
    const clerk = await signedInWith(server, { settings: ['modify'] })
    const check = async (user: SignedIn) =>
      (await user.post(`${CONTENT}/checks`, { url: 'http://127.0.0.1:9/a' })).rows
    expect(await check(clerk)).toEqual([])
    expect(await check(admin)).toHaveLength(1)
  })

  test('whose type was corrected wait for one check', async () => {
    await admin.put('/api/settings', { linkChecks: true, linkCheckFrom: 0, linkCheckUntil: 0 })
    const full = 'https://cdn.example/1'
    const { _id } = await film('Uno', [internal(full)])
    const run = async () => {
      for (let chunks = 0; (await runChunk(server.context, linkChecks)) === 'more'; chunks++)
        if (chunks > 20) throw new Error('The schedule does not end')
    }
    await run()
    await server.db
      .update(linkHealth)
      .set({ nextCheck: null, checked: server.clock.now(), verdict: 'up', reason: 'works' })
    await admin.put(`/api/movies/${_id}`, { content: [external(full)] })
    await admin.put('/api/settings', { contentUrlBase: 'https://nuevo.example/v', demoHours: 3 })
    server.clock.advance(60_000)
    await run()
  })

  test('are due for a check again after it was changed, unlike those of records without any', async () => {
    await admin.put('/api/settings', { linkChecks: true, linkCheckFrom: 0, linkCheckUntil: 0 })
    await film('Uno', [internal('/1')])
    await film('Dos', [external('https://cdn.example/1')])
    await station('/vivo', 'I')
    const waiting = async () => {
      while ((await runChunk(server.context, linkChecks)) === 'more');
      const rows = await server.db.select().from(linkHealth)
      return rows.flatMap(({ link, nextCheck }) => (nextCheck === null ? [] : [link])).sort()
    }
    expect(await waiting()).toHaveLength(3)
    const checked = server.clock.now()
    await server.db.update(linkHealth).set({ nextCheck: null, checked, verdict: 'up', reason: 'works' })
    server.clock.advance(60_000)
    expect(await waiting()).toEqual([])
    await admin.put('/api/settings', { contentUrlBase: 'https://nuevo.example/v', demoHours: 3 })
    server.clock.advance(60_000)
    expect(await waiting()).toEqual(['/1'])
    const [row] = await server.db.select().from(linkHealth).where(eq(linkHealth.link, '/1'))
    expect(row).toMatchObject({ host: 'nuevo.example', verdict: 'up', isAsked: false })
    await server.db.update(linkHealth).set({ nextCheck: null, checked: server.clock.now() })
    expect(await waiting()).toEqual([])
    await admin.put('/api/settings/updateTvUrlBase', { tvUrlBase: 'https://tv.example' })
    server.clock.advance(60_000)
    expect(await waiting()).toEqual(['/vivo'])
  })
})
