import type { z } from 'zod'

/** Statuses of errors that an endpoint declares of its own; the server adds those that any request can meet. */
export type ErrorStatus = 401 | 403 | 404 | 409 | 422 | 429 | 502 | 503 | 504

/** One operation of the API, as the server registers it and the admin asks for it. */
export interface Endpoint {
  /** `operationId` of the OpenAPI document: the name of the operation in generated clients. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:name` stands for a parameter. */
  readonly path: string
  /** The section of the API's documentation, in Spanish, and what the operation does. */
  readonly tag: string
  readonly summary: string
  readonly body?: z.ZodType
  /** Output schemas by the status of success. */
  readonly response: Readonly<Record<number, z.ZodType>>
  readonly errors: readonly ErrorStatus[]
}

/** Declares the endpoints of one subject; their keys are for the code alone. */
export const endpoints = <const Table extends Readonly<Record<string, Endpoint>>>(table: Table): Table =>
  table

/** An endpoint under the address that the admin's client asks it by: `GET /api/users/:id`. */
export type ByAddress<Declared extends Endpoint> = {
  [Each in Declared as `${Each['method']} ${Each['path']}`]: Each
}
