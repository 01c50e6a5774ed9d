import type { z } from 'zod'
import type { Api, Resources } from '../../domain/api.ts'
import { ApiError } from './api-error.ts'
import { call, type HttpRequest } from './http.ts'

type Address = keyof Api & string

type Output<Schemas> = Schemas[keyof Schemas] extends infer Each
  ? Each extends z.ZodType
    ? z.output<Each>
    : never
  : never

/** What an endpoint answers: inferred from its output schema. */
export type Answer<A extends Address> = Output<Api[A]['response']>

type Body<A extends Address> = Api[A] extends { body: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never

interface Request<A extends Address> extends Pick<HttpRequest, 'signal' | 'idempotencyKey' | 'foreign'> {
  /** The values of the address's parameters. */
  params?: Readonly<Record<string, string>>
  query?: URLSearchParams | undefined
  /** Any of its fields, of a PUT that takes the changed ones alone. */
  body?: A extends `PUT ${string}` ? Partial<Body<A>> : Body<A>
}

/** A record of a resource as React-Admin knows it, and a row of its list. */
export type RecordOf<Name extends keyof Resources> = Resources[Name]['record'] & { id: string }
export type RowOf<Name extends keyof Resources> = Resources[Name]['row'] & { id: string }

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Asks an endpoint, named by method and path; throws ApiError for anything but success. */
export const ask = async <A extends Address>(
  address: A,
  { params = {}, query, ...request }: Request<A> = {},
): Promise<Answer<A>> => {
  const [verb, template = ''] = address.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query === undefined || query.size === 0 ? '' : `?${query}`
  const method = METHODS.find((each) => each === verb) ?? 'GET'
  const { status, body } = await call(`${path}${search}`, { method, ...request })
  try {
    // A 204 has no body; its output schema has no value.
    return JSON.parse(body === '' ? 'null' : body)
  } catch {
    throw new ApiError(status, { message: 'El servidor no entregó una respuesta válida.' })
  }
}
