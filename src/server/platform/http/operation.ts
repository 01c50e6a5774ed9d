import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from 'es-toolkit'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import type { Endpoint, ErrorStatus } from '../../../domain/contract/endpoint.ts'
import { RECORD_ID } from '../../../domain/registry.ts'
import { type ValidationError, validationErrorsOf } from '../../../domain/validation/errors.ts'
import { id, isStorable, readDate, text, UNSTORABLE } from '../../../domain/validation/fields.ts'
import { errorBody, Invalid, stale } from './errors.ts'

/** What the server alone knows of the requests of an endpoint. */
interface RequestSchemas {
  readonly params?: z.ZodType
  readonly querystring?: z.ZodType
  readonly headers?: z.ZodType
  /** In place of the endpoint's own, as of a PUT that takes any of its fields. */
  readonly body?: z.ZodType
  /** Media types of a body, and of an answer, that is no JSON. */
  readonly consumes?: readonly string[]
  readonly produces?: readonly string[]
}

type Body<E extends Endpoint, R> = R extends { readonly body: infer B extends z.ZodType }
  ? { body: B }
  : E extends { readonly body: infer B extends z.ZodType }
    ? { body: B }
    : unknown

/** Method, address and schema of an endpoint, for `app.route`. */
export const operation = <const E extends Endpoint, const R extends RequestSchemas = Record<never, never>>(
  endpoint: E,
  request?: R,
) => {
  const { id, method, path, tag, summary, body, response, errors } = endpoint
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    ...(body ? { body } : {}),
    ...request,
    response: { ...response, ...errorResponses(...errors) },
  }
  return { method: method as E['method'], url: path as E['path'], schema: typed<E, R>(schema) }
}

/** Spreading loses which parts there are; they are those of the endpoint, and those given with it. */
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

/** The answers of a route besides its own: errors with the body that all share. */
const errorResponses = <const Status extends ErrorStatus>(...statuses: Status[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, errorBody.meta({ description: ERROR_RESPONSES[status] })]),
  ) as Record<Status, typeof errorBody>

/**
 * Validates requests by their zod schemas; throws an Invalid that names the fields. Characters are checked here, in every text
 * of a request, so that no schema can leave it out.
 */
export const validateRequests: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const validate = (data: unknown) => {
    const unstorable = unstorableFields(data)
    const parsed = schema.safeParse(data)
    if (parsed.success && unstorable.size === 0) return { value: parsed.data }
    const errors = parsed.success ? [] : validationErrorsOf(parsed.error)
    for (const { field } of errors) unstorable.delete(field)
    return { error: new Invalid([...errors, ...[...unstorable].map(unstorableError)]) }
  }
  return httpPart === 'querystring' ? remembering(validate) : validate
}

const unstorableError = (field: string): ValidationError => ({ field, message: UNSTORABLE })

/** Fields that an answer names, and the length of a name: a small body could ask for gigabytes. */
const MOST_NAMED = 100
const LONGEST_NAME = 200

/** The fields of a request whose texts or names cannot be stored. Nesting may be of any depth. */
const unstorableFields = (data: unknown): Set<string> => {
  const fields = new Set<string>()
  const waiting = [{ field: '', value: data }]
  for (let next = waiting.pop(); next && fields.size < MOST_NAMED; next = waiting.pop()) {
    const { field, value } = next
    if (typeof value === 'string' && !isStorable(value)) fields.add(field)
    if (!isPlainObject(value) && !Array.isArray(value)) continue
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) fields.add(field)
      const path = field === '' ? name : `${field}.${name}`
      waiting.push({ field: path.length > LONGEST_NAME ? field : path, value: part })
    }
  }
  return fields
}

/** The valid queries of an address that are kept, and the longest of them. */
const MOST_QUERIES = 50
const LONGEST_QUERY = 500

/** Screens send the same few queries again and again: each is parsed once. */
const remembering = (validate: (data: unknown) => { value?: unknown; error?: Error }): typeof validate => {
  const known = new Map<string, { value: unknown }>()
  return (data) => {
    const key = JSON.stringify(data)
    const kept = known.get(key)
    if (kept) return kept
    const result = validate(data)
    if (result.error || key.length > LONGEST_QUERY) return result
    if (known.size >= MOST_QUERIES) known.clear()
    const valid = { value: Object.freeze(result.value) }
    known.set(key, valid)
    return valid
  }
}

/**
 * Writes answers by their output schemas, as encoding them would: what is named there, in that order. It takes half the
 * time, since values are not checked again: the compiler has checked what handlers return. What is frozen is written once.
 */
export const serializeAnswers: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const pick = pickerOf(schema)
  const written = new WeakMap<object, string>()
  return (answer: unknown) => {
    if (typeof answer !== 'object' || answer === null || !Object.isFrozen(answer))
      return JSON.stringify(pick(answer))
    const text = written.get(answer) ?? JSON.stringify(pick(answer))
    written.set(answer, text)
    return text
  }
}

/** Gives of a value what a schema names. */
type Picker = (value: unknown) => unknown

