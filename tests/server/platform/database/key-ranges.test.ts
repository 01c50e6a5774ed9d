import { getTableColumns, sql } from 'drizzle-orm'
import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { id, keyText, searchColumn } from '../../../../src/server/platform/database/columns.ts'
import { rangesBefore } from '../../../../src/server/platform/database/key-ranges.ts'
import { type ListSource, listPage } from '../../../../src/server/platform/database/list-query.ts'
import { searchCondition } from '../../../../src/server/platform/database/search.ts'
import { testDatabase } from '../../../support/database.ts'

const test = testDatabase({ emptied: false })

describe('key_ranges', () => {
  const character = fc.constantFrom(...'aAjuñz09 .~ж日')
  const key = fc.array(character, { maxLength: 5 }).map((characters) => characters.join(''))
  const word = fc.string({ unit: fc.constantFrom(...'ajuz09 .~'), minLength: 3, maxLength: 5 })

  it('tell of every key whether it sorts before the first three characters of a text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(key, { minLength: 1, maxLength: 200 }), word, async (keys, text) => {
        const { rows } = await test.db.execute<{ key: string; said: boolean; precedes: boolean }>(sql`
          select key, key_ranges(key) && ${sql.param(rangesBefore(text))}::int[] as said,
            key < ${text.slice(0, 3)} collate "C" as precedes
          from unnest(${sql.param(keys)}::text[]) key`)
        expect(rows).toHaveLength(keys.length)
        expect(rows.filter(({ said, precedes }) => said !== precedes)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  it('do not support short or non-ASCII texts', () => {
    for (const text of ['', 'ju', 'jñu', 'жук']) expect(rangesBefore(text)).toBeUndefined()
  })
})

describe('a list of names with a search', () => {
  const people = pgTable(
    'people',
    { id: id(), number: integer('number').notNull(), key: keyText('key').notNull(), search: searchColumn() },
    (table) => [index().on(table.key, table.id)],
  )
  const source: ListSource<(typeof people)['_']['columns']> = {
    table: people,
    columns: getTableColumns(people),
    id: people.id,
    sorts: { key: people.key, number: people.number },
    defaultSort: { by: 'key', order: 'asc' },
    ranges: people.key,
  }

  /** Three thousand rows without match sort before a thousand with, plus a few matches anywhere. */
  beforeAll(async () => {
    await test.db.execute(sql`create table people (_id text primary key, number int not null,
      key text collate "C" not null, search text not null)`)
    await test.db.execute(sql`insert into people
      select lpad(n::text, 6, '0'), n % 100, name, ' ' || name || case when n % 900 = 0 then ' juana' else '' end
      from generate_series(1, 6000) n
        cross join lateral (select case
          when n <= 3000 then 'ana.' || n when n <= 4000 then 'juan.' || n when n <= 4100 then 'juno.' || n
          when n <= 5000 then 'rosa.' || n else 'жук.' || n end as name) x`)
    await test.db.execute(sql`create index on people (key, _id)`)
  })

  async function keysOf(request: { sort?: string; order: 'asc' | 'desc' }, word: string): Promise<string[]> {
    const unsorted = searchCondition(people.search, word)
    const keys = []
    for (let page = 1; ; page++) {
      const asked = { ...request, unsorted, prefix: word, page, limit: 97 }
      const rows = await listPage(test.db, source, asked)
      keys.push(...rows.map((row) => row.id))
      if (rows.length < 97) return keys
    }
  }

  it.each(['juan', 'jua', 'ju', 'juana', 'juan.35', 'juno', 'rosa', 'жук', 'nadie', 'an'])(
    'returns all matches of %j, once and in order',
    async (word) => {
      for (const order of ['asc', 'desc'] as const)
        for (const sort of ['key', 'number']) {
          const pattern = word.length < 3 ? `% ${word}%` : `%${word}%`
          const { rows } = await test.db.execute<{ _id: string }>(
            sql`select _id from people where search like ${pattern}
              order by ${sql.identifier(sort)} ${sql.raw(order)}, _id ${sql.raw(order)}`,
          )
          expect(await keysOf({ sort, order }, word)).toEqual(rows.map((row) => row._id))
        }
    },
  )
})
