import { z } from 'zod'
import type { App } from '../../src/server/platform/http/context.ts'

type Paths = Record<string, Record<string, { responses?: Record<string, unknown> }>>

const declaredStatuses = (app: App): Map<string, Set<string>> => {
  const paths: Paths = JSON.parse(JSON.stringify(app.swagger().paths))
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses = {} }]): [string, Set<string>] => [
        `${method.toUpperCase()} ${path}`,
        new Set(Object.keys(responses)),
      ]),
    ),
  )
}

/** Cached: the contract is the same for every application that the tests build. */
let declared: Map<string, Set<string>> | undefined

/** Statuses that no endpoint declares: 499 is only logged after a disconnect, 304 replaces the 200. */
const unheard = (status: number): boolean => status === 499 || status === 304

const outputSchemaOf = (response: unknown, status: number): z.ZodType | undefined => {
  const schema: unknown = typeof response === 'object' && response !== null && Reflect.get(response, status)
  return schema instanceof z.ZodType ? schema : undefined
}

/** Compares a response with its schema, since the server itself does not validate responses. */
const differenceOf = (schema: z.ZodType, answer: unknown, text: string): string | undefined => {
  const encoded = z.safeEncode(schema, answer)
  if (!encoded.success) return z.prettifyError(encoded.error)
  return JSON.stringify(encoded.data) === text ? undefined : `something else than its schema names: ${text}`
}

/** Collects responses whose status or body the contract does not declare; call it before the application is ready. */
export const watchAnswers = (app: App): string[] => {
  const undeclared: string[] = []
  const answers = new WeakMap<object, unknown>()
  app.addHook('preSerialization', async (request, _reply, answer) => {
    answers.set(request, answer)
    return answer
  })
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    const { method, routeOptions } = request
    declared ??= declaredStatuses(app)
    const operation = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url?.replace(/:(\w+)/g, '{$1}')}`
    const statuses = declared.get(operation)
    if (statuses && !unheard(statusCode) && !statuses.has(String(statusCode)))
      undeclared.push(`${operation} answered ${statusCode}`)
    const schema = outputSchemaOf(routeOptions.schema?.response, statusCode)
    if (schema && statusCode < 300 && typeof payload === 'string' && answers.has(request)) {
      const difference = differenceOf(schema, answers.get(request), payload)
      if (difference) undeclared.push(`${operation} answered ${difference}`)
    }
    return payload
  })
  return undeclared
}
