import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { people } from '../../../support/people.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartelera-admin-'))
const page = '<!doctype html><title>Cartelera</title>'
const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`
mkdirSync(join(folder, 'assets'))
mkdirSync(join(folder, '.vite'))
writeFileSync(join(folder, 'index.html'), page)
writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
writeFileSync(join(folder, 'assets', 'index-abc123.js'), script)
writeFileSync(join(folder, 'assets', 'index-abc123.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets', 'index-abc123.js.gz'), gzipSync(script))
afterAll(() => rmSync(folder, { recursive: true }))

const server = testApp({ admin: folder })
const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
const get = (path: string, headers: Record<string, string> = {}) => server.anonymous.get(path, { headers })

describe('the files of the admin', () => {
  test('are cached forever if their name contains their hash', async () => {
    const { status, headers, text } = await get('/assets/index-abc123.js')
    expect(status).toBe(200)
    expect(text).toBe(script)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(/javascript/)
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('are compressed as the browser accepts: %s', async (accepted, encoding) => {
    const { headers, status } = await get('/assets/index-abc123.js', { 'accept-encoding': accepted })
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['cache-control']).toContain('immutable')
  })

  test('vary by encoding', async () => {
    for (const path of ['/assets/index-abc123.js', '/', '/logo.svg'])
      for (const accepted of ['br', 'gzip', 'identity']) {
        const { headers } = await get(path, { 'accept-encoding': accepted })
        expect(headers.vary, `${path} ${accepted}`).toBe('accept-encoding')
        const again = await get(path, { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) })
        expect([again.status, again.headers.vary], `${path} ${accepted}`).toEqual([304, 'accept-encoding'])
      }
  })

  test('have a page that is not cached', async () => {
    for (const path of ['/', '/index.html']) {
      const { text, headers } = await get(path)
      expect(text).toBe(page)
      expect(headers['cache-control']).toBe('no-cache')
    }
  })

  test('name the encoding of their texts', async () => {
    for (const path of ['/', '/assets/index-abc123.js'])
      expect((await get(path)).headers['content-type'], path).toMatch(/; charset=utf-8$/)
  })

  test.each(['/login', '/admin', '/modify/0190', '/channels/guide/1', '/no/existe', '/admin?page=2'])(
    'serve the page for the path of a screen: %s',
    async (path) => {
      const { status, text, headers } = await server.anonymous.get(path, asBrowser)
      expect(status).toBe(200)
      expect(text).toBe(page)
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-type']).toMatch(/^text\/html/)
    },
  )

  test.each(['/api/nada', '/auth/nada', '/api'])('are not served for the API: %s', async (path) => {
    const { status, body } = await server.anonymous.get(path, asBrowser)
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'La dirección no existe.' })
  })

  test.each([
    '/assets/index-old999.js',
    '/assets/index-abc123.js.br',
    '/.vite/manifest.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/package.json',
  ])('do not include other paths: %s', async (path) => {
    const { status, text } = await get(path)
    expect([400, 403, 404]).toContain(status)
    expect(text).not.toMatch(/root:|"dependencies"/)
  })

  test('show pictures of https only while the setting is on, for a cached page too (rule S11)', async () => {
    const { sa, admin } = await people(server)
    const imagesOf = async (headers: Record<string, string> = {}) => {
      const answer = await get('/', headers)
      const [, sources] = /img-src ([^;]*)/.exec(String(answer.headers['content-security-policy'])) ?? []
      return { status: answer.status, sources, etag: String(answer.headers.etag) }
    }
    const first = await imagesOf()
    expect(first.sources).toBe("'self' data: https: http:")
    expect((await admin.put('/api/settings', { httpsImages: true })).status).toBe(422)
    expect((await sa.put('/api/settings', { httpsImages: true })).status).toBe(200)
    const narrowed = "'self' data: https:"
    expect((await imagesOf()).sources).toBe(narrowed)
    expect(await imagesOf({ 'if-none-match': first.etag })).toMatchObject({ status: 304, sources: narrowed })
    expect((await admin.get('/api/settings')).body).toMatchObject({ httpsImages: true })
  })

  test('show pictures of https only if the settings cannot be read (rule S11)', async () => {
    const db = new Proxy(server.db, {
      get: (target, name) => {
        if (name === 'select') throw new Error('The database is gone')
        return Reflect.get(target, name)
      },
    })
    const app = await buildApp({ ...server.context, db }, { admin: folder })
    const { status, text, headers } = await clientOf(app).get('/')
    await app.close()
    expect([status, text]).toEqual([200, page])
    expect(headers['content-security-policy']).toContain("img-src 'self' data: https:;")
  })

  test('are read-only', async () => {
    for (const path of ['/admin', '/', '/logo.svg', '/assets/index-abc123.js']) {
      const { status, headers } = await server.anonymous.post(path, '{', asBrowser)
      expect([status, headers.allow], path).toEqual([405, 'GET, HEAD'])
    }
    expect((await server.anonymous.delete('/no/existe.js')).status).toBe(404)
    expect((await server.anonymous.post('/api/nada', {}, asBrowser)).status).toBe(404)
    expect((await server.anonymous.post('/api/users/short', {}, asBrowser)).headers.allow).toBe('GET, HEAD')
  })
})
