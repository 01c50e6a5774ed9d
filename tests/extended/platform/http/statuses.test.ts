import { beforeAll, describe, expect, test } from 'vitest'
import type { Kind, MatrixCaller } from '../../../server/access/callers.ts'
import { declarationOf, ENDPOINTS } from '../../../server/access/declarations.ts'
import type { Trial } from '../../../server/access/requests/request.ts'
import { REQUESTS } from '../../../server/access/requests.ts'
import { prepareScene, type Scene, type Side } from '../../../server/access/scene.ts'
import { testApp } from '../../../support/app.ts'
import { type SignedIn, signedInWith } from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp({ keep: true })
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'
const SIDES: readonly Side[] = ['own', 'foreign']
const WRITES = ['POST', 'PUT', 'DELETE']

interface Operation {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, unknown> }
}
type Paths = Record<string, Record<string, Operation>>

let scene: Scene
let paths: Paths
let sa: MatrixCaller
let narrow: MatrixCaller[]

beforeAll(async () => {
  scene = await prepareScene(server)
  paths = Object.assign({}, (await server.anonymous.get('/api/openapi.json')).body.paths)
  const of = (name: string, kind: Kind, person?: SignedIn): MatrixCaller => ({
    name,
    kind,
    holds: {},
    ...(person && { person }),
  })
  const { people } = scene
  sa = of('sa', 'sa', people.sa)
  narrow = [
    of('anonymous', 'anonymous'),
    of('app', 'app', await viewerApp(server)),
    of('without routes', 'admin', await signedInWith(server, {})),
    of('agent', 'agent', people.agent),
    of('superagent', 'superagent', people.superagent),
    of('admin', 'admin', people.admin),
    of('reader', 'admin', await signedInWith(server, { 'user-list': [], 'channel-create': ['register'] })),
  ]
})

const asked = (): string[] => ENDPOINTS.map(({ endpoint }) => endpoint)
const methodOf = (endpoint: string): string => endpoint.split(' ')[0] ?? ''
const patternOf = (endpoint: string): string => endpoint.split(' ')[1] ?? ''
const operationOf = (endpoint: string): Operation | undefined =>
  paths[patternOf(endpoint).replace(/:(\w+)/g, '{$1}')]?.[methodOf(endpoint).toLowerCase()]

/** A permitted caller: only viewers' apps report errors and visits, and read their own reports. */
const callerOf = (endpoint: string): MatrixCaller =>
  /^(POST \/api\/(histories|issues)|GET \/api\/issues\/mine)$/.test(endpoint) && narrow[1] ? narrow[1] : sa

interface Call {
  endpoint: string
  caller: MatrixCaller
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
}

