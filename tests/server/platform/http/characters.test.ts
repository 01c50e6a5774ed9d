import { beforeAll, describe, expect, test } from 'vitest'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { filmOf } from '../../../support/films.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp({ keep: true })
let operator: SignedIn

beforeAll(async () => {
  operator = await signedIn(server, 'Administrador')
})

const message = 'Contiene caracteres no permitidos.'

describe.each(['a\u0000b', 'tt1\ud800'])('the text %j, which no column can store, is rejected', (value) => {
  test.each(['imdbId', 'search', 'titulo'])(
    'in the filter %s of a list, its count and its export',
    async (name) => {
      // A lone surrogate has no UTF-8 form: a URL contains another character instead.
      if (!value.includes('\u0000')) return
      for (const path of ['/short', '/size', '/export']) {
        const answer = await operator.get(`/api/movies${path}?${name}=${encodeURIComponent(value)}`)
        expect(Object.keys(validationErrorsOf(answer)), path).toEqual([name])
      }
    },
  )

  test.each(['imdbId', 'search'])('in the filter %s of a bulk request', async (name) => {
    const body = { action: 'delete', filter: { [name]: value }, expected: 1 }
    expect(validationErrorsOf(await operator.post('/api/movies/bulk', body))).toEqual({
      [`filter.${name}`]: message,
    })
  })

  test('in the filters and the names of filters of a view', async () => {
    const view = { list: 'movie-list', name: 'Vista' }
    const filters = { imdbId: value }
    expect(validationErrorsOf(await operator.post('/api/views', { ...view, filters }))).toEqual({
      'filters.imdbId': message,
    })
    const named = await operator.post('/api/views', { ...view, filters: { [value]: 'x' } })
    expect(named.status).toBe(422)
  })

  test('in any field of a body, at any depth', async () => {
    const content = [{ link: value, quality: 'HD', audio: ['ESP'] }]
    const answer = await operator.post('/api/movies', filmOf({ title: value, content }))
    expect(validationErrorsOf(answer)).toMatchObject({ title: message, 'content.0.link': message })
    const deep = `${'['.repeat(200_000)}${JSON.stringify(value)}${']'.repeat(200_000)}`
    const nested = await server.app.inject({
      method: 'POST',
      url: '/api/movies',
      headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' },
      payload: `{"title":${deep}}`,
    })
    expect(nested.statusCode).toBe(422)
  })

  test('in a path, with 404', async () => {
    if (!value.includes('\u0000')) return
    for (const path of ['/api/activitys/', '/api/movies/', '/api/histories/'])
      expect((await operator.get(path + encodeURIComponent(value))).status, path).toBe(404)
  })
})

test('a small body gets a small response', async () => {
  const texts = JSON.stringify(Array(2_000).fill('\u0000'))
  const deep = `${'['.repeat(2_000)}${texts}${']'.repeat(2_000)}`
  const named = JSON.stringify({ ['x'.repeat(2_000)]: { a: '\u0000', b: ['\u0000'] } })
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/movies',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json' },
    payload: `{"title":${deep},"synopsis":${named}}`,
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.body.length).toBeLessThan(50_000)
})
