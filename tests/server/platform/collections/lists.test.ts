import { beforeAll, describe, expect, test } from 'vitest'
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf, linkOf } from '../../../support/films.ts'

const catalogue = testCatalogue({ keep: true })
const api = '/api/movies'

const GENRES = ['Drama', 'Comedia', 'Acción', 'Terror']
const NAMED = [
  { title: 'Ábrete, Sésamo', actors: 'Íñigo Nuñez' },
  { title: 'abrete camino', actors: 'Otra persona' },
  { title: '100% lobo' },
  { title: 'Archivo_secreto' },
  { title: 'Ñandú y el mar', imdbId: 'tt0099999' },
  { title: 'Río Bravo', reference: 'Caja 7' },
  { title: 'Zeta', actors: 'Ana Óñez', reference: 'barra \\ invertida' },
]

let category = ''

beforeAll(async () => {
  category = (await create(catalogue.operator, '/api/categories', categoryOf()))._id
  const rows = [
    ...NAMED,
    ...Array.from({ length: 30 }, (_, index) => ({
      title: `Película ${index % 10}`,
      year: 1990 + (index % 7),
      genres: [GENRES[index % 4] ?? 'Drama'],
      mailOrigin: `origen${index % 3}@ejemplo.com`,
      reference: `R-${index % 6}`,
      status: index % 5 !== 0,
      content: [linkOf({ isLinkReserved: index % 4 === 0 })],
      ...(index % 3 === 0 && { categories: [category] }),
    })),
  ]
  for (const [index, row] of rows.entries()) {
    catalogue.test.clock.advance((index % 2) * 1000)
    await create(catalogue.operator, api, filmOf(row))
  }
})

