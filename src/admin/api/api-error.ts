/** Messages beside fields, nested as react-hook-form nests them. */
export interface FieldErrors {
  [field: string]: string | FieldErrors
}

interface ErrorBody {
  message: string
  code?: string | number
  requestId?: string
  errors?: FieldErrors
}

export const CONNECTION_LOST = 'No hay conexión con el servidor. Revise su red e intente de nuevo.'

/** Said of a write that was never sent. */
export const NOTHING_SAVED = 'Sin conexión a la red: no se guardó nada. Intente de nuevo cuando vuelva.'

/** Said of a write whose answer never came. */
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

/** What the server answered instead of what was asked; status 0 when it did not answer. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** Seconds to wait, when the server says so. */
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

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return isPlain(value) && typeof value.message === 'string' ? value.message : undefined
}

const place = (tree: FieldErrors, path: string[], message: string): void => {
  const [head, ...rest] = path
  if (head === undefined) return
  const there = tree[head]
  if (rest.length === 0) {
    // A list with its own message beside those of its items: react-hook-form keeps it under `root`.
    if (typeof there === 'object') there.root = message
    else tree[head] = message
    return
  }
  const branch = typeof there === 'object' ? there : there === undefined ? {} : { root: there }
  tree[head] = branch
  place(branch, rest, message)
}

/** Turns `{'content.0.link': {message}}` into `{content: {0: {link: message}}}`; undefined without any field. */
export const nestErrors = (errors: unknown): FieldErrors | undefined => {
  if (!isPlain(errors)) return undefined
  const tree: FieldErrors = {}
  for (const [field, value] of Object.entries(errors)) {
    const message = textOf(value)
    if (message !== undefined) place(tree, field.split('.'), message)
  }
  return Object.keys(tree).length > 0 ? tree : undefined
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const looksLikeText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !value.trimStart().startsWith('<')

const bodyOf = (status: number, parsed: unknown): ErrorBody => {
  const fallback = BY_STATUS[status] ?? UNEXPECTED
  if (!isPlain(parsed)) return { message: looksLikeText(parsed) ? parsed : fallback }
  const errors = nestErrors(parsed.errors)
  return {
    message: typeof parsed.message === 'string' && parsed.message !== '' ? parsed.message : fallback,
    ...(typeof parsed.code === 'string' || typeof parsed.code === 'number' ? { code: parsed.code } : {}),
    ...(typeof parsed.requestId === 'string' ? { requestId: parsed.requestId } : {}),
    ...(errors === undefined ? {} : { errors }),
  }
}

/** The error of a refused answer: JSON, or the plain text of another backend (rules W8, W9). */
export const errorOf = (status: number, text: string, retryAfter: string | null = null): ApiError => {
  const seconds = Number(retryAfter)
  return new ApiError(
    status,
    bodyOf(status, parse(text)),
    retryAfter !== null && seconds > 0 ? seconds : undefined,
  )
}
