import { describe, expect, test } from 'vitest'
import said from '../../../data/messages-contents.json' with { type: 'json' }
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { channelOf } from '../../../support/channels.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'

const catalogue = testCatalogue()
const api = '/api/categories'

const stored = (changes = {}) => create(catalogue.operator, api, categoryOf(changes))

describe('the name of a category', () => {
  test.each(['Acción', 'accion', 'ACCIÓN', '  acción ', 'Accio\u0301n'])(
    'is unique within its type: %j',
    async (name) => {
      await stored({ name: 'Acción' })
      const answer = await catalogue.operator.post(api, categoryOf({ name }))
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ code: 11000, message: said.category.duplicate })
      expect(validationErrorsOf(answer)).toEqual({ name: said.category.duplicate })
    },
  )

  test('may be that of another type', async () => {
    await stored({ name: 'Acción' })
    await stored({ name: 'accion', type: 'SERIE' })
    expect((await catalogue.operator.get(`${api}/size`)).body).toEqual({ count: 2 })
  })

  test('cannot become that of another category, but may change its case', async () => {
    await stored({ name: 'Acción' })
    const other = await stored({ name: 'Drama' })
    const taken = await catalogue.operator.put(`${api}/${other._id}`, { name: 'ACCION' })
    expect(taken.status).toBe(409)
    expect(taken.body.code).toBe(11000)
    expect((await catalogue.operator.put(`${api}/${other._id}`, { name: 'DRAMA' })).body.name).toBe('DRAMA')
  })

  test('is accepted once among concurrent requests', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => catalogue.operator.post(api, categoryOf({ name: 'Acción' }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

test('categories are listed at the root path by type, search and status', async () => {
  await stored({ name: 'Drama' })
  await stored({ name: 'Acción', descriptionEnglish: 'Action' })
  await stored({ name: 'Vivo', type: 'TV EN VIVO', status: false })
  const names = async (query: string) =>
    (await catalogue.operator.get(`${api}?${query}`)).rows.map(({ name }) => name)
  expect(await names('')).toEqual(['Acción', 'Drama', 'Vivo'])
  expect(await names('type=PELICULA')).toEqual(['Acción', 'Drama'])
  expect(await names('type=TV%20EN%20VIVO')).toEqual(['Vivo'])
  expect(await names('search=action')).toEqual(['Acción'])
  expect(await names('status=false')).toEqual(['Vivo'])
  expect(await names('sort=name&order=desc')).toEqual(['Vivo', 'Drama', 'Acción'])
  expect((await catalogue.operator.get(`${api}/size?type=PELICULA`)).body).toEqual({ count: 2 })
  const wrong = await catalogue.operator.get(`${api}?type=NADA`)
  expect(wrong.status).toBe(422)
  expect(Object.keys(validationErrorsOf(wrong))).toEqual(['type'])
})

test('an edit of a category may contain only its status', async () => {
  const { _id, ...before } = await stored()
  const answer = await catalogue.operator.put(`${api}/${_id}`, { status: false })
  expect(answer.body).toEqual({ ...before, _id, status: false, dateUpdate: answer.body.dateUpdate })
})

describe('a category in use', () => {
  test('cannot be deleted; the error counts its contents', async () => {
    const { _id } = await stored()
    const film = await create(catalogue.operator, '/api/movies', filmOf({ categories: [_id] }))
    const one = await catalogue.operator.delete(`${api}/${_id}`)
    expect(one.status).toBe(409)
    expect(one.body.message).toBe('No puede eliminar la categoría, la usa 1 contenido.')
    await create(catalogue.operator, '/api/movies', filmOf({ categories: [_id] }))
    const two = await catalogue.operator.delete(`${api}/${_id}`)
    expect(two.body.message).toBe('No puede eliminar la categoría, la usan 2 contenidos.')
    expect((await catalogue.operator.get(`/api/movies/${film._id}`)).body.categories).toEqual([_id])
  })

  test('keeps its type, and may change other fields', async () => {
    const { _id } = await stored()
    await create(catalogue.operator, '/api/movies', filmOf({ categories: [_id] }))
    const rejected = await catalogue.operator.put(`${api}/${_id}`, { type: 'SERIE' })
    expect(rejected.status).toBe(422)
    expect(Object.keys(validationErrorsOf(rejected))).toEqual(['type'])
    expect((await catalogue.operator.put(`${api}/${_id}`, { name: 'Otra' })).status).toBe(200)
  })

  test('by channels, which refer to it by name, cannot be deleted either', async () => {
    const { _id } = await stored({ name: 'Música', type: 'TV EN VIVO' })
    await stored({ name: 'Música' })
    const channel = await create(catalogue.operator, '/api/channels', channelOf({ category: 'musica' }))
    await create(catalogue.operator, '/api/channels', channelOf({ category: 'Música y más' }))
    const gone = await catalogue.operator.delete(`${api}/${_id}`)
    expect(gone.status).toBe(409)
    expect(gone.body.message).toBe('No puede eliminar la categoría, la usa 1 contenido.')
    expect(
      validationErrorsOf(await catalogue.operator.put(`${api}/${_id}`, { type: 'SERIE' })),
    ).toHaveProperty('type')
    await catalogue.operator.put(`/api/channels/${channel._id}`, { category: 'Noticias' })
    expect((await catalogue.operator.delete(`${api}/${_id}`)).status).toBe(200)
  })

  test('can be deleted once no content uses it', async () => {
    const { _id } = await stored()
    const film = await create(catalogue.operator, '/api/movies', filmOf({ categories: [_id] }))
    await catalogue.operator.put(`/api/movies/${film._id}`, { categories: [] })
    expect((await catalogue.operator.put(`${api}/${_id}`, { type: 'SERIE' })).status).toBe(200)
    expect((await catalogue.operator.delete(`${api}/${_id}`)).status).toBe(200)
    expect((await catalogue.operator.delete(`${api}/${_id}`)).status).toBe(404)
  })

  test('deleted while a film starts to use it leaves no film without its category', async () => {
    const { _id } = await stored()
    const [gone, film] = await Promise.all([
      catalogue.operator.delete(`${api}/${_id}`),
      catalogue.operator.post('/api/movies', filmOf({ categories: [_id] })),
    ])
    expect([
      [200, 422],
      [409, 201],
    ]).toContainEqual([gone.status, film.status])
  })
})
