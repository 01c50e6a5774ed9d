import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Answer, type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp({ keep: true })
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

const isExhaustive = inject('isExhaustive')

/** All values when the tests run exhaustively or for the first endpoint, and one in turn for each of the others. */
const someOf = <Value>(values: readonly Value[], index: number): readonly Value[] =>
  isExhaustive || index === 0 ? values : values.slice(index % values.length).slice(0, 1)

interface Operation {
  method: string
  path: string
  /** Callers whose requests reach validation. */
  caller: SignedIn
  query: readonly string[]
  takesBody: boolean
  isJson: boolean
}

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value : [])
const entriesOf = (value: unknown): [string, Row][] => Object.entries(value ?? {})

let operations: Operation[]

/** Every operation of the contract, with unknown ids. */
const readContract = async (): Promise<Operation[]> => {
  const sa = await signedIn(server, 'sa')
  const viewer = await viewerApp(server)
  const { paths } = (await server.anonymous.get('/api/openapi.json')).body
  return entriesOf(paths).flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, { parameters, requestBody }]) => ({
      method,
      path,
      caller: method === 'post' && /^\/api\/(histories|issues)$/.test(path) ? viewer : sa,
      query: rowsOf(parameters).flatMap((each) => (each.in === 'query' ? [String(each.name)] : [])),
      takesBody: requestBody !== undefined,
      isJson: JSON.stringify(requestBody ?? {}).includes('"application/json"'),
    })),
  )
}

beforeAll(async () => {
  operations = await readContract()
})

const address = (path: string, id: string = UNKNOWN_ID): string => path.replace(/\{\w+\}/g, id)
const send = (
  caller: SignedIn,
  method: string,
  path: string,
  body: unknown,
  type?: string,
): Promise<Answer> => {
  const options = type === undefined ? {} : { headers: { 'content-type': type } }
  return method === 'post' ? caller.post(path, body, options) : caller.put(path, body, options)
}

/** Expects a response without internals, English text or server errors. */
const expectRefusal = ({ status, text, body }: Answer, said: string) => {
  expect(status, `${said}: ${text}`).toBeGreaterThanOrEqual(400)
  expect(status, `${said}: ${text}`).toBeLessThan(500)
  expect(body.message, said).toEqual(expect.any(String))
  // This field name is not English text.
  expect(text.replaceAll('"expected":', ''), said).not.toMatch(
    /zod|drizzle|stack|node_modules|src\/|Invalid|expected|received|must|Unsupported|Unrecognized/,
  )
}

describe('a parameter', () => {
  test('unknown to an endpoint is a 422 that names it', async () => {
    const found = operations.filter(({ method, query }) => method === 'get' && query.length > 0)
    expect(found.length).toBeGreaterThan(50)
    for (const { path, caller } of found) {
      const answer = await caller.get(`${address(path)}?noExiste=1`)
      expectRefusal(answer, path)
      expect([answer.status, ...Object.keys(validationErrorsOf(answer))], path).toContain('noExiste')
    }
  })

  const BAD: Readonly<Record<string, readonly string[]>> = {
    page: ['0', '-1', '1.5', '1e3', '99999999999999999999', 'x', ''],
    limit: ['0', '-1', '101', '1.5', '99999999999999999999', 'x', ''],
    sort: ['noExiste', 'name;drop table users', ''],
    order: ['up', 'ASC', ''],
    ids: ['../x', "x'or'1'='1", '%00', Array(101).fill(UNKNOWN_ID).join(',')],
    dateBeging: ['ayer', '2026-02-30', '01/02/2026', '99999-01-01', "'"],
    dateFinish: ['mañana', '2026-13-01', '-1'],
    registerFrom: ['ayer', '2026-02-30'],
    registerTo: ['ayer', '2026-02-30'],
    type: ['0', '-1', '99', '1e400', 'x'],
    status: ['quizás', '-1'],
    mediaType: ['movie', 'x'],
    issueType: ['audio', 'x'],
    action: ['x'],
    resource: ['x', '__proto__', 'constructor'],
    userId: ['%00', 'x'.repeat(300)],
    contentId: ['%00', 'x'.repeat(300)],
    episodeId: ['%00', 'x'.repeat(300)],
    mediaId: ['%00', 'x'.repeat(300)],
    record: ['%00', 'x'.repeat(300)],
    user: ['%00', 'x'.repeat(300)],
    search: ['%00', 'x'.repeat(201)],
  }

  /** Parameters that a list requires. */
  const REQUIRED: Readonly<Record<string, Row>> = {
    '/api/links': { resource: 'movies', record: UNKNOWN_ID },
  }

  test.each(Object.entries(BAD))('%s with an invalid value is a 422 that names it', async (name, values) => {
    const found = operations.filter(({ method, query }) => method === 'get' && query.includes(name))
    expect(found.length).toBeGreaterThan(0)
    for (const [index, { path, caller }] of found.entries())
      for (const value of someOf(values, index)) {
        const said = `${path}?${name}=${value.slice(0, 40)}`
        const others = Object.entries(REQUIRED[path] ?? {}).filter(([other]) => other !== name)
        const rest = others.map(([other, valid]) => `&${other}=${valid}`).join('')
        const answer = await caller.get(`${address(path)}?${name}=${value.replaceAll(' ', '%20')}${rest}`)
        expectRefusal(answer, said)
        expect([answer.status, ...Object.keys(validationErrorsOf(answer))], said).toEqual([422, name])
      }
  })

  test('that is sent twice is a 422', async () => {
    for (const [index, { path, caller, query, method }] of operations.entries())
      for (const name of method === 'get' && query.length > 0 ? someOf(query, index) : []) {
        const { status, text } = await caller.get(`${address(path)}?${name}=1&${name}=2`)
        expect(status, `${path}?${name} ${text}`).toBeLessThan(500)
      }
  })
})

