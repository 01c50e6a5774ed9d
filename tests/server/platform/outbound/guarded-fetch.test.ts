import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { SourceFailed } from '../../../../src/server/platform/http/errors.ts'
import {
  type GuardedFetchOptions,
  guardedFetch,
} from '../../../../src/server/platform/outbound/guarded-fetch.ts'
import { allowAnyIp, isPublicIp } from '../../../../src/server/platform/outbound/ip-policy.ts'
import { namesInTurn } from '../../../support/dns.ts'
import { feedServer } from '../../../support/feed-server.ts'

const feeds = feedServer()

const open: GuardedFetchOptions = { isAllowed: allowAnyIp, timeLimit: 5000, sizeLimit: 100_000 }
/** Treats the local server's address as public, and all others of this machine as private. */
const guarded: GuardedFetchOptions = { ...open, isAllowed: (address) => address === '127.0.0.1' }

async function textOf(address: string, options = open): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of await guardedFetch(address, options)) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function failureOf(address: string, options = open): Promise<string> {
  const error = await textOf(address, options).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SourceFailed)
  return error instanceof SourceFailed ? error.failure : ''
}

describe('the body', () => {
  test('is that of the response', async () => {
    feeds.serve('/plain', 'hola')
    expect(await textOf(feeds.at('/plain'))).toBe('hola')
  })

  test('is decompressed if declared as compressed', async () => {
    feeds.serve('/encoded', (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hola')),
    )
    expect(await textOf(feeds.at('/encoded'))).toBe('hola')
  })

  test('is returned as it is if declared as compressed but is not', async () => {
    feeds.serve('/mislabelled', (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('hola'),
    )
    expect(await textOf(feeds.at('/mislabelled'))).toBe('hola')
  })

  test('may come after redirects', async () => {
    feeds.serve('/plain', 'hola')
    feeds.serve('/moved', (response) => response.writeHead(302, { location: '/plain' }).end())
    feeds.serve('/away', (response) => response.writeHead(307, { location: feeds.at('/moved') }).end())
    expect(await textOf(feeds.at('/away'))).toBe('hola')
  })
})

describe('a forbidden address', () => {
  test.each([
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'gopher://127.0.0.1/',
    'nada',
    '',
  ])('is %s', async (address) => expect(await failureOf(address)).toBe('address'))

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:8.8.8.8]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
    'http://sin.nombre.localhost/',
    'https://10.1.2.3/',
    'http://usuario:clave@192.168.0.1/',
  ])('is one of a private network: %s', async (address) => {
    expect(await failureOf(address, { ...open, isAllowed: isPublicIp })).toBe('private')
  })

  test('is detected when connecting, for any name', async () => {
    const lookup = namesInTurn({ 'guia.example': ['10.0.0.7'] })
    const options = { ...open, isAllowed: isPublicIp, lookup }
    expect(await failureOf('http://guia.example/', options)).toBe('private')
  })

  test('is detected among several of a name', async () => {
    const lookup = namesInTurn({ 'guia.example': ['127.0.0.1', '127.0.0.2'] })
    expect(await failureOf(feeds.at('/plain', 'guia.example'), { ...guarded, lookup })).toBe('private')
  })

  test('is detected at the second look-up of a name', async () => {
    const lookup = namesInTurn({ 'guia.example': ['127.0.0.1'] }, { 'guia.example': ['127.0.0.2'] })
    feeds.serve('/again', (response) =>
      response.writeHead(302, { location: feeds.at('/plain', 'guia.example') }).end(),
    )
    expect(await failureOf(feeds.at('/again', 'guia.example'), { ...guarded, lookup })).toBe('private')
    expect(feeds.asked('/again')).toBe(1)
  })

  test('is detected in a redirect', async () => {
    feeds.serve('/inwards', (response) =>
      response.writeHead(302, { location: feeds.at('/plain', '127.0.0.2') }).end(),
    )
    const before = feeds.asked('/plain')
    expect(await failureOf(feeds.at('/inwards'), guarded)).toBe('private')
    expect(feeds.asked('/plain')).toBe(before)
  })

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/x', 'http://'])(
    'is a redirect to %s',
    async (location) => {
      feeds.serve('/elsewhere', (response) => response.writeHead(301, { location }).end())
      expect(await failureOf(feeds.at('/elsewhere'))).toBe('address')
    },
  )
})

describe('a body', () => {
  test('beyond the limit is cut off, for any headers', async () => {
    feeds.serve('/endless', (response) => {
      const write = () => response.write('x'.repeat(10_000), (error) => error || setImmediate(write))
      write()
    })
    expect(await failureOf(feeds.at('/endless'))).toBe('tooBig')
  })

  test('is limited again after decompression', async () => {
    feeds.serve('/bomb', (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000))),
    )
    expect(await failureOf(feeds.at('/bomb'))).toBe('tooBig')
  })

  test('that never ends or starts is a timeout', async () => {
    feeds.serve('/silent', () => undefined)
    feeds.serve('/slow', (response) => void response.write('x'))
    expect(await failureOf(feeds.at('/silent'), { ...open, timeLimit: 60 })).toBe('tooSlow')
    expect(await failureOf(feeds.at('/slow'), { ...open, timeLimit: 60 })).toBe('tooSlow')
  })

  test('that arrives too slowly is a timeout', async () => {
    feeds.serve('/dripping', (response) => {
      const timer = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(timer))
    })
    expect(await failureOf(feeds.at('/dripping'), { ...open, timeLimit: 100 })).toBe('tooSlow')
  })

  test('that is truncated is an error', async () => {
    feeds.serve('/cut', (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x')
      setImmediate(() => response.destroy())
    })
    expect(['unreadable', 'unreachable']).toContain(await failureOf(feeds.at('/cut')))
  })

  test('in an encoding that was not accepted is an error', async () => {
    feeds.serve('/brotli', (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'))
    expect(await failureOf(feeds.at('/brotli'))).toBe('unreadable')
  })
})

describe('a failing URL', () => {
  test('is reported with its status', async () => {
    expect(await failureOf(feeds.at('/missing'))).toBe('status')
    feeds.serve('/nowhere', (response) => response.writeHead(302).end())
    expect(await failureOf(feeds.at('/nowhere'))).toBe('status')
  })

  test('may redirect endlessly', async () => {
    feeds.serve('/round', (response) => response.writeHead(302, { location: '/round' }).end())
    expect(await failureOf(feeds.at('/round'))).toBe('redirects')
  })

  test('may switch to another protocol', async () => {
    feeds.serve('/socket', (response) =>
      response.writeHead(101, { connection: 'Upgrade', upgrade: 'websocket' }).end(),
    )
    expect(await failureOf(feeds.at('/socket'))).toBe('unreadable')
  })

  test('may reject the connection or be unknown', async () => {
    expect(await failureOf('http://127.0.0.1:1/')).toBe('unreachable')
    const lookup = namesInTurn({})
    expect(await failureOf('http://nadie.example/', { ...open, lookup })).toBe('unreachable')
  })
})
