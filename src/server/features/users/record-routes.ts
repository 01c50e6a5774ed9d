import { z } from 'zod'
import { newUserShape } from '../../../domain/users/user.ts'
import { findUser } from '../../platform/auth/user-scope.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { changesOf, idParameters, refusals } from '../../platform/http/shapes.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { requireEditable, updateUser, userChangesShape } from './update-user.ts'
import { toWire, userWire } from './wire.ts'

const tags = ['Usuarios']

export const recordRoutes = (app: App, context: Context): void => {
  readRoute(app, context)
  createRoute(app, context)
  editRoute(app, context)
  deleteRoute(app, context)
}

const readRoute = (app: App, context: Context): void => {
  app.get(
    '/api/users/:id',
    {
      config: { access: { action: 'read', resource: 'users' } },
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
}

const createRoute = (app: App, context: Context): void => {
  app.post(
    '/api/users',
    {
      config: { access: { action: 'create', resource: 'users' } },
      schema: {
        tags,
        summary: 'Registra un usuario',
        body: newUserShape,
        response: { 201: userWire, ...refusals(401, 403, 409, 422, 503) },
      },
    },
    async ({ caller, body }, reply) => {
      reply.code(201)
      return createUser(context, caller, body)
    },
  )
}

const editRoute = (app: App, context: Context): void => {
  app.put(
    '/api/users/:id',
    {
      config: {
        access: { action: 'update', resource: 'users' },
        permit: async (caller, id) => requireEditable(caller, await findUser(context.db, caller, id)),
      },
      schema: {
        tags,
        summary: 'Cambia los campos enviados de un usuario',
        params: idParameters,
        body: changesOf(userChangesShape.extend({ dateUpdate: z.string() })),
        response: { 200: userWire, ...refusals(401, 403, 404, 409, 422, 503) },
      },
    },
    ({ caller, params, body }) => updateUser(context, caller, params.id, body),
  )
}

const deleteRoute = (app: App, context: Context): void => {
  app.delete(
    '/api/users/:id',
    {
      config: { access: { action: 'delete', resource: 'users' } },
      schema: {
        tags,
        summary: 'Elimina un usuario',
        params: idParameters,
        response: { 200: z.object({ _id: z.string() }), ...refusals(401, 403, 404, 409) },
      },
    },
    ({ caller, params }) => deleteUser(context, caller, params.id),
  )
}
