import { z } from 'zod'
import { isAdmin } from '../../../domain/access/roles.ts'
import type { Access } from '../../platform/auth/permissions.ts'
import { findOwnOrScoped } from '../../platform/auth/user-scope.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { refusals } from '../../platform/http/shapes.ts'
import { countExpiring } from './count-expiring.ts'
import { demoRoutes } from './demo-routes.ts'
import { countUsers, listUsers, userParameters } from './list-users.ts'
import { passwordRoute } from './password-route.ts'
import { passwordStrengthRoute } from './password-strength.ts'
import { platformsOf } from './platforms.ts'
import { recordRoutes } from './record-routes.ts'
import { meWire, toWire, userWire } from './wire.ts'

const tags = ['Usuarios']
const read: Access = { action: 'read', resource: 'users' }

export const userRoutes = (app: App, context: Context): void => {
  ownRoute(app, context)
  platformRoute(app, context)
  expiringRoute(app, context)
  listRoutes(app, context)
  demoRoutes(app, context)
  recordRoutes(app, context)
  passwordRoute(app, context)
  passwordStrengthRoute(app, context)
}

const ownRoute = (app: App, context: Context): void => {
  app.get(
    '/api/users/me',
    {
      config: { access: 'any-session' },
      schema: {
        tags,
        summary: 'Muestra quién inició la sesión y sus permisos',
        response: { 200: meWire, ...refusals(401) },
      },
    },
    async ({ caller }) => {
      const { user, profile } = await findOwnOrScoped(context.db, caller, caller.id)
      const { routeAccess, role } = caller
      return {
        ...toWire(user, profile, context.now()),
        isAdmin: isAdmin(role),
        routeAccess: [...routeAccess],
        timeZone: context.config.timeZone,
      }
    },
  )
}

const platformRoute = (app: App, context: Context): void => {
  app.get(
    '/api/lookups/platforms',
    {
      config: { access: 'signed-in' },
      schema: {
        tags: ['Consultas de formularios'],
        summary: 'Lista los identificadores de App Origen',
        response: { 200: z.array(z.string()), ...refusals(401) },
      },
    },
    async () => [...platformsOf(context.config)],
  )
}

const expiringRoute = (app: App, context: Context): void => {
  app.get(
    '/api/users/expiring',
    {
      config: { access: read, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta las licencias que vencen pronto y las vencidas',
        response: {
          200: z.object({
            soon: z.array(z.object({ days: z.int(), count: z.int() })),
            expired: z.int(),
          }),
          ...refusals(401, 403),
        },
      },
    },
    ({ caller }) => countExpiring(context, caller),
  )
}

const listRoutes = (app: App, context: Context): void => {
  const querystring = userParameters(context.config)
  for (const address of ['/api/users', '/api/users/short'])
    app.get(
      address,
      {
        config: { access: read },
        schema: {
          tags,
          summary: 'Lista usuarios',
          querystring,
          response: { 200: z.array(userWire), ...refusals(401, 403, 422) },
        },
      },
      ({ caller, query }) => listUsers(context, caller, query),
    )
  app.get(
    '/api/users/size',
    {
      config: { access: read, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta usuarios con los mismos filtros',
        querystring,
        response: { 200: z.object({ count: z.int() }), ...refusals(401, 403, 422) },
      },
    },
    ({ caller, query }) => countUsers(context, caller, query),
  )
}
