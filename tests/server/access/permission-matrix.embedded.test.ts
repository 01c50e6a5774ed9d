import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { signedInWith } from '../../support/people.ts'
import { type Cell, EXPECTED, fillMatrix, linesOf } from './matrix.ts'
import { pageOf } from './page.ts'
import { REQUESTS } from './requests.ts'
import { collectEndpoints } from './routes-of-app.ts'
import { type Attempt, attemptTakeOvers, DEEDS } from './take-over.ts'

const page = fileURLToPath(new URL('../../../docs/permissions.md', import.meta.url))

const endpoints = collectEndpoints()
const server = testApp({ keep: true })
let cells: Cell[]
let names: string[]
let attempts: Attempt[]

beforeAll(async () => {
  endpoints.stop()
  ;({ cells, names } = await fillMatrix(server))
}, 180_000)
beforeAll(async () => {
  attempts = await attemptTakeOvers(server)
}, 180_000)
afterAll(() => endpoints.stop())

const asked = () => [...endpoints.found].filter((endpoint) => !endpoint.startsWith('HEAD '))

test('every endpoint has a row of expectations and a request, and no row is without an endpoint', () => {
  expect(asked().length).toBeGreaterThan(130)
  expect(asked().filter((endpoint) => !EXPECTED.has(endpoint))).toEqual([])
  expect(asked().filter((endpoint) => !(endpoint in REQUESTS))).toEqual([])
  expect([...EXPECTED.keys()].filter((endpoint) => !endpoints.found.has(endpoint))).toEqual([])
})

test('every caller is answered as expected, for its own rows and for foreign ones', () => {
  const wrong = cells.filter(({ actual, expected }) => actual !== expected)
  const said = wrong.map((cell) => `${cell.endpoint} as ${cell.caller}: ${cell.actual}, not ${cell.expected}`)
  expect(said).toEqual([])
})

test('nobody takes over a profile or its users by a permission that it lacks', () => {
  const wrong = attempts.flatMap(({ atStake, actual, expected }) =>
    DEEDS.filter((deed) => actual[deed] !== expected[deed]).map(
      (deed) => `${deed} with ${atStake} at stake: ${actual[deed]}, not ${expected[deed]}`,
    ),
  )
  expect(wrong).toEqual([])
  expect(attempts.length).toBeGreaterThan(180)
})

test('what is asked for with HEAD opens to those that GET opens to', async () => {
  const nobody = await signedInWith(server, {})
  const addresses = [...endpoints.found].flatMap((endpoint) => /^HEAD (.*)/.exec(endpoint)?.[1] ?? [])
  expect(addresses.length).toBeGreaterThan(70)
  for (const url of addresses)
    for (const authorization of ['', `Bearer ${nobody.token}`]) {
      const [head, get] = await Promise.all(
        (['HEAD', 'GET'] as const).map((method) =>
          server.app.inject({ method, url, headers: { authorization } }),
        ),
      )
      expect(head?.statusCode, `${url} ${authorization && 'signed in'}`).toBe(get?.statusCode)
    }
})

test('the page shows the answers that the server gives', () => {
  const written = pageOf(linesOf(cells, names), attempts)
  if (process.env.WRITE_PERMISSIONS) writeFileSync(page, written)
  expect(readFileSync(page, 'utf8')).toBe(written)
})
