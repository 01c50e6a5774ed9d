import { z } from 'zod'
import { API_PATHS } from '../../../domain/access/resources.ts'
import type { Access } from '../../platform/auth/permissions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { errorResponses } from '../../platform/http/schemas.ts'
import { auditParameters, auditWire, countEntries, listEntries } from './list-entries.ts'

const tags = ['Auditoría']
const path = API_PATHS.audit
const access: Access = { action: 'read', resource: 'audit' }
const querystring = auditParameters

/** The audit trail: who changed what, when and from where. */
export const auditRoutes = (app: App, context: Context): void => {
  app.get(
    path,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Lista los cambios y los inicios de sesión',
        querystring,
        response: { 200: z.array(auditWire), ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => listEntries(context, caller, query),
  )
  app.get(
    `${path}/size`,
    {
      config: { access, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta los cambios con los mismos filtros',
        querystring,
        response: { 200: z.object({ count: z.int() }), ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => countEntries(context, caller, query),
  )
}
