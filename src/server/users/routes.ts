import { z } from 'zod'
import { isAdmin } from '../../domain/access/roles.ts'
import { passwordChangeShape } from '../../domain/users/password.ts'
import { newUserShape } from '../../domain/users/user.ts'
import type { App } from '../http/app-type.ts'
import type { Context } from '../http/context.ts'
import type { Access } from '../http/permissions.ts'
import { changesOf, idParameters, noAnswer, refusals } from '../http/shapes.ts'
import { changePassword } from './change-password.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { countUsers, listUsers, userParameters } from './list-users.ts'
import { platformsOf } from './platforms.ts'
import { countExpiredDemos, removeDemos } from './remove-demos.ts'
import { updateUser, userChangesShape } from './update-user.ts'
import { findOwnOrScoped, findUser } from './user-scope.ts'
import { meWire, toWire, userWire } from './wire.ts'

const tags = ['Usuarios']
const countShape = z.object({ count: z.int() })
const deletedShape = z.object({ _id: z.string() })
const dateUpdate = z.string().optional()
const read: Access = { action: 'read', resource: 'users' }
const remove: Access = { action: 'delete', resource: 'users' }

/** The endpoints of users. */
export const userRoutes = (app: App, context: Context): void => {
  ownRoutes(app, context)
  listRoutes(app, context)
  demoRoutes(app, context)
  recordRoutes(app, context)
  passwordRoute(app, context)
}

const ownRoutes = (app: App, context: Context): void => {
  app.get(
    '/api/users/me',
    {
      config: { access: 'signed-in' },
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
      }
    },
  )
  app.get(
    '/api/lookups/platforms',
    {
      config: { access: 'signed-in' },
      schema: {
        tags: ['Consultas de formularios'],
        summary: 'Lista los identificadores de App origen',
        response: { 200: z.array(z.string()), ...refusals(401) },
      },
    },
    async () => [...platformsOf(context.config)],
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
      config: { access: read },
      schema: {
        tags,
        summary: 'Cuenta usuarios con los mismos filtros',
        querystring,
        response: { 200: countShape, ...refusals(401, 403, 422) },
      },
    },
    ({ caller, query }) => countUsers(context, caller, query),
  )
}

const demoRoutes = (app: App, context: Context): void => {
  app.get(
    '/api/users/demo/expired',
    {
      config: { access: remove },
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

const recordRoutes = (app: App, context: Context): void => {
  app.get(
    '/api/users/:id',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Muestra un usuario',
        params: idParameters,
        response: { 200: userWire, ...refusals(401, 403, 404) },
      },
    },
    async ({ caller, params }) => {
      const { user, profile } = await findUser(context.db, caller, params.id)
      return toWire(user, profile, context.now())
    },
  )
  app.post(
    '/api/users',
    {
      config: { access: { action: 'create', resource: 'users' } },
      schema: {
        tags,
        summary: 'Registra un usuario',
        body: newUserShape,
        response: { 201: userWire, ...refusals(401, 403, 409, 422) },
      },
    },
    async ({ caller, body }, reply) => {
      reply.code(201)
      return createUser(context, caller, body)
    },
  )
  app.put(
    '/api/users/:id',
    {
      config: { access: { action: 'update', resource: 'users' } },
      schema: {
        tags,
        summary: 'Cambia los campos enviados de un usuario',
        params: idParameters,
        body: changesOf(userChangesShape.extend({ dateUpdate })),
        response: { 200: userWire, ...refusals(401, 403, 404, 409, 422) },
      },
    },
    ({ caller, params, body }) => updateUser(context, caller, params.id, body),
  )
  app.delete(
    '/api/users/:id',
    {
      config: { access: remove },
      schema: {
        tags,
        summary: 'Elimina un usuario',
        params: idParameters,
        response: { 200: deletedShape, ...refusals(401, 403, 404, 409) },
      },
    },
    ({ caller, params }) => deleteUser(context, caller, params.id),
  )
}

const passwordRoute = (app: App, context: Context): void => {
  app.put(
    '/api/users/:id/password',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        summary: 'Cambia una contraseña y cierra las sesiones de su usuario',
        params: idParameters,
        body: passwordChangeShape,
        response: { 204: noAnswer, ...refusals(401, 403, 404, 422, 429) },
      },
    },
    async ({ caller, params, body, ip }, reply) => {
      await changePassword(context, caller, { id: params.id, address: ip, change: body })
      return reply.code(204).send()
    },
  )
}
