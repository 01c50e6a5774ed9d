import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import said from '../../../data/messages-contents.json' with { type: 'json' }
import { type Row, validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf, linkOf } from '../../../support/films.ts'

// One catalogue for all tests: nearly every request is rejected, and no response depends on other tests' films.
const catalogue = testCatalogue({ keep: true })
let edited: Row
beforeAll(async () => {
  edited = await create(catalogue.operator, '/api/movies', filmOf())
})

const { film, link, category } = said

const empty = ['', '   ', null, undefined]
const blank = (field: string, message: string): [Row, string, string][] =>
  empty.map((value) => [{ [field]: value }, field, message])

const badImages = [
  'imagen.jpg',
  'javascript:alert(1)',
  'data:image/svg+xml,x',
  '//otro.example/x.jpg',
  'http://',
  'ftp://a.b/c',
]

const FILM: [Row, string, string][] = [
  ...blank('title', film.title),
  ...blank('synopsis', film.synopsis),
  ...blank('synopsisEng', film.synopsisEng),
  ...blank('covertImage', film.covertImage),
  ...blank('fullImage', film.fullImage),
  ...blank('trailer', film.trailer),
  ...[null, undefined, '2014', 1899, 10_000, 99, 2014.5].map((year): [Row, string, string] => [
    { year },
    'year',
    film.year,
  ]),
  ...badImages.flatMap((value): [Row, string, string][] => [
    [{ covertImage: value }, 'covertImage', film.image],
    [{ fullImage: value }, 'fullImage', film.image],
  ]),
  [{ trailer: '//videos.example/x.mp4' }, 'trailer', film.image],
  [{ trailer: 'javascript:alert(1)' }, 'trailer', film.image],
  ...[[], null, undefined].map((genres): [Row, string, string] => [{ genres }, 'genres', film.genres]),
  ...[[], null, undefined].map((content): [Row, string, string] => [{ content }, 'content', film.noLink]),
  [{ content: [linkOf({ status: false }), linkOf({ status: false })] }, 'content', film.noActiveLink],
  [{ monoAudio: true, content: [linkOf(), linkOf({ audio: ['ESP', 'ING'] })] }, 'content', film.monoAudio],
]

const LINK: [Row, string, string][] = [
  ...[...empty, '8K'].map((quality): [Row, string, string] => [{ quality }, 'quality', link.quality]),
  ...empty.map((value): [Row, string, string] => [{ link: value }, 'link', link.link]),
  ...[[], null, undefined].map((audio): [Row, string, string] => [{ audio }, 'audio', link.audio]),
  ...['peli.mp4', 'http://', 'ftp://a.b/c', 'javascript:alert(1)', ' https://a.example/b'].map(
    (value): [Row, string, string] => [{ linkType: 'E', link: value }, 'link', link.invalid],
  ),
  [{ linkType: 'I', link: 'java\nscript:alert(1)' }, 'link', link.invalid],
]

const CATEGORY: [Row, string, string][] = [
  ...blank('name', category.name),
  ...blank('descriptionEnglish', category.descriptionEnglish),
  ...[...empty, 'PELICULAS', 'pelicula'].map((type): [Row, string, string] => [
    { type },
    'type',
    category.type,
  ]),
]

test('the messages are those of validation-rules.md', () => {
  const rules = readFileSync('tests/data/validation-rules.md', 'utf8')
  for (const message of Object.values(said).flatMap((group) => Object.values(group)))
    expect(rules).toContain(`'${message}'`)
})

test.each(FILM)('a film with %j is rejected on %s: %s', async (changes, field, message) => {
  const answer = await catalogue.operator.post('/api/movies', filmOf(changes))
  expect(answer.status).toBe(422)
  expect(validationErrorsOf(answer)).toMatchObject({ [field]: message })
})

test.each(FILM.filter(([changes]) => !Object.values(changes).includes(undefined)))(
  'an edit of a film to %j is rejected on %s: %s',
  async (changes, field, message) => {
    const answer = await catalogue.operator.put(`/api/movies/${edited._id}`, changes)
    expect(answer.status).toBe(422)
    expect(validationErrorsOf(answer)).toMatchObject({ [field]: message })
  },
)

test.each(LINK)('a link with %j is rejected on %s: %s', async (changes, field, message) => {
  const content = [linkOf(), linkOf(changes)]
  const answer = await catalogue.operator.post('/api/movies', filmOf({ content }))
  expect(answer.status).toBe(422)
  expect(validationErrorsOf(answer)).toEqual({ [`content.1.${field}`]: message })
})

test.each(CATEGORY)('a category with %j is rejected on %s: %s', async (changes, field, message) => {
  const answer = await catalogue.operator.post('/api/categories', categoryOf(changes))
  expect(answer.status).toBe(422)
  expect(validationErrorsOf(answer)).toEqual({ [field]: message })
})

test.each([
  [{ reference: 'x'.repeat(150) }, 201],
  [{ reference: 'x'.repeat(151) }, 422],
  [{ runtime: 0 }, 201],
  [{ runtime: 9999 }, 201],
  [{ runtime: 10_000 }, 422],
  [{ runtime: -1 }, 422],
  [{ year: 1900 }, 201],
  [{ year: 9999 }, 201],
  [{ rated: 'XXX' }, 201],
  [{ rated: 'N/A' }, 422],
  [{ rated: undefined }, 422],
  ...['X', '', null, 'y', 'Ninguno'].map((trailerProvider): [Row, number] => [{ trailerProvider }, 422]),
  ...['X', '', null, 'i', 'Ninguno'].map((linkType): [Row, number] => [
    { content: [linkOf({ linkType })] },
    422,
  ]),
  [{ mailOrigin: 'no es un correo' }, 422],
  [{ genres: ['Inventado'] }, 422],
  [{ status: 'true' }, 422],
  [{ rating: 10.1 }, 422],
  [{ released: '2014-02-30' }, 422],
  [{ content: [linkOf({ linkType: 'E', link: 'rtmp://vivo.example/uno', provider: 2 })] }, 201],
  [{ content: [linkOf({ provider: 2 })] }, 422],
  [{ content: Array.from({ length: 51 }, () => linkOf()) }, 422],
])('a film with %j gets the status %d', async (changes, status) => {
  const answer = await catalogue.operator.post('/api/movies', filmOf(changes))
  expect(answer.status).toBe(status)
  // No message is in English.
  expect(answer.text).not.toMatch(/invalid input|expected|received|required/i)
})
