import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../../../domain/contract/endpoint.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import type { Declaration } from '../auth/access.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import {
  EXPORT_TYPES,
  type ExportedList,
  type ExportQuery,
  exportOptions,
  exportParameters,
  sendExport,
} from '../exports/export-list.ts'
import type { App, Context } from '../http/context.ts'
import { operation } from '../http/operation.ts'
import { type SizeQuery, sizeParameters } from './list-limit.ts'

type RowsEndpoint = Endpoint & { readonly response: { readonly 200: z.ZodArray<z.ZodObject> } }

interface ListEndpoints<List extends RowsEndpoint> {
  readonly list: List
  readonly listShort?: RowsEndpoint
  readonly count: Endpoint
  readonly export?: Endpoint
}

interface ListOptions<Row, Shape extends z.ZodRawShape, Params, Query = z.output<z.ZodObject<Shape>>> {
  /** Access, and further options of every route; with `replica`, replicas answer too. */
  config: Declaration & FastifyContextConfig
  preValidation?(request: FastifyRequest): Promise<void>
  params?: z.ZodType<Params>
  querystring: z.ZodObject<Shape, z.core.$strict>
  list(context: Context, currentUser: CurrentUser, query: Query, params: Params): Promise<Row[]>
  count(context: Context, currentUser: CurrentUser, query: SizeQuery<Query>, params: Params): Promise<Size>
  /** Columns of the exported rows that the list's rows do not have: in a file only if it is asked for them. */
  added?: readonly string[]
  /** Fields of the list's rows that no file has. */
  unexported?: readonly string[]
  exported?(currentUser: CurrentUser, query: Query & ExportQuery, params: Params): ExportedList
}

/** The routes of a list: its pages, their total size, and its export with the same filters (rules Q1 to Q3). */
export const listRoutes = <List extends RowsEndpoint, Shape extends z.ZodRawShape, Params = unknown>(
  app: App,
  context: Context,
  endpoints: ListEndpoints<List>,
  options: ListOptions<z.output<List['response'][200]['element']>, Shape, Params>,
): void => {
  type Query = z.output<z.ZodObject<Shape>>
  const {
    config,
    preValidation,
    params = z.unknown(),
    querystring,
    list,
    count,
    added = [],
    unexported = [],
    exported,
  } = options
  const hooks = preValidation ? { preValidation } : {}
  // The routes are typed by the schemas of one endpoint, which are not known here.
  const asParams = (parsed: unknown) => parsed as Params
  const asQuery = <Parsed = Query>(parsed: unknown) => parsed as Parsed
  for (const endpoint of [endpoints.list, endpoints.listShort ?? []].flat())
    app.route({
      ...operation<Endpoint>(endpoint, { params, querystring }),
      ...hooks,
      config,
      handler: ({ currentUser, query, params }) =>
        list(context, currentUser, asQuery(query), asParams(params)),
    })
  app.route({
    ...operation<Endpoint>(endpoints.count, { params, querystring: sizeParameters(querystring) }),
    ...hooks,
    config: { ...config, load: 'reports' },
    handler: ({ currentUser, query, params }) =>
      count(context, currentUser, asQuery<SizeQuery<Query>>(query), asParams(params)),
  })
  if (!endpoints.export || !exported) return
  const { aliases = {} } = config
  const columns = Object.keys(endpoints.list.response[200].element.shape)
  const isInFiles = (name: string) => !Object.hasOwn(aliases, name) && !unexported.includes(name)
  const known = [...columns.filter(isInFiles), ...added]
  app.route({
    ...operation<Endpoint>(endpoints.export, {
      params,
      querystring: exportParameters(querystring, known),
      produces: EXPORT_TYPES,
    }),
    ...exportOptions(config, config.replica),
    ...hooks,
    handler({ currentUser, query: asked, params }, reply) {
      const query = asQuery<Query & ExportQuery>(asked)
      const rows = exported(currentUser, query, asParams(params))
      sendExport(context, { currentUser, query }, reply, { ...rows, added })
    },
  })
}
