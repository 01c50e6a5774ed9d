import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { CONNECTION_LOST, NOTHING_SAVED } from '../../../src/admin/api/connection.ts'
import {
  ApiError,
  call,
  dropToken,
  expireToken,
  nestErrors,
  OUTCOME_UNKNOWN,
  onExpiry,
  onTokenChange,
  prefetch,
  type RecordOf,
  type ResponseBody,
  type RowOf,
  readToken,
  request,
  storeToken,
  toApiError,
  watchOtherTabs,
} from '../../../src/admin/api/http.ts'
import { REQUEST_LIMIT } from '../../../src/domain/sign-in/confirmation.ts'
import type { Me } from '../../../src/domain/users/endpoints.ts'
import { userOutput } from '../../../src/domain/users/user.ts'
import { answerOf, movieOf, settingsOf } from '../../support/answers.ts'
import { fakeApi } from '../../support/fake-api.ts'

describe('a prefetched read', () => {
  it('serves the first call only', async () => {
    storeToken('a')
    let count = 0
    const asked = fakeApi({ 'GET /api/settings': () => ({ body: settingsOf({ syncTimeToLogin: ++count }) }) })
    prefetch('GET /api/settings')
    expect(await request('GET /api/settings')).toEqual(settingsOf({ syncTimeToLogin: 1 }))
    expect(asked).toHaveLength(1)
    expect(await request('GET /api/settings')).toEqual(settingsOf({ syncTimeToLogin: 2 }))
  })

  it('is not used for another user, nor after a write', async () => {
    storeToken('a')
    let count = 0
    fakeApi({
      'GET /api/settings': () => ({ body: settingsOf({ syncTimeToLogin: ++count }) }),
      'PUT /api/settings': { body: settingsOf() },
    })
    prefetch('GET /api/settings')
    storeToken('b')
    expect(await request('GET /api/settings')).toEqual(settingsOf({ syncTimeToLogin: 2 }))
    prefetch('GET /api/settings')
    await call('/api/settings', { method: 'PUT', body: {} })
    expect(await request('GET /api/settings')).toEqual(settingsOf({ syncTimeToLogin: 4 }))
  })

  it('fails only the first call', async () => {
    let isUp = false
    fakeApi({
      'GET /api/settings': () =>
        isUp ? { body: settingsOf() } : { status: 503, body: { message: 'En pausa.' } },
    })
    prefetch('GET /api/settings')
    await expect(request('GET /api/settings')).rejects.toThrow('En pausa.')
    isUp = true
    expect(await request('GET /api/settings')).toEqual(settingsOf())
  })
})

describe('a call to the API', () => {
  it('sends the token of the cookie and JSON', async () => {
    storeToken('abc=;def')
    const asked = fakeApi({ 'POST /api/movies': { status: 201, body: movieOf({ _id: '1' }) } })
    const { body } = await call('/api/movies', { method: 'POST', body: { title: 'Ñ' } })
    expect(JSON.parse(body)).toEqual(movieOf({ _id: '1' }))
    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer abc=;def')
    expect(asked[0]?.headers.get('Content-Type')).toBe('application/json')
    expect(asked[0]?.body).toEqual({ title: 'Ñ' })
  })

  it('sends no content type without a body, and no token without a session', async () => {
    const asked = fakeApi({ 'POST /auth/logout': { status: 204 } })
    expect((await call('/auth/logout', { method: 'POST' })).body).toBe('')
    expect(asked[0]?.headers.has('Content-Type')).toBe(false)
    expect(asked[0]?.headers.has('Authorization')).toBe(false)
  })

  it('drops the token on a 401, after forms have stored their drafts', async () => {
    storeToken('dead')
    fakeApi({ 'GET /api/movies': { status: 401, body: { message: 'Sesión no válida.' } } })
    const seen: (string | undefined)[] = []
    const stop = onExpiry(() => seen.push(readToken()))
    await expect(call('/api/movies')).rejects.toMatchObject({ status: 401, message: 'Sesión no válida.' })
    stop()
    expect(seen).toEqual(['dead'])
    expect(readToken()).toBeUndefined()
  })

  it('keeps the session on a 401 of another service', async () => {
    storeToken('alive')
    fakeApi({ 'GET /api/lookups/film': { status: 401 } })
    await expect(call('/api/lookups/film', { foreign: true })).rejects.toMatchObject({ status: 401 })
    expect(readToken()).toBe('alive')
  })

  it('does not end a new session on a late 401 of an older one', async () => {
    storeToken('old')
    fakeApi({
      'GET /api/movies': () => {
        storeToken('new')
        return { status: 401 }
      },
    })
    await expect(call('/api/movies')).rejects.toMatchObject({ status: 401 })
    expect(readToken()).toBe('new')
  })

  it('reports an unreachable server in Spanish', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const error = await call('/api/movies').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 0, message: CONNECTION_LOST })
  })

  it('reports whether a failed write may have reached the server', async () => {
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

  it('treats a truncated response as a lost connection', async () => {
    const broken = { text: () => Promise.reject(new TypeError('network error')) }
    vi.stubGlobal('fetch', () => Promise.resolve(broken))
    await expect(call('/api/movies')).rejects.toMatchObject({ status: 0, message: CONNECTION_LOST })
  })

  it('passes on an abort', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('stop', 'AbortError')))
    await expect(call('/api/movies')).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the typed client', () => {
  it('puts parameters and query into the URL, and returns the body', async () => {
    const body = answerOf(userOutput, { _id: 'a b' })
    const asked = fakeApi({ 'GET /api/users/a%20b': { body } })
    expect(await request('GET /api/users/:id', { params: { id: 'a b' } })).toEqual(body)
    expect(asked).toHaveLength(1)
  })

  it('reports a response that is not JSON, as of a proxy, in Spanish', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
    await expect(request('GET /api/users/me')).rejects.toThrow('El servidor no entregó una respuesta válida.')
  })

  it('has the types of the output schemas: an unknown field does not compile', () => {
    expectTypeOf(request<'GET /api/users/me'>).returns.resolves.toEqualTypeOf<Me>()
    expectTypeOf<RecordOf<'movies'>['title']>().toEqualTypeOf<string>()
    expectTypeOf<ResponseBody<'GET /api/movies'>[number]['covertImage']>().toEqualTypeOf<string>()
    // @ts-expect-error -- rows have no synopsis
    expectTypeOf<RowOf<'movies'>['synopsis']>()
    // @ts-expect-error -- no output schema has this field
    expectTypeOf<RecordOf<'movies'>['covert']>()
    // @ts-expect-error -- the contract has no such path
    expectTypeOf(request<'GET /api/movie'>)
  })
})

