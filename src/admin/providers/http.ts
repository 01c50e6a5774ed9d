import { withoutEndSlashes } from '../../domain/format/addresses.ts'
import { announceForbidden } from '../session/rights.ts'
import { expireToken, readToken } from '../session/token.ts'
import { ApiError, CONNECTION_LOST, errorOf } from './api-error.ts'

/** Where the API lives: this very host, or the one a build was pointed at. */
export const API_URL: string = withoutEndSlashes(import.meta.env.VITE_API_URL ?? '')

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; a file as it is. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** Sent with a creation that must happen once: its repeat gets the answer of the first. */
  idempotencyKey?: string
  /** The answer's 401 is not about our session: the sign-in itself, or somebody else's service behind ours. */
  foreign?: boolean
}

export interface HttpAnswer {
  status: number
  headers: Headers
  body: string
  json: unknown
}

const parse = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const ask = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ApiError(0, { message: CONNECTION_LOST })
  }
}

const sent = (body: unknown): { type: string; body: BodyInit } =>
  body instanceof Blob
    ? { type: 'application/octet-stream', body }
    : { type: 'application/json', body: JSON.stringify(body) }

/** Asks an address of the API as the signed-in person; throws ApiError for anything but success. */
export const call = async (path: string, request: HttpRequest = {}): Promise<HttpAnswer> => {
  const token = readToken()
  const headers = new Headers({ Accept: 'application/json' })
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (request.idempotencyKey !== undefined) headers.set('Idempotency-Key', request.idempotencyKey)
  const content = request.body === undefined ? undefined : sent(request.body)
  if (content !== undefined) headers.set('Content-Type', content.type)
  const response = await ask(`${API_URL}${path}`, {
    method: request.method ?? 'GET',
    headers,
    signal: request.signal ?? null,
    body: content?.body ?? null,
  })
  const body = await response.text()
  if (response.ok) return { status: response.status, headers: response.headers, body, json: parse(body) }
  if (response.status === 401 && !request.foreign) expireToken(token)
  if (response.status === 403) announceForbidden()
  throw errorOf(response.status, body, response.headers.get('Retry-After'))
}
