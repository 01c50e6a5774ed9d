import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import { isRetryable, type Unavailability, unavailability } from '../database/errors.ts'
import type { App } from './context.ts'

/** Machine-readable part of an error: what a client branches upon. */
interface Details {
  readonly code?: string
  /** Of a sign-in that needs a second factor. */
  readonly challenge?: string
}

/** No valid session. */
export class Unauthorized extends Error {
  readonly kind = 'unauthorized'
  readonly details: Details
  constructor(message = 'Debe iniciar sesión.', details: Details = {}) {
    super(message)
    this.details = details
  }
}

/** The current user lacks the permission. */
export class Forbidden extends Error {
  readonly kind = 'forbidden'
  readonly details: Pick<Details, 'code'>
  constructor(message = 'No tiene permiso para realizar esta acción.', details: Pick<Details, 'code'> = {}) {
    super(message)
    this.details = details
  }
}

/** The record doesn't exist, or is outside the current user's scope. */
export class NotFound extends Error {
  readonly kind = 'not-found'
  constructor(message = 'El registro no existe.') {
    super(message)
  }
}

interface ConflictDetails {
  code?: number | string
  errors?: readonly ValidationError[]
}

/** The write conflicts with stored data: a duplicate, a record in use, a stale edit. */
export class Conflict extends Error {
  readonly kind = 'conflict'
  readonly details: ConflictDetails
  constructor(message: string, details: ConflictDetails = {}) {
    super(message)
    this.details = details
  }
}

/** Validation failed; an error of the field '' concerns all fields and becomes the general message. */
export class Invalid extends Error {
  readonly kind = 'invalid'
  readonly errors: readonly ValidationError[]
  constructor(errors: readonly ValidationError[]) {
    super('Invalid values')
    this.errors = errors
  }
}

/** Too many attempts; retry after `retryAfterSeconds`. */
export class TooManyRequests extends Error {
  readonly kind = 'too-many-requests'
  readonly retryAfterSeconds: number
  readonly code: string | undefined
  constructor(
    retryAfterSeconds: number,
    message = 'Demasiados intentos fallidos. Espere unos minutos e intente de nuevo.',
    code?: string,
  ) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
    this.code = code
  }
}