describe('an error response', () => {
  it('has its message and field errors, nested like form values', () => {
    const error = toApiError(
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

  it('accepts plain texts as field errors', () => {
    expect(nestErrors({ name: 'ocupado' })).toEqual({ name: 'ocupado' })
  })

  it.each([
    [{ content: 'lista', 'content.0.link': 'malo' }],
    [{ 'content.0.link': 'malo', content: 'lista' }],
  ])('has the message of a list in addition to those of its items: %j', (errors) => {
    expect(nestErrors(errors)).toEqual({ content: { root: 'lista', 0: { link: 'malo' } } })
  })

  it('uses a plain-text body as the message', () => {
    expect(toApiError(400, 'No se puede.').message).toBe('No se puede.')
  })

  it.each([
    ['', 'No tiene permiso para realizar esta operación.'],
    ['<html>Forbidden</html>', 'No tiene permiso para realizar esta operación.'],
    ['{}', 'No tiene permiso para realizar esta operación.'],
  ])('has a Spanish message if the body has none: %j', (text, message) => {
    expect(toApiError(403, text).message).toBe(message)
  })

  it('has the code of a duplicate and the request id', () => {
    expect(toApiError(409, '{"message":"x","code":11000}').body.code).toBe(11000)
    expect(toApiError(500, '{"message":"x","requestId":"r1"}').body.requestId).toBe('r1')
  })

  it('has the time to wait before a retry', () => {
    expect(toApiError(429, '{}', '900').retryAfter).toBe(900)
    expect(toApiError(429, '{}').retryAfter).toBeUndefined()
    expect(toApiError(429, '{}', 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfter).toBeUndefined()
  })

  it('has no field errors if the map is empty or invalid', () => {
    expect(nestErrors({})).toBeUndefined()
    expect(nestErrors(['x'])).toBeUndefined()
  })
})

describe('the token', () => {
  it('is stored in the cookie until dropped', () => {
    expect(readToken()).toBeUndefined()
    storeToken('a b;c')
    expect(readToken()).toBe('a b;c')
    dropToken()
    expect(readToken()).toBeUndefined()
  })

  it('has the cookie attributes of rule P8', () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    storeToken('x')
    expect(written).toHaveBeenCalledWith('token=x; path=/; SameSite=Strict')
    vi.stubGlobal('location', { protocol: 'https:' })
    storeToken('x')
    vi.unstubAllGlobals()
    expect(written).toHaveBeenLastCalledWith('token=x; path=/; SameSite=Strict; Secure')
  })

  it('is not confused with a cookie whose name ends the same', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: a foreign cookie on this host.
    document.cookie = 'mytoken=other'
    expect(readToken()).toBeUndefined()
  })

  it('notifies its listeners of every change', () => {
    const watcher = vi.fn()
    const stop = onTokenChange(watcher)
    storeToken('x')
    dropToken()
    stop()
    storeToken('y')
    expect(watcher).toHaveBeenCalledTimes(2)
  })

  it('notifies its listeners when the window gets the focus', () => {
    watchOtherTabs()
    const watcher = vi.fn()
    const stop = onTokenChange(watcher)
    window.dispatchEvent(new Event('focus'))
    stop()
    expect(watcher).toHaveBeenCalledOnce()
  })

  it('is dropped only if it is the rejected one', () => {
    storeToken('new')
    const keep = vi.fn()
    const stop = onExpiry(keep)
    expireToken('old')
    expect(keep).not.toHaveBeenCalled()
    expireToken('new')
    stop()
    expect(keep).toHaveBeenCalledOnce()
    expect(readToken()).toBeUndefined()
  })
})

describe('a request above the rate limit', () => {
  const refused = {
    status: 429,
    body: { message: 'Espere.', code: REQUEST_LIMIT },
    headers: { 'Retry-After': '20' },
  }
  const answersAfter = (refusals: number) => {
    let count = 0
    return fakeApi({
      'PUT /api/settings': () => (count++ < refusals ? refused : { body: settingsOf({ pageSize: 50 }) }),
    })
  }
  const save = () => request('PUT /api/settings', { body: { pageSize: 50 } })

  it('is sent again after the time that the server specifies', async () => {
    vi.useFakeTimers()
    const asked = answersAfter(1)
    const saved = save()
    await vi.advanceTimersByTimeAsync(19_999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await saved).toMatchObject({ pageSize: 50 })
    vi.useRealTimers()
  })

  it('is sent again only once', async () => {
    vi.useFakeTimers()
    const asked = answersAfter(2)
    const failed = expect(save()).rejects.toThrow('Espere.')
    await vi.advanceTimersByTimeAsync(20_000)
    await failed
    expect(asked).toHaveLength(2)
    vi.useRealTimers()
  })
})
