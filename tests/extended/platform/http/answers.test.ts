import diagnostics from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../../../src/server/app.ts'
import { serializeResponses } from '../../../../src/server/platform/http/operation.ts'
import { testApp } from '../../../support/app.ts'

const server = testApp()

interface Route {
  method: string | string[]
  url: string
  schema?: { response?: Record<string, unknown> }
}
interface Hooked {
  addHook(name: 'onRoute', hook: (route: Route) => void): void
}
const isHooked = (value: unknown): value is Hooked =>
  typeof value === 'object' && value !== null && 'addHook' in value

/** The output schemas of all routes. */
const outputSchemas = async (): Promise<[name: string, schema: z.ZodType][]> => {
  const found: [string, z.ZodType][] = []
  const listen = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('fastify' in message)) return
    if (!isHooked(message.fastify)) return
    message.fastify.addHook('onRoute', ({ method, url, schema }) => {
      for (const [status, each] of Object.entries(schema?.response ?? {}))
        if (each instanceof z.ZodType) found.push([`${method} ${url} ${status}`, each])
    })
  }
  diagnostics.subscribe('fastify.initialization', listen)
  const app = await buildApp(server.context)
  diagnostics.unsubscribe('fastify.initialization', listen)
  await app.close()
  return found
}

const write = (schema: z.ZodType, value: unknown): string =>
  serializeResponses({ schema, method: 'GET', url: '/', httpStatus: '200' })(value)

const TEXTS = ['á "b" \u2028\n', '', 'a', '2026-10-18', 'https://e.example/a.png', 'uno@e.example']

/** A sample value of a schema, with additional fields; it varies with `n`. */
const sample = (schema: z.core.$ZodType, n: number): unknown => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const valid = (values: readonly unknown[]) => {
    const rotated = [...values.slice(n % values.length), ...values.slice(0, n % values.length)]
    return rotated.find((value) => z.safeParse(schema, value).success)
  }
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field], index) => [name, sample(field, n + index)])
      const others = def.catchall
        ? []
        : [
            ['passwordHash', 'secret'],
            ['nested', { a: 1 }],
          ]
      return Object.fromEntries(
        [...others, ...fields.toReversed()].filter(([, value]) => value !== undefined),
      )
    }
    case 'array':
      return Array.from({ length: n % 4 }, (_, index) => sample(def.element, n + index))
    case 'record':
      return { segundo: sample(def.valueType, n), primero: sample(def.valueType, n + 1) }
    case 'nullable':
      return n % 2 === 0 ? null : sample(def.innerType, n)
    case 'optional':
      return n % 3 === 0 ? undefined : sample(def.innerType, n)
    case 'nonoptional':
      return sample(def.innerType, n) ?? sample(def.innerType, n + 1)
    case 'default':
      return def.defaultValue
    case 'enum':
      return valid(Object.values(def.entries))
    case 'literal':
      return valid(def.values)
    case 'union':
      return sample(def.options[n % def.options.length] ?? schema, n)
    case 'boolean':
      return n % 2 === 0
    case 'number':
      return valid([n, -n, 1.5, 0, 4])
    case 'string':
      return valid(TEXTS)
    case 'unknown':
      return valid([null, { a: [1] }, 'x'])
    default:
      throw new Error(`No sample of ${def.type}`)
  }
}

test('responses of every route are serialised as their output schemas would encode them', async () => {
  const schemas = await outputSchemas()
  const written = schemas.filter(([, schema]) => !['undefined', 'custom'].includes(schema.def.type))
  expect(written.length).toBeGreaterThan(300)
  for (const [name, schema] of written)
    for (let n = 0; n < 12; n++) {
      const value = sample(schema, n)
      expect([name, write(schema, value)]).toEqual([name, JSON.stringify(z.encode(schema, value))])
    }
})

test('serialising throws for an object where the schema has a string', () => {
  const schema = z.object({ name: z.string(), list: z.array(z.object({ a: z.int() })) })
  for (const value of [
    { name: { first: 'Ana' }, list: [] },
    { name: 'Ana', list: { a: 1 } },
    { name: 'Ana', list: ['secret'] },
  ])
    expect(() => write(schema, value)).toThrow(/in place of what its schema names/)
})

test('serialising applies the transforms of the schema, and is cached for frozen objects', () => {
  const schema = z.object({ name: z.string().trim(), get: z.unknown() })
  expect(write(schema, { name: ' Ana ', get: 1 })).toBe('{"name":"Ana","get":1}')
  const serialize = serializeResponses({ schema, method: 'GET', url: '/', httpStatus: '200' })
  let reads = 0
  const answer = Object.freeze({
    name: 'Ana',
    get get() {
      return ++reads
    },
  })
  expect([serialize(answer), serialize(answer)]).toEqual(Array(2).fill('{"name":"Ana","get":1}'))
})
