import { expect, test } from 'vitest'
import { API_PATHS } from '../../src/domain/registry.ts'
import { CONFIRMED_ENDPOINTS } from '../../src/domain/sign-in/confirmed-changes.ts'
import { COLLECTIONS } from '../../src/server/collections.ts'
import { ENDPOINTS } from '../server/access/declarations.ts'

const CATALOGUE = COLLECTIONS.map(({ entity }) => API_PATHS[entity.resource]).join('|')

/** Writes that never require a confirmation. A new endpoint belongs either here or to the lists of the domain. */
const NEVER: readonly RegExp[] = [
  // The sign-in itself, and writes that only revoke access.
  /^POST \/auth\//,
  /^DELETE \/api\/(me|users\/:id)\/sessions/,
  // The catalogue, which can be restored from the trash and from earlier versions.
  new RegExp(
    `^(POST|PUT|DELETE) (${CATALOGUE})(/:id|/:id/restore|/bulk|/bulk/preview|/imports|/imports/playlist)?$`,
  ),
  /^(POST|PUT|DELETE) \/api\/series\/episode(\/|$)/,
  /^(POST|DELETE) \/api\/channels\/(import|epg-proposals)/,
  /^POST \/api\/links\//,
  // Support, jobs and views.
  /^(POST|PUT) \/api\/(histories|issues)/,
  /^(POST|PUT) \/api\/jobs\//,
  /^(POST|PUT|DELETE) \/api\/views/,
  /^POST \/api\/batches\/:id\/cancel$/,
  /^POST \/api\/outbox\/:id\/resend$/,
  /^POST \/api\/webhooks\/:id\/(test|deliveries\/:delivery\/resend)$/,
  /^POST \/baja\/:token$/,
  // Single sales, which the ledger records.
  /^(POST|PUT) \/api\/license_transactions(\/:id|\/(bulk|compensations)\/preview)?$/,
  // Steps of an import before it is written.
  /^POST \/api\/users\/imports$/,
  /^(PUT|DELETE) \/api\/imports\/:id(\/mapping)?$/,
  /^POST \/api\/users\/:id\/notices$/,
  /^(POST|DELETE) \/api\/users\/:id\/notes(\/:note)?$/,
  /^POST \/api\/passwords\/strength$/,
  /^PUT \/api\/settings\/updateTvUrlBase$/,
  /^(PUT|DELETE) \/api\/logo$/,
  // The passwords of the demo are public.
  /^POST \/api\/demo\/reset$/,
]

const WRITES = ENDPOINTS.filter(({ endpoint }) => !endpoint.startsWith('GET '))
const ALWAYS: readonly string[] = CONFIRMED_ENDPOINTS.always
const SOMETIMES: readonly string[] = CONFIRMED_ENDPOINTS.sometimes

test('each write of the contract is listed once: it requires a confirmation always, sometimes or never', () => {
  const decided = WRITES.map(({ endpoint }) => ({
    endpoint,
    lists: [
      ALWAYS.includes(endpoint),
      SOMETIMES.includes(endpoint),
      NEVER.some((each) => each.test(endpoint)),
    ].filter(Boolean).length,
  }))
  expect(decided.filter(({ lists }) => lists !== 1)).toEqual([])
  const known = WRITES.map(({ endpoint }) => endpoint)
  expect([...ALWAYS, ...SOMETIMES].filter((each) => !known.includes(each))).toEqual([])
})

test('endpoints that always require a confirmation are closed to keys', () => {
  const open = WRITES.filter(({ endpoint, peopleOnly }) => ALWAYS.includes(endpoint) && !peopleOnly)
  expect(open.map(({ endpoint, access }) => ({ endpoint, access }))).toEqual([
    // For sa only, whose role no key has.
    { endpoint: 'PUT /api/apk', access: { role: 'sa' } },
  ])
})
