import type { App } from '../../src/server/platform/http/context.ts'
import type { Schema } from './values.ts'

export interface Parameter {
  name: string
  in: string
  schema?: Schema
}

/** The parts of an operation of the contract that requests are made from. */
export interface Operation {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, unknown>
}

/** By endpoint: `PUT /api/movies/:id`. */
export type Operations = ReadonlyMap<string, Operation>

const known = new WeakMap<App, Operations>()

/** The operations of the contract that a server publishes. */
export const operationsOf = (app: App): Operations => {
  const found = known.get(app)
  if (found) return found
  const paths: Record<string, Record<string, Operation>> = JSON.parse(JSON.stringify(app.swagger().paths))
  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation] as const,
      ),
    ),
  )
  known.set(app, operations)
  return operations
}
