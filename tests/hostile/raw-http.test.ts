import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import fc, { type Arbitrary } from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { testApp } from '../support/app.ts'
import { type People, people } from '../support/people.ts'
import { shown } from './alterations.ts'
import { texts } from './values.ts'

/** What `inject` cannot send: malformed lines, repeated headers, bodies of another length, several requests at once. */

const server = testApp({ keep: true, own: true, config: readConfig({ REQUEST_LIMIT: '0' }) })
const { HOSTILE_SEED } = process.env
const seed = HOSTILE_SEED === undefined ? randomInt(2 ** 31) : Number(HOSTILE_SEED)
let team: People
let port: number

beforeAll(async () => {
  team = await people(server)
  port = Number(new URL(await server.listen()).port)
})

const ODD_TARGETS = [
  ...[
    '/health',
    '/api/users',
    '/api/users/me',
    '/api/movies/../users',
    '/api/%2e%2e/auth/local',
    '//api//users',
    '/auth/local',
  ],
  ...[
    '/api/users/%00',
    '/api/users?search=%ff',
    '*',
    'http://tv.example/api/users',
    '/api/users#x',
    '',
    'x',
    '/a b',
    '/\u0001',
    '/ñ',
  ],
]
const ODD_METHODS = ['OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'get', 'PROPFIND', 'X', '']
const HEADERS = [
  ...[
    'Host: x',
    'Host: y',
    'Host:',
    'Connection: close',
    'Connection: upgrade',
    'Upgrade: h2c',
    'Expect: 100-continue',
    'Expect: x',
  ],
  ...[
    'Content-Length: 2',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 2, 2',
    'Content-Length: 0x2',
    'Content-Length: 1e1',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: identity',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding : chunked',
  ],
  ...[
    'Content-Type: application/json',
    'Content-Type: text/plain',
    'content-type:',
    'Authorization: Bearer x',
    'Authorization: Basic eDp4',
  ],
  ...[
    'Idempotency-Key: a',
    'Idempotency-Key: b',
    'Cookie: a=b',
    ' folded: x',
    'no-colon',
    ': x',
    'X\u0000: y',
    'X: \u0001',
    'X-Ñ: ñ',
  ],
]
const BODIES = [
  '',
  '{}',
  '{"name":"sa","password":"x"}',
  '2\r\n{}\r\n0\r\n\r\n',
  'z\r\n{}\r\n',
  '2;x=y\r\n{}\r\n0\r\nX: y\r\n\r\n',
  '\u0000',
]

const header: Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...HEADERS), weight: 6 },
  { arbitrary: texts.map((text) => `X-Text: ${text.slice(0, 2_000)}`), weight: 1 },
)

interface Raw {
  isSignedIn: boolean
  line: string
  headers: string[]
  end: string
  body: string
}

/** Mostly well-formed parts, so that the requests get past the parser. */
const mostly = (usual: readonly string[], odd: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...usual), weight: 6 },
    { arbitrary: fc.constantFrom(...odd), weight: 1 },
  )

const raw: Arbitrary<Raw> = fc.record({
  isSignedIn: fc.boolean(),
  line: fc
    .tuple(
      mostly(['GET', 'POST', 'PUT', 'DELETE', 'HEAD'], ODD_METHODS),
      mostly(['/health', '/api/users', '/api/users/me', '/auth/local', '/nada'], ODD_TARGETS),
      mostly(['HTTP/1.1'], ['HTTP/1.0', 'HTTP/9.9', '']),
    )
    .map((parts) => parts.join(' ')),
  headers: fc.array(header, { maxLength: 2 }).map((odd) => ['Host: x', ...odd]),
  end: mostly(['\r\n'], ['\n', '\r']),
  body: mostly([''], BODIES),
})

const written = ({ isSignedIn, line, headers, end, body }: Raw): string => {
  const session = isSignedIn ? [`Authorization: Bearer ${team.agent.token}`] : []
  return [line, ...session, ...headers, '', body].join(end)
}

/** Sends requests on one connection, and closes its writing end; returns the status of each response. */
const statusesOf = async (requests: readonly Raw[]): Promise<number[]> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part)).on('error', () => undefined)
  socket.end(requests.map(written).join(''))
  await once(socket, 'close')
  const answers = Buffer.concat(parts).toString('latin1')
  return [...answers.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}

/** The server never sends a 5xx status, not even 501. */
const isFine = (status: number): boolean => status >= 100 && status < 500

test('the server survives malformed, repeated and pipelined requests on a connection, without a 5xx response', async () => {
  const before = (await team.sa.get(`/api/users/${team.otherAgent.id}`)).body
  const found = new Set<number>()
  const property = fc.asyncProperty(fc.array(raw, { minLength: 1, maxLength: 3 }), async (requests) => {
    const statuses = await statusesOf(requests)
    for (const status of statuses) found.add(status)
    return statuses.every(isFine)
  })
  const count = inject('engine').kind === 'postgres' ? 2_000 : 200
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: count })
  const says = counterexample?.[0].map((each) => shown(written(each))).join('\n')
  expect(failed, `${says}\n${errorInstance ?? ''}\nAgain: HOSTILE_SEED=${seed}`).toBe(false)
  // Some requests were understood, others were not.
  expect([...found]).toEqual(expect.arrayContaining([200, 400, 401, 404]))
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  expect((await team.sa.get(`/api/users/${team.otherAgent.id}`)).body).toEqual(before)
})
