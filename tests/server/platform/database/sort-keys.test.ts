import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fold, searchForm } from '../../../../src/domain/format/text.ts'
import { sortKey } from '../../../../src/server/platform/database/search.ts'
import naughty from '../../../data/blns.json' with { type: 'json' }
import { testDatabase } from '../../../support/database.ts'

const database = testDatabase()

/** Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari and combining marks, which every ICU version supports. */
const LETTERS = Array.from({ length: 0x0980 - 1 }, (_, index) => `a${String.fromCodePoint(index + 1)}b`)
const TEXTS = [
  ...LETTERS,
  ...naughty.filter((text) => !/[\p{Surrogate}\0]/u.test(text)),
  'La 1 ᴴᴰ',
  'ᶠᴴᴰ ⁴ᴷ ᴿᴬᵂ ⁶⁰ᶠᵖˢ',
  'ﬁn № ½ Ａｂｃ',
  ' Ábrete,\tSésamo\u00a0\u3000 ñandú ',
  'ΌΣΟΣ',
  'x'.repeat(200),
  'é'.repeat(200),
  '',
]

/** Results of the SQL function for each text. */
const asked = async (name: string): Promise<string[]> => {
  const { rows } = await database.db.execute<{ value: string }>(
    sql`select ${sql.raw(name)}(t ->> 0) as value
        from jsonb_array_elements(${JSON.stringify(TEXTS.map((text) => [text]))}::jsonb) with ordinality as x(t, n)
        order by n`,
  )
  return rows.map(({ value }) => value)
}

test.each([
  ['fold_text', fold],
  ['search_form', searchForm],
  ['sort_key', sortKey],
])('the database formats %s like the application', async (name, own) => {
  const found = await asked(name)
  expect(TEXTS.filter((text, index) => found[index] !== own(text))).toEqual([])
})
