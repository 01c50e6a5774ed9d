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

/** Read once: the contract is the same for every application that the tests build. */
let declared: Map<string, Set<string>> | undefined

/** What the contract does not declare: 499 is only logged when the client has disconnected, 304 stands for the 200. */
const unheard = (status: number): boolean => status === 499 || status === 304

/** Collects responses whose status the contract does not declare; call it before the application is ready. */
export const watchStatuses = (app: App): string[] => {
  const undeclared: string[] = []
  app.addHook('onSend', async ({ method, routeOptions: { url } }, { statusCode }, payload) => {
    declared ??= declaredStatuses(app)
    const operation = `${method === 'HEAD' ? 'GET' : method} ${url?.replace(/:(\w+)/g, '{$1}')}`
    const statuses = declared.get(operation)
    if (statuses && !unheard(statusCode) && !statuses.has(String(statusCode)))
      undeclared.push(`${operation} answered ${statusCode}`)
    return payload
  })
  return undeclared
}
