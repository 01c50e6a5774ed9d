import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { App } from './app-type.ts'
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
      const isOpen = route.route.config?.access === 'public'
      return { url, schema: isOpen ? schema : { ...schema, security: [{ token: [] }] } }
    },
  })
}

/** GET /api/openapi.json and the page that shows it: made at the first call, and the same from then on. */
export const contractRoutes = async (app: App): Promise<void> => {
  app.get(
    '/api/openapi.json',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      return app.swagger()
    },
  )
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      theme: { title: info.title },
      uiConfig: { docExpansion: 'none', deepLinking: true, validatorUrl: null },
    })
  })
}
