import { newId } from '../../../src/server/platform/database/ids.ts'
import { loginAttempts } from '../../../src/server/platform/database/schema/users.ts'
import type { Row } from '../../support/app.ts'
import { codeAt, passPassword } from '../../support/factors.ts'
import type { MatrixCaller } from '../access/callers.ts'
import { EXPECTATIONS, expectedAnswer } from '../access/expectations.ts'
import type { Trial } from '../access/requests/request.ts'
import { REQUESTS } from '../access/requests.ts'
import type { Side } from '../access/scene.ts'
import type { World } from './world.ts'

type Override = (world: World, base: Trial) => Partial<Trial> | Promise<Partial<Trial>>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

const TABLE = 'title,name,year\nUno,Uno,2020\nDos,Dos,2021\n'

/** The requests of the permission matrix mostly avoid effects; here, they should have them. */
const OVERRIDES: readonly (readonly [RegExp, Override])[] = [
  [/\/imports$/, (_world, { body }) => (body === undefined ? {} : { body: TABLE })],
  [
    /\/bulk$|\/checks$/,
    (_world, { body }) => (isRow(body) && body.expected === 2 ? { body: { ...body, expected: 1 } } : {}),
  ],
  [
    /POST .*\/merge$/,
    (world, { path, body }) => ({
      body: {
        ...(isRow(body) && body),
        with: world.others[path.split('/').slice(0, 3).join('/')] ?? newId(),
        dateUpdate: world.scene.test.clock.now(),
        withDateUpdate: world.scene.test.clock.now(),
      },
    }),
  ],
  [/\/api\/imports\/:id(\/rows)?$/, ({ imports }, { path }) => ({ path: withId(path, imports.checked) })],
  [/\/api\/imports\/:id\/mapping$/, ({ imports }, { path }) => ({ path: withId(path, imports.mapping) })],
  [
    /\/api\/imports\/:id\/apply$/,
    ({ imports: { checked } }, { path }) => ({
      path: withId(path, checked),
      body: { version: checked.version, takeNew: true },
    }),
  ],
  [/\/api\/batches\/:id/, ({ batch }, { path }) => ({ path: withId(path, { _id: batch }) })],
  [
    /second-factor\/enrol$/,
    async (world) => ({ body: { challenge: await challenged(world, world.enrolling), kind: 'totp' } }),
  ],
  [
    /second-factor\/enrol\/verify$/,
    async (world) => {
      const challenge = await challenged(world, world.enrolling)
      const { anonymous, clock } = world.scene.test
      const begun = await anonymous.post('/auth/second-factor/enrol', { challenge, kind: 'totp' })
      return { body: { challenge, code: codeAt(String(begun.body.secret), clock.now()) } }
    },
  ],
  [
    /second-factor/,
    async (world, { body }) => {
      const challenge = await challenged(world, world.withFactor.name)
      const recoveryCode = world.withFactor.codes[0]
      return { body: isRow(body) && 'code' in body ? { challenge, recoveryCode } : { challenge } }
    },
  ],
  [/\/schedules\/:kind\/run$/, () => ({ path: '/api/jobs/schedules/reminders/run' })],
]

/** Replaces the third part of a path. */
const withId = (path: string, { _id }: Row): string =>
  path
    .split('/')
    .map((part, index) => (index === 3 ? String(_id) : part))
    .join('/')

/** Public, but a wrong challenge is answered as a missing session is. */
export const isSecondStep = (endpoint: string): boolean => endpoint.startsWith('POST /auth/second-factor')

/** A sign-in up to the second factor, despite those before that went no further. */
const challenged = async ({ scene: { test } }: World, name: string): Promise<string> => {
  await test.db.delete(loginAttempts)
  return (await passPassword(test.anonymous, name)).challenge
}

const isRejected = (answer: string): boolean => answer === '401' || answer === '403'

/** Whether the rules let a caller use an endpoint. */
export const isLetIn = (endpoint: string, caller: MatrixCaller): boolean => {
  if (isSecondStep(endpoint)) return true
  const row = EXPECTATIONS.find((each) => each.endpoint === endpoint)
  if (!row) throw new Error(`No expectation is written for ${endpoint}`)
  return !isRejected(expectedAnswer(row, caller))
}

/** A valid request of an endpoint. With `isFresh` it is for a record of its own, which it may use up. */
export const baseOf = async (
  world: World,
  endpoint: string,
  { caller, side, isFresh }: { caller: MatrixCaller; side: Side; isFresh: boolean },
): Promise<Trial> => {
  const request = REQUESTS[endpoint]
  if (!request) throw new Error(`No request is written for ${endpoint}`)
  const base = await request({ scene: world.scene, caller, side, isLetIn: isFresh })
  const override = OVERRIDES.find(([pattern]) => pattern.test(endpoint))?.[1]
  return { ...base, ...(await override?.(world, base)) }
}