const call = async ({ endpoint, caller, path, body, headers = {} }: Call) => {
  const isText = typeof body === 'string' || body instanceof Uint8Array
  const answer = await server.app.inject({
    method: methodOf(endpoint) as 'GET',
    url: path,
    headers: {
      ...(caller.person && { authorization: `Bearer ${caller.person.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
  })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers }
}

const trialOf = (endpoint: string, caller: MatrixCaller, side: Side, isLetIn: boolean): Promise<Trial> =>
  Promise.resolve(REQUESTS[endpoint]?.({ scene, caller, side, isLetIn }) ?? { path: '/' })

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Ways in which a request may be wrong. */
const faultsOf = (endpoint: string, path: string): Pick<Call, 'path' | 'body' | 'headers'>[] => {
  const faults: Pick<Call, 'path' | 'body' | 'headers'>[] = [
    { path: withQuery(path, 'noExiste=1') },
    { path: withQuery(path, 'page=x&limit=-1&sort=no&dateBeging=ayer') },
  ]
  if (!WRITES.includes(methodOf(endpoint))) return faults
  return [
    ...faults,
    ...['{"a":', '[]', 'null', '""', '{"noExiste":1}', '{"__proto__":{}}'].map((body) => ({ path, body })),
    { path, body: '{"dateUpdate":"2001-01-01T00:00:00.000Z"}' },
    { path, body: '<a/>', headers: { 'content-type': 'text/xml' } },
    { path, body: 'a=1', headers: { 'content-type': 'x' } },
    { path, body: JSON.stringify({ text: 'x'.repeat(1_100_000) }) },
  ]
}

/** Users' batches update or delete; saved views depend on their list. */
const PERMITTED_BY_REQUEST = ['POST /api/users/bulk', 'GET /api/views', 'POST /api/views']

/** Public: their 401 is about the challenge in the body. */
const SECOND_STEP = /^POST \/auth\/second-factor/

test('permission is checked before anything else', async () => {
  expect(asked().length).toBeGreaterThan(130)
  let rejected = 0
  for (const endpoint of asked())
    for (const caller of narrow)
      for (const side of SIDES) {
        const { path, body, headers, token } = await trialOf(endpoint, caller, side, false)
        // A permitted deletion would remove the row of the other requests.
        if (token !== undefined || (caller.name === 'admin' && methodOf(endpoint) === 'DELETE')) continue
        const { status } = await call({ endpoint, caller, path, body, headers })
        if ((status !== 401 && status !== 403) || SECOND_STEP.test(endpoint)) continue
        // The required permission depends on the request, or on the record that it names.
        const isByRecord = declarationOf(endpoint).access === 'signed-in'
        if ((PERMITTED_BY_REQUEST.includes(endpoint) || isByRecord) && status === 403) continue
        for (const fault of faultsOf(endpoint, path)) {
          rejected++
          const said = `${endpoint} as ${caller.name} (${side}) with ${JSON.stringify(fault).slice(0, 120)}`
          expect((await call({ endpoint, caller, ...fault })).status, said).toBe(status)
        }
      }
  expect(rejected).toBeGreaterThan(3_000)
}, 1_200_000)

test('every response has a status that the contract declares', async () => {
  for (const endpoint of asked()) {
    const { path, body, headers } = await trialOf(endpoint, sa, 'own', true)
    if (endpoint === 'POST /auth/logout') continue
    const pattern = patternOf(endpoint)
    const ids = [UNKNOWN_ID, '%00', '..%2f..%2fetc', 'x'.repeat(300), "'or'1'='1"]
    const others = pattern.includes(':') ? ids.map((id) => pattern.replace(/:\w+|\*/g, id)) : []
    const calls = [
      { path, body, headers },
      // Repeated: a duplicate, or a missing record.
      { path, body, headers },
      ...others.map((other) => ({ path: other, body, headers })),
      ...faultsOf(endpoint, path),
    ]
    // The server under test collects undeclared statuses and fails the test.
    for (const each of calls) {
      const { status, text } = await call({ endpoint, caller: sa, ...each })
      const said = `${endpoint} ${JSON.stringify(each).slice(0, 200)} ${text.slice(0, 200)}`
      expect(status, said).not.toBe(500)
      if (status >= 400) expect(JSON.parse(text), said).toMatchObject({ message: expect.any(String) })
    }
  }
}, 1_200_000)

test('every endpoint without a body rejects an unknown parameter by name (rule Q2)', async () => {
  const bodiless = asked().filter((each) => {
    const operation = operationOf(each)
    return operation !== undefined && operation.requestBody === undefined
  })
  expect(bodiless.length).toBeGreaterThan(150)
  for (const endpoint of bodiless) {
    const caller = callerOf(endpoint)
    const { path, body, headers } = await trialOf(endpoint, caller, 'own', true)
    const { status, text } = await call({
      endpoint,
      caller,
      path: withQuery(path, 'noExiste=1'),
      body,
      headers,
    })
    expect([status, JSON.parse(text).errors], endpoint).toEqual([
      422,
      { noExiste: { message: expect.any(String) } },
    ])
  }
})

test('a repeated parameter is a 422 that names it', async () => {
  const { status, text } = await call({
    endpoint: 'GET /api/movies/short',
    caller: sa,
    path: '/api/movies/short?page=1&page=2',
  })
  expect([status, Object.keys(JSON.parse(text).errors)]).toEqual([422, ['page']])
})

test.each([
  [
    'POST /api/profiles',
    '/api/profiles',
    { name: 'x' },
    ['isSystem', 'dateCreate', 'role', 'nameKey', '_id'],
  ],
  ['PUT /api/settings', '/api/settings', {}, ['_id', 'value', 'dateCreate', 'userUpdate']],
  [
    'POST /api/users',
    '/api/users',
    {},
    ['role', 'dateExpire', 'creditToResell', 'views', 'createdBy', 'device'],
  ],
  [
    'POST /api/license_transactions',
    '/api/license_transactions',
    {},
    ['status', 'total', 'creditPrice', 'userCreated', 'reference'],
  ],
  ['POST /api/movies', '/api/movies', {}, ['view', 'hasLinkReserved', 'userCreate', 'userUpdate', '_id']],
])(
  '%s rejects each field that only the server sets by name (rule W2)',
  async (endpoint, path, body, fields) => {
    for (const field of fields) {
      const { status, text } = await call({ endpoint, caller: sa, path, body: { ...body, [field]: 'x' } })
      expect([status, ...Object.keys(JSON.parse(text).errors)], field).toContain(field)
    }
  },
)

describe('an unsupported method', () => {
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

  test('is a 405 that lists the supported ones, for any caller and body', async () => {
    for (const [path, methods] of Object.entries(paths)) {
      const url = path.replace(/\{\w+\}/g, UNKNOWN_ID)
      const own = Object.keys(methods).map((method) => method.toUpperCase())
      // HEAD is not supported for downloads.
      const isDownload = path === '/api/apk' || /\/(export|refused)$/.test(path)
      const allowed = own.includes('GET') && !isDownload ? [...own, 'HEAD'] : own
      for (const method of METHODS.filter((each) => !allowed.includes(each)))
        for (const caller of [sa, ...narrow.slice(0, 3)]) {
          const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
          const answer = await call({
            endpoint: `${method} ${url}`,
            caller,
            path: `${url}?search=x`,
            ...(hasBody && { body: '{"a":', headers: { 'content-type': 'x' } }),
          })
          const said = `${method} ${url} as ${caller.name}`
          expect([answer.status, answer.headers.allow], said).toEqual([405, allowed.sort().join(', ')])
          if (method !== 'HEAD')
            expect(JSON.parse(answer.text), said).toEqual({ message: 'El método no está permitido.' })
        }
    }
  })

  test('is a 404 for unknown paths', async () => {
    for (const method of METHODS)
      for (const url of [
        '/api/nada',
        '/auth',
        `/api/users/${UNKNOWN_ID}/nada`,
        '/api/users/',
        '//',
        '/API/users',
      ])
        expect(
          (await call({ endpoint: `${method} x`, caller: sa, path: url })).status,
          `${method} ${url}`,
        ).toBe(404)
  })
})

test('an unsupported media type is a 415 that lists the supported ones', async () => {
  const writing = asked().filter((endpoint) => operationOf(endpoint)?.requestBody)
  expect(writing.length).toBeGreaterThan(35)
  for (const endpoint of writing) {
    const accepted = Object.keys(operationOf(endpoint)?.requestBody?.content ?? {})
    const caller = callerOf(endpoint)
    const { path } = await trialOf(endpoint, caller, 'own', false)
    const wrong = [
      'text/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'x',
      'text/plain',
      'application/json',
    ]
    const refused = wrong.filter((each) => !accepted.includes(each))
    for (const type of refused) {
      const answer = await call({
        endpoint,
        caller,
        path,
        body: '{"a":1}',
        headers: { 'content-type': type },
      })
      expect([answer.status, answer.headers.accept], `${endpoint} as ${type}`).toEqual([
        415,
        accepted.join(', '),
      ])
      for (const each of accepted) expect(answer.text, `${endpoint} as ${type}`).toContain(each)
    }
  }
})