/** What a schema names of a value, as answers hold it. */
export const pickerOf = (schema: z.core.$ZodType): Picker => {
  const { def } = known(schema)._zod
  switch (def.type) {
    case 'object':
      return fieldPicker(def.shape)
    case 'array': {
      const pick = pickerOf(def.element)
      return (value) => (Array.isArray(value) ? value.map(pick) : unexpected(value))
    }
    case 'nullable':
    case 'optional':
    case 'nonoptional':
    case 'default': {
      const pick = pickerOf(def.innerType)
      return (value) => (value === null || value === undefined ? value : pick(value))
    }
    default:
      return isPlain(schema) ? plain : (value) => z.encode(schema, value)
  }
}

/** The union of zod's own schemas, which its base class stands for. */
const known = (schema: z.core.$ZodType) => schema as z.core.$ZodTypes

/** Whether values are texts, numbers and the like, which are written as they are. */
const isPlain = (schema: z.core.$ZodType): boolean => {
  const { def } = known(schema)._zod
  if (def.type === 'union') return def.options.every(isPlain)
  const isChanged = def.checks?.some((check) => check._zod.def.check === 'overwrite')
  return /^(string|number|boolean|enum|literal)$/.test(def.type) && !isChanged
}

const plain: Picker = (value) => (typeof value === 'object' && value !== null ? unexpected(value) : value)

const fieldPicker = (shape: z.core.$ZodShape): Picker => {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, pick: pickerOf(field) }))
  return (value) => {
    if (!isRecord(value)) return unexpected(value)
    const picked: Record<string, unknown> = {}
    for (const { name, pick } of fields) picked[name] = pick(value[name])
    return picked
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What lies where the schema names something else could hold anything. */
const unexpected = (value: unknown): never => {
  throw new TypeError(
    `An answer holds ${Array.isArray(value) ? 'a list' : typeof value} in place of what its schema names`,
  )
}

/** The parameters of an address that names one record. */
export const idParameters = z.object({ id: id().regex(RECORD_ID) })

const MAX_LIMIT = 100
const MAX_PAGE = 100_000_000
const MAX_SEARCH = 200

/** Ids as a query names them. */
export const someIds = z
  .string('Debe ser una lista de identificadores.')
  .transform((value) => value.split(','))
  .refine(
    (ids) => ids.length <= MAX_LIMIT && ids.every((each) => id().safeParse(each).success),
    `Debe ser una lista de 1 a ${MAX_LIMIT} identificadores separados por comas.`,
  )
  .meta({ description: 'Identificadores separados por comas' })

/** The query of a list and of its count: paging, search, order and the entity's own filters (rules Q1, Q2). */
export const listParameters = <Filters extends z.ZodRawShape>(sorts: readonly string[], filters: Filters) =>
  z.strictObject({
    page: wholeNumber(1, MAX_PAGE).optional(),
    limit: wholeNumber(1, MAX_LIMIT).optional(),
    search: text(MAX_SEARCH),
    sort: z.enum(sorts, 'No se puede ordenar por este campo.').optional(),
    order: z.enum(['asc', 'desc'], 'Debe ser asc o desc.').optional(),
    ids: someIds.optional(),
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

/** A whole number from `min` to `max`, as a query carries it. */
export const wholeNumber = (min: number, max: number) => {
  const message = `Debe ser un número entre ${min} y ${max}.`
  return z
    .string(message)
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, message)
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** A filter that is true or false. */
export const flag = () =>
  z.enum(['true', 'false'], 'Debe ser true o false.').transform((value) => value === 'true')

const changed = new WeakMap<z.ZodType, z.ZodObject>()

/**
 * The body of a PUT: any fields, for the verb to lay over the stored record and check as a whole. The contract
 * shows it as `schema` with every field optional; parsing that would fill absent fields with their defaults.
 */
export const changesOf = (schema: z.ZodObject) => {
  const body = z.record(z.string(), z.unknown(), 'Debe enviar un objeto.')
  changed.set(body, schema)
  return body
}

/** The schema behind a body made by `changesOf`, for the contract. */
export const schemaOfChanges = (body: z.ZodType): z.ZodObject | undefined => changed.get(body)

const readSchema = readDate()

/** Throws a STALE conflict when the record was saved since; a body without `dateUpdate` asks for no check (rule W3). */
export const refuseStale = (body: { readonly dateUpdate?: unknown }, stored: Date): void => {
  const parsed = readSchema.safeParse(body.dateUpdate)
  if (!parsed.success)
    throw new Invalid(
      validationErrorsOf(parsed.error).map(({ message }) => ({ field: 'dateUpdate', message })),
    )
  if (parsed.data !== undefined && Date.parse(parsed.data) !== stored.getTime()) throw stale()
}

/** Whether an edit leaves every value as it is stored: then it moves no date and is no event of the audit log. */
export const changesNothing = (
  stored: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): boolean => Object.entries(values).every(([name, value]) => isDeepStrictEqual(stored[name], value))

/** The `dateUpdate` of an edit made now: always later than the stored one. */
export const editDate = (now: Date, stored: Date): Date =>
  new Date(Math.max(now.getTime(), stored.getTime() + 1))
