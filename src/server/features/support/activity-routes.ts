import { z } from 'zod'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { countOutput } from '../../../domain/contract/outputs.ts'
import { text } from '../../../domain/validation/text.ts'
import type { Access } from '../../platform/auth/permissions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { errorResponses } from '../../platform/http/schemas.ts'
import { activityParameters, activityWire, countActivity, listActivity } from './list-activity.ts'

const tags = ['Actividad de usuarios']
const path = `${API_PATHS.activitys}/:username`
const config: { access: Access } = { access: { action: 'read', resource: 'activitys' } }
const params = z.object({ username: text(200) })
const querystring = activityParameters

/** The activity of a user: the latest visit of each content. */
export const activityRoutes = (app: App, context: Context): void => {
  app.get(
    path,
    {
      config,
      schema: {
        tags,
        summary: 'Lista la última visita de cada contenido por un usuario',
        params,
        querystring,
        response: { 200: z.array(activityWire), ...errorResponses(401, 403, 404, 422) },
      },
    },
    ({ caller, params, query }) => listActivity(context, caller, params.username, query),
  )
  app.get(
    `${path}/size`,
    {
      config: { ...config, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta los contenidos que visitó un usuario',
        params,
        querystring,
        response: { 200: countOutput, ...errorResponses(401, 403, 404, 422) },
      },
    },
    ({ caller, params, query }) => countActivity(context, caller, params.username, query),
  )
}
