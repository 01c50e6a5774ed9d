import { randomInt } from 'node:crypto'
import dns from 'node:dns'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { ENDPOINTS } from '../server/access/declarations.ts'
import { testApp } from '../support/app.ts'
import { namesInTurn } from '../support/dns.ts'
import { attackEndpoint } from './attack.ts'
import { type Group, groupOf } from './groups.ts'
import { expectShares, printShares, type Shares } from './shares.ts'
import { prepareWorld, type World } from './world.ts'

const { HOSTILE_SEED, HOSTILE_ENDPOINT, HOSTILE_REQUESTS, HOSTILE_TOTAL, HOSTILE_TABLE } = process.env

/** Requests to all endpoints together. */
const total = Number(HOSTILE_TOTAL ?? 10_000)

/**
 * Declares the tests of a group's endpoints. The environment repeats a finding: `HOSTILE_SEED`, `HOSTILE_ENDPOINT` and
 * `HOSTILE_REQUESTS` for each endpoint are printed with it; `HOSTILE_TABLE` prints how far the requests of each role got.
 */
export const testHostileRequests = (group: Group): void => {
  const seed = HOSTILE_SEED === undefined ? randomInt(2 ** 31) : Number(HOSTILE_SEED)
  const count = Number(HOSTILE_REQUESTS ?? Math.ceil(total / ENDPOINTS.length))
  const endpoints = ENDPOINTS.map(({ endpoint }) => endpoint)
    .filter((endpoint) => groupOf(endpoint) === group)
    .filter((endpoint) => HOSTILE_ENDPOINT === undefined || endpoint === HOSTILE_ENDPOINT)
  // The film database is unreachable. A request limit would reject most requests with 429.
  const film = { OMDB_API_KEY: 'x', OMDB_URL: 'http://127.0.0.1:9/' }
  const server = testApp({ keep: true, own: true, config: readConfig({ REQUEST_LIMIT: '0', ...film }) })
  const shares: Shares = new Map()
  let world: World

  beforeAll(async () => {
    // No request leaves the machine.
    vi.spyOn(dns, 'lookup').mockImplementation(namesInTurn({}))
    world = await prepareWorld(server)
    console.log(`HOSTILE_SEED=${seed}, ${count} requests for each of ${endpoints.length} endpoints`)
  })
  afterAll(() => {
    vi.restoreAllMocks()
    if (HOSTILE_TABLE) printShares(shares)
  })

  describe(`${count} altered requests find no fault in`, () => {
    test.each(endpoints)('%s', async (endpoint) => {
      await attackEndpoint(server, world, endpoint, { count, seed, shares })
    })
  })

  test('the requests of every role got past sessions, permissions and checks', () => {
    if (HOSTILE_ENDPOINT === undefined) expect(shares.size).toBe(endpoints.length)
    expectShares(shares, world.callers)
  })
}