const list = async (query: string) => {
  const answer = await catalogue.operator.get(`${api}/short?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.rows
}
const count = async (query: string) => (await catalogue.operator.get(`${api}/size?${query}`)).body.count
const titles = async (query: string) => (await list(query)).map(({ title }) => title).sort()
const idsOf = (rows: Record<string, unknown>[]) => rows.map(({ _id }) => String(_id))

const SORTS = [
  'title',
  'year',
  'genres',
  'view',
  'mailOrigin',
  'reference',
  'dateUpdate',
  'dateCreate',
  'hasLinkReserved',
  'status',
]

describe('pages', () => {
  test.each(SORTS.flatMap((sort) => [`${sort}&order=asc`, `${sort}&order=desc`]))(
    'of a list sorted by %s contain every film once',
    async (sort) => {
      const seen: string[] = []
      for (const page of [1, 2, 3, 4, 5])
        seen.push(...idsOf(await list(`sort=${sort}&page=${page}&limit=10`)))
      expect(seen).toHaveLength(37)
      expect(new Set(seen).size).toBe(37)
    },
  )

  test.each(SORTS)('sorted by %s are reversed in the other order', async (sort) => {
    const up = idsOf(await list(`sort=${sort}&order=asc&limit=100`))
    const down = idsOf(await list(`sort=${sort}&order=desc&limit=100`))
    expect(down).toEqual([...up].reverse())
  })

  test('are sorted ignoring case and accents', async () => {
    const years = (await list('sort=year&limit=100')).map(({ year }) => Number(year))
    expect(years).toEqual([...years].sort((one, other) => one - other))
    const names = (await list('sort=title&limit=100')).map(({ title }) => title)
    expect(names.slice(0, 4)).toEqual(['100% lobo', 'abrete camino', 'Ábrete, Sésamo', 'Archivo_secreto'])
    expect(names.at(-1)).toBe('Zeta')
  })

  test('have the page size of the settings by default', async () => {
    expect(await list('')).toHaveLength(20)
    expect(await list('limit=37')).toHaveLength(37)
    expect(await list('page=50')).toEqual([])
  })

  test('omit fields that only the form needs', async () => {
    const [row] = await list('limit=1')
    expect(row).toMatchObject({ _id: expect.any(String), title: expect.any(String), view: 0 })
    for (const heavy of ['synopsis', 'synopsisEng', 'content', 'search', 'titleKey'])
      expect(row).not.toHaveProperty(heavy)
  })

  test('are also served at the root path', async () => {
    const root = await catalogue.operator.get(`${api}?limit=5&sort=title`)
    expect(root.rows).toEqual(await list('limit=5&sort=title'))
  })
})

describe('a search', () => {
  test.each([
    ['abrete', ['Ábrete, Sésamo', 'abrete camino']],
    ['ÁBRETE', ['Ábrete, Sésamo', 'abrete camino']],
    ['sesamo abrete', ['Ábrete, Sésamo']],
    ['abrete inexistente', []],
    ['nandu', ['Ñandú y el mar']],
    ['_secreto', ['Archivo_secreto']],
    ['o_s', ['Archivo_secreto']],
    ['a_b', []],
    ['00%', ['100% lobo']],
    ['100% lo', ['100% lobo']],
    ['%%%', []],
    ['tt0099999', ['Ñandú y el mar']],
    ['caja 7', ['Río Bravo']],
    ['ñez', ['Zeta', 'Ábrete, Sésamo']],
    // One or two letters match the beginning of a word.
    ['nu', ['Ábrete, Sésamo']],
    ['ez', []],
    ['%', []],
    ['0%', []],
    ['\\ invertida', ['Zeta']],
    ["' or 1=1 --", []],
    ['  rio   BRAVO ', ['Río Bravo']],
  ])('for %j finds %j', async (text, expected) => {
    const query = `search=${encodeURIComponent(text)}&limit=100`
    expect(await titles(query)).toEqual([...expected].sort())
    expect(await count(query)).toBe(expected.length)
  })

  test('without text finds everything', async () => {
    for (const text of ['', '%20', '%20%09']) expect(await count(`search=${text}`)).toBe(37)
  })
})

describe('filters', () => {
  test.each([
    ['status=true', 31],
    ['status=false', 6],
    ['onlyLinkReserved=true', 8],
    ['onlyLinkReserved=false', 37],
    ['status=false&onlyLinkReserved=true', 2],
    ['search=pelicula&status=true', 24],
  ])('%s return as many rows as the count', async (query, expected) => {
    expect(await list(`${query}&limit=100`)).toHaveLength(expected)
    expect(await count(query)).toBe(expected)
  })

  test('by category find its films', async () => {
    const rows = await list(`category=${category}&limit=100`)
    expect(rows).toHaveLength(10)
    for (const row of rows) expect(row.categories).toEqual([category])
    expect(await count(`category=${category}`)).toBe(10)
    expect(await count('category=no-existe')).toBe(0)
  })

  test('by ids select those, beyond the default page size', async () => {
    const all = idsOf(await list('limit=30'))
    expect(idsOf(await list(`ids=${all.join(',')}`)).sort()).toEqual([...all].sort())
    expect(await count(`ids=${all[0]},${all[1]},no-existe`)).toBe(2)
  })
})

describe('invalid parameters', () => {
  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'dos'],
    ['page', ''],
    ['page', '1e3'],
    ['page', '99999999999999999999'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '0x10'],
    ['sort', 'titulo'],
    ['sort', 'search'],
    ['sort', 'title;drop'],
    ['sort', '__proto__'],
    ['order', 'up'],
    ['order', 'ASC'],
    ['status', '1'],
    ['status', 'sí'],
    ['onlyLinkReserved', ''],
    ['category', 'a b'],
    ['ids', ''],
    ['ids', 'a,,b'],
    ['ids', Array.from({ length: 101 }, (_, index) => `i${index}`).join(',')],
    ['search', 'x'.repeat(201)],
    ['search', '\u0000'],
    ['type', 'PELICULA'],
    ['titulo', 'x'],
    ['userCreate', 'x'],
    ['constructor', 'x'],
  ])('%s=%s is a 422 that names it', async (name, value) => {
    for (const path of ['', '/short', '/size']) {
      const answer = await catalogue.operator.get(`${api}${path}?${name}=${encodeURI(value)}`)
      expect(answer.status).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))).toEqual([name])
    }
  })

  test('sent twice are a 422', async () => {
    for (const query of ['page=1&page=2', 'sort=title&sort=year', 'search=a&search=b']) {
      const answer = await catalogue.operator.get(`${api}/short?${query}`)
      expect(answer.status).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))).toEqual([query.split('=')[0]])
    }
  })
})
