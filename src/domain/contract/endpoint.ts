import type { z } from 'zod'

/** Error statuses that an endpoint declares itself; the server adds those common to all requests. */
export type ErrorStatus = 401 | 403 | 404 | 409 | 422 | 429 | 502 | 503 | 504

/** An operation of the API, as the server registers it and the admin's client calls it. */
export interface Endpoint {
  /** `operationId` in the OpenAPI document: the operation's name in generated clients. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters as `:name`. */
  readonly path: string
  /** Section of the API documentation, and summary of the operation, both in Spanish. */
  readonly tag: string
  readonly summary: string
  readonly body?: z.ZodType
  /** Output schemas by success status. */
  readonly response: Readonly<Record<number, z.ZodType>>
  readonly errors: readonly ErrorStatus[]
}

/** Declares the endpoints of one subject; the keys are only used in code. */
export const endpoints = <const Table extends Readonly<Record<string, Endpoint>>>(table: Table): Table =>
  table

/** Maps endpoints by the method and path that the admin's client uses: `GET /api/users/:id`. */
export type EndpointsByKey<Declared extends Endpoint> = {
  [Each in Declared as `${Each['method']} ${Each['path']}`]: Each
}
