import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { bulkEndpoint, bulkPreviewEndpoint } from '../../src/domain/batches/bulk.ts'
import { LINKED_RESOURCES } from '../../src/domain/contents/link-verdict.ts'
import { mergeEndpoints } from '../../src/domain/contents/merge.ts'
import { DATED_CONTENTS } from '../../src/domain/contents/newest-contents.ts'
import type { Endpoint } from '../../src/domain/contract/endpoint.ts'
import { catalogueImportEndpoints } from '../../src/domain/imports/import.ts'
import { RESOURCES, takesFiles } from '../../src/domain/registry.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../src/domain/**/*.ts', { eager: true })

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

/** The endpoints in a value, at any depth. */
const endpointsIn = (value: unknown, depth = 0): Endpoint[] => {
  if (isEndpoint(value)) return [value]
  if (typeof value !== 'object' || value === null || value instanceof z.ZodType || depth > 3) return []
  return Object.values(value).flatMap((each) => endpointsIn(each, depth + 1))
}

/** The endpoints that the server creates for each catalogue entity. */
const made = [
  RESOURCES.filter(takesFiles)
    .filter((name) => name !== 'users')
    // The response of a bulk request does not depend on its body.
    .map((name) => [bulkEndpoint(name, z.object({})), catalogueImportEndpoints(name)]),
  LINKED_RESOURCES.map(bulkPreviewEndpoint),
  DATED_CONTENTS.map(mergeEndpoints),
]

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

const ENDPOINTS = [...new Set([Object.values(modules), made].flatMap((each) => endpointsIn(each)))]
  // Paths without parameters first.
  .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
  .map((endpoint) => ({ ...endpoint, pattern: patternOf(endpoint.path) }))

/** The body as parsed by a client. */
const saidBy = (schema: z.ZodType, body: unknown): unknown => {
  if (body === undefined || schema instanceof z.ZodString) return body
  return JSON.parse(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Difference between a successful response and the contract; undefined if there is none. */
export const contractDifference = (
  method: string,
  path: string,
  status: number,
  body: unknown,
): string | undefined => {
  if (status >= 300) return undefined
  const endpoint = ENDPOINTS.find((each) => each.method === method && each.pattern.test(path))
  if (!endpoint) return 'is not in the contract'
  const schema = endpoint.response[status]
  if (!schema) return `answers ${Object.keys(endpoint.response).join(' or ')}, not ${status}`
  const said = saidBy(schema, body)
  const encoded = z.safeEncode(schema, said)
  if (!encoded.success)
    return `differs from its schema in: ${encoded.error.issues.map(({ path }) => path.join('.') || 'all of it').join(', ')}`
  return isDeepStrictEqual(encoded.data, said) ? undefined : `has undeclared fields: ${JSON.stringify(said)}`
}
