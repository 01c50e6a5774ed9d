import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { DatabaseError } from '../../../../src/server/platform/database/errors.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { loggerOptions } from '../../../../src/server/platform/http/logging.ts'
import { type Client, clientOf, type Row, testApp } from '../../../support/app.ts'
import { PASSWORD, type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp({ keep: true })
const SECRET = 'sEcReTo-8472'
let lines: Row[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(
      ...String(chunk)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    done()
  },
})

let app: App
let anonymous: Client
let sa: SignedIn
let caller: Client

beforeAll(async () => {
  app = await buildApp(server.context, { logger: { ...loggerOptions('trace'), stream } })
  app.get(`/fails`, { config: { access: 'public' } }, async ({ log }) => {
    log.warn(`Reply was already sent in the "/x?search=${SECRET}" (GET) route`)
    throw new Error(`no answer from https://ana:${SECRET}@tv.example/guide.xml?apikey=${SECRET}`, {
      cause: new DatabaseError(`fetch http://10.0.0.1/?token=${SECRET} failed`),
    })
  })
  await app.ready()
  sa = await signedIn(server, 'sa')
  caller = clientOf(app, sa.token)
  anonymous = clientOf(app)
})
afterAll(() => app.close())
beforeEach(() => {
  lines = []
})

const requests = () => lines.flatMap(({ req }) => (req ? [Object.assign({}, req)] : []))

describe('the log of a request', () => {
  test('contains the route, its ids and the names of the parameters', async () => {
    await caller.get(`/api/users/short?search=${SECRET}&page=1&order=asc`)
    await caller.get(`/api/users/${sa.id}`)
    expect(requests()).toEqual([
      {
        method: 'GET',
        route: '/api/users/short',
        query: ['search', 'page', 'order'],
        remoteAddress: '127.0.0.1',
      },
      { method: 'GET', route: `/api/users/${sa.id}`, query: [], remoteAddress: '127.0.0.1' },
    ])
    expect(lines.map(({ msg }) => msg)).toContain('request completed')
    for (const line of lines) expect(line.reqId).toEqual(expect.any(String))
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a search', () => caller.get(`/api/movies/short?search=${SECRET}`)],
    ['an unknown parameter', () => caller.get(`/api/movies/short?${SECRET}=1`)],
    ['a name in an address', () => caller.get(`/api/activitys/${SECRET}`)],
    ['an id that is none', () => caller.get(`/api/users/..%2f${SECRET}'`)],
    ['an unknown path', () => anonymous.get(`/reset/${SECRET}?token=${SECRET}`)],
    ['another method', () => caller.post(`/api/movies/short?search=${SECRET}`)],
    ['an undecodable path', () => anonymous.get(`/%E0%A4%A/${SECRET}?token=${SECRET}`)],
    ['an unreadable body', () => anonymous.post('/auth/local', `{"password":"${SECRET}`)],
    ['a wrong password', () => anonymous.post('/auth/local', { name: sa.name, password: SECRET })],
    ['a right one', () => anonymous.post('/auth/local', { name: sa.name, password: PASSWORD })],
    ['a wrong field', () => caller.put('/api/settings', { [SECRET]: SECRET })],
    [
      'a key of idempotency',
      () => caller.post('/api/license_transactions', {}, { headers: { 'idempotency-key': SECRET } }),
    ],
    [
      'headers',
      () =>
        anonymous.get('/api/users/me', {
          headers: {
            authorization: `Bearer ${SECRET}${SECRET}`,
            cookie: `token=${SECRET}`,
            referer: `http://x.example/?q=${SECRET}`,
            host: `${SECRET}.example`,
            'user-agent': SECRET,
            'x-forwarded-for': SECRET,
          },
        }),
    ],
    ['an error that names an address', () => anonymous.get('/fails')],
  ])('contains no user input: %s', async (_name, ask) => {
    await ask()
    const log = JSON.stringify(lines)
    expect(lines.length).toBeGreaterThan(0)
    expect(log).not.toContain(SECRET)
    expect(log).not.toContain(sa.token)
    expect(log).not.toContain(PASSWORD)
  })

  test('omits pictures, whose paths contain titles', async () => {
    await anonymous.get(`/pictures/cover/${SECRET}.svg`)
    expect(lines).toEqual([])
  })

  test('describes an error without the private parts of its URLs', async () => {
    await anonymous.get('/fails')
    const said = lines.flatMap(({ err }) => (typeof err === 'object' ? [err] : []))
    expect(said).toMatchObject([{ message: 'no answer from https://…@tv.example/guide.xml?…' }])
  })
})
