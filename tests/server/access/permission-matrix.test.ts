import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { signedInWith } from '../../support/people.ts'
import {
  type Columns,
  columnCallers,
  type MatrixCaller,
  type Single,
  singleCallers,
  widenResellers,
} from './callers.ts'
import { EXPECTATIONS, type Expectation } from './expectations.ts'
import { type Answers, answersOf, expectedOf, singlesFor } from './matrix.ts'
import { columnsOf, pageOf } from './page.ts'
import { REQUESTS } from './requests.ts'
import { collectEndpoints } from './routes-of-app.ts'
import { prepareScene, type Scene } from './scene.ts'
import { type Attempt, attemptTakeOver, PERMISSIONS } from './take-over.ts'

const path = fileURLToPath(new URL('../../../docs/permissions.md', import.meta.url))

/** Tries every caller, and a profile for each single permission. */
const isExhaustive = inject('engine').kind === 'postgres'
const SOME_PERMISSIONS = ['user-list:register', 'profile-list:modify', 'movie-edit:delete']

const endpoints = collectEndpoints()
const server = testApp({ keep: true })
let scene: Scene
let columns: Columns
const answered: Record<string, Answers> = {}
const answeredSingles: Record<string, Answers> = {}
const attempts: Attempt[] = []

/** Callers whose answers rarely differ: one of each pair in turn. The tests of each endpoint call it as sa. */
const PAIRS = [
  ['app', 'demo'],
  ['agent', 'superagent'],
  ['superagent with every route', 'agent with every route'],
]

/** All callers when the tests run exhaustively, otherwise some of them in turn. */
const triedOn = (row: Expectation, callers: readonly MatrixCaller[]): readonly MatrixCaller[] => {
  if (isExhaustive) return callers
  const turn = EXPECTATIONS.indexOf(row) % 2
  const skipped = ['sa', ...PAIRS.map((pair) => pair[turn])]
  return callers.filter(({ name }) => !skipped.includes(name))
}

beforeAll(async () => {
  endpoints.stop()
  scene = await prepareScene(server)
  columns = await columnCallers(server, scene.people)
})
afterAll(() => endpoints.stop())

test('every endpoint has expectations and a request, and every row has an endpoint', () => {
  const asked = [...endpoints.found].filter((endpoint) => !endpoint.startsWith('HEAD '))
  const expected = EXPECTATIONS.map(({ endpoint }) => endpoint)
  expect(asked.length).toBeGreaterThan(130)
  expect(
    asked.filter((endpoint) => !(endpoint in REQUESTS)),
    'missing in tests/server/access/requests',
  ).toEqual([])
  expect(expected.toSorted(), 'rows of tests/server/access/expectations.ts').toEqual(asked.toSorted())
})

describe('with the permissions of a first start, own row / foreign row', () => {
  test.each(EXPECTATIONS)('$endpoint', async (row) => {
    const callers = triedOn(row, columns.granted)
    const answers = await answersOf(server.app, scene, row, callers)
    answered[row.endpoint] = answers
    expect(answers).toEqual(expectedOf(row, callers))
  })
})

if (isExhaustive)
  describe('with a single route', () => {
    let singles: Single[]
    beforeAll(async () => {
      singles = await singleCallers(server)
    })
    test.each(EXPECTATIONS)('$endpoint', async (row) => {
      const callers = singlesFor(row, singles)
      const answers = await answersOf(server.app, scene, row, callers, true)
      answeredSingles[row.endpoint] = answers
      expect(answers).toEqual(expectedOf(row, callers))
    })
  })

describe('with every route for agents and superagents, own row / foreign row', () => {
  beforeAll(() => widenResellers(server))
  test.each(EXPECTATIONS)('$endpoint', async (row) => {
    const callers = triedOn(row, columns.widened)
    const answers = await answersOf(server.app, scene, row, callers)
    answered[row.endpoint] = { ...answered[row.endpoint], ...answers }
    expect(answers).toEqual(expectedOf(row, callers))
  })
})

describe('an editor cannot take over a profile or its users that have a permission it lacks', () => {
  test.each(isExhaustive ? PERMISSIONS : SOME_PERMISSIONS)('%s', async (permission) => {
    const attempt = await attemptTakeOver(server, permission)
    attempts.push(attempt)
    expect(attempt.actual).toEqual(attempt.expected)
  })
})

test('HEAD answers the same status as GET', async () => {
  const withoutRoutes = await signedInWith(server, {})
  const addresses = [...endpoints.found].flatMap((endpoint) => /^HEAD (.*)/.exec(endpoint)?.[1] ?? [])
  expect(addresses.length).toBeGreaterThan(70)
  for (const url of addresses)
    for (const authorization of ['', `Bearer ${withoutRoutes.token}`]) {
      const [head, get] = await Promise.all(
        (['HEAD', 'GET'] as const).map((method) =>
          server.app.inject({ method, url, headers: { authorization } }),
        ),
      )
      expect(head?.statusCode, `${url} ${authorization && 'signed in'}`).toBe(get?.statusCode)
    }
})

test('docs/permissions.md shows the expected responses', () => {
  const stale = 'docs/permissions.md is rewritten with WRITE_PERMISSIONS=1 (CONTRIBUTING.md, Add a test)'
  if (isExhaustive) {
    const written = pageOf(answered, answeredSingles, attempts)
    if (process.env.WRITE_PERMISSIONS) writeFileSync(path, written)
    expect(readFileSync(path, 'utf8'), stale).toBe(written)
  }
  const page = readFileSync(path, 'utf8')
  const callers = [...columns.granted, ...columns.widened]
  const rows = EXPECTATIONS.map((row) => columnsOf(row.endpoint, expectedOf(row, callers)))
  expect(
    rows.filter((row) => !page.includes(`\n${row}`)),
    stale,
  ).toEqual([])
})
