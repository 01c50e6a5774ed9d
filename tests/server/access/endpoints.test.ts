import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allGrants } from '../../../src/domain/access/permissions.ts'
import { DATED_CONTENTS } from '../../../src/domain/contents/newest-contents.ts'
import { API_PATHS } from '../../../src/domain/registry.ts'
import { CONFIRMATION } from '../../../src/domain/sign-in/confirmation.ts'
import { CONFIRMED_ENDPOINTS } from '../../../src/domain/sign-in/confirmed-changes.ts'
import { sessions } from '../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../support/app.ts'
import { HOUR } from '../../support/clock.ts'
import { confirm } from '../../support/people.ts'
import { columnCallers, type MatrixCaller } from './callers.ts'
import { ENDPOINTS } from './declarations.ts'
import { expectDeclared, sendTrial } from './matrix.ts'
import type { Request } from './requests/request.ts'
import { REQUESTS } from './requests.ts'
import { freshRecord, prepareScene, type Scene } from './scene.ts'

const server = testApp({ keep: true })
let scene: Scene
let sa: MatrixCaller

beforeAll(async () => {
  scene = await prepareScene(server)
  const { granted } = await columnCallers(server, scene.people)
  const found = granted.find(({ name }) => name === 'sa')
  if (!found) throw new Error('No caller is sa')
  sa = found
})

/** Ages the sessions, so that a confirmation is required (rule P17). */
beforeEach(async () => {
  await server.db.update(sessions).set({ confirmedAt: new Date(server.clock.now().getTime() - 3 * HOUR) })
})

/** Replaces requests of the permission matrix that fail before the check of the confirmation. */
const VALID: Readonly<Record<string, Request>> = {
  'POST /api/keys': ({ scene: { test } }) => ({
    path: '/api/keys',
    body: {
      name: 'CRM',
      routeAccess: allGrants().slice(0, 1),
      dateExpire: new Date(test.clock.now().getTime() + HOUR).toISOString(),
    },
  }),
  'PUT /api/profiles/:id': ({ scene: { profiles } }) => ({
    path: `/api/profiles/${profiles.ordinary}`,
    body: { accessApp: true },
  }),
  ...Object.fromEntries(
    DATED_CONTENTS.map((resource) => API_PATHS[resource]).map((path): [string, Request] => [
      `POST ${path}/:id/merge`,
      async ({ scene }) => {
        const [kept, other] = [await freshRecord(scene, path), await freshRecord(scene, path)]
        const dateUpdate = scene.test.clock.now().toISOString()
        const body = { with: other, dateUpdate, withDateUpdate: dateUpdate }
        return { path: `${path}/${kept}/merge`, body }
      },
    ]),
  ),
}

const ALWAYS: readonly string[] = CONFIRMED_ENDPOINTS.always
const SOMETIMES: readonly string[] = CONFIRMED_ENDPOINTS.sometimes

test.each(ENDPOINTS.filter(({ endpoint }) => ALWAYS.includes(endpoint)))(
  '$endpoint requires a confirmation',
  async ({ endpoint }) => {
    const request = VALID[endpoint] ?? REQUESTS[endpoint]
    const trial = await request?.({ scene, caller: sa, side: 'own', isLetIn: true })
    if (!trial) throw new Error(`${endpoint} has no request`)
    const { statusCode, body } = await sendTrial(server.app, endpoint, sa, { ...trial, token: undefined })
    expect({ statusCode, ...JSON.parse(body) }).toEqual({ statusCode: 403, ...CONFIRMATION })
  },
)

// Endpoints that never require a confirmation are called without one.
test.each(ENDPOINTS)('$endpoint responds to sa as declared', async (declared) => {
  const { endpoint } = declared
  if (ALWAYS.includes(endpoint) || SOMETIMES.includes(endpoint)) await confirm(server, scene.people.sa)
  await expectDeclared(server.app, scene, declared, [sa])
})
