import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { DatabaseError } from '../../../../src/server/platform/database/errors.ts'
import {
  Conflict,
  duplicate,
  Forbidden,
  handleErrors,
  Invalid,
  NotFound,
  Overloaded,
  stale,
  TooManyRequests,
  Unauthorized,
} from '../../../../src/server/platform/http/errors.ts'
import { testApp } from '../../../support/app.ts'
import { people } from '../../../support/people.ts'

const server = testApp()

const answerTo = async (error: unknown) => {
  const app = Fastify()
  handleErrors(app)
  app.get('/', async () => {
    throw error
  })
  const answer = await app.inject('/')
  await app.close()
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

describe('an error of the product', () => {
  test.each([
    [new Unauthorized('a'), 401, { message: 'a' }],
    [new Forbidden('b'), 403, { message: 'b' }],
    [new NotFound('c'), 404, { message: 'c' }],
    [new Conflict('d'), 409, { message: 'd' }],
    [duplicate('name', 'e'), 409, { message: 'e', code: 11000, errors: { name: { message: 'e' } } }],
    [
      new Invalid([{ field: 'content.0.link', message: 'f' }]),
      422,
      { message: 'f', errors: { 'content.0.link': { message: 'f' } } },
    ],
    [
      new Invalid([
        { field: 'name', message: 'g' },
        { field: '', message: 'todo' },
      ]),
      422,
      { message: 'todo', errors: { name: { message: 'g' } } },
    ],
    [new TooManyRequests(9, 'h'), 429, { message: 'h' }],
    [new Overloaded(5), 503, { message: expect.any(String), requestId: expect.any(String) }],
  ])('becomes its status and body: %o', async (error, status, body) => {
    expect(await answerTo(error)).toMatchObject({ status, body })
  })

  test('has the code STALE for a stale edit', async () => {
    expect((await answerTo(stale())).body).toMatchObject({ code: 'STALE', message: expect.any(String) })
  })

  test('has Retry-After', async () => {
    expect((await answerTo(new TooManyRequests(9))).headers['retry-after']).toBe('9')
    expect((await answerTo(new Overloaded(5))).headers['retry-after']).toBe('5')
  })
})

describe('any other error', () => {
  test.each([
    new Error('select secret from /srv/x.ts'),
    new TypeError('x is not a function'),
    'text',
    { a: 1 },
    Object.assign(new Error('with a status'), { statusCode: 418 }),
  ])('reveals no internals: %o', async (error) => {
    const { status, body } = await answerTo(error)
    expect(status).toBe(500)
    expect(Object.keys(body).sort()).toEqual(['message', 'requestId'])
    expect(JSON.stringify(body)).not.toMatch(/secret|work|function|text|status/)
  })

  test('is a 503 if the database is unreachable', async () => {
    const { status, body, headers } = await answerTo(new DatabaseError('10.0.0.1 is down'))
    expect(status).toBe(503)
    expect(Object.keys(body).sort()).toEqual(['message', 'requestId'])
    expect(JSON.stringify(body)).not.toContain('10.0.0.1')
    expect(headers['retry-after']).toBe('5')
  })
})

describe('a statement that fails because of the database', () => {
  test.each([
    ['57014', /tardó demasiado/],
    ['55P03', /tardó demasiado/],
    ['25006', /se pueden leer, pero no cambiar/],
    ['53100', /no queda espacio en el disco/],
    ['57P01', /no está disponible/],
    ['08006', /no está disponible/],
    ['53300', /no está disponible/],
    ['40001', /no está disponible/],
    ['40P01', /no está disponible/],
  ])('is a 503 with Retry-After: %s', async (code, message) => {
    // Raised in SQL, so that the error is that of the engine.
    const raised = await server.db
      .execute(sql.raw(`do $$ begin raise exception 'secreto' using errcode = '${code}'; end $$`))
      .then(undefined, (error: unknown) => error)
    const { status, body, headers } = await answerTo(raised)
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(body).toEqual({ message: expect.stringMatching(message), requestId: expect.any(String) })
  })

  test('is a 500 if the statement is wrong', async () => {
    const raised = await server.db.execute(sql`select nada`).then(undefined, (error: unknown) => error)
    expect((await answerTo(raised)).status).toBe(500)
  })
})

describe('an unreadable request', () => {
  test.each([
    ['{"name":', 'application/json', 400],
    ['{"__proto__": {"a": 1}}', 'application/json', 400],
    ['name=ana', 'application/x-www-form-urlencoded', 415],
    ['<a/>', 'text/xml', 415],
    [JSON.stringify({ name: 'x'.repeat(1_100_000) }), 'application/json', 413],
  ])('is rejected in Spanish: %.20s', async (payload, type, status) => {
    const answer = await server.anonymous.post('/auth/local', payload, { headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ message: expect.stringMatching(/La solicitud|El tipo/) })
  })

  test.each([[[]], ['"text"'], ['null'], ['3'], ['']])('is rejected as invalid: %j', async (payload) => {
    const answer = await server.anonymous.post('/auth/local', payload, {
      headers: { 'content-type': 'application/json' },
    })
    expect([400, 422]).toContain(answer.status)
    expect(answer.body).toMatchObject({ message: expect.any(String) })
  })

  test.each(['/%E0%A4%A', '/api/users/%00', '/api/users/..%2f..', `/api/users/${'x'.repeat(300)}`])(
    'is not a server error: %.30s',
    async (path) => {
      const { sa } = await people(server)
      const answer = await sa.get(path)
      expect([400, 404, 414]).toContain(answer.status)
      expect(Object.keys(answer.body)).toEqual(['message'])
    },
  )
})

test('an unknown path is a 404 in JSON', async () => {
  for (const path of ['/api/nada', '/nada', '/auth/nada']) {
    const answer = await server.anonymous.get(path)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ message: 'La dirección no existe.' })
  }
  expect((await server.anonymous.post('/api/nada')).status).toBe(404)
})

test('a DELETE may declare JSON without a body', async () => {
  const { sa } = await people(server)
  const answer = await sa.delete('/api/users/nadie', { headers: { 'content-type': 'application/json' } })
  expect(answer.status).toBe(404)
})
