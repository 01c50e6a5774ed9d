import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { payloadSchema, WEBHOOK_TYPE_NAMES, WEBHOOK_TYPES } from '../../../domain/outbox/webhook-events.ts'
import type { App } from './context.ts'
import {
  CONTRACT_STYLE,
  type Contract,
  type ContractResponse,
  contractPage,
  type Schema,
} from './contract-page.ts'
import { errorBody } from './errors.ts'
import { hashText, matchesEtag, pagePolicy } from './headers.ts'
import { partialBodySchema } from './operation.ts'

const info = {
  title: 'Cartelera: API',
  version: '1.0.0',
  description:
    'El contrato entre el servidor y la administración. Las listas paginadas reciben page, limit, search, sort y ' +
    'order; un PUT cambia solo los campos enviados, y una dateUpdate que ya no es la guardada se rechaza con 409.',
}

const optional = (schema: z.ZodObject) => {
  const {
    required: _required,
    $schema: _schema,
    ...fields
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return fields
}

const transform = createJsonSchemaTransform({
  zodToJsonConfig: {
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const schema = zodSchema instanceof z.ZodType ? partialBodySchema(zodSchema) : undefined
      if (!schema) return
      for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name)
      Object.assign(jsonSchema, optional(schema))
    },
  },
})

/** Replaces the default description, which is in English. */
const describeSuccess = (responses: unknown): void => {
  if (typeof responses !== 'object' || responses === null) return
  for (const response of Object.values(responses))
    if (typeof response === 'object' && response !== null) response.description ??= 'Correcto'
}

/** The page and the common responses only use what every document has. */
const asContract = (document: unknown): Contract => document as Contract

/** An object's schema, of which the page reads a part. */
const asSchema = (schema: unknown): Schema => schema as Schema

type When = 'always' | 'signed in' | 'writing' | 'with an id'

/** Responses that the server may send instead of an endpoint's: declared once, and referenced by each operation. */
const COMMON_RESPONSES: Readonly<Record<number, readonly [When, description: string]>> = {
  400: ['always', 'La solicitud no se puede leer'],
  401: ['signed in', 'No hay sesión, o terminó'],
  403: ['signed in', 'Sin permiso'],
  404: ['with an id', 'No existe, o está fuera del alcance de quien pregunta'],
  405: ['always', 'La dirección no admite el método; Allow dice cuáles admite'],
  408: ['writing', 'La solicitud tardó demasiado'],
  413: ['writing', 'La solicitud es demasiado grande'],
  414: ['with an id', 'La dirección es demasiado larga'],
  415: ['writing', 'El tipo de contenido no es compatible; el mensaje y Accept dicen cuál lo es'],
  429: ['signed in', 'Demasiadas solicitudes en un minuto; Retry-After dice cuándo intentar de nuevo'],
  431: ['always', 'Los encabezados son demasiado grandes'],
  500: ['always', 'Error inesperado, con su código'],
  503: ['always', 'La base de datos no responde; Retry-After dice cuándo intentar de nuevo'],
}

const commonResponses = () => {
  const { $schema: _schema, ...made } = z.toJSONSchema(errorBody)
  const schema = asSchema(made)
  return Object.fromEntries(
    Object.entries(COMMON_RESPONSES).map(([status, [, description]]): [string, ContractResponse] => [
      `E${status}`,
      { description, content: { 'application/json': { schema } } },
    ]),
  )
}

/** Adds the common responses to every operation. */
const addCommonResponses = (document: Contract): void => {
  document.components = { ...document.components, responses: commonResponses() }
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods)) {
      const applies: Record<When, boolean> = {
        always: true,
        'signed in': operation.security !== undefined,
        // Includes DELETE, whose body is read too.
        writing: method !== 'get',
        'with an id': path.includes('{'),
      }
      operation.responses ??= {}
      for (const [status, [when]] of Object.entries(COMMON_RESPONSES))
        if (applies[when]) operation.responses[status] ??= { $ref: `#/components/responses/E${status}` }
    }
}

