import type { RaRecord } from 'react-admin'
import type { z } from 'zod'
import type { Api, Resources } from '../../domain/api.ts'
import { withoutTrailingSlashes } from '../../domain/format/text.ts'
import { CONFIRMATION, REQUEST_LIMIT } from '../../domain/sign-in/confirmation.ts'
import { askConfirmation } from './confirmation.ts'
import { CONNECTION_LOST, NOTHING_SAVED, reportFailure, reportResponse } from './connection.ts'

/** Origin of the API: VITE_API_URL at build time, by default the host that serves the admin. */
export const API_URL: string = withoutTrailingSlashes(import.meta.env.VITE_API_URL ?? '')

export type EndpointKey = keyof Api & string

type Output<Schemas> = Schemas[keyof Schemas] extends infer Each
  ? Each extends z.ZodType
    ? z.output<Each>
    : never
  : never

/** The response type of an endpoint, inferred from its output schema. */
export type ResponseBody<A extends EndpointKey> = Output<Api[A]['response']>

type Body<A extends EndpointKey> = Api[A] extends { body: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never

/** A record of a resource in React-Admin, and a row of its list. */
export type RecordOf<Name extends keyof Resources> = Resources[Name]['record'] & Pick<RaRecord<string>, 'id'>
export type RowOf<Name extends keyof Resources> = Resources[Name]['row'] & Pick<RaRecord<string>, 'id'>

interface EndpointValues {
  params?: Readonly<Record<string, string>>
  query?: URLSearchParams | undefined
}

interface RequestOptions<A extends EndpointKey>
  extends EndpointValues,
    Pick<HttpRequest, 'signal' | 'idempotencyKey' | 'foreign'> {
  /** For a PUT, any subset of its fields. */
  body?: A extends `PUT ${string}` ? Partial<Body<A>> : Body<A>
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Requests an endpoint by method and path; throws an ApiError unless successful. */
export const request = async <A extends EndpointKey>(
  endpoint: A,
  { params, query, ...request }: RequestOptions<A> = {},
): Promise<ResponseBody<A>> => {
  const method = METHODS.find((each) => endpoint.startsWith(`${each} `)) ?? 'GET'
  const { status, body } = await call(endpointPath(endpoint, { params, query }), { method, ...request })
  return parseResponse(endpoint, status, body)
}

/** The path of an endpoint with its parameters and query. */
export const endpointPath = (endpoint: EndpointKey, { params = {}, query }: EndpointValues = {}): string => {
  const [, template = ''] = endpoint.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query === undefined || query.size === 0 ? path : `${path}?${query}`
}

/** The parsed response body: typed by the contract, which the server enforces with its output schemas. */
export const parseResponse = <A extends EndpointKey>(
  _endpoint: A,
  status: number,
  body: string,
): ResponseBody<A> => {
  try {
    // A 204 has no body; its output schema has no value.
    return JSON.parse(body === '' ? 'null' : body)
  } catch {
    throw new ApiError(status, { message: 'El servidor no entregó una respuesta válida.' })
  }
}

interface HttpRequest {
  method?: (typeof METHODS)[number]
  /** Sent as JSON; files unchanged. */
  body?: unknown
  /** A body that is JSON already. */
  json?: string | undefined
  signal?: AbortSignal | undefined
  /** For creations that must happen once: a repeated request gets the first one's response. */
  idempotencyKey?: string
  /** A 401 response doesn't concern our session, but the sign-in itself or a third-party service. */
  foreign?: boolean
}

interface HttpResponse {
  status: number
  headers: Headers
  body: string
}

const prefetched = new Map<string, { token: string | undefined; response: Promise<HttpResponse> }>()

/**
 * Sends a request that the first screen will need before its code is loaded; the first `call` of it uses this response.
 */
export const prefetch = (endpoint: EndpointKey & `GET ${string}`): void => {
  const path = endpointPath(endpoint)
  const response = send(path)
  response.catch(() => undefined)
  prefetched.set(path, { token: readToken(), response })
}

const takePrefetched = (path: string, { method = 'GET' }: HttpRequest): Promise<HttpResponse> | undefined => {
  if (method !== 'GET') prefetched.clear()
  const entry = prefetched.get(path)
  prefetched.delete(path)
  return entry?.token === readToken() ? entry?.response : undefined
}

/** Requests a path of the API as the signed-in user; throws an ApiError unless successful. */
export const call = async (path: string, request: HttpRequest = {}): Promise<HttpResponse> => {
  const response = await (takePrefetched(path, request) ?? sendAgain(() => send(path, request)))
  const { headers } = response
  responded.emit({ path, session: headers.get('Session-State'), settings: headers.get('Settings-State') })
  return response
}

/** For a request that was not repeated, as its user did not confirm who they are. */
export const NOT_CONFIRMED = 'No confirmó su identidad: no se guardó nada.'

/** Longest wait for the limit of requests, which counts by the minute. */
const MAX_WAIT_MS = 60_000

/**
 * Sends a request, and once more if it was refused, without effect, until its user confirms who they are or because of
 * too many requests (rules P18, P23).
 */
export const sendAgain = async <A>(send: () => Promise<A>): Promise<A> => {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { body, retryAfter = 1 } = error
    if (body.code === CONFIRMATION.code) {
      if (!(await askConfirmation())) throw new ApiError(error.status, { message: NOT_CONFIRMED })
    } else if (body.code === REQUEST_LIMIT)
      await new Promise((resolve) => setTimeout(resolve, Math.min(retryAfter * 1000, MAX_WAIT_MS)))
    else throw error
    return send()
  }
}

const send = async (path: string, request: HttpRequest = {}): Promise<HttpResponse> => {
  const { method = 'GET', signal = null } = request
  const sent = performance.now()
  const token = readToken()
  const content = encodeBody(request)
  const headers = authHeaders(token)
  headers.set('Accept', 'application/json')
  if (request.idempotencyKey !== undefined) headers.set('Idempotency-Key', request.idempotencyKey)
  if (content !== undefined) headers.set('Content-Type', content.type)
  const init = { method, headers, signal, body: content?.body ?? null }
  const { response, body } = await receive(`${API_URL}${path}`, init, request).finally(() => {
    if (method !== 'GET') written.emit(path)
  })
  if (response.ok) {
    reportResponse(undefined, sent)
    return { status: response.status, headers: response.headers, body }
  }
  const error = toApiError(response.status, body, response.headers.get('Retry-After'))
  const isBusy = error.status === 503 || error.body.code === REQUEST_LIMIT
  reportResponse(isBusy ? error.retryAfter : undefined, sent)
  if (response.status === 401 && !request.foreign) expireToken(token)
  if (response.status === 403 && error.body.code !== CONFIRMATION.code) forbidden.emit()
  throw error
}

export const authHeaders = (token: string | undefined): Headers =>
  new Headers(token === undefined ? {} : { Authorization: `Bearer ${token}` })

const encodeBody = ({ body, json }: HttpRequest): { type: string; body: BodyInit } | undefined => {
  if (body instanceof Blob) return { type: 'application/octet-stream', body }
  const text = json ?? JSON.stringify(body)
  return text === undefined ? undefined : { type: 'application/json', body: text }
}

const receive = async (url: string, init: RequestInit, request: HttpRequest) => {
  const wasOnline = navigator.onLine
  try {
    const response = await fetch(url, init)
    return { response, body: await response.text() }
  } catch (error) {
    if (isAbort(error)) throw error
    reportFailure()
    throw new ApiError(0, { message: connectionMessage(request, wasOnline) })
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

const connectionMessage = ({ method, foreign }: HttpRequest, wasOnline: boolean): string => {
  if (method === undefined || method === 'GET' || foreign) return CONNECTION_LOST
  return wasOnline ? OUTCOME_UNKNOWN : NOTHING_SAVED
}

/** Field messages, nested like react-hook-form's. */
export interface FieldErrors {
  [field: string]: string | FieldErrors
}

interface ErrorBody {
  message: string
  code?: string | number
  requestId?: string
  /** Of a sign-in that needs a second factor. */
  challenge?: string
  errors?: FieldErrors
}

/** For a write without a response. */
export const OUTCOME_UNKNOWN =
  'Se perdió la conexión con el servidor y no se sabe si se guardó. Revise antes de intentar de nuevo.'

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'La solicitud no es válida.',
  401: 'Su sesión expiró. Inicie sesión de nuevo.',
  403: 'No tiene permiso para realizar esta operación.',
  404: 'El registro no existe.',
  409: 'El registro está en conflicto con otro.',
  413: 'El contenido enviado es demasiado grande.',
  422: 'Revise los datos marcados.',
  429: 'Demasiados intentos. Espere unos minutos e intente de nuevo.',
  503: 'El servicio no está disponible en este momento. Intente de nuevo en unos minutos.',
}
const UNEXPECTED = 'Ocurrió un error inesperado en el servidor. Intente de nuevo.'

/** An error response of the server; status 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** Seconds to wait, if the server specifies them. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

type Plain = Record<string, unknown>

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldMessage = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return isPlain(value) && typeof value.message === 'string' ? value.message : undefined
}

const setAt = (tree: FieldErrors, path: string[], message: string): void => {
  const [head, ...rest] = path
  if (head === undefined) return
  const present = tree[head]
  if (rest.length === 0) {
    // The message of a list itself is stored under `root`, as in react-hook-form.
    if (typeof present === 'object') present.root = message
    else tree[head] = message
    return
  }
  const branch = typeof present === 'object' ? present : present === undefined ? {} : { root: present }
  tree[head] = branch
  setAt(branch, rest, message)
}

/** Converts `{'content.0.link': {message}}` to `{content: {0: {link: message}}}`; undefined without fields. */
export const nestErrors = (errors: unknown): FieldErrors | undefined => {
  if (!isPlain(errors)) return undefined
  const tree: FieldErrors = {}
  for (const [field, value] of Object.entries(errors)) {
    const message = fieldMessage(value)
    if (message !== undefined) setAt(tree, field.split('.'), message)
  }
  return Object.keys(tree).length > 0 ? tree : undefined
}

/** Parses a text as JSON, or returns it unchanged. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const looksLikeText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !value.trimStart().startsWith('<')

const parseErrorBody = (status: number, parsed: unknown): ErrorBody => {
  const fallback = BY_STATUS[status] ?? UNEXPECTED
  if (!isPlain(parsed)) return { message: looksLikeText(parsed) ? parsed : fallback }
  const errors = nestErrors(parsed.errors)
  return {
    message: typeof parsed.message === 'string' && parsed.message !== '' ? parsed.message : fallback,
    ...(typeof parsed.code === 'string' || typeof parsed.code === 'number' ? { code: parsed.code } : {}),
    ...(typeof parsed.requestId === 'string' ? { requestId: parsed.requestId } : {}),
    ...(typeof parsed.challenge === 'string' ? { challenge: parsed.challenge } : {}),
    ...(errors === undefined ? {} : { errors }),
  }
}

/** The ApiError of an error response: JSON, or plain text of another backend (rules W8, W9). */
export const toApiError = (status: number, text: string, retryAfter: string | null = null): ApiError => {
  const seconds = Number(retryAfter)
  return new ApiError(
    status,
    parseErrorBody(status, parseJson(text)),
    retryAfter !== null && seconds > 0 ? seconds : undefined,
  )
}

const COOKIE = 'token'

const attributes = (): string =>
  `path=/; SameSite=Strict${window.location.protocol === 'https:' ? '; Secure' : ''}`

/** The bearer token in the cookie; undefined without a session. */
export const readToken = (): string | undefined => {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${COOKIE}=`))
  const value = pair?.slice(COOKIE.length + 1)
  return value ? decodeURIComponent(value) : undefined
}

export const storeToken = (token: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers in use.
  document.cookie = `${COOKIE}=${encodeURIComponent(token)}; ${attributes()}`
  tokenChanged.emit()
}

export const dropToken = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers in use.
  document.cookie = `${COOKIE}=; max-age=0; ${attributes()}`
  tokenChanged.emit()
}

/** Drops a token that the server refused, after the open forms have saved their drafts. */
export const expireToken = (refused: string | undefined): void => {
  // A late response to an older session must not end the current one.
  if (readToken() === refused) {
    tokenExpiring.emit()
    dropToken()
  } else tokenChanged.emit()
}

/** Detects that another tab signed in or out. */
export const watchOtherTabs = (): void => {
  window.addEventListener('focus', () => tokenChanged.emit())
}

export const createEvent = <Payload = void>() => {
  const watchers = new Set<(payload: Payload) => void>()
  return {
    emit: (payload: Payload): void => {
      for (const watcher of [...watchers]) watcher(payload)
    },
    /** Returns a function that stops. */
    watch: (watcher: (payload: Payload) => void): (() => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

const tokenChanged = createEvent()
const tokenExpiring = createEvent()
const forbidden = createEvent()
const written = createEvent<string>()
/** Version headers of a response: of the session's user and of the settings; null if missing. */
interface States {
  path: string
  session: string | null
  settings: string | null
}

const responded = createEvent<States>()

/** Calls back when the user of this browser may have signed in or out; returns a function that stops. */
export const onTokenChange = tokenChanged.watch

/** Calls back just before a refused token is dropped, while the forms still exist; returns a function that stops. */
export const onExpiry = tokenExpiring.watch

/**
 * Calls back after a 403 that asks for no confirmation: the server refused what this browser considered permitted.
 * Returns a function that stops.
 */
export const onForbidden = forbidden.watch

/**
 * Calls back with the path of every request that may have changed something, successful or not; returns a function that
 * stops.
 */
export const onWritten = written.watch

/**
 * Calls back when a response shows that the data of GET `path` have changed since the last request. Only compares with
 * the last response of that path, since responses of other nodes may be older (rule S10). Returns whether the server
 * sends that version header.
 */
export const onOutdated = (path: string, state: 'session' | 'settings', callback: () => void) => {
  let last: string | null = null
  responded.watch(({ path: requested, [state]: now }) => {
    if (last !== null && now !== null && now !== last) callback()
    if (requested === path) last = now
  })
  return (): boolean => last !== null
}
