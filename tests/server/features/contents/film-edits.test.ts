import { expect, test } from 'vitest'
import { movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { create, filmOf, linkOf } from '../../../support/films.ts'

const catalogue = testCatalogue()
const api = '/api/movies'

const stored = (changes = {}) => create(catalogue.operator, api, filmOf(changes))

test('an edit changes only the sent fields', async () => {
  const film = await stored({ reference: 'R-1', actors: 'Raúl Arévalo' })
  catalogue.test.clock.advance(60_000)
  const answer = await catalogue.operator.put(`${api}/${film._id}`, { year: 2015 })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ...film, year: 2015, dateUpdate: catalogue.test.clock.now().toISOString() })
  expect((await catalogue.operator.get(`${api}/${film._id}`)).body).toEqual(answer.body)
})

test('an edited film is found by its new title only', async () => {
  const film = await stored()
  await catalogue.operator.put(`${api}/${film._id}`, { title: 'Marismas del sur' })
  expect((await catalogue.operator.get(`${api}/short?search=marismas`)).rows).toHaveLength(1)
  expect((await catalogue.operator.get(`${api}/short?search=minima`)).rows).toHaveLength(0)
})

test.each(['_id', 'view', 'hasLinkReserved', 'userCreate', 'userUpdate', 'search', 'nada'])(
  'an edit with the field %s is rejected by name, also with the stored value',
  async (field) => {
    const film = await stored()
    const answer = await catalogue.operator.put(`${api}/${film._id}`, { [field]: film[field] ?? 1 })
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
  },
)

test('an edit is validated on the whole record', async () => {
  const film = await stored({ content: [linkOf({ audio: ['ESP', 'ING'] })] })
  const answer = await catalogue.operator.put(`${api}/${film._id}`, { monoAudio: true })
  expect(answer.status).toBe(422)
  expect(validationErrorsOf(answer)).toEqual({
    content: 'Los links solo deben tener un solo lenguage de audio, ya que ha seleccionado Modo Audio.',
  })
})

test('an edit of only the status ignores invalid stored fields', async () => {
  const film = await stored()
  await catalogue.test.db.update(movies).set({ title: '', content: [] })
  expect((await catalogue.operator.put(`${api}/${film._id}`, { year: 2015 })).status).toBe(422)
  const off = await catalogue.operator.put(`${api}/${film._id}`, { status: false })
  expect(off.status).toBe(200)
  expect(off.body.status).toBe(false)
  const { dateUpdate } = off.body
  const on = await catalogue.operator.put(`${api}/${film._id}`, { status: true, dateUpdate })
  expect(on.body.status).toBe(true)
  const wrong = await catalogue.operator.put(`${api}/${film._id}`, { status: 'sí' })
  expect(wrong.status).toBe(422)
  expect(Object.keys(validationErrorsOf(wrong))).toEqual(['status'])
})

test('a stale edit is rejected, and overwrites nothing', async () => {
  const film = await stored()
  const { dateUpdate } = film
  const first = await catalogue.operator.put(`${api}/${film._id}`, { title: 'Primera', dateUpdate })
  expect(first.status).toBe(200)
  for (const late of [{ title: 'Segunda' }, { status: false }]) {
    const answer = await catalogue.operator.put(`${api}/${film._id}`, { ...late, dateUpdate })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'STALE', message: expect.any(String) })
  }
  expect((await catalogue.operator.get(`${api}/${film._id}`)).body).toEqual(first.body)
})

test('of two concurrent edits of the same version one is rejected', async () => {
  const { _id, dateUpdate } = await stored()
  const answers = await Promise.all(
    ['Una', 'Otra', 'Tercera'].map((title) => catalogue.operator.put(`${api}/${_id}`, { title, dateUpdate })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('edits move dateUpdate forward even if the clock does not', async () => {
  const film = await stored()
  const dates = [film.dateUpdate]
  for (const year of [2015, 2016, 2017])
    dates.push((await catalogue.operator.put(`${api}/${film._id}`, { year })).body.dateUpdate)
  expect(new Set(dates).size).toBe(4)
  expect([...dates].sort()).toEqual(dates)
})

test('views counted meanwhile do not make an edit stale, and are not lost', async () => {
  const { _id, dateUpdate } = await stored()
  await catalogue.test.db.update(movies).set({ view: 41 })
  const answer = await catalogue.operator.put(`${api}/${_id}`, { year: 2015, dateUpdate })
  expect(answer.body).toMatchObject({ view: 41, year: 2015 })
})

test.each([
  ['', 'Debe especificar la fecha de Creación'],
  [null, 'Debe especificar la fecha de Creación'],
  ['ayer', 'La fecha es inválida.'],
  ['1799-12-31T00:00:00.000Z', 'La fecha debe estar entre 01/01/1800 y 31/12/3000.'],
  ['3001-01-01', 'La fecha debe estar entre 01/01/1800 y 31/12/3000.'],
])('the creation date %j is rejected', async (dateCreate, message) => {
  const film = await stored()
  const answer = await catalogue.operator.put(`${api}/${film._id}`, { dateCreate })
  expect(answer.status).toBe(422)
  expect(validationErrorsOf(answer)).toEqual({ dateCreate: message })
})

test('the creation date is changed; a bare day starts in the time zone of the service', async () => {
  const film = await stored()
  const put = async (dateCreate: string) =>
    (await catalogue.operator.put(`${api}/${film._id}`, { dateCreate })).body.dateCreate
  expect(await put('2020-02-03T04:05:06.789Z')).toBe('2020-02-03T04:05:06.789Z')
  expect(await put('2020-02-03')).toBe('2020-02-03T04:00:00.000Z')
  expect(await put('1800-01-01T00:00:00Z')).toBe('1800-01-01T00:00:00.000Z')
  expect(await put('3000-12-31T23:59:59Z')).toBe('3000-12-31T23:59:59.000Z')
})
