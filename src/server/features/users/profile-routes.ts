import { z } from 'zod'
import { profileShape } from '../../../domain/users/profile.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { changesOf, idParameters, refusals } from '../../platform/http/shapes.ts'
import { createProfile } from './create-profile.ts'
import { deleteProfile } from './delete-profile.ts'
import { countProfiles, findProfile, listProfiles, profileParameters } from './list-profiles.ts'
import { profileRowWire, profileWire } from './profile-wire.ts'
import { requireEditable, updateProfile } from './update-profile.ts'

const tags = ['Perfiles']
const path = '/api/profiles'

export const profileRoutes = (app: App, context: Context): void => {
  readingRoutes(app, context)
  writingRoutes(app, context)
}

const readingRoutes = (app: App, context: Context): void => {
  app.get(
    path,
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        summary: 'Lista perfiles: completos para quien puede verlos, si no sus nombres',
        querystring: profileParameters,
        response: { 200: z.array(profileRowWire), ...refusals(401, 422) },
      },
    },
    ({ caller, query }) => listProfiles(context, caller, query),
  )
  app.get(
    `${path}/size`,
    {
      config: { access: 'signed-in', load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta perfiles con los mismos filtros',
        querystring: profileParameters,
        response: { 200: z.object({ count: z.int() }), ...refusals(401, 422) },
      },
    },
    ({ query }) => countProfiles(context, query),
  )
  app.get(
    `${path}/:id`,
    {
      config: { access: { action: 'read', resource: 'profiles' } },
      schema: {
        tags,
        summary: 'Muestra un perfil',
        params: idParameters,
        response: { 200: profileWire, ...refusals(401, 403, 404) },
      },
    },
    ({ params }) => findProfile(context.db, params.id),
  )
}

const writingRoutes = (app: App, context: Context): void => {
  app.post(
    path,
    {
      config: { access: { action: 'create', resource: 'profiles' } },
      schema: {
        tags,
        summary: 'Registra un perfil',
        body: profileShape,
        response: { 201: profileWire, ...refusals(401, 403, 409, 422) },
      },
    },
    async ({ caller, body }, reply) => {
      reply.code(201)
      return createProfile(context, caller, body)
    },
  )
  app.put(
    `${path}/:id`,
    {
      config: {
        access: { action: 'update', resource: 'profiles' },
        permit: async (caller, id) => requireEditable(caller, await findProfile(context.db, id)),
      },
      schema: {
        tags,
        summary: 'Cambia los campos enviados de un perfil',
        params: idParameters,
        body: changesOf(profileShape.extend({ dateUpdate: z.string() })),
        response: { 200: profileWire, ...refusals(401, 403, 404, 409, 422) },
      },
    },
    ({ caller, params, body }) => updateProfile(context, caller, params.id, body),
  )
  app.delete(
    `${path}/:id`,
    {
      config: { access: { action: 'delete', resource: 'profiles' } },
      schema: {
        tags,
        summary: 'Elimina un perfil',
        params: idParameters,
        response: { 200: z.object({ _id: z.string() }), ...refusals(401, 403, 404, 409) },
      },
    },
    ({ caller, params }) => deleteProfile(context, caller, params.id),
  )
}
