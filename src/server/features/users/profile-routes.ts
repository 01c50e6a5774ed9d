import { PROFILE_ENDPOINTS as API } from '../../../domain/users/endpoints.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { changesOf, idParameters, operation } from '../../platform/http/operation.ts'
import { createProfile } from './create-profile.ts'
import { deleteProfile } from './delete-profile.ts'
import { countProfiles, findProfile, listProfiles, profileParameters } from './list-profiles.ts'
import { requireEditable, updateProfile } from './update-profile.ts'

const params = idParameters
const querystring = profileParameters

export const profileRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.list, { querystring }),
    config: { access: 'signed-in' },
    handler: ({ currentUser, query }) => listProfiles(context, currentUser, query),
  })
  app.route({
    ...operation(API.count, { querystring }),
    config: { access: 'signed-in', load: 'reports' },
    handler: ({ query }) => countProfiles(context, query),
  })
  app.route({
    ...operation(API.get, { params }),
    config: { access: { action: 'read', resource: 'profiles' } },
    handler: ({ params }) => findProfile(context.db, params.id),
  })
  app.route({
    ...operation(API.create),
    config: { access: { action: 'create', resource: 'profiles' } },
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return createProfile(context, currentUser, body)
    },
  })
  app.route({
    ...operation(API.update, { params, body: changesOf(API.update.body) }),
    config: {
      access: { action: 'update', resource: 'profiles' },
      permit: async (currentUser, id) => requireEditable(currentUser, await findProfile(context.db, id)),
    },
    handler: ({ currentUser, params, body }) => updateProfile(context, currentUser, params.id, body),
  })
  app.route({
    ...operation(API.delete, { params }),
    config: { access: { action: 'delete', resource: 'profiles' } },
    handler: ({ currentUser, params }) => deleteProfile(context, currentUser, params.id),
  })
}
