import { withoutEndSlashes } from '../../domain/format/text.ts'
import { ApiError, CONNECTION_LOST, errorOf, NOTHING_SAVED, OUTCOME_UNKNOWN } from './api-error.ts'
import { noticeAnswer, noticeFailure } from './connection.ts'
import { announceForbidden } from './session/rights.ts'
import { expireToken, readToken } from './session/token.ts'

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

interface Answered {
  response: Response
  body: string
}

const lossOf = ({ method, foreign }: HttpRequest, wasOnline: boolean): string => {
  if (method === undefined || method === 'GET' || foreign) return CONNECTION_LOST
  return wasOnline ? OUTCOME_UNKNOWN : NOTHING_SAVED
}

const ask = async (url: string, init: RequestInit, request: HttpRequest): Promise<Answered> => {
  const wasOnline = navigator.onLine
  try {
    const response = await fetch(url, init)
    return { response, body: await response.text() }
  } catch (error) {
    if (isAbort(error)) throw error
    noticeFailure()
    throw new ApiError(0, { message: lossOf(request, wasOnline) })
  }
}

const refusalOf = ({ response, body }: Answered): ApiError =>
  errorOf(response.status, body, response.headers.get('Retry-After'))

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
  const init = {
    method: request.method ?? 'GET',
    headers,
    signal: request.signal ?? null,
    body: content?.body ?? null,
  }
  const answered = await ask(`${API_URL}${path}`, init, request)
  const { response, body } = answered
  if (response.ok) {
    noticeAnswer(undefined)
    return { status: response.status, headers: response.headers, body, json: parse(body) }
  }
  const refusal = refusalOf(answered)
  noticeAnswer(refusal.status === 503 ? refusal.retryAfter : undefined)
  if (response.status === 401 && !request.foreign) expireToken(token)
  if (response.status === 403) announceForbidden()
  throw refusal
}
