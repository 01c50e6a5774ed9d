import { z } from 'zod'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { newHistorySchema } from '../../../domain/support/history.ts'
import { id } from '../../../domain/validation/ids.ts'
import type { Access } from '../../platform/auth/permissions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { errorResponses } from '../../platform/http/schemas.ts'
import { historyParameters } from './history-conditions.ts'
import { historyWire } from './history-wire.ts'
import { countHistories, listHistories, listHistoriesOf } from './list-histories.ts'
import { recordVisit } from './record-visit.ts'
import { historySummarySchema, summarizeHistories } from './summary.ts'

const tags = ['Historial de visitas']
const path = API_PATHS.histories
const config: { access: Access } = { access: { action: 'read', resource: 'histories' } }

const countSchema = z.object({
  count: z.int(),
  approximate: z.literal(true).optional().meta({ description: 'Contarlas una por una tardaría demasiado' }),
})

export const historyRoutes = (app: App, context: Context): void => {
  listRoutes(app, context)
  userRoute(app, context)
  visitRoute(app, context)
}

function listRoutes(app: App, context: Context): void {
  const querystring = historyParameters
  app.get(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'Lista visitas',
        querystring,
        response: { 200: z.array(historyWire), ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => listHistories(context, caller, query),
  )
  app.get(
    `${path}/size`,
    {
      config: { ...config, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta visitas con los mismos filtros',
        querystring,
        response: { 200: countSchema, ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => countHistories(context, caller, query),
  )
  app.get(
    `${path}/summary`,
    {
      config: { ...config, load: 'reports' },
      schema: {
        tags,
        summary: 'Suma visitas por día, por contenido y por tipo, con los mismos filtros',
        querystring,
        response: { 200: historySummarySchema, ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => summarizeHistories(context, caller, query),
  )
}

function userRoute(app: App, context: Context): void {
  app.get(
    `${path}/:userId`,
    {
      config,
      schema: {
        tags,
        summary: 'Lista las visitas de un usuario',
        params: z.object({ userId: id() }),
        querystring: historyParameters.omit({ userId: true }),
        response: { 200: z.array(historyWire), ...errorResponses(401, 403, 404, 422) },
      },
    },
    ({ caller, params, query }) => listHistoriesOf(context, caller, params.userId, query),
  )
}

function visitRoute(app: App, context: Context): void {
  app.post(
    path,
    {
      config: { access: 'viewer-app' },
      schema: {
        tags,
        summary: 'Registra una visita desde la aplicación de un usuario',
        body: newHistorySchema,
        response: { 201: historyWire, ...errorResponses(401, 403, 422, 429) },
      },
    },
    async ({ caller, body }, reply) => {
      reply.code(201)
      return recordVisit(context, caller, body)
    },
  )
}
