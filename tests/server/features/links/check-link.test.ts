import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { LinkReason } from '../../../../src/domain/contents/link-verdict.ts'
import { type CheckOptions, checkLink } from '../../../../src/server/features/links/check-link.ts'
import { allowAnyIp, isPublicIp } from '../../../../src/server/platform/outbound/ip-policy.ts'
import { namesInTurn } from '../../../support/dns.ts'
import { streamServer } from '../../../support/stream-server.ts'

const host = streamServer()

const check = (
  address: string | undefined,
  {
    isYoutube = false,
    isAllowed = allowAnyIp,
    timeLimit = 5_000,
    ...given
  }: Partial<Pick<CheckOptions, 'isAllowed' | 'timeLimit' | 'lookup'>> & { isYoutube?: boolean } = {},
): Promise<LinkReason> =>
  checkLink(
    { url: address, isYoutube },
    { ...given, isAllowed, timeLimit, signal: new AbortController().signal, oembedUrl: host.url('/oembed') },
  )

const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nlow/index.m3u8\n'
const MEDIA = '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\none.ts\n#EXTINF:6,\ntwo.ts\n#EXT-X-ENDLIST\n'
const DASH =
  '<?xml version="1.0"?>\n<MPD><Period><AdaptationSet><Representation id="1"/></AdaptationSet></Period></MPD>'

/** A response that never ends; `closed` resolves with the number of bytes sent when the client disconnects. */
const endless = (): { answer: Parameters<typeof host.on>[1]; closed: Promise<number> } => {
  let resolve: (sent: number) => void = () => undefined
  const closed = new Promise<number>((done) => {
    resolve = done
  })
  return {
    closed,
    answer(response) {
      let sent = 0
      const part = Buffer.alloc(16_384, 1)
      const pour = () => {
        while (!response.destroyed) {
          sent += part.length
          if (!response.write(part)) return response.once('drain', pour)
        }
      }
      response.on('close', () => resolve(sent))
      pour()
    },
  }
}

