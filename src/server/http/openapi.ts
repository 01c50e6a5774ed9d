import swagger from '@fastify/swagger'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { App } from './app-type.ts'
import { type Contract, contractPage } from './contract-page.ts'
import { shapeOfChanges } from './shapes.ts'

const info = {
  title: 'Cartelera: API',
  version: '1.0.0',
  description:
    'El contrato entre el servidor y la administración. Las listas paginadas reciben page, limit, search, sort y ' +
    'order; un PUT cambia solo los campos enviados, y una dateUpdate que ya no es la guardada se rechaza con 409.',
}

const optional = (shape: z.ZodObject) => {
  const { required: _required, ...rest } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  const { $schema: _schema, ...schema } = rest
  return schema
}

const transform = createJsonSchemaTransform({
  zodToJsonConfig: {
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const shape = zodSchema instanceof z.ZodType ? shapeOfChanges(zodSchema) : undefined
      if (!shape) return
      for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name)
      Object.assign(jsonSchema, optional(shape))
    },
  },
})

/** An answer that says nothing of itself would be called so in English. */
const nameSuccess = (answers: unknown): void => {
  if (typeof answers !== 'object' || answers === null) return
  for (const answer of Object.values(answers))
    if (typeof answer === 'object' && answer !== null) answer.description ??= 'Correcto'
}

/** Reads the contract off the routes that are registered after it. */
export const describeRoutes = async (app: App): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform(route) {
      const { schema, url } = transform(route)
      nameSuccess(schema.response)
      const isOpen = route.route.config?.access === 'public'
      return { url, schema: isOpen ? schema : { ...schema, security: [{ token: [] }] } }
    },
  })
}

const asContract = (document: unknown): Contract => document as Contract

/** The contract is the same as long as the process runs: its text is made when it is first asked for. */
const once = (write: () => string): (() => string) => {
  let text: string | undefined
  return () => {
    text ??= write()
    return text
  }
}

/** GET /api/openapi.json and the page that shows it, both open to everybody. */
export const contractRoutes = async (app: App): Promise<void> => {
  const config = { access: 'public' } as const
  const json = once(() => JSON.stringify(app.swagger()))
  const page = once(() => contractPage(asContract(app.swagger())))
  app.get('/api/openapi.json', { config, schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(json()),
  )
  app.get('/api/docs', { config, schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page()),
  )
}
