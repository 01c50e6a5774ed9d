import { asc, count, eq, sql } from 'drizzle-orm'
import { alias, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { instant } from '../../../../src/server/platform/database/columns.ts'
import type { Executor } from '../../../../src/server/platform/database/open.ts'
import { statement } from '../../../../src/server/platform/database/transactions.ts'
import { testDatabase } from '../../../support/database.ts'

const server = testDatabase({ emptied: false })

const authors = pgTable('authors', {
  id: integer('id').primaryKey(),
  name: text('name'),
  born: instant('born'),
  extra: jsonb('extra').$type<{ a: number }>(),
  price: numeric('price', { mode: 'number' }),
})
const books = pgTable('books', { id: integer('id').primaryKey(), author: integer('author') })

const ANA = { id: 1, name: 'Ana', born: new Date('1980-02-03T04:05:06.007Z'), extra: { a: 1 }, price: 1.5 }
const NOBODY = { id: 2, name: null, born: null, extra: null, price: null }

beforeAll(async () => {
  await server.db.execute(
    sql`create table authors (id int primary key, name text, born timestamptz(3), extra jsonb, price numeric)`,
  )
  await server.db.execute(sql`create table books (id int primary key, author int)`)
  await server.db.insert(authors).values([ANA, NOBODY])
  await server.db.insert(books).values([
    { id: 1, author: 1 },
    { id: 2, author: 2 },
    { id: 3, author: null },
  ])
})

test('columns are decoded by the schema, including nulls', async () => {
  expect(await server.db.select().from(authors).orderBy(authors.id)).toEqual([ANA, NOBODY])
})

test('decodes nested fields, expressions and aliases', async () => {
  const writers = alias(authors, 'writers')
  const selected = {
    id: books.id,
    author: { name: writers.name, twice: sql<number>`${writers.id} * 2`.mapWith(Number) },
    title: sql<string>`'Book ' || ${books.id}`.as('title'),
  }
  const [first] = await server.db
    .select(selected)
    .from(books)
    .innerJoin(writers, eq(writers.id, books.author))
    .orderBy(asc(books.id))
  expect(first).toEqual({ id: 1, author: { name: 'Ana', twice: 2 }, title: 'Book 1' })
})

test('an outer join returns null without a match, but not for a row of nulls', async () => {
  const rows = await server.db
    .select({ book: books, author: authors, name: { author: authors.name, book: books.id } })
    .from(books)
    .leftJoin(authors, eq(authors.id, books.author))
    .orderBy(books.id)
  expect(rows.map(({ author }) => author)).toEqual([ANA, NOBODY, null])
  expect(rows.at(-1)).toEqual({
    book: { id: 3, author: null },
    author: null,
    name: { author: null, book: 3 },
  })
  const tables = await server.db.select().from(books).leftJoin(authors, eq(authors.id, books.author))
  expect(tables.find((row) => row.books.id === 3)).toEqual({ books: { id: 3, author: null }, authors: null })
})

test('decodes the columns of subqueries, counts and writes', async () => {
  const counted = server.db
    .select({ author: books.author, books: count().as('books') })
    .from(books)
    .groupBy(books.author)
    .as('counted')
  const rows = await server.db
    .select({ name: authors.name, books: counted.books })
    .from(authors)
    .innerJoin(counted, eq(counted.author, authors.id))
    .orderBy(authors.id)
  expect(rows).toEqual([
    { name: 'Ana', books: 1 },
    { name: null, books: 1 },
  ])
  expect(await server.db.update(authors).set({ name: 'Ana' }).where(eq(authors.id, 1)).returning()).toEqual([
    ANA,
  ])
  expect(await server.db.update(authors).set({ name: 'Ana' }).where(eq(authors.id, 1))).toMatchObject({
    rowCount: 1,
  })
})

test('a prepared statement returns the rows of each execution, on any connection', async () => {
  const named = statement((executor: Executor) =>
    executor
      .select({ name: authors.name })
      .from(authors)
      .where(eq(authors.id, sql.placeholder('id')))
      .prepare('named'),
  )
  for (const [id, rows] of [
    [1, [{ name: 'Ana' }]],
    [2, [{ name: null }]],
    [3, []],
    [1, [{ name: 'Ana' }]],
  ] as const) {
    expect(await named(server.db).execute({ id })).toEqual(rows)
    await server.db.transaction(async (tx) => {
      const [one, other] = await Promise.all([named(tx).execute({ id }), named(tx).execute({ id: 2 })])
      expect([one, other]).toEqual([rows, [{ name: null }]])
    })
  }
  await expect(named(server.db).execute({})).rejects.toThrow(/placeholder "id"/)
})

test('an undecodable value only fails its statement', async () => {
  await expect(server.db.execute(sql`select 'x'::int`)).rejects.toThrow()
  expect((await server.db.execute(sql`select 1 as one, 'á'::text as two, null as three`)).rows).toEqual([
    { one: 1, two: 'á', three: null },
  ])
})
