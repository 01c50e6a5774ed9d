import { beforeEach, describe, expect, test } from 'vitest'
import { mediaUrl, moveClips } from '../../../src/server/demo/media/addresses.ts'
import { linkKey } from '../../../src/server/features/links/queue-checks.ts'
import { linkHealth } from '../../../src/server/platform/database/schema/links.ts'
import { settings } from '../../../src/server/platform/database/schema/settings.ts'
import { currentSettings } from '../../../src/server/platform/settings/read-settings.ts'
import { testApp } from '../../support/app.ts'
import { bodyOf } from '../../support/entities.ts'
import { people, type SignedIn } from '../../support/people.ts'

const server = testApp()

describe('the clips of a demo', () => {
  const demo = testApp({ isDemo: true })
  const get = (path: string, headers = {}) => demo.anonymous.get(`/demo/media/${path}`, { headers })
  const tagOf = async (path: string) => (await get(path)).headers.etag

  test('are answered in ranges, without a session, to pages of other origins', async () => {
    const { status, headers } = await get('peliculas/casablanca-1942/hd.mp4', { range: 'bytes=0-99' })
    expect(status).toBe(206)
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '100',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers).not.toHaveProperty('content-encoding')
  })

  test.each([
    ['trailers/casablanca-1942.mp4', 'video/mp4'],
    ['radio/do/1/stream', 'audio/mp4'],
    ['tv/do/1/index.m3u8', 'application/vnd.apple.mpegurl'],
    ['canal.m4s', 'video/iso.segment'],
    ['canal-init.mp4', 'video/mp4'],
  ])('exist for %s', async (path, type) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe(type)
  })

  test('are always the same for a path, and differ between paths', async () => {
    const films = Array.from({ length: 20 }, (_, index) => `peliculas/${index}/hd.mp4`)
    const tags = await Promise.all(films.map(tagOf))
    expect(await Promise.all(films.map(tagOf))).toEqual(tags)
    expect(new Set(tags).size).toBe(4)
  })

  test('of a channel refer to files that exist', async () => {
    const { text } = await get('tv/do/1/index.m3u8')
    const files = new Set([...text.matchAll(/\/demo\/media\/[\w.-]+/g)].map(([path]) => path))
    expect(files.size).toBe(2)
    for (const file of files) expect((await demo.anonymous.get(file)).status, file).toBe(200)
  })

  test.each(['', 'x.txt', '../routes.ts', '..%2f..%2fmain.ts', 'NOTICE.md'])(
    'do not exist for %j',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  test('are not served without demo data', async () => {
    const { status } = await server.anonymous.get('/demo/media/peliculas/casablanca-1942/hd.mp4')
    expect(status).toBe(404)
  })
})

describe('the addresses of clips', () => {
  const ORIGIN = 'http://127.0.0.1:4567'
  let sa: SignedIn
  beforeEach(async () => {
    sa = (await people(server)).sa
  })
  const radio = async (link: string) => {
    const { body } = await sa.post('/api/radios', { ...bodyOf('radios'), number: 7, link })
    return () => sa.get(`/api/radios/${body._id}`)
  }
  const storeResult = (link: string) => {
    const checked = { resource: 'radios', link, linkType: 'E', isYoutube: false } as const
    const values = {
      ...checked,
      record: 'one',
      key: linkKey('radios', checked),
      host: '',
      verdict: 'up' as const,
    }
    return server.db.insert(linkHealth).values(values)
  }
  const base = async (changes: Record<string, string>) =>
    server.db.update(settings).set({ value: { ...(await currentSettings(server.db)), ...changes } })

  test('follow the address that is served, without an edit', async () => {
    await base({ contentUrlBase: mediaUrl(''), tvUrlBase: mediaUrl('tv/') })
    const read = await radio(mediaUrl('radio/do/1/stream'))
    await storeResult(mediaUrl('radio/do/1/stream'))
    const before = (await sa.get('/api/settings')).body.dateUpdate
    const { dateUpdate } = (await read()).body
    for (const origin of ['http://127.0.0.1:1', ORIGIN]) await moveClips(server.db, origin)
    expect((await sa.get('/api/settings')).body).toMatchObject({
      contentUrlBase: `${ORIGIN}/demo/media/`,
      tvUrlBase: `${ORIGIN}/demo/media/tv/`,
      dateUpdate: before,
    })
    const link = `${ORIGIN}/demo/media/radio/do/1/stream`
    expect((await read()).body).toMatchObject({ link, dateUpdate })
    expect(await server.db.select({ link: linkHealth.link, key: linkHealth.key }).from(linkHealth)).toEqual([
      { link, key: linkKey('radios', { link, linkType: 'E', isYoutube: false }) },
    ])
  })

  test('stay once an operator has replaced them', async () => {
    await base({ contentUrlBase: 'https://cdn.example/', tvUrlBase: '' })
    const read = await radio('https://radio.example/demo/stream')
    await moveClips(server.db, ORIGIN)
    expect((await sa.get('/api/settings')).body).toMatchObject({
      contentUrlBase: 'https://cdn.example/',
      tvUrlBase: '',
      videoDefault: '',
    })
    expect((await read()).body.link).toBe('https://radio.example/demo/stream')
  })
})
