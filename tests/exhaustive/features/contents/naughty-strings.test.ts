import { expect, test } from 'vitest'
import { withoutMargins } from '../../../../src/domain/validation/contact.ts'
import naughty from '../../../data/blns.json' with { type: 'json' }
import type { Row } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf, linkOf } from '../../../support/films.ts'
import { writeTexts } from '../../../support/naughty.ts'

const catalogue = testCatalogue()

/** Further awkward strings: ones that cannot be stored, bidirectional, invisible and far too long ones. */
const strings = [
  ...naughty,
  '\u0000',
  'a\u0000b',
  '\ud800',
  'fin\udfff',
  ' con espacios ',
  '\u202eatrás',
  'x'.repeat(20_000),
]

const TEXTS = ['title', 'synopsis', 'synopsisEng', 'actors', 'reference', 'imdbId']
const ADDRESSES = ['covertImage', 'fullImage', 'trailer', 'mailOrigin', 'released']

/** E-mail addresses are stored without invisible characters at both ends. */
const normalised = ({ mailOrigin, ...texts }: Row): Row => ({
  ...texts,
  ...(typeof mailOrigin === 'string' ? { mailOrigin: withoutMargins(mailOrigin) } : {}),
})

const write = (path: string, fields: string[], value: string) =>
  writeTexts(
    catalogue.operator,
    path,
    Object.fromEntries(fields.map((field) => [field, value])),
    [],
    normalised,
  )

test('every text field of a film stores or rejects each awkward string', async () => {
  const neighbour = await create(catalogue.operator, '/api/movies', filmOf({ title: 'Vecina' }))
  const { _id } = await create(catalogue.operator, '/api/movies', filmOf())
  const path = `/api/movies/${_id}`
  for (const value of strings) {
    await write(path, [...TEXTS, ...ADDRESSES], value)
    const link = await catalogue.operator.put(path, { content: [linkOf({ link: value })] })
    expect([200, 422]).toContain(link.status)
    if (link.status === 200) expect(link.body.content).toMatchObject([{ link: value }])
  }
  expect((await catalogue.operator.get(`/api/movies/${neighbour._id}`)).body).toEqual(neighbour)
  expect((await catalogue.operator.get('/api/movies/size')).body).toEqual({ count: 2 })
})

test('every text field of a category stores or rejects each awkward string', async () => {
  const neighbour = await create(catalogue.operator, '/api/categories', categoryOf({ name: 'Vecina' }))
  const { _id } = await create(catalogue.operator, '/api/categories', categoryOf())
  for (const value of strings) await write(`/api/categories/${_id}`, ['name', 'descriptionEnglish'], value)
  expect((await catalogue.operator.get(`/api/categories/${neighbour._id}`)).body).toEqual(neighbour)
  expect((await catalogue.operator.get('/api/categories/size')).body).toEqual({ count: 2 })
})

test('the search and each filter accept or reject each awkward string', async () => {
  await create(catalogue.operator, '/api/movies', filmOf())
  for (const value of naughty) {
    const text = encodeURIComponent(value)
    for (const query of [`search=${text}`, `category=${text}&ids=${text}`, `sort=${text}&${text}=1`]) {
      const answer = await catalogue.operator.get(`/api/movies/short?${query}`)
      expect([200, 422], query).toContain(answer.status)
    }
  }
})

test('a search for an awkward title finds the film', async () => {
  const { _id } = await create(catalogue.operator, '/api/movies', filmOf())
  for (const value of naughty) {
    if ((await catalogue.operator.put(`/api/movies/${_id}`, { title: value })).status !== 200) continue
    const text = encodeURIComponent([...value].slice(0, 150).join(''))
    const found = await catalogue.operator.get(`/api/movies/short?search=${text}`)
    if (found.status === 200) expect(found.rows, value).toHaveLength(1)
  }
})
