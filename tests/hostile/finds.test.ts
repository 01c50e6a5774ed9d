import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { App } from '../../src/server/platform/http/context.ts'
import { validateRequests } from '../../src/server/platform/http/operation.ts'
import { testApp } from '../support/app.ts'
import { attackEndpoint } from './attack.ts'
import { prepareWorld, type World } from './world.ts'

const isValid = (checked: unknown): checked is { value: object } =>
  typeof checked === 'object' && checked !== null && 'value' in checked && typeof checked.value === 'object'

/** Removes the validation of texts in the filter `imdbId`; values of other types are still rejected. */
const trustImdbId = (app: App): void => {
  app.setValidatorCompiler<z.ZodType>((route) => {
    const validate = validateRequests(route)
    if (route.httpPart !== 'querystring') return validate
    return ({ imdbId, ...rest }) => {
      if (typeof imdbId !== 'string') return validate({ ...rest, ...(imdbId && { imdbId }) })
      const checked = validate(rest)
      return isValid(checked) ? { value: { ...checked.value, imdbId } } : checked
    }
  })
}

/** Adds wrong effects to two endpoints: a change of another user's record, and of a balance without a sale. */
const addEffects = (app: App): void => {
  app.addHook('preHandler', async ({ method, routeOptions: { url } }) => {
    if (!world) return
    const { people } = world.scene
    if (method === 'POST' && url === '/api/movies')
      await server.db.execute(
        sql`update users set comment = comment || 'x' where _id = ${people.otherAgent.id}`,
      )
    if (method === 'POST' && url === '/api/radios')
      await server.db.execute(sql`update balances set months = months + 1 where _id = ${people.agent.id}`)
  })
}

/** A server with faults. */
const server = testApp({
  keep: true,
  own: true,
  prepare: (app) => {
    trustImdbId(app)
    addEffects(app)
  },
})

let world: World | undefined

beforeAll(async () => {
  world = await prepareWorld(server)
})

/** The finding for an endpoint, or `nothing`. */
const findOf = async (endpoint: string, count: number): Promise<string> => {
  if (!world) throw new Error('The world is prepared before the tests')
  const options = { count, seed: randomInt(2 ** 31), shares: new Map() }
  return attackEndpoint(server, world, endpoint, options).then(() => 'nothing', String)
}

test('reports a filter that fails on a NUL, with the command that repeats it', async () => {
  // Takes some hundred requests.
  const find = await findOf('GET /api/movies/short', 50_000)
  expect(find).toMatch(/imdbId=[^&\s]*%00.* as .*: answered 500/)
  expect(find).toMatch(/Altered: \?.*imdbId/)
  expect(find).toMatch(
    /Again: HOSTILE_SEED=\d+ HOSTILE_ENDPOINT='GET \/api\/movies\/short' HOSTILE_REQUESTS=50000/,
  )
})

test('reports a change of another user’s record', async () => {
  expect(await findOf('POST /api/movies', 30)).toMatch(/as (super)?agent.*: changed what belongs to others/)
})

test('reports a balance that no transaction explains', async () => {
  expect(await findOf('POST /api/radios', 10)).toContain('The ledger does not reconcile')
})
