import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from 'es-toolkit'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import type { Endpoint, ErrorStatus } from '../../../domain/contract/endpoint.ts'
import { RECORD_ID } from '../../../domain/registry.ts'
import { toValidationErrors, type ValidationError } from '../../../domain/validation/errors.ts'
import { id, isStorable, readDate, text, UNSTORABLE } from '../../../domain/validation/fields.ts'
import { errorBody, Invalid, stale } from './errors.ts'

/** Request schemas that only the server knows. */
interface RequestSchemas {
  readonly params?: z.ZodType
  readonly querystring?: z.ZodType
  readonly headers?: z.ZodType
  /** Replaces the endpoint's body schema, as for a PUT of any subset of its fields. */
  readonly body?: z.ZodType
  /** Media types of a body and of a response other than JSON. */
  readonly consumes?: readonly string[]
  readonly produces?: readonly string[]
}

type Body<E extends Endpoint, R> = R extends { readonly body: infer B extends z.ZodType }
  ? { body: B }
  : E extends { readonly body: infer B extends z.ZodType }
    ? { body: B }
    : unknown

const noParameters = z.strictObject({})

/** Method, path and schema of an endpoint, for `app.route`; without a schema its query has no parameters (rule Q2). */
export const operation = <const E extends Endpoint, const R extends RequestSchemas = Record<never, never>>(
  endpoint: E,
  request?: R,
) => {
  const { id, method, path, tag, summary, body, response, errors } = endpoint
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    querystring: noParameters,
    ...(body ? { body } : {}),
    ...request,
    response: { ...response, ...errorResponses(...errors, 422) },
  }
  return { method: method as E['method'], url: path as E['path'], schema: typed<E, R>(schema) }
}

/** Spreading loses the type: the parts are those of the endpoint and the given ones. */
const typed = <E extends Endpoint, R extends RequestSchemas>(schema: object) =>
  schema as Body<E, R> &
    Omit<R, 'body'> & { response: E['response'] & Record<E['errors'][number], typeof errorBody> }

const ERROR_RESPONSES = {
  401: 'No hay sesión, o terminó',
  403: 'Sin permiso',
  404: 'No existe, o está fuera del alcance de quien pregunta',
  409: 'Contradice lo guardado: duplicado, en uso o modificado por otra persona',
  422: 'Datos no válidos, por campo',
  429: 'Demasiados intentos',
  502: 'Otra dirección, como la de una guía, no se pudo leer',
  503: 'El servicio está demasiado ocupado, o la base de datos no responde',
  504: 'Otra dirección tardó demasiado',
} as const satisfies Record<ErrorStatus, string>

/** Error responses of a route, with the common error body. */
const errorResponses = <const Status extends ErrorStatus>(...statuses: Status[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, errorBody.meta({ description: ERROR_RESPONSES[status] })]),
  ) as Record<Status, typeof errorBody>

/**
 * Validates requests by their zod schemas; throws an Invalid with the fields. Characters are checked here for all texts
 * of a request, so that no schema can omit the check.
 */
export const validateRequests: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const validate = (data: unknown) => {
    const unstorable = unstorableFields(data)
    const parsed = schema.safeParse(data)
    if (parsed.success && unstorable.size === 0) return { value: parsed.data }
    const errors = parsed.success ? [] : toValidationErrors(parsed.error)
    for (const { field } of errors) unstorable.delete(field)
    return { error: new Invalid([...errors, ...[...unstorable].map(unstorableError)]) }
  }
  return httpPart === 'querystring' ? withCache(validate) : validate
}

const unstorableError = (field: string): ValidationError => ({ field, message: UNSTORABLE })

/** Limits of the fields and names in an error response, as a small body could otherwise cause gigabytes. */
const MAX_NAMED = 100
const MAX_NAME = 200

/** The fields of a request with texts or names that cannot be stored. Iterative, so any nesting depth is safe. */
const unstorableFields = (data: unknown): Set<string> => {
  const fields = new Set<string>()
  const waiting = [{ field: '', value: data }]
  for (let next = waiting.pop(); next && fields.size < MAX_NAMED; next = waiting.pop()) {
    const { field, value } = next
    if (typeof value === 'string' && !isStorable(value)) fields.add(field)
    if (!isPlainObject(value) && !Array.isArray(value)) continue
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) fields.add(field)
      const path = field === '' ? name : `${field}.${name}`
      waiting.push({ field: path.length > MAX_NAME ? field : path, value: part })
    }
  }
  return fields
}

/** Cached parsed queries per route, and the longest one cached. */
const MAX_QUERIES = 50
const MAX_QUERY = 500

/** Caches parsed queries, since screens repeat the same few. */
const withCache = (validate: (data: unknown) => { value?: unknown; error?: Error }): typeof validate => {
  const cache = new Map<string, { value: unknown }>()
  return (data) => {
    const key = JSON.stringify(data)
    const cached = cache.get(key)
    if (cached) return cached
    const result = validate(data)
    if (result.error || key.length > MAX_QUERY) return result
    if (cache.size >= MAX_QUERIES) cache.clear()
    const valid = { value: Object.freeze(result.value) }
    cache.set(key, valid)
    return valid
  }
}

/**
 * Serialises responses by their output schemas: exactly the fields named there, in that order. Takes half the time of
 * encoding them with zod, since values are not validated again: the compiler has checked the handlers' types. Frozen
 * objects are serialised once. Not `fast-json-stringify` 7.3, which writes 100 rows in 40 µs instead of 170, but adds
 * the defaults of absent fields, writes an object in place of a text as such and skips the schemas' transforms; exports
 * need the picker anyway.
 */
