import { expect, test } from 'vitest'
import type { Db } from '../../../../src/server/platform/database/open.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'

const STATEMENTS = ['select', 'insert', 'update', 'delete', 'execute', 'transaction']
let statements = 0

/** Counts the statements of the database. */
const counting = (db: Db): Db =>
  new Proxy(db, {
    get(target, name) {
      if (STATEMENTS.includes(String(name))) statements++
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

const catalogue = testCatalogue({ around: counting })

const counted = async (path: string): Promise<number> => {
  statements = 0
  expect((await catalogue.operator.get(path)).status).toBe(200)
  return statements
}

test('lists, counts and single reads send as many statements for many records as for one', async () => {
  const { _id } = await create(catalogue.operator, '/api/categories', categoryOf())
  const film = await create(catalogue.operator, '/api/movies', filmOf({ categories: [_id] }))
  const paths = [
    '/api/movies/short',
    '/api/movies/short?search=isla&status=true&sort=title',
    `/api/movies/size?category=${_id}`,
    `/api/movies/${film._id}`,
    '/api/categories?type=PELICULA',
  ]
  const few: number[] = []
  for (const path of paths) few.push(await counted(path))
  for (let index = 0; index < 40; index++)
    await create(catalogue.operator, '/api/movies', filmOf({ categories: [_id] }))
  const many: number[] = []
  for (const path of paths) many.push(await counted(path))
  expect(many.filter((count, index) => count > (few[index] ?? 0))).toEqual([])
  // Session, page size, and at most two for the rows.
  expect(Math.max(...many)).toBeLessThanOrEqual(4)
})
