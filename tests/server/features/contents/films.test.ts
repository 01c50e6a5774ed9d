import { describe, expect, test } from 'vitest'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf, linkOf } from '../../../support/films.ts'

const catalogue = testCatalogue()
const api = '/api/movies'

describe('a new film', () => {
  test('is returned with the fields of the server', async () => {
    const category = await create(catalogue.operator, '/api/categories', categoryOf())
    const sent = filmOf({ categories: [category._id], released: '2014-09-26', runtime: 105, rating: 7.3 })
    const answer = await catalogue.operator.post(api, sent)
    expect(answer.status).toBe(201)
    const { _id, userCreate, content, ...rest } = answer.body
    const { content: _links, ...fields } = sent
    expect(rest).toMatchObject({ ...fields, status: true, view: 0, hasLinkReserved: false })
    expect(content).toEqual([
      {
        ...linkOf(),
        isLinkReserved: false,
        provider: null,
        isYoutube: false,
        googleStorage: false,
        isCdnLink: false,
        status: true,
      },
    ])
    expect(rest).toMatchObject({
      dateCreate: catalogue.test.clock.now().toISOString(),
      dateUpdate: catalogue.test.clock.now().toISOString(),
      userUpdate: userCreate,
      trailerProvider: 'Y',
      imdbId: '',
    })
    const read = await catalogue.operator.get(`${api}/${_id}`)
    expect(read.status).toBe(200)
    expect(read.body).toEqual(answer.body)
    expect(rest).not.toHaveProperty('search')
    expect(rest).not.toHaveProperty('titleKey')
  })

  test.each([
    ['_id', 'abc'],
    ['view', 5],
    ['hasLinkReserved', true],
    ['userCreate', 'otro'],
    ['userUpdate', 'otro'],
    ['dateCreate', '2020-01-01T00:00:00.000Z'],
    ['dateUpdate', '2020-01-01T00:00:00.000Z'],
    ['search', 'x'],
    ['titleKey', 'x'],
    ['nada', 1],
  ])('rejects the field %s by name', async (field, value) => {
    const answer = await catalogue.operator.post(api, filmOf({ [field]: value }))
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
  })

  test('gets every error at once, nested ones by their path', async () => {
    const answer = await catalogue.operator.post(
      api,
      filmOf({ title: ' ', year: 1899, content: [linkOf(), linkOf({ link: '', quality: '8K', audio: [] })] }),
    )
    expect(answer.status).toBe(422)
    expect(validationErrorsOf(answer)).toEqual({
      title: 'Debe especificar el título.',
      year: 'Debe digitar el año.',
      'content.1.link': 'Debe especificar el link',
      'content.1.quality': 'Debe seleccionar la calidad',
      'content.1.audio': 'Debe seleccionar por lo meno un lenguage de audio',
    })
  })

  test.each([[null], [[]], ['"texto"'], [7]])('is rejected without fields: %j', async (body) => {
    const answer = await catalogue.operator.post(api, body)
    expect(answer.status).toBe(422)
    expect(answer.body.message).toEqual(expect.any(String))
  })
})

describe('the references of a film', () => {
  test('include only existing categories for films', async () => {
    const series = await create(catalogue.operator, '/api/categories', categoryOf({ type: 'SERIE' }))
    const film = await create(catalogue.operator, '/api/categories', categoryOf())
    for (const categories of [[series._id], [film._id, 'no-existe'], [film._id, film._id], ['  ']]) {
      const answer = await catalogue.operator.post(api, filmOf({ categories }))
      expect(answer.status).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))[0]).toMatch(/^categories/)
    }
    expect((await catalogue.operator.post(api, filmOf({ categories: [film._id] }))).status).toBe(201)
  })

  test('may have any origin while the settings list none, else only a listed one', async () => {
    const old = await create(catalogue.operator, api, filmOf({ mailOrigin: 'antes@ejemplo.com' }))
    const [row] = await catalogue.test.db.select().from(settings)
    if (!row) throw new Error('The settings are missing')
    const value = { ...row.value, mailsOrigin: ['hoy@ejemplo.com'] }
    await catalogue.test.db.update(settings).set({ value })
    const rejected = await catalogue.operator.post(api, filmOf({ mailOrigin: 'otro@ejemplo.com' }))
    expect(rejected.status).toBe(422)
    expect(Object.keys(validationErrorsOf(rejected))).toEqual(['mailOrigin'])
    expect((await catalogue.operator.post(api, filmOf({ mailOrigin: 'hoy@ejemplo.com' }))).status).toBe(201)
    // A film stored under earlier settings can still be edited.
    const sent = { mailOrigin: 'antes@ejemplo.com', year: 2015 }
    expect((await catalogue.operator.put(`${api}/${old._id}`, sent)).status).toBe(200)
  })
})

test('the flag of reserved links follows the links', async () => {
  const reserved = [linkOf(), linkOf({ isLinkReserved: true })]
  const film = await create(catalogue.operator, api, filmOf({ content: reserved }))
  expect(film.hasLinkReserved).toBe(true)
  const freed = await catalogue.operator.put(`${api}/${film._id}`, { content: [linkOf()] })
  expect(freed.body.hasLinkReserved).toBe(false)
})

test('deletes a film and no others', async () => {
  const film = await create(catalogue.operator, api, filmOf())
  await create(catalogue.operator, api, filmOf({ title: 'Otra' }))
  const answer = await catalogue.operator.delete(`${api}/${film._id}`)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ _id: film._id })
  expect((await catalogue.operator.get(`${api}/${film._id}`)).status).toBe(404)
  expect((await catalogue.operator.delete(`${api}/${film._id}`)).status).toBe(404)
  expect((await catalogue.operator.get(`${api}/size`)).body).toEqual({ count: 1 })
})

test('answers 404 for unknown ids of any form', async () => {
  for (const id of ['no-existe', '%00', "';%20drop%20table%20movies;%20--", 'x'.repeat(99), '..%2f..']) {
    const { operator } = catalogue
    const path = `${api}/${id}`
    for (const answer of [
      await operator.get(path),
      await operator.put(path, { year: 2000 }),
      await operator.delete(path),
    ])
      expect(answer.status, id).toBe(404)
  }
})
