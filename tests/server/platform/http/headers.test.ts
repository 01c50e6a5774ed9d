import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { type Answer, type Client, clientOf, testApp } from '../../../support/app.ts'
import { people, profileId } from '../../../support/people.ts'

const server = testApp()

test('every response has the security headers', async () => {
  const { sa } = await people(server)
  const answers = [
    await server.anonymous.get('/health'),
    await server.anonymous.get('/nada'),
    await server.anonymous.get('/api/users/me'),
    await server.anonymous.post('/auth/local', {}),
    await sa.get('/api/users/me'),
    await server.anonymous.get('/api/docs'),
  ]
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
})

const policyOf = ({ headers }: Answer) =>
  new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ')
        return [name, sources]
      }),
  )

const hashSource = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

test('the content security policy allows scripts of this server only', async () => {
  const policy = policyOf(await server.anonymous.get('/health'))
  expect(policy.get('script-src')).toEqual(["'self'"])
  expect(policy.get('script-src-attr')).toEqual(["'none'"])
  expect(policy.get('connect-src')).toEqual(["'self'"])
  expect(policy.get('object-src')).toEqual(["'none'"])
  expect(policy.get('base-uri')).toEqual(["'none'"])
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  expect(policy.get('default-src')).toEqual(["'self'"])
  expect(policy.has('upgrade-insecure-requests')).toBe(false)
})

test('each page allows only its own styles', async () => {
  const policy = policyOf(await server.anonymous.get('/health'))
  expect(policy.get('style-src')).toEqual(["'self'", hashSource('')])
  for (const path of ['/api/docs', '/baja/x']) {
    const page = await server.anonymous.get(path)
    const [, style = ''] = /<style>([^<]+)<\/style>/.exec(page.text) ?? []
    expect(page.text, path).not.toMatch(/ style=/)
    expect(policyOf(page).get('style-src'), path).toEqual([hashSource(style)])
    expect(policyOf(page).get('script-src'), path).toEqual(["'self'"])
  }
})

test('HSTS includes subdomains only if configured', async () => {
  const config = { ...server.context.config, hstsSubdomains: true }
  const app = await buildApp({ ...server.context, config })
  const { headers } = await clientOf(app).get('/health')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await app.close()
})

test.each([true, false])(
  'the security headers are those of helmet, with HSTS of subdomains %s',
  async (isOn) => {
    const config = { ...server.context.config, hstsSubdomains: isOn }
    const app = await buildApp({ ...server.context, config })
    const { headers: ours } = await clientOf(app).get('/health')
    await app.close()
    const policy = String(ours['content-security-policy'])
    const directives = Object.fromEntries(
      policy.split(';').map((directive): [string, string[]] => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
    )
    const plain = Fastify()
    await plain.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives },
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: isOn },
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin' },
    })
    plain.get('/', async () => '')
    const { headers } = await plain.inject('/')
    await plain.close()
    const OTHERS = ['content-length', 'content-type', 'connection', 'date']
    const expected = Object.fromEntries(Object.entries(headers).filter(([name]) => !OTHERS.includes(name)))
    expect(Object.keys(expected).length).toBeGreaterThan(10)
    expect(ours).toMatchObject(expected)
  },
)