describe('a link (rule L21)', () => {
  test('works if it responds with content', async () => {
    host.on('/film.mp4', (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('ftyp'))
    expect(await check(host.url('/film.mp4'))).toBe('works')
  })

  test('works if its response never ends, and is closed after the first bytes', async () => {
    const { answer, closed } = endless()
    host.on('/live.mp3', answer)
    expect(await check(host.url('/live.mp3'))).toBe('works')
    expect(await closed).toBeLessThan(20_000_000)
  })

  test('of HLS is followed to the first segment of a variant, of which some bytes are requested', async () => {
    host.on('/a/master.m3u8', MASTER)
    host.on('/a/low/index.m3u8', MEDIA)
    host.on('/a/low/one.ts', (response, { headers }) => response.end(headers.range))
    expect(await check(host.url('/a/master.m3u8'))).toBe('works')
    expect(host.requested).toEqual(['/a/master.m3u8', '/a/low/index.m3u8', '/a/low/one.ts'])
  })

  test('of HLS follows redirects, and resolves URLs relative to their target', async () => {
    host.on('/a', (response) => response.writeHead(302, { location: '/b/index.m3u8?token=1' }).end())
    host.on('/b/index.m3u8', MEDIA)
    host.on('/b/one.ts', 'segment')
    expect(await check(host.url('/a'))).toBe('works')
  })

  test.each<[string, string, LinkReason]>([
    ['whose segment is gone', MEDIA, 'segment'],
    ['without segments', '#EXTM3U\n', 'manifest'],
    ['whose address is none', '#EXTM3U\nhttp://', 'manifest'],
  ])('of HLS %s is down', async (_, text, reason) => {
    host.on('/index.m3u8', text)
    expect(await check(host.url('/index.m3u8'))).toBe(reason)
  })

  test('of HLS that refers to itself is down after two requests', async () => {
    host.on('/loop.m3u8', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nloop.m3u8\n')
    expect(await check(host.url('/loop.m3u8'))).toBe('manifest')
    expect(host.requested).toHaveLength(2)
  })

  test('with an endless segment is closed after the first bytes', async () => {
    const { answer, closed } = endless()
    host.on('/index.m3u8', MEDIA)
    host.on('/one.ts', answer)
    expect(await check(host.url('/index.m3u8'))).toBe('works')
    expect(await closed).toBeLessThan(20_000_000)
  })

  test('with a playlist above 512 KiB cannot be checked', async () => {
    host.on('/big.m3u8', `#EXTM3U\n${'#EXTINF:6,\nsegment.ts\n'.repeat(30_000)}`)
    expect(await check(host.url('/big.m3u8'))).toBe('large')
  })

  test('of DASH works if its manifest has a representation', async () => {
    host.on('/good.mpd', DASH)
    host.on('/empty.mpd', '<MPD><Period/></MPD>')
    host.on('/broken.mpd', '<MPD><Per')
    expect(await check(host.url('/good.mpd'))).toBe('works')
    expect(await check(host.url('/empty.mpd'))).toBe('manifest')
    expect(await check(host.url('/broken.mpd'))).toBe('manifest')
  })

  test('of DASH with malformed XML is down', async () => {
    host.on('/wrong.mpd', `${DASH}${'<'.repeat(100)}`)
    expect(await check(host.url('/wrong.mpd'))).toBe('manifest')
  })

  test('that responds with an HTML page is down, whatever its media type', async () => {
    host.on('/page', (response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('x'),
    )
    host.on('/film.mp4', '\n <!DOCTYPE html><title>Not found</title>')
    expect(await check(host.url('/page'))).toBe('page')
    expect(await check(host.url('/film.mp4'))).toBe('page')
  })

  test.each<[number, LinkReason]>([
    [404, 'notFound'],
    [410, 'notFound'],
    [500, 'failing'],
    [502, 'failing'],
    [401, 'refused'],
    [403, 'refused'],
    [405, 'refused'],
    [429, 'refused'],
    [451, 'refused'],
    [503, 'busy'],
  ])('with the status %i is %s', async (status, reason) => {
    host.on('/x', (response) => response.writeHead(status).end())
    expect(await check(host.url('/x'))).toBe(reason)
  })

  test('with an empty, late or missing response, or endless redirects, is down', async () => {
    host.on('/empty', '')
    host.on('/silent', () => undefined)
    expect(await check(host.url('/empty'))).toBe('empty')
    expect(await check(host.url('/silent'), { timeLimit: 100 })).toBe('slow')
    expect(await check('http://127.0.0.1:9/')).toBe('unreachable')
    host.on('/loop', (response) => response.writeHead(301, { location: '/loop' }).end())
    expect(await check(host.url('/loop'))).toBe('redirects')
  })

  test('to a private address is never requested, also after a redirect', async () => {
    expect(await check(host.url('/x'), { isAllowed: isPublicIp })).toBe('private')
    const { port } = new URL(host.url('/'))
    host.on('/out', (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end())
    const isAllowed = (address: string) => address === '127.0.0.1' && port !== ''
    expect(await check(host.url('/out'), { isAllowed })).toBe('private')
    expect(host.requested).toEqual(['/out'])
  })

  test('of a host that resolves to a private address at the second request cannot be checked', async () => {
    host.on('/live.m3u8', MEDIA)
    host.on('/one.ts', 'segment')
    const address = host.url('/live.m3u8').replace('127.0.0.1', 'canal.example')
    const isAllowed = (found: string) => found === '127.0.0.1'
    const lookup = namesInTurn({ 'canal.example': ['127.0.0.1'] }, { 'canal.example': ['10.0.0.1'] })
    expect(await check(address, { isAllowed, lookup })).toBe('private')
    expect(host.requested).toEqual(['/live.m3u8'])
  })

  test.each(['rtmp://a.example/live', 'rtsp://a.example/1', 'udp://239.0.0.1:1234'])(
    'of another protocol cannot be checked: %s',
    async (address) => expect(await check(address)).toBe('protocol'),
  )

  test('of an Icecast server with its own protocol cannot be checked', async () => {
    const icecast = createServer((socket) => socket.end('ICY 200 OK\r\nicy-name: x\r\n\r\naudio'))
    await new Promise<void>((resolve) => icecast.listen(0, '127.0.0.1', resolve))
    const address = icecast.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await check(`http://127.0.0.1:${port}/`)).toBe('protocol')
    icecast.close()
  })

  test('that is internal needs the base URL', async () => {
    expect(await check(undefined)).toBe('noBase')
    expect(await check('peliculas/a.mp4')).toBe('address')
  })

  test('to YouTube is checked by its oEmbed description', async () => {
    host.on('/oembed', (response, { url }) =>
      response
        .writeHead(new URL(url ?? '', 'http://x').searchParams.get('url')?.endsWith('gone') ? 404 : 200)
        .end('{}'),
    )
    expect(await check('https://youtu.be/abc', { isYoutube: true })).toBe('works')
    expect(await check('gone', { isYoutube: true })).toBe('notFound')
    host.on('/oembed', (response) => response.writeHead(401).end())
    expect(await check('https://youtu.be/abc', { isYoutube: true })).toBe('refused')
  })
})
