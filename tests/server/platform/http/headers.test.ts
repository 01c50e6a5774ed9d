import { expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { people } from '../../../support/people.ts'

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
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  }
})

test('the content security policy allows scripts of this server only', async () => {
  const { headers } = await server.anonymous.get('/health')
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ')
        return [name, sources]
      }),
  )
  expect(policy.get('script-src')).toEqual(["'self'"])
  expect(policy.get('script-src-attr')).toEqual(["'none'"])
  expect(policy.get('connect-src')).toEqual(["'self'"])
  expect(policy.get('object-src')).toEqual(["'none'"])
  expect(policy.get('base-uri')).toEqual(["'none'"])
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  expect(policy.get('default-src')).toEqual(["'self'"])
  expect(policy.has('upgrade-insecure-requests')).toBe(false)
})

test('HSTS includes subdomains only if configured', async () => {
  const config = { ...server.context.config, hstsSubdomains: true }
  const app = await buildApp({ ...server.context, config })
  const { headers } = await clientOf(app).get('/health')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await app.close()
})

test('responses with data are not cached', async () => {
  const { sa } = await people(server)
  for (const path of ['/api/users/me', '/api/users/short', '/api/settings', '/api/nada'])
    expect((await sa.get(path)).headers['cache-control']).toBe('no-store')
})