describe('a body', () => {
  const writes = () => operations.filter(({ isJson }) => isJson)

  const NO_OBJECTS = ['null', '[]', '"x"', '7', 'true', '{', '{"a":', '']

  test('that is no JSON object is rejected', async () => {
    expect(writes().length).toBeGreaterThan(35)
    for (const [index, { method, path, caller }] of writes().entries())
      for (const body of someOf(NO_OBJECTS, index)) {
        // A repair of all reports needs no body.
        if (path.endsWith('changeAllToFixes') && /^(null)?$/.test(body)) continue
        const answer = await send(caller, method, address(path), body, 'application/json')
        expectRefusal(answer, `${method} ${path} ${body}`)
      }
  })

  test('with an unknown field is a 422 that names it, or a 404', async () => {
    for (const { method, path, caller } of writes()) {
      const answer = await send(caller, method, address(path), { noExiste: 1, __proto__: { x: 1 } })
      expectRefusal(answer, `${method} ${path}`)
      // A playlist is a file or the id of a list, so a wrong body has no field to name.
      if (answer.status === 404 || path === '/api/channels/import/preview') continue
      // The changes of bulk requests depend on the action.
      const isByAction = path.endsWith('/bulk') && path !== '/api/license_transactions/bulk'
      const named = isByAction ? 'action' : 'noExiste'
      expect([answer.status, ...Object.keys(validationErrorsOf(answer))], path).toContain(named)
    }
  })

  const TYPES = [
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'x',
  ]

  test('of another media type is rejected', async () => {
    for (const [index, { method, path, caller }] of writes().entries())
      for (const type of someOf(TYPES, index))
        expectRefusal(
          await send(caller, method, address(path), '{"name":"x"}', type),
          `${method} ${path} as ${type}`,
        )
  })
})

test('file uploads reject JSON', async () => {
  const files = operations.filter(({ method, isJson, takesBody }) => method !== 'get' && takesBody && !isJson)
  const imports = files.filter(({ path }) => path.endsWith('/imports'))
  expect(imports.length).toBeGreaterThan(10)
  expect(files.filter((each) => !imports.includes(each)).map(({ path }) => path)).toEqual(['/api/apk'])
  for (const [index, { method, path, caller }] of files.entries())
    for (const body of someOf(['null', '{}', '{', ''], index))
      expectRefusal(await send(caller, method, path, body, 'application/json'), `${method} ${path} ${body}`)
})

test('an unknown id of any form is a 404 or a 422', async () => {
  const named = operations.filter(({ path }) => path.includes('{'))
  expect(named.length).toBeGreaterThan(40)
  const ids = ['%00', '..%2f..%2fetc', "'or'1'='1", '-1', '1e400', 'x'.repeat(99), '%F0%9F%98%80']
  for (const [index, { method, path, caller }] of named.entries())
    for (const id of someOf(ids, index)) {
      const url = address(path, id)
      const answer =
        method === 'get'
          ? await caller.get(url)
          : method === 'delete'
            ? await caller.delete(url)
            : await send(caller, method, url, {})
      if (answer.status === 200) continue
      expectRefusal(answer, `${method} ${url}`)
      expect([404, 422], `${method} ${url}`).toContain(answer.status)
    }
})

describe('fields of the server', () => {
  const operation = (method: string, path: string) => {
    const found = operations.find((each) => each.method === method && each.path === path)
    if (!found) throw new Error(`No ${method} ${path}`)
    return found
  }
  const visit = { contentId: UNKNOWN_ID, mediaType: 'Movie' }
  const report = { mediaId: UNKNOWN_ID, mediaType: 'Movie', issueType: 'AUDIO' }

  test.each<[string, string, Row, string[]]>([
    ['post', '/api/histories', visit, ['user', 'userName', 'date', 'title', 'resource', '_id']],
    ['post', '/api/issues', report, ['status', 'date', 'title', 'user', 'dateUpdate', '_id']],
    ['post', '/api/profiles', { name: 'x' }, ['isSystem', '_id', 'dateCreate', 'role', 'nameKey']],
    ['put', '/api/settings', {}, ['_id', 'value', 'dateCreate', 'userUpdate']],
    ['put', '/api/settings/updateTvUrlBase', {}, ['agentTv', 'transMax', 'dateCreate']],
    ['post', '/api/users', {}, ['role', 'dateExpire', 'creditToResell', 'views', 'createdBy', 'device']],
    ['post', '/api/license_transactions', {}, ['status', 'total', 'creditPrice', 'userCreated', 'reference']],
    ['post', '/auth/local', { name: 'x', password: 'x' }, ['isApp', 'role', 'token']],
  ])('%s %s is rejected with each such field, by name', async (method, path, body, fields) => {
    for (const field of fields) {
      const answer = await send(operation(method, path).caller, method, path, { ...body, [field]: 'x' })
      expectRefusal(answer, `${path} ${field}`)
      expect([answer.status, ...Object.keys(validationErrorsOf(answer))], field).toContain(field)
    }
  })

  test('include absurd counts, which a repair of many rejects', async () => {
    const path = '/api/issues/changeAllToFixes'
    for (const field of ['until', 'count'])
      for (const value of [-1, 1.5, 1e30, '7', null, [], {}]) {
        const answer = await operation('post', path).caller.post(path, { [field]: value })
        expect([answer.status, ...Object.keys(validationErrorsOf(answer))], `${field} ${value}`).toEqual([
          422,
          field,
        ])
      }
  })
})
