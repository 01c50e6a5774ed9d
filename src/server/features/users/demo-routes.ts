import { z } from 'zod'
import type { Access } from '../../platform/auth/permissions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { refusals } from '../../platform/http/shapes.ts'
import { countExpiredDemos, removeDemos } from './remove-demos.ts'

const tags = ['Usuarios']
const countShape = z.object({ count: z.int() })
const remove: Access = { action: 'delete', resource: 'users' }

export const demoRoutes = (app: App, context: Context): void => {
  app.get(
    '/api/users/demo/expired',
    {
      config: { access: remove, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta los usuarios demo vencidos',
        response: { 200: countShape, ...refusals(401, 403) },
      },
    },
    ({ caller }) => countExpiredDemos(context, caller),
  )
  app.delete(
    '/api/users/demo',
    {
      config: { access: remove },
      schema: {
        tags,
        summary: 'Elimina los usuarios demo vencidos',
        response: { 200: countShape, ...refusals(401, 403) },
      },
    },
    ({ caller }) => removeDemos(context, caller),
  )
}
