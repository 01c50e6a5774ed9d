import { expect, test } from 'vitest'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { signedIn, storeUser } from '../../../support/people.ts'
import { textsSentBy } from '../../../support/statements.ts'

const catalogue = testCatalogue()

/** The statements of a request after a first one, which warms the caches. */
const statementsOf = async (client: typeof catalogue.operator, path: string): Promise<string[]> => {
  await client.get(path)
  return textsSentBy(async () => {
    const { status } = await client.get(path)
    expect([path, status]).toEqual([path, 200])
  })
}

test('lists, counts and single reads send no more statements for many records than for one', async () => {
  const { _id } = await create(catalogue.operator, '/api/categories', categoryOf())
  const film = await create(catalogue.operator, '/api/movies', filmOf({ categories: [_id] }))
  await storeUser(catalogue.test, 'app', { name: 'uno' })
  const sa = await signedIn(catalogue.test, 'sa')
  const paths = [
    '/api/movies/short',
    '/api/movies/short?limit=100',
    '/api/movies/short?search=isla&status=true&sort=title',
    `/api/movies/size?category=${_id}`,
    `/api/movies/${film._id}`,
    '/api/categories?type=PELICULA',
    '/api/users/short',
    '/api/users/short?limit=100&sort=dateExpire&order=desc',
    '/api/users/short?limit=7&page=2',
    '/api/users/size',
  ]
  const counted = async () => {
    const counts: number[] = []
    for (const path of paths) counts.push((await statementsOf(sa, path)).length)
    return counts
  }
  const few = await counted()
  for (let index = 0; index < 40; index++)
    await create(catalogue.operator, '/api/movies', filmOf({ categories: [_id] }))
  for (let index = 0; index < 40; index++) await storeUser(catalogue.test, 'app', { name: `uno${index}` })
  expect(Math.min(...few)).toBeGreaterThan(0)
  const many = await counted()
  expect(many.filter((count, index) => count > (few[index] ?? 0))).toEqual([])
})

test.each([
  '/api/users/me',
  '/api/users/short',
  '/api/users/short?limit=7&page=2',
  '/api/users/short?search=uno',
  '/api/profiles',
  '/api/movies/short',
  '/api/series/short',
  '/api/channels/short',
  '/api/radios/short',
  '/api/categories',
  '/api/license_transactions',
  '/api/histories',
  '/api/issues',
])('%s reads no column that it does not return', async (path) => {
  const sa = await signedIn(catalogue.test, 'sa')
  const [, ...rest] = await statementsOf(sa, path)
  const list = rest.find((text) => /^select "/.test(text)) ?? ''
  const read = list.slice(0, list.indexOf(' from '))
  expect(read).toContain('"_id"')
  expect(read).not.toMatch(/"(password_hash|search|\w+_key|created_by|deleted_at|idempotency_key|posting)"/)
})
