import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  CONNECTION_LOST,
  NOTHING_SAVED,
  OUTCOME_UNKNOWN,
} from '../../../src/admin/api/api-error.ts'
import { call } from '../../../src/admin/api/http.ts'
import { dropToken, keepToken, onExpiry, readToken } from '../../../src/admin/api/session/token.ts'
import { fakeApi } from '../../support/fake-api.ts'

afterEach(() => {
  dropToken()
  vi.unstubAllGlobals()
})

describe('a call to the API', () => {
  it('carries the token of the cookie and sends JSON', async () => {
    keepToken('abc=;def')
    const asked = fakeApi({ 'POST /api/movies': { body: { _id: '1' } } })
    const { json } = await call('/api/movies', { method: 'POST', body: { title: 'Ñ' } })
    expect(json).toEqual({ _id: '1' })
    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer abc=;def')
    expect(asked[0]?.headers.get('Content-Type')).toBe('application/json')
    expect(asked[0]?.body).toEqual({ title: 'Ñ' })
  })

  it('sends no content type without a body, and no token without a session', async () => {
    const asked = fakeApi({ 'DELETE /api/movies/1': { status: 204 } })
    expect((await call('/api/movies/1', { method: 'DELETE' })).json).toBeUndefined()
    expect(asked[0]?.headers.has('Content-Type')).toBe(false)
    expect(asked[0]?.headers.has('Authorization')).toBe(false)
  })

  it('drops the token on a 401, after the forms had their chance', async () => {
    keepToken('dead')
    fakeApi({ 'GET /api/movies': { status: 401, body: { message: 'Sesión no válida.' } } })
    const seen: (string | undefined)[] = []
    const stop = onExpiry(() => seen.push(readToken()))
    await expect(call('/api/movies')).rejects.toMatchObject({ status: 401, message: 'Sesión no válida.' })
    stop()
    expect(seen).toEqual(['dead'])
    expect(readToken()).toBeUndefined()
  })

  it('keeps the session on a 401 that is not about it', async () => {
    keepToken('alive')
    fakeApi({ 'GET /api/lookups/film': { status: 401 } })
    await expect(call('/api/lookups/film', { foreign: true })).rejects.toMatchObject({ status: 401 })
    expect(readToken()).toBe('alive')
  })

  it('does not end a new session for the late 401 of an older one', async () => {
    keepToken('old')
    fakeApi({
      'GET /api/movies': () => {
        keepToken('new')
        return { status: 401 }
      },
    })
    await expect(call('/api/movies')).rejects.toMatchObject({ status: 401 })
    expect(readToken()).toBe('new')
  })

  it('says in Spanish that the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const error = await call('/api/movies').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 0, message: CONNECTION_LOST })
  })

  it('says of a write whether it was sent at all', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const put = () => call('/api/movies/1', { method: 'PUT', body: {} })
    await expect(put()).rejects.toMatchObject({ status: 0, message: NOTHING_SAVED })
    online.mockReturnValue(true)
    await expect(put()).rejects.toMatchObject({ status: 0, message: OUTCOME_UNKNOWN })
    await expect(call('/auth/local', { method: 'POST', body: {}, foreign: true })).rejects.toMatchObject({
      message: CONNECTION_LOST,
    })
  })

  it('takes an answer that breaks off for a lost connection', async () => {
    const broken = { text: () => Promise.reject(new TypeError('network error')) }
    vi.stubGlobal('fetch', () => Promise.resolve(broken))
    await expect(call('/api/movies')).rejects.toMatchObject({ status: 0, message: CONNECTION_LOST })
  })

  it('lets an abort through as what it is', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('stop', 'AbortError')))
    await expect(call('/api/movies')).rejects.toMatchObject({ name: 'AbortError' })
  })
})
