import { eq, getTableColumns, gte, sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { id, searchColumn, sortableText } from '../../../../src/server/platform/database/columns.ts'
import { countRows } from '../../../../src/server/platform/database/count-rows.ts'
import {
  type ListRequest,
  type ListSource,
  listPage,
} from '../../../../src/server/platform/database/list-query.ts'
import { searchCondition, searchText } from '../../../../src/server/platform/database/search.ts'
import { testDatabase } from '../../../support/database.ts'

const films = pgTable(
  'films',
  {
    id: id(),
    title: sortableText('title').notNull(),
    year: integer('year'),
    kind: text('kind').notNull(),
    search: searchColumn(),
  },
  (table) => [index().on(table.title, table.id), index().on(table.year, table.id)],
)

/** Sorted in the opposite order of their ids. */
const kinds = pgTable('kinds', { id: id(), label: text('label').notNull() })

const source: ListSource<(typeof films)['_']['columns']> = {
  table: films,
  columns: getTableColumns(films),
  id: films.id,
  sorts: { title: films.title, year: films.year },
  defaultSort: { by: 'title', order: 'asc' },
}

const total = 700
const test = testDatabase({ emptied: false })

beforeAll(async () => {
  await test.db.execute(sql`create table films (_id text primary key, title text collate "und-x-icu" not null,
    year int, kind text not null, search text not null)`)
  await test.db.execute(sql`insert into films select lpad(n::text, 6, '0'), 'Film ' || n, case when n % 7 = 0 then null else n % 50 end,
    case when n % 2 = 0 then 'even' else 'odd' end, ' film ' || n from generate_series(1, ${total}::int) n`)
  await test.db.execute(sql`create table kinds (_id text primary key, label text not null)`)
  await test.db.execute(sql`insert into kinds values ('even', 'z'), ('odd', 'a')`)
  await test.db.execute(sql`create index on films (title, _id)`)
  await test.db.execute(sql`create index on films (year, _id)`)
})

const page = (request: Partial<ListRequest>, of = source) =>
  listPage(test.db, of, { limit: 100, offset: 0, ...request })

async function readAll(
  request: Partial<ListRequest>,
  limit = 47,
  of = source,
): Promise<{ id: string; year: number | null }[]> {
  const rows = []
  for (let offset = 0; ; offset += limit) {
    const next = await page({ ...request, offset, limit }, of)
    if (next.length === 0) return rows
    rows.push(...next)
  }
}

describe('listPage', () => {
  it.each(['asc', 'desc'] as const)(
    'returns each row once over all pages of a column with ties (%s)',
    async (order) => {
      const rows = await readAll({ sort: 'year', order })
      expect(rows).toHaveLength(total)
      expect(new Set(rows.map((row) => row.id)).size).toBe(total)
      const plain = await test.db.execute<{ _id: string }>(
        sql.raw(`select _id from films order by year ${order}, _id ${order}`),
      )
      expect(rows.map((row) => row.id)).toEqual(plain.rows.map((row) => row._id))
    },
  )

  it('puts empty values last in ascending order and first in descending order', async () => {
    const ascending = await readAll({ sort: 'year', order: 'asc' })
    const empty = Math.floor(total / 7)
    expect(ascending.slice(-empty).every((row) => row.year === null)).toBe(true)
    const descending = await page({ sort: 'year', order: 'desc' })
    expect(descending.every((row) => row.year === null)).toBe(true)
  })

  it('reads the same pages with a filter', async () => {
    const where = eq(films.kind, 'odd')
    const rows = await readAll({ sort: 'year', order: 'asc', where })
    expect(rows).toHaveLength(total / 2)
    expect(new Set(rows.map((row) => row.id)).size).toBe(total / 2)
  })

  it('merges the first rows of groups', async () => {
    const groups = {
      column: films.kind,
      name: 'kinds',
      ids: sql`select unnest(array['even', 'odd', 'none']) as _id`,
    }
    for (const order of ['asc', 'desc'] as const)
      expect(await readAll({ sort: 'year', order, groups })).toEqual(await readAll({ sort: 'year', order }))
  })

  it('sorts groups by their columns', async () => {
    const groups = { column: films.kind, name: 'kinds', ids: sql`select _id, label from kinds` }
    const ofGroups = {
      ...source,
      joins: [{ table: kinds, on: eq(kinds.id, films.kind) }],
      sorts: { kind: kinds.label },
      thenBy: { kind: films.year },
    }
    for (const order of ['asc', 'desc'] as const)
      for (const unsorted of [undefined, searchCondition(films.search, '12')]) {
        const rows = await readAll({ sort: 'kind', order, groups, unsorted }, 47, ofGroups)
        const plain = await test.db.execute<{ _id: string }>(
          sql.raw(`select f._id from films f join kinds k on k._id = f.kind
            ${unsorted ? "where search like '% 12%'" : ''} order by label ${order}, year ${order}, f._id ${order}`),
        )
        expect(rows.map((row) => row.id)).toEqual(plain.rows.map((row) => row._id))
      }
  })

  it('returns a short last page and nothing after it', async () => {
    expect(await page({ offset: 600 })).toHaveLength(100)
    expect(await page({ offset: 650 })).toHaveLength(50)
    for (const offset of [total, 100_000]) expect(await page({ offset })).toEqual([])
    expect(await page({ offset: 90, where: gte(films.id, '000650') })).toEqual([])
  })

  it.each([
    ['film', 'asc'],
    ['film', 'desc'],
    ['123', 'asc'],
    ['149', 'desc'],
    ['499', 'asc'],
    ['nothing', 'asc'],
  ] as const)('finds the same rows for any position of the matches of %j (%s)', async (word, order) => {
    const where = eq(films.kind, 'odd')
    const request = { sort: 'year', order, where, unsorted: searchCondition(films.search, word) }
    const rows = await readAll(request)
    const plain = await test.db.execute<{ _id: string }>(
      sql.raw(`select _id from films where kind = 'odd' and search like '%${word}%'
        order by year ${order}, _id ${order}`),
    )
    expect(rows.map((row) => row.id)).toEqual(plain.rows.map((row) => row._id))
    expect(await readAll(request, 47, { ...source, scanLimit: 300 })).toEqual(rows)
  })

  it('uses the default sort and rejects an unknown one', async () => {
    const [first] = await page({ limit: 1 })
    expect(first?.title).toBe('Film 1')
    expect(() => page({ sort: 'search' })).toThrow(RangeError)
  })
})

describe('countRows', () => {
  it('counts matching rows', async () => {
    expect(await countRows(test.db, films)).toBe(total)
    expect(await countRows(test.db, films, eq(films.year, 3))).toBeGreaterThan(0)
    expect(await countRows(test.db, films, eq(films.kind, 'none'))).toBe(0)
  })
})

describe('sortableText', () => {
  beforeAll(() => fill(['b', 'Árbol', 'arco', 'Zorro', 'ñu', 'nata', 'oso']))

  it('sorts accented and capital letters with their base letters', async () => {
    const rows = await page({ sort: 'title' })
    expect(rows.map((row) => row.title)).toEqual(['Árbol', 'arco', 'b', 'nata', 'ñu', 'oso', 'Zorro'])
  })
})

describe('searchCondition', () => {
  const titles = ['Los Años 100% Felices', 'a_b \\ c', 'Ábaco de Ñandú', 'El abanico', 'Cabaña', 'belkis7740']

  beforeAll(() => fill(titles))

  it.each([
    ['finds words of three letters anywhere', 'aba', ['Ábaco de Ñandú', 'Cabaña', 'El abanico']],
    ['finds one or two letters only as a prefix of words', 'ab', ['Ábaco de Ñandú', 'El abanico']],
    ['finds a single letter', 'c', ['a_b \\ c', 'Cabaña']],
    ['ignores case and accents', 'ÁBACO nandu', ['Ábaco de Ñandú']],
    ['requires every word', 'abanico felices', []],
    ['finds words in any order', 'felices anos', ['Los Años 100% Felices']],
    ['finds a name with a number by the whole word', 'Belkís7740', ['belkis7740']],
    ['finds a name with a number by its end', 's774', ['belkis7740']],
    ['finds no other name with that number', 'luis7740', []],
    ['treats _ literally in a name with a number', 'belk_s7740', []],
    ['treats % literally', '100%', ['Los Años 100% Felices']],
    ['treats a single % literally', '%', []],
    ['treats _ literally', 'a_b', ['a_b \\ c']],
    ['treats \\ literally', '\\', ['a_b \\ c']],
    ['finds everything without words', '  ', titles],
  ])('%s', async (_, words, expected) => {
    const where = searchCondition(films.search, words)
    const rows = await page({ where })
    expect(rows.map((row) => row.title).toSorted()).toEqual(expected.toSorted())
    expect(await countRows(test.db, films, where)).toBe(rows.length)
  })
})

/** Replaces all rows by rows with these titles. */
async function fill(titles: string[]): Promise<void> {
  await test.db.delete(films)
  await test.db.insert(films).values(titles.map((title) => ({ title, kind: 'x', search: searchText(title) })))
}
