import { describe, expect, it } from 'vitest'
import { errorOf, nestErrors } from '../../../src/admin/api/api-error.ts'

describe('an answer that refuses', () => {
  it('gives its message and its fields, nested as forms nest them', () => {
    const error = errorOf(
      422,
      JSON.stringify({
        message: 'Revise',
        errors: { title: { message: 'Debe especificar el título.' }, 'content.0.link': { message: 'malo' } },
      }),
    )
    expect(error).toMatchObject({ status: 422, message: 'Revise' })
    expect(error.body.errors).toEqual({
      title: 'Debe especificar el título.',
      content: { 0: { link: 'malo' } },
    })
  })

  it('takes plain texts for fields too', () => {
    expect(nestErrors({ name: 'ocupado' })).toEqual({ name: 'ocupado' })
  })

  it.each([
    [{ content: 'lista', 'content.0.link': 'malo' }],
    [{ 'content.0.link': 'malo', content: 'lista' }],
  ])('keeps the message of a list beside those of its items: %j', (errors) => {
    expect(nestErrors(errors)).toEqual({ content: { root: 'lista', 0: { link: 'malo' } } })
  })

  it('shows a plain-text body as the message', () => {
    expect(errorOf(400, 'No se puede.').message).toBe('No se puede.')
  })

  it.each([
    ['', 'No tiene permiso para realizar esta operación.'],
    ['<html>Forbidden</html>', 'No tiene permiso para realizar esta operación.'],
    ['{}', 'No tiene permiso para realizar esta operación.'],
  ])('says something in Spanish when the body says nothing: %j', (text, message) => {
    expect(errorOf(403, text).message).toBe(message)
  })

  it('keeps the code of a duplicate and the id of a failed request', () => {
    expect(errorOf(409, '{"message":"x","code":11000}').body.code).toBe(11000)
    expect(errorOf(500, '{"message":"x","requestId":"r1"}').body.requestId).toBe('r1')
  })

  it('knows how long to wait', () => {
    expect(errorOf(429, '{}', '900').retryAfter).toBe(900)
    expect(errorOf(429, '{}').retryAfter).toBeUndefined()
    expect(errorOf(429, '{}', 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfter).toBeUndefined()
  })

  it('has no errors when the map is empty or no map', () => {
    expect(nestErrors({})).toBeUndefined()
    expect(nestErrors(['x'])).toBeUndefined()
  })
})
