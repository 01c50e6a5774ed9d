import { storeChallenge } from '../../src/server/features/sign-in/challenges.ts'
import { newSeed } from '../../src/server/features/sign-in/factors.ts'
import { hashToken, newToken } from '../../src/server/platform/auth/sessions.ts'
import { newId } from '../../src/server/platform/database/ids.ts'
import type { MatrixCaller } from '../server/access/callers.ts'
import type { Trial } from '../server/access/requests/request.ts'
import { REQUESTS } from '../server/access/requests.ts'
import type { Side } from '../server/access/scene.ts'
import type { Row } from '../support/app.ts'
import { codeAt, storeTotp } from '../support/factors.ts'
import { newKeyOf } from '../support/keys.ts'
import { storeUser } from '../support/people.ts'
import type { World } from './world.ts'

type Override = (world: World, base: Trial) => Partial<Trial> | Promise<Partial<Trial>>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

const TABLE = 'title,name,year\nUno,Uno,2020\nDos,Dos,2021\n'

/** A request with the challenge of a new user's sign-in, and the code that answers it or completes the enrolment. */
const withChallenge =
  (purpose: 'answer' | 'enrol'): Override =>
  async ({ scene: { test } }, { body }) => {
    const now = test.clock.now()
    const { _id, passwordHash } = await storeUser(test, 'Administrador')
    const seed = purpose === 'answer' ? (await storeTotp(test, _id)).seed : newSeed()
    const { token: challenge, tokenHash: key } = newToken()
    const data = { password: hashToken(passwordHash), seed }
    await storeChallenge(test.db, { key, user: _id, purpose, data }, now)
    const sent = { ...(isRow(body) && body), challenge }
    return { body: 'code' in sent ? { ...sent, code: codeAt(seed, now) } : sent }
  }

/** Changes requests of the permission matrix, which mostly avoid effects, so that they have effects. */
const OVERRIDES: readonly (readonly [RegExp, Override])[] = [
  [/\/imports$/, (_world, { body }) => (body === undefined ? {} : { body: TABLE })],
  // Links at a private address are not tried.
  [/\/links\/bases\/.*\/checks$/, () => ({ body: { url: 'https://10.0.0.1/' } })],
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
  // Resellers may change profiles of lower roles, but none that grants nothing (rule U20).
  [
    /^PUT \/api\/profiles\/:id$/,
    ({ scene: { profiles } }, { path }) =>
      path.endsWith(profiles.ordinary) ? { path: `/api/profiles/${profiles.app}` } : {},
  ],
  [/^POST \/api\/keys$/, ({ scene }) => ({ body: newKeyOf(scene.test, { 'movie-list': [] }) })],
  [/second-factor(\/options)?$/, withChallenge('answer')],
  [/second-factor\/enrol/, withChallenge('enrol')],
  [/\/schedules\/:kind\/run$/, () => ({ path: '/api/jobs/schedules/reminders/run' })],
]

/** Replaces the third part of a path. */
const withId = (path: string, { _id }: Row): string =>
  path
    .split('/')
    .map((part, index) => (index === 3 ? String(_id) : part))
    .join('/')

/** Public endpoints, where a 401 concerns the body, such as a challenge, instead of the session. */
export const SIGNS_IN = / \/auth\/(local|second-factor)/

/** A valid request of an endpoint. With `isFresh` it is for a new record, which it may consume. */
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