/** This node is overloaded; retry after `retryAfterSeconds`. */
export class Overloaded extends Error {
  readonly kind = 'overloaded'
  readonly retryAfterSeconds: number
  constructor(
    retryAfterSeconds: number,
    message = 'El servicio está muy ocupado en este momento. Intente de nuevo en unos segundos.',
  ) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Why a URL given by a user could not be read. */
export type SourceFailure =
  | 'address'
  | 'private'
  | 'redirects'
  | 'unreachable'
  | 'status'
  | 'tooSlow'
  | 'tooBig'
  | 'tooCostly'
  | 'archive'
  | 'unreadable'

/** An external source (a guide, a playlist) could not be read. */
export class SourceFailed extends Error {
  readonly kind = 'source-failed'
  readonly failure: SourceFailure
  constructor(failure: SourceFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

/** Another user saved the record after the current one read it (rule W3). */
export const stale = (): Conflict =>
  new Conflict('Otra persona modificó este registro mientras usted lo editaba.', { code: 'STALE' })

/** A unique value is already taken; `field`: where the form shows the error. */
export const duplicate = (field: string, message: string): Conflict =>
  new Conflict(message, { code: 11000, errors: [{ field, message }] })

/** The endpoint does not accept the body's media type; the message lists the accepted ones. */
export class UnsupportedMediaType extends Error {
  readonly kind = 'unsupported-media-type'
  readonly accepted: readonly string[]
  constructor(accepted: readonly string[]) {
    super(`El tipo de contenido no es compatible: envíe ${accepted.join(' o ')}.`)
    this.accepted = accepted
  }
}

type ProductError =
  | Unauthorized
  | Forbidden
  | NotFound
  | Conflict
  | Invalid
  | TooManyRequests
  | Overloaded
  | SourceFailed
  | UnsupportedMediaType

const classes = [
  Unauthorized,
  Forbidden,
  NotFound,
  Conflict,
  Invalid,
  TooManyRequests,
  Overloaded,
  SourceFailed,
  UnsupportedMediaType,
]

const isProductError = (error: unknown): error is ProductError =>
  classes.some((each) => error instanceof each)

/** The body of every error response (rule W8). */
export const errorBody = z.object({
  message: z.string(),
  code: z.union([z.string(), z.number()]).optional(),
  errors: z.record(z.string(), z.object({ message: z.string() })).optional(),
  requestId: z.string().optional(),
  challenge: z.string().optional().meta({ description: 'El desafío que se responde con el segundo factor' }),
})

interface ErrorResponse {
  status: number
  body: z.infer<typeof errorBody>
  headers?: Record<string, string>
}

type Table = {
  [Kind in ProductError['kind']]: (error: Extract<ProductError, { kind: Kind }>) => ErrorResponse
}

const byField = (errors: readonly ValidationError[]) => {
  // Only the first error of a field is sent, as in the general message.
  const fields = errors.filter(
    ({ field }, index) => field !== '' && errors.findIndex((each) => each.field === field) === index,
  )
  if (fields.length === 0) return {}
  return { errors: Object.fromEntries(fields.map(({ field, message }) => [field, { message }])) }
}

/** A forbidden URL is the client's error; a failure of the other server is not. */
const SOURCE_STATUSES: Record<SourceFailure, number> = {
  address: 422,
  private: 422,
  redirects: 502,
  unreachable: 502,
  status: 502,
  tooSlow: 504,
  tooBig: 502,
  tooCostly: 502,
  archive: 502,
  unreadable: 502,
}

const RESPONSES_BY_KIND: Table = {
  unauthorized: ({ message, details }) => ({ status: 401, body: { message, ...details } }),
  forbidden: ({ message, details }) => ({ status: 403, body: { message, ...details } }),
  'not-found': ({ message }) => ({ status: 404, body: { message } }),
  conflict: ({ message, details: { code, errors } }) => ({
    status: 409,
    body: { message, ...(code === undefined ? {} : { code }), ...byField(errors ?? []) },
  }),
  invalid: ({ errors }) => {
    const general = errors.find(({ field }) => field === '') ?? errors[0]
    return {
      status: 422,
      body: { message: general?.message ?? 'Los datos enviados no son válidos.', ...byField(errors) },
    }
  },
  'too-many-requests': ({ message, code, retryAfterSeconds }) => ({
    status: 429,
    body: { message, ...(code === undefined ? {} : { code }) },
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
  overloaded: ({ message, retryAfterSeconds }) => ({
    status: 503,
    body: { message },
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
  'source-failed': ({ message, failure }) => ({
    status: SOURCE_STATUSES[failure],
    body: { message, code: failure },
  }),
  'unsupported-media-type': ({ message, accepted }) => ({
    status: 415,
    body: { message },
    headers: { accept: accepted.join(', ') },
  }),
}

/** TypeScript can't relate `kind` to the error type; the table's type guarantees it. */
const productResponse = (error: ProductError): ErrorResponse =>
  (RESPONSES_BY_KIND[error.kind] as (error: ProductError) => ErrorResponse)(error)

/** Every 5xx response names its request and is logged, including those of our own errors. */
const loggedResponse = (error: ProductError, { id, log }: FastifyRequest): ErrorResponse => {
  const response = productResponse(error)
  if (response.status < 500) return response
  log.warn({ err: error }, error.kind === 'overloaded' ? 'overloaded' : 'request failed elsewhere')
  return { ...response, body: { ...response.body, requestId: id } }
}

/** Messages for errors of the framework, before a handler runs. */
const REQUEST_MESSAGES: Readonly<Record<number, string>> = {
  400: 'La solicitud no se puede leer.',
  404: 'La dirección no existe.',
  405: 'El método no está permitido.',
  408: 'La solicitud tardó demasiado.',
  413: 'La solicitud es demasiado grande.',
  414: 'La dirección es demasiado larga.',
  415: 'El tipo de contenido no es compatible: envíe application/json.',
  431: 'Los encabezados son demasiado grandes.',
}

const UNAVAILABLE_MESSAGES: Record<Unavailability, string> = {
  away: 'El servicio no está disponible en este momento. Intente de nuevo en unos minutos.',
  'too-slow':
    'La consulta tardó demasiado y se detuvo. Intente de nuevo en unos minutos, o con filtros que encuentren menos.',
  'read-only': 'En este momento los datos se pueden leer, pero no cambiar. Intente de nuevo en unos minutos.',
  'disk-full':
    'No se pudo guardar: no queda espacio en el disco de la base de datos. Avise al administrador.',
}

/** For the log only: the client disconnected, and its work was aborted. */
const CLIENT_GONE: ErrorResponse = { status: 499, body: { message: 'La solicitud se canceló.' } }

const failure = (error: unknown, request: FastifyRequest): ErrorResponse => {
  if (request.statementContext?.signal?.aborted) {
    request.log.info('the client went away')
    return CLIENT_GONE
  }
  const reason = isRetryable(error) ? 'away' : unavailability(error)
  if (reason) {
    request.log.warn({ err: error }, `database unavailable: ${reason}`)
    const body = { message: UNAVAILABLE_MESSAGES[reason], requestId: request.id }
    return { status: 503, body, headers: { 'retry-after': '5' } }
  }
  request.log.error({ err: error }, 'request failed')
  const message = 'Ocurrió un error inesperado. Intente de nuevo; si continúa, comunique el código.'
  return { status: 500, body: { message, requestId: request.id } }
}

const frameworkError = (error: FastifyError): ErrorResponse | undefined => {
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500 || !error.code?.startsWith('FST_')) return undefined
  return { status, body: { message: REQUEST_MESSAGES[status] ?? 'La solicitud no es válida.' } }
}

const toErrorResponse = (error: FastifyError, request: FastifyRequest): ErrorResponse => {
  // A malformed id is treated as unknown.
  if (error.validationContext === 'params') return productResponse(new NotFound())
  if (isProductError(error)) return loggedResponse(error, request)
  return frameworkError(error) ?? failure(error, request)
}

const send = (reply: FastifyReply, { status, body, headers = {} }: ErrorResponse) =>
  reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that it is answered with. */
    errorCode?: string | number | undefined
  }
}

/** Maps every error to its status and body, without internals (rule W8). */
export const handleErrors = (app: App): void => {
  app.decorateRequest('errorCode', undefined)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const response = toErrorResponse(error, request)
    request.errorCode = response.body.code
    return send(reply, response)
  })
}

/** Responds to what the framework refuses before routing, such as an undecodable path. */
export const handleFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  send(reply, toErrorResponse(error, request))
}

/** 404 for an unknown path. */
export const sendNotFound = (reply: FastifyReply) =>
  send(reply, { status: 404, body: { message: REQUEST_MESSAGES[404] ?? '' } })

/** 405 with the allowed methods. */
export const sendMethodNotAllowed = (reply: FastifyReply, allowed: readonly string[]) =>
  send(reply, {
    status: 405,
    body: { message: REQUEST_MESSAGES[405] ?? '' },
    headers: { allow: allowed.join(', ') },
  })

const UNREADABLE: Readonly<Record<string, { status: number; reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout' },
}

/** Responds to malformed and late requests, and closes the connection. */
export const handleClientError = (
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, reason } = UNREADABLE[error.code ?? ''] ?? { status: 400, reason: 'Bad Request' }
  const body = JSON.stringify({ message: REQUEST_MESSAGES[status] })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
