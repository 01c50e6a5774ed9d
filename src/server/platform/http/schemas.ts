import type { FastifySchemaCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ErrorStatus } from '../../../domain/contract/endpoint.ts'
import { validationErrorsOf } from '../../../domain/validation/errors.ts'
import { id } from '../../../domain/validation/fields.ts'
import { errorBody } from './answers.ts'
import { Invalid } from './errors.ts'

/** Checks what comes in by its zod schema; what does not fit is an Invalid that names its fields. */
export const validateRequests: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? { value: parsed.data } : { error: new Invalid(validationErrorsOf(parsed.error)) }
  }

export const serializeAnswers = serializerCompiler

/** The parameters of an address that names one record. */
export const idParameters = z.object({ id: id() })

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
export const errorResponses = <const Status extends ErrorStatus>(...statuses: Status[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, errorBody.meta({ description: ERROR_RESPONSES[status] })]),
  ) as Record<Status, typeof errorBody>

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
