import type { FastifySchemaCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { id } from '../../../domain/validation/ids.ts'
import { problemsOf } from '../../../domain/validation/problems.ts'
import { errorBody } from './answers.ts'
import { Invalid } from './errors.ts'

/** Checks what comes in by its zod shape; what does not fit is an Invalid that names its fields. */
export const validateRequests: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? { value: parsed.data } : { error: new Invalid(problemsOf(parsed.error)) }
  }

export const serializeAnswers = serializerCompiler

/** The parameters of an address that names one record. */
export const idParameters = z.object({ id: id() })

export const noAnswer = z.undefined()

const REFUSALS = {
  401: 'No hay sesión, o terminó',
  403: 'Sin permiso',
  404: 'No existe, o está fuera del alcance de quien pregunta',
  409: 'Contradice lo guardado: duplicado, en uso o modificado por otra persona',
  422: 'Datos no válidos, por campo',
  429: 'Demasiados intentos',
  502: 'Otra dirección, como la de una guía, no se pudo leer',
  503: 'El servicio está demasiado ocupado, o la base de datos no responde',
  504: 'Otra dirección tardó demasiado',
} as const
type Refusal = keyof typeof REFUSALS

/** The answers of a route besides its own: refusals with the body that all share. */
export const refusals = <const Status extends Refusal>(...statuses: Status[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, errorBody.meta({ description: REFUSALS[status] })]),
  ) as Record<Status, typeof errorBody>

const changed = new WeakMap<z.ZodType, z.ZodObject>()

/**
 * The body of a PUT: any fields, for the verb to lay over the stored record and check as a whole. The contract
 * shows it as `shape` with every field optional; parsing that would fill absent fields with their defaults.
 */
export const changesOf = (shape: z.ZodObject) => {
  const body = z.record(z.string(), z.unknown(), 'Debe enviar un objeto.')
  changed.set(body, shape)
  return body
}

/** The shape behind a body made by `changesOf`, for the contract. */
export const shapeOfChanges = (body: z.ZodType): z.ZodObject | undefined => changed.get(body)