describe('caching', () => {
  const reads = ['/api/users/me', '/api/users/short', '/api/settings', '/api/profiles']

  test('shared caches store no reads, and browsers revalidate them', async () => {
    const { sa } = await people(server)
    for (const path of reads) {
      const { headers } = await sa.get(path)
      expect(headers['cache-control'], path).toBe('private, no-cache')
      expect(headers.vary, path).toBe('authorization, accept-encoding')
      expect(headers.etag, path).toMatch(/^W\/".+"$/)
    }
  })

  test('an unchanged read answers 304 without a body', async () => {
    const { sa } = await people(server)
    for (const path of reads) {
      const { headers: first } = await sa.get(path)
      for (const asked of [String(first.etag), `"other", ${first.etag}`]) {
        const { status, text, headers } = await sa.get(path, { headers: { 'if-none-match': asked } })
        expect([status, text, headers.etag], path).toEqual([304, '', first.etag])
        expect(headers['cache-control']).toBe('private, no-cache')
      }
    }
  })

  test('a changed read answers 200 with another tag', async () => {
    const { sa } = await people(server)
    const settings = await sa.get('/api/settings')
    expect((await sa.put('/api/settings', { pageSize: 50 })).status).toBe(200)
    const headers = { 'if-none-match': String(settings.headers.etag) }
    const again = await sa.get('/api/settings', { headers })
    expect(again.status).toBe(200)
    expect(again.headers.etag).not.toBe(settings.headers.etag)
  })

  test('an ended session gets 401 even with a cached response', async () => {
    const { sa } = await people(server)
    const { headers } = await sa.get('/api/users/me')
    const asked = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await server.anonymous.get('/api/users/me', asked)).status).toBe(401)
    expect((await sa.post('/auth/logout', undefined)).status).toBe(204)
    expect((await sa.get('/api/users/me', asked)).status).toBe(401)
  })

  test('errors, writes and sign-ins are not cached', async () => {
    const { sa } = await people(server)
    const answers = [
      await sa.get('/api/nada'),
      await server.anonymous.get('/api/users/me'),
      await sa.put('/api/settings', { pageSize: 50 }),
      await server.anonymous.post('/auth/local', {}),
    ]
    for (const { headers } of answers) {
      expect(headers['cache-control']).toBe('no-store')
      expect(headers).not.toHaveProperty('etag')
    }
  })
})

describe('the state of the session', () => {
  const stateOf = async (client: Client) => (await client.get('/api/users/size')).headers['session-state']

  test('is the same in every response, and different for each user', async () => {
    const { sa, admin } = await people(server)
    const states = await Promise.all(
      ['/api/users/me', '/api/settings', '/api/nada'].map(
        async (path) => (await sa.get(path)).headers['session-state'],
      ),
    )
    const own = await stateOf(sa)
    expect(own).toEqual(expect.any(String))
    expect(states).toEqual([own, own, undefined])
    expect(await stateOf(admin)).not.toBe(own)
    expect((await server.anonymous.get('/health')).headers).not.toHaveProperty('session-state')
  })

  test('identifies the settings by their last change', async () => {
    const { sa, admin } = await people(server)
    const settingsOf = async (client: Client) =>
      (await client.get('/api/users/size')).headers['settings-state']
    const before = await settingsOf(sa)
    expect(before).toEqual(expect.any(String))
    expect(await settingsOf(admin)).toBe(before)
    expect((await sa.put('/api/settings', { pageSize: 30 })).status).toBe(200)
    const after = await settingsOf(admin)
    expect(after).not.toBe(before)
    expect((await sa.get('/api/settings')).headers['settings-state']).toBe(after)
  })

  test('changes with the permissions of the profile', async () => {
    const { sa, admin } = await people(server)
    const before = await stateOf(admin)
    const id = await profileId(server, 'Administrador')
    const { routeAccess } = (await sa.get(`/api/profiles/${id}`)).body
    const granted = Array.isArray(routeAccess) ? routeAccess.slice(0, -1) : []
    expect((await sa.put(`/api/profiles/${id}`, { routeAccess: granted })).status).toBe(200)
    server.clock.advance(2_000)
    expect(await stateOf(admin)).not.toBe(before)
  })
})

describe('compression', () => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  const ask = async (url: string, token: string, accepted: string) =>
    server.app.inject({ url, headers: { authorization: `Bearer ${token}`, 'accept-encoding': accepted } })

  test.each(['br', 'gzip'] as const)(
    'a long response is compressed with %s if accepted',
    async (encoding) => {
      const { token } = (await people(server)).sa
      const plain = await ask('/api/profiles', token, 'identity')
      const packed = await ask('/api/profiles', token, encoding)
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(plain.rawPayload.length).toBeGreaterThan(1024)
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(packed.rawPayload.length),
        etag: plain.headers.etag,
        vary: 'authorization, accept-encoding',
      })
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(decoders[encoding](packed.rawPayload).toString()).toBe(plain.body)
    },
  )

  test('short responses are not compressed', async () => {
    const { sa } = await people(server)
    const { headers } = await ask('/api/users/size', sa.token, 'br')
    expect(headers).not.toHaveProperty('content-encoding')
  })

  test('a compressed request is not unpacked', async () => {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/auth/local',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(JSON.stringify({ name: 'sa', password: 'otra' })),
    })
    expect(statusCode).toBe(400)
  })
})
