import type { z } from 'zod'
import type { Endpoint } from '../../../domain/contract/endpoint.ts'
import type { errorBody } from './answers.ts'
import { errorResponses } from './schemas.ts'

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