export const serializeResponses: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const pick = createPicker(schema)
  const written = new WeakMap<object, string>()
  return (response: unknown) => {
    if (typeof response !== 'object' || response === null || !Object.isFrozen(response))
      return JSON.stringify(pick(response))
    const text = written.get(response) ?? JSON.stringify(pick(response))
    written.set(response, text)
    return text
  }
}

/** Extracts what a schema names from a value. */
type Picker = (value: unknown) => unknown

/** A picker for a schema, for values in their response format. */
export const createPicker = (schema: z.core.$ZodType): Picker => {
  const { def } = asZodType(schema)._zod
  switch (def.type) {
    case 'object':
      return fieldPicker(def.shape)
    case 'array': {
      const pick = createPicker(def.element)
      return (value) => (Array.isArray(value) ? value.map(pick) : unexpected(value))
    }
    case 'nullable':
    case 'optional':
    case 'nonoptional':
    case 'default': {
      const pick = createPicker(def.innerType)
      return (value) => (value === null || value === undefined ? value : pick(value))
    }
    default:
      return isPlain(schema) ? plain : (value) => z.encode(schema, value)
  }
}

/** Cast from zod's base class to the union of its schemas. */
const asZodType = (schema: z.core.$ZodType) => schema as z.core.$ZodTypes

/** True if values are primitives, which are written unchanged. */
const isPlain = (schema: z.core.$ZodType): boolean => {
  const { def } = asZodType(schema)._zod
  if (def.type === 'union') return def.options.every(isPlain)
  const isChanged = def.checks?.some((check) => check._zod.def.check === 'overwrite')
  return /^(string|number|boolean|enum|literal)$/.test(def.type) && !isChanged
}

const plain: Picker = (value) => (typeof value === 'object' && value !== null ? unexpected(value) : value)

const fieldPicker = (shape: z.core.$ZodShape): Picker => {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, pick: createPicker(field) }))
  return (value) => {
    if (!isRecord(value)) return unexpected(value)
    const picked: Record<string, unknown> = {}
    for (const { name, pick } of fields) picked[name] = pick(value[name])
    return picked
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Throws for a value that doesn't fit the schema, as it could contain anything. */
const unexpected = (value: unknown): never => {
  throw new TypeError(
    `A response holds ${Array.isArray(value) ? 'a list' : typeof value} in place of what its schema names`,
  )
}

/** Path parameters of a single record. */
export const idParameters = z.object({ id: id().regex(RECORD_ID) })

const MAX_LIMIT = 100
const MAX_PAGE = 100_000_000
const MAX_SEARCH = 200

/** A comma-separated list of ids in a query. */
export const idList = z
  .string('Debe ser una lista de identificadores.')
  .transform((value) => value.split(','))
  .refine(
    (ids) => ids.length <= MAX_LIMIT && ids.every((each) => id().safeParse(each).success),
    `Debe ser una lista de 1 a ${MAX_LIMIT} identificadores separados por comas.`,
  )
  .meta({ description: 'Identificadores separados por comas' })

/** Query parameters of a list and its count: paging, search, order and the entity's filters (rules Q1, Q2). */
export const listParameters = <Filters extends z.ZodRawShape>(sorts: readonly string[], filters: Filters) =>
  z.strictObject({
    page: wholeNumber(1, MAX_PAGE).optional(),
    limit: wholeNumber(1, MAX_LIMIT).optional(),
    search: text(MAX_SEARCH),
    sort: z.enum(sorts, 'No se puede ordenar por este campo.').optional(),
    order: z.enum(['asc', 'desc'], 'Debe ser asc o desc.').optional(),
    ids: idList.optional(),
    ...filters,
  })

/** The parsed query of every list. */
export interface ListParameters {
  page?: number | undefined
  limit?: number | undefined
  search: string
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  ids?: string[] | undefined
}

/** An integer from `min` to `max` in a query. */
export const wholeNumber = (min: number, max: number) => {
  const message = `Debe ser un número entre ${min} y ${max}.`
  return z
    .string(message)
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, message)
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** A boolean filter in a query. */
export const flag = () =>
  z.enum(['true', 'false'], 'Debe ser true o false.').transform((value) => value === 'true')

const partialBodies = new WeakMap<z.ZodType, z.ZodObject>()

/**
 * The body of a PUT: any subset of fields, which the handler merges into the stored record and validates as a whole.
 * The contract shows it as `schema` with all fields optional; parsing with that would fill absent fields with their
 * defaults.
 */
export const partialBody = (schema: z.ZodObject) => {
  const body = z.record(z.string(), z.unknown(), 'Debe enviar un objeto.')
  partialBodies.set(body, schema)
  return body
}

/** The schema of a body made by `partialBody`, for the contract. */
export const partialBodySchema = (body: z.ZodType): z.ZodObject | undefined => partialBodies.get(body)

const readSchema = readDate()

/**
 * Throws a STALE conflict if the record was saved since it was read; without `dateUpdate`, there is no check (rule W3).
 */
export const refuseStale = (body: { readonly dateUpdate?: unknown }, stored: Date): void => {
  const parsed = readSchema.safeParse(body.dateUpdate)
  if (!parsed.success)
    throw new Invalid(
      toValidationErrors(parsed.error).map(({ message }) => ({ field: 'dateUpdate', message })),
    )
  if (parsed.data !== undefined && Date.parse(parsed.data) !== stored.getTime()) throw stale()
}

/** True if an edit leaves all values unchanged: then no date changes, and nothing is audited. */
export const changesNothing = (
  stored: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): boolean => Object.entries(values).every(([name, value]) => isDeepStrictEqual(stored[name], value))

/** The `dateUpdate` of an edit at `now`: always later than the stored one. */
export const editDate = (now: Date, stored: Date): Date =>
  new Date(Math.max(now.getTime(), stored.getTime() + 1))
