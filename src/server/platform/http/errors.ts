import type { ValidationError } from '../../../domain/validation/errors.ts'

/** The client is not signed in, or no longer. */
export class Unauthorized extends Error {
  readonly kind = 'unauthorized'
  constructor(message = 'Debe iniciar sesión.') {
    super(message)
  }
}

/** The current user may not do this. */
export class Forbidden extends Error {
  readonly kind = 'forbidden'
  constructor(message = 'No tiene permiso para realizar esta acción.') {
    super(message)
  }
}

/** There is no such record, or it lies outside of the current user's scope. */
export class NotFound extends Error {
  readonly kind = 'not-found'
  constructor(message = 'El registro no existe.') {
    super(message)
  }
}

export interface ConflictDetails {
  code?: number | string
  errors?: readonly ValidationError[]
}

/** The write contradicts what is stored: a duplicate, a record in use, a stale edit. */
export class Conflict extends Error {
  readonly kind = 'conflict'
  readonly details: ConflictDetails
  constructor(message: string, details: ConflictDetails = {}) {
    super(message)
    this.details = details
  }
}

/** The values break a rule; a error of the field '' concerns them all and is said as the general message. */
export class Invalid extends Error {
  readonly kind = 'invalid'
  readonly errors: readonly ValidationError[]
  constructor(errors: readonly ValidationError[]) {
    super('Invalid values')
    this.errors = errors
  }
}

/** Too many attempts; `retryAfterSeconds` is when to try again. */
export class TooManyRequests extends Error {
  readonly kind = 'too-many-requests'
  readonly retryAfterSeconds: number
  constructor(
    retryAfterSeconds: number,
    message = 'Demasiados intentos fallidos. Espere unos minutos e intente de nuevo.',
  ) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** More is asked of this node than it can do in a reasonable time; `retryAfterSeconds` is when to try again. */
export class Overloaded extends Error {
  readonly kind = 'overloaded'
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('El servicio está muy ocupado en este momento. Intente de nuevo en unos segundos.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Why an address that somebody gave could not be read. */
export type SourceFailure =
  | 'address'
  | 'private'
  | 'redirects'
  | 'unreachable'
  | 'status'
  | 'tooSlow'
  | 'tooBig'
  | 'tooCostly'
  | 'unreadable'

/** Something at another address (a guide, a playlist) could not be read. */
export class SourceFailed extends Error {
  readonly kind = 'source-failed'
  readonly failure: SourceFailure
  constructor(failure: SourceFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

/** The record was saved by another user since the current one read it (rule W3). */
export const stale = (): Conflict =>
  new Conflict('Otra persona modificó este registro mientras usted lo editaba.', { code: 'STALE' })

/** A unique value is taken already; `field` is where the form shows it. */
export const duplicate = (field: string, message: string): Conflict =>
  new Conflict(message, { code: 11000, errors: [{ field, message }] })

/** The body is of a media type that the endpoint does not take; the message names those that it does. */
export class UnsupportedMediaType extends Error {
  readonly kind = 'unsupported-media-type'
  readonly accepted: readonly string[]
  constructor(accepted: readonly string[]) {
    super(`El tipo de contenido no es compatible: envíe ${accepted.join(' o ')}.`)
    this.accepted = accepted
  }
}

export type ProductError =
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

export const isProductError = (error: unknown): error is ProductError =>
  classes.some((each) => error instanceof each)
