import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { API_PATHS, isResource, possibleChanges } from '../../src/domain/registry.ts'
import type { Change } from '../../src/domain/registry-entry.ts'
import { COLLECTIONS } from '../../src/server/collections.ts'
import { declarationOf, ENDPOINTS, HEADS } from '../server/access/declarations.ts'
import { pageOf } from '../server/access/page.ts'
import { REQUESTS } from '../server/access/requests.ts'

const page = fileURLToPath(new URL('../../docs/permissions.md', import.meta.url))

test('docs/permissions.md shows what endpoints declare: npm run permissions writes it', async () => {
  await expect(pageOf(ENDPOINTS)).toMatchFileSnapshot(page)
})

test('every endpoint has a request, and every request an endpoint', () => {
  const names = ENDPOINTS.map(({ endpoint }) => endpoint)
  const without = ENDPOINTS.filter(({ endpoint }) => !(endpoint in REQUESTS))
  expect(
    without.map(({ endpoint, file }) => `${endpoint} of ${file}`),
    'without a request in tests/server/access/requests',
  ).toEqual([])
  expect(Object.keys(REQUESTS).filter((name) => !names.includes(name))).toEqual([])
})

test('HEAD is declared like GET', () => {
  expect(HEADS.length).toBeGreaterThan(70)
  for (const { endpoint, file: _file, ...declared } of HEADS)
    expect(declarationOf(endpoint.replace('HEAD', 'GET')), endpoint).toMatchObject(declared)
})

/** Rule A9 for the usual writes of records: the permission for one action never includes another. */
const USUAL: readonly (readonly [method: string, suffix: string, action: Change])[] = [
  ['POST', '', 'create'],
  ['PUT', '/:id', 'update'],
  ['DELETE', '/:id', 'delete'],
  ['POST', '/:id/restore', 'delete'],
]

test('each usual write of an entity requires the permission for its own action', () => {
  // An episode is created and changed by the same request.
  const collections = COLLECTIONS.map(({ entity }) => entity.resource).filter((each) => each !== 'episodes')
  const written = [...collections, 'users', 'profiles']
  const rows = written.filter(isResource).flatMap((resource) =>
    USUAL.flatMap(([method, suffix, action]) => {
      const found = ENDPOINTS.find(({ endpoint }) => endpoint === `${method} ${API_PATHS[resource]}${suffix}`)
      return found && possibleChanges(resource).includes(action)
        ? [{ endpoint: found.endpoint, access: found.access, expected: { action, resource } }]
        : []
    }),
  )
  expect(rows.length).toBeGreaterThan(40)
  for (const { endpoint, access, expected } of rows) expect(access, endpoint).toEqual(expected)
})

/** Rule A18: endpoints that are entirely closed to keys. Single operations are marked on the page. */
const FOR_PEOPLE =
  /^\w+ \/(auth|api\/(me|keys|passwords|views|batches|imports))(\/|$)|\/(imports|imports\/fields|merge)$/

test('sessions, factors, passwords, keys, views, batches, imports and merges are closed to keys', () => {
  const closed = ENDPOINTS.filter(({ endpoint, access }) => FOR_PEOPLE.test(endpoint) && access !== 'public')
  expect(closed.length).toBeGreaterThan(50)
  expect(
    closed.filter(({ peopleOnly }) => !peopleOnly).map(({ endpoint, file }) => `${endpoint} of ${file}`),
  ).toEqual([])
})

/** Rule U1: resources with data of customers. */
const OF_CUSTOMERS = ['users', 'histories', 'activitys', 'license_transactions', 'outbox', 'jobs', 'audit']
/** Sums and settings, which contain no row of a customer. */
const WITHOUT_ROWS =
  /\/(expiring|days|low|many|me|expired|imports|imports\/fields|schedules)$|\/expiring\/days$|^GET \/api\/users\/:id\/factors$/

test('endpoints that read data of customers declare that resellers see only their own', () => {
  const paths = OF_CUSTOMERS.filter(isResource).map((resource) => API_PATHS[resource])
  const reads = ENDPOINTS.filter(
    ({ endpoint }) =>
      paths.some((path) => endpoint === `GET ${path}` || endpoint.startsWith(`GET ${path}/`)) &&
      !WITHOUT_ROWS.test(endpoint),
  )
  expect(reads.length).toBeGreaterThan(25)
  const foreign = reads.map(({ endpoint, cases = {} }) => ({
    endpoint,
    hiddenUnless: Object.values(cases)[1]?.hiddenUnless,
  }))
  for (const { endpoint, hiddenUnless } of foreign) expect(hiddenUnless, endpoint).toEqual({ role: 'admin' })
})
