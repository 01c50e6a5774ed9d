import { beforeAll, expect, test } from 'vitest'
import { type Row, validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { create, filmOf } from '../../../support/films.ts'

const catalogue = testCatalogue({ keep: true })
const api = '/api/movies'
let film: Awaited<ReturnType<typeof create>>

beforeAll(async () => {
  film = await create(catalogue.operator, api, filmOf())
})

test.each([
  ['null', null],
  ['a list', [{ title: 'x' }]],
  ['a text', '"title=x"'],
  ['a number', 7],
])('an edit with %s for a body is a 422', async (_name, body) => {
  const answer = await catalogue.operator.put(`${api}/${film._id}`, body)
  expect(answer.status).toBe(422)
  expect(answer.body.message).toEqual(expect.any(String))
})

test.each<Row>([
  { title: { $ne: null } },
  { title: ['x'] },
  { content: {} },
  { content: [null] },
  { content: ['x'] },
  { content: [[]] },
  { genres: 'Drama' },
  { genres: [null] },
  { categories: [{}] },
  { categories: 'x' },
  { year: '1 or 1=1' },
  { year: 1e308 },
  { runtime: -0.5 },
  { rating: '7' },
  { monoAudio: 'no' },
  { status: null },
  { dateUpdate: 0 },
  { dateUpdate: '' },
  { dateUpdate: 'ayer' },
  { constructor: {} },
  { toString: 'x' },
  { 'content.0.link': 'x' },
  { '': 'x' },
])('an edit to %j is a 422 that names a field and reveals no internals', async (body) => {
  const answer = await catalogue.operator.put(`${api}/${film._id}`, body)
  expect(answer.status).toBe(422)
  const [name] = Object.keys(body)
  if (name) expect(Object.keys(validationErrorsOf(answer)).join()).toContain(name)
  expect(answer.text).not.toMatch(/zod|drizzle|sql|stack|node_modules|src\/|invalid|expected/i)
})

test('failed requests changed nothing', async () => {
  expect((await catalogue.operator.get(`${api}/${film._id}`)).body).toEqual(film)
})

test('ignores inherited properties of the body', async () => {
  const body = '{"title":"x","__proto__":{"status":false}}'
  const headers = { 'content-type': 'application/json', authorization: 'Bearer x' }
  const answer = await catalogue.test.app.inject({ method: 'POST', url: api, payload: body, headers })
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect({}).not.toHaveProperty('status')
})

test('rejects fields of the server with every permission', async () => {
  for (const field of ['view', 'hasLinkReserved', 'userCreate', 'userUpdate', '_id']) {
    const answer = await catalogue.operator.put(`${api}/${film._id}`, {
      title: 'Cambiada',
      [field]: film[field],
    })
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
  }
})

test('concurrent edits lose no confirmed one', async () => {
  const { _id } = await create(catalogue.operator, api, filmOf({ title: 'Disputada' }))
  const edits = Array.from({ length: 12 }, (_, index) => ({
    [index % 2 ? 'actors' : 'reference']: `n${index}`,
  }))
  const answers = await Promise.all(edits.map((edit) => catalogue.operator.put(`${api}/${_id}`, edit)))
  expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200))
  const dates = answers.map(({ body }) => String(body.dateUpdate)).sort()
  expect(new Set(dates).size).toBe(12)
  const last = answers.find(({ body }) => body.dateUpdate === dates.at(-1))
  expect((await catalogue.operator.get(`${api}/${_id}`)).body).toEqual(last?.body)
})