const HEADERS = {
  'webhook-id': 'Igual en todos los intentos: quien recibe ignora los repetidos',
  'webhook-timestamp': 'Segundos desde 1970',
  'webhook-signature': 'Firmas de Standard Webhooks, separadas por un espacio',
}

/** What the service posts to the URLs of webhooks. A template replaces the body. */
const contractWebhooks = (): NonNullable<Contract['webhooks']> => {
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  return Object.fromEntries(
    WEBHOOK_TYPE_NAMES.map((type) => {
      const { $schema: _schema, ...schema } = z.toJSONSchema(payloadSchema(type))
      const content = { 'application/json': { schema: asSchema(schema) } }
      const responses = {
        '2XX': { description: 'Recibido' },
        410: { description: 'La dirección ya no existe: el webhook se apaga' },
        default: { description: 'Se intenta de nuevo' },
      }
      const summary = WEBHOOK_TYPES[type]
      return [type, { post: { summary, parameters, requestBody: { content }, responses } }]
    }),
  )
}

const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'La sesión de una persona: el token de POST /auth/local',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Una clave de API, que comienza con ck_: actúa en nombre de quien la creó, con los permisos que se le dieron ' +
      'y que esa persona conserva. Pocas operaciones son solo para personas',
  },
} as const

type Security = { token: never[] } | { key: never[] }

/** Undefined for public operations. */
const routeSecurity = ({ config }: RouteOptions): Security[] | undefined => {
  if (config?.access === 'public') return undefined
  const takesKeys = config?.access !== 'viewer-app' && config?.peopleOnly === undefined
  return [{ token: [] }, ...(takesKeys ? [{ key: [] }] : [])]
}

/** Collects the contract from the routes registered afterwards. */
export const describeRoutes = async (app: App): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform(route) {
      const { schema, url } = transform(route)
      describeSuccess(schema.response)
      const security = routeSecurity(route.route)
      return { url, schema: security ? { ...schema, security } : schema }
    },
    transformObject: (made) => {
      const document = 'openapiObject' in made ? made.openapiObject : made.swaggerObject
      const contract = asContract(document)
      addCommonResponses(contract)
      contract.webhooks = contractWebhooks()
      return document
    },
  })
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** A text that is constant while the process runs, in each encoding. */
interface StaticText {
  etag: string
  bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>
}

/** Writes and compresses a text on first use: the contract has megabytes, too much to compress for each request. */
const publish = (write: () => string): (() => Promise<StaticText>) => {
  let made: Promise<StaticText> | undefined
  const make = async (): Promise<StaticText> => {
    const text = write()
    const identity = Buffer.from(text)
    const [br, zipped] = await Promise.all([
      brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      gzipped(identity),
    ])
    return { etag: `W/"${hashText(text)}"`, bodies: { br, gzip: zipped, identity } }
  }
  return () => {
    made ??= make()
    return made
  }
}

const acceptedEncoding = (accepted: string | undefined) => {
  const names = (accepted ?? '').split(',').map((each) => each.replace(/\s/g, ''))
  const takes = (name: string) => names.some((each) => each === name || each.startsWith(`${name};q=0.`))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

const send = ({ headers }: FastifyRequest, reply: FastifyReply, { etag, bodies }: StaticText) => {
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag)
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).removeHeader('content-type').send()
  const encoding = acceptedEncoding(headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}

/** GET /api/openapi.json and the page that shows it, both public. */
export const contractRoutes = async (app: App): Promise<void> => {
  const options = { config: { access: 'public' }, compress: false, schema: { hide: true } } as const
  const json = publish(() => JSON.stringify(app.swagger()))
  const page = publish(() => contractPage(asContract(app.swagger())))
  app.get('/api/openapi.json', options, async (request, reply) =>
    send(request, reply.type('application/json; charset=utf-8'), await json()),
  )
  app.get('/api/docs', options, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy(CONTRACT_STYLE))
    return send(request, reply, await page())
  })
}
