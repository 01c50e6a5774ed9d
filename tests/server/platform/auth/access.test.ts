import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { firstProfiles } from '../../../../src/domain/users/system-profiles.ts'
import { COLLECTIONS } from '../../../../src/server/collections.ts'
import { readConfig } from '../../../../src/server/config.ts'
import { enforceAccess } from '../../../../src/server/platform/auth/access.ts'
import { testApp } from '../../../support/app.ts'
import { people, signedIn, signedInWith } from '../../../support/people.ts'

const server = testApp()

describe('a route', () => {
  test('without declared access prevents the server from starting', async () => {
    const app = Fastify()
    const context = {
      db: server.db,
      config: readConfig({}),
      now: () => new Date(),
      collections: COLLECTIONS,
      health: async () => true,
      readiness: server.context.readiness,
      stats: server.context.stats,
    }
    const unlimited = async () => undefined
    enforceAccess(app, context, { users: unlimited, visitors: unlimited })
    app.get('/abierta', async () => 'todo')
    await expect(app.ready()).rejects.toThrow('Routes that declare no access: GET /abierta')
    await app.close()
  })

  test('rejects anonymous requests unless its access says otherwise', async () => {
    const open = [
      '/health',
      '/ready',
      '/auth/local',
      '/auth/second-factor',
      '/api/sign-in',
      '/api/logo/',
      '/api/openapi.json',
      '/pictures',
    ]
    const { paths } = (await server.anonymous.get('/api/openapi.json')).body
    const found = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method })),
    )
    expect(found.length).toBeGreaterThan(20)
    for (const { path, method } of found) {
      if (open.some((prefix) => path.startsWith(prefix))) continue
      const url = path.replace(/\{\w+\}/g, 'x')
      const answer = await server.app.inject({ method: method === 'get' ? 'GET' : 'POST', url })
      if (method === 'get') expect(answer.statusCode, `${method} ${url}`).toBe(401)
      const verbs = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const
      const verb = Object.entries(verbs).find(([name]) => name === method)?.[1] ?? 'GET'
      expect((await server.app.inject({ method: verb, url })).statusCode, `${verb} ${url}`).toBe(401)
    }
  })
})

describe('permissions', () => {
  const none = '00000000-0000-7000-8000-000000000000'

  test('are read for each request', async () => {
    const { sa } = await people(server)
    const clerk = await signedInWith(server, { 'user-list': [] })
    expect((await clerk.get('/api/users/short')).status).toBe(200)
    const { profile } = (await clerk.get('/api/users/me')).body
    await sa.put(`/api/profiles/${profile}`, { routeAccess: [] })
    expect((await clerk.get('/api/users/short')).status).toBe(403)
  })

  test('of users follow the flags of their routes', async () => {
    const reader = await signedInWith(server, { 'user-list': [] })
    expect((await reader.get('/api/users/size')).status).toBe(200)
    expect((await reader.post('/api/users', {})).status).toBe(403)
    expect((await reader.put(`/api/users/${none}`, {})).status).toBe(403)
    expect((await reader.delete(`/api/users/${none}`)).status).toBe(403)
    const creator = await signedInWith(server, { 'user-list': ['register'] })
    expect((await creator.post('/api/users', {})).status).toBe(422)
    const editor = await signedInWith(server, { 'user-edit': ['modify', 'delete'] })
    expect((await editor.get('/api/users/short')).status).toBe(200)
    expect((await editor.put(`/api/users/${none}`, {})).status).toBe(404)
    expect((await editor.delete(`/api/users/${none}`)).status).toBe(404)
  })

  test('of profiles and settings follow /profile and /setting', async () => {
    const withoutRoutes = await signedInWith(server, {})
    const keeper = await signedInWith(server, { 'profile-list': ['register', 'modify', 'delete'] })
    const { body } = await keeper.get('/api/users/me')
    for (const path of [`/api/profiles/${body.profile}`]) {
      expect((await withoutRoutes.get(path)).status).toBe(403)
      expect((await keeper.get(path)).status).toBe(200)
    }
    expect((await withoutRoutes.post('/api/profiles', { name: 'x' })).status).toBe(403)
    expect((await withoutRoutes.put('/api/settings', {})).status).toBe(403)
    expect((await withoutRoutes.put('/api/settings/updateTvUrlBase', {})).status).toBe(403)
  })

  test('are not required of sa', async () => {
    const { sa } = await people(server)
    const { body } = await sa.get('/api/users/me')
    await sa.put(`/api/profiles/${body.profile}`, { routeAccess: [] })
    expect((await sa.get('/api/users/short')).status).toBe(200)
    expect((await sa.get('/api/settings')).body).toHaveProperty('appVersionCode')
  })

  test('after the first start are those of the five system profiles and of an administrator profile', () => {
    const names = firstProfiles().map(({ name }) => name)
    expect(names).toEqual(['sa', 'superagent', 'agent', 'app', 'demo', 'Administrador'])
  })

  test('refuse viewers', async () => {
    for (const profile of ['app', 'demo']) {
      const viewer = await signedIn(server, profile)
      expect((await viewer.get('/api/users/me')).status).toBe(401)
    }
  })
})
