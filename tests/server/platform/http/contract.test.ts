import zlib from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { WEBHOOK_EVENT_NAMES } from '../../../../src/domain/outbox/webhook-events.ts'
import { RECORD_ID } from '../../../../src/domain/registry.ts'
import { testApp } from '../../../support/app.ts'

const server = testApp()

interface Operation {
  summary?: string
  tags?: string[]
  responses: Record<string, { description: string }>
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
}

const operations = async (): Promise<[name: string, operation: Operation][]> => {
  const { body } = await server.anonymous.get('/api/openapi.json')
  const paths: Record<string, Record<string, Operation>> = Object.assign({}, body.paths)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  )
}

describe('the contract', () => {
  test('is rendered once, like its page', async () => {
    const paths = ['/api/docs', '/api/openapi.json']
    for (const path of paths) expect((await server.anonymous.get(path)).status).toBe(200)
    const swagger = vi.spyOn(server.app, 'swagger')
    for (const path of [...paths, ...paths]) expect((await server.anonymous.get(path)).status).toBe(200)
    expect(swagger).not.toHaveBeenCalled()
    swagger.mockRestore()
  })

  test.each(['/api/docs', '/api/openapi.json'])('%s is compressed once for all visitors', async (path) => {
    const sent = async (encoding: string) => {
      const headers = { 'accept-encoding': encoding }
      const { rawPayload, headers: answered } = await server.app.inject({ url: path, headers })
      return { bytes: rawPayload, encoding: answered['content-encoding'], vary: answered.vary }
    }
    const whole = await sent('identity')
    expect(whole).toMatchObject({ encoding: undefined, vary: 'accept-encoding' })
    const compressors = [vi.spyOn(zlib, 'createBrotliCompress'), vi.spyOn(zlib, 'createGzip')]
    const small = await sent('gzip, deflate, br, zstd')
    expect(small).toMatchObject({ encoding: 'br', vary: 'accept-encoding' })
    expect(small.bytes.length).toBeLessThan(whole.bytes.length / 10)
    expect(zlib.brotliDecompressSync(small.bytes).equals(whole.bytes)).toBe(true)
    const { bytes: zipped } = await sent('gzip;q=0.5, br;q=0')
    expect(zlib.gunzipSync(zipped).equals(whole.bytes)).toBe(true)
    for (const compressor of compressors) expect(compressor).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  test.each(['/api/docs', '/api/openapi.json'])('%s is revalidated by its ETag', async (path) => {
    const { etag } = (await server.anonymous.get(path)).headers
    const headers = { 'if-none-match': String(etag), 'accept-encoding': 'br' }
    expect(await server.anonymous.get(path, { headers })).toMatchObject({ status: 304, text: '' })
    const other = await server.anonymous.get(path, { headers: { 'if-none-match': 'W/"otro"' } })
    expect(other).toMatchObject({ status: 200, headers: { etag, 'cache-control': 'no-cache' } })
    const head = await server.app.inject({ method: 'HEAD', url: path })
    expect([head.statusCode, head.headers.etag]).toEqual([200, etag])
  })

  test('is OpenAPI 3.1, public, and covers every route', async () => {
    const { status, body } = await server.anonymous.get('/api/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    const names = (await operations()).map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'post /auth/local',
        'post /auth/logout',
        'get /api/users/me',
        'get /api/users/short',
        'get /api/users/size',
        'delete /api/users/demo',
        'put /api/users/{id}/password',
        'get /api/profiles',
        'put /api/settings',
        'put /api/settings/updateTvUrlBase',
        'get /health',
      ]),
    )
  })

  test('describes every webhook event, which the page shows', async () => {
    const { body } = await server.anonymous.get('/api/openapi.json')
    expect(body.webhooks).toMatchObject({
      'user.expiring': {
        post: {
          parameters: [{ name: 'webhook-id' }, { name: 'webhook-timestamp' }, { name: 'webhook-signature' }],
          requestBody: {
            content: {
              'application/json': {
                schema: { properties: { data: { required: ['id', 'dateExpire', 'days'] } } },
              },
            },
          },
        },
      },
    })
    expect(Object.keys(body.webhooks ?? {})).toEqual([...WEBHOOK_EVENT_NAMES, 'test'])
    expect((await server.anonymous.get('/api/docs')).text).toContain('content.unpublished')
  })

  test('has a Spanish summary and the errors of every route', async () => {
    for (const [name, { summary, tags, responses, security, requestBody }] of await operations()) {
      expect(summary, name).toMatch(/^\p{Lu}/u)
      expect(tags?.length, name).toBe(1)
      const codes = Object.keys(responses)
      expect(
        codes.some((code) => code.startsWith('2')),
        name,
      ).toBe(true)
      if (security) expect(codes, name).toContain('401')
      if (requestBody) expect(codes, name).toContain('422')
      if (/\{id\}/.test(name)) expect(codes, name).toContain('404')
    }
  })

  test('has no path with a word that could be the id of a record', async () => {
    const words = (await operations()).flatMap(([name]) => name.split(/[ /]/).slice(1))
    expect(words).toEqual(expect.arrayContaining(['trash', 'size', 'short', 'export', '{id}']))
    expect(words.filter((word) => RECORD_ID.test(word))).toEqual([])
  })

  test('requires a token where the server does', async () => {
    for (const [name, { security }] of await operations())
      expect(security !== undefined, name).toBe(
        !/^(get \/(health|ready|api\/(sign-in|logo\/{version}))|post \/auth\/(local|second-factor.*))$/.test(
          name,
        ),
      )
  })

  test('declares the fields of an edit as optional', async () => {
    const found = (await operations()).find(([name]) => name === 'put /api/users/{id}')
    const schema = found?.[1].requestBody?.content['application/json']?.schema
    expect(schema).toMatchObject({
      type: 'object',
      properties: { fullName: { type: 'string', maxLength: 150 }, dateUpdate: { type: 'string' } },
      additionalProperties: false,
    })
    expect(schema).not.toHaveProperty('required')
  })

  test('is the same object at every call', async () => {
    const [first, second] = [
      await server.anonymous.get('/api/openapi.json'),
      await server.anonymous.get('/api/openapi.json'),
    ]
    expect(first.text).toBe(second.text)
  })
})

describe('the readable page', () => {
  test('lists every route in Spanish, without scripts and other hosts', async () => {
    const { status, text } = await server.anonymous.get('/api/docs')
    expect(status).toBe(200)
    expect(text).toContain('<html lang="es">')
    for (const [name, { summary = '' }] of await operations()) {
      expect(text, name).toContain(summary)
      expect(text, name).toContain(`<code>${name.split(' ')[1]}</code>`)
    }
    expect(text).not.toMatch(/<script|https?:/)
    expect(text).not.toContain('Default Response')
  })
})
