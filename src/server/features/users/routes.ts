import { isAdmin } from '../../../domain/access/permissions.ts'
import { USER_ENDPOINTS as API } from '../../../domain/users/endpoints.ts'
import type { Declaration } from '../../platform/auth/access.ts'
import { customers, findUser } from '../../platform/auth/scope.ts'
import type { App, Context, Demo } from '../../platform/http/context.ts'
import { idParameters, operation, partialBody } from '../../platform/http/operation.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'
import { createStrengthLimit, rateStrength } from '../sign-in/passwords.ts'
import { bulkUserRoute } from './bulk-users.ts'
import { changePassword, requireTarget } from './change-password.ts'
import { countExpiring, countExpiringByDay } from './count-expiring.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { importUserRoutes } from './import-users.ts'
import { listLowBalances } from './list-low-balances.ts'
import { listManyDemos } from './list-many-demos.ts'
import { countUsers, exportedUsers, listUsers } from './list-users.ts'
import { profileRoutes } from './profiles.ts'
import { readOwnUser, readUser } from './read-user.ts'
import { recordUserNotice } from './record-user-notice.ts'
import { countExpiredDemos, removeDemos } from './remove-demos.ts'
import { userFactorRoutes } from './reset-factors.ts'
import { requireEditable, updateUser } from './update-user.ts'
import { platformsOf } from './user-checks.ts'
import { userNoteRoutes } from './user-notes.ts'
import { requireVisible, userParameters } from './user-query.ts'
import { userSessionRoutes } from './user-sessions.ts'
import { userTimelineRoute } from './user-timeline.ts'

const READ = { action: 'read', resource: 'users' } as const
const DELETE = { action: 'delete', resource: 'users' } as const
const reading: Declaration = { access: READ, cases: customers() }
/** Resellers never delete users (rule U4). */
const BY_ADMINS = { needs: { role: 'admin' } } as const
const params = idParameters

const readDemo = async (demo: Demo) => ({
  dateReset: (await demo.dates()).dateReset?.toISOString() ?? null,
})

export const userRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  bulkUserRoute(app, context)
  importUserRoutes(app, context, sandbox)
  userSessionRoutes(app, context)
  userFactorRoutes(app, context)
  userNoteRoutes(app, context)
  userTimelineRoute(app, context)
  profileRoutes(app, context)
  const limitStrength = createStrengthLimit()

  app.route({
    ...operation(API.me),
    config: { access: 'any-session', beforePasswordChange: true },
    async handler({ currentUser }) {
      const { routeAccess, role, mustChangePassword = false } = currentUser
      return {
        ...(await readOwnUser(context, currentUser)),
        role,
        isAdmin: isAdmin(role),
        routeAccess: [...routeAccess],
        mustChangePassword,
        timeZone: context.config.timeZone,
        isMailOn: context.config.mail !== undefined,
        isFilmLookupOn: context.config.omdbApiKey !== undefined || context.demo !== undefined,
        ...(context.demo && { demo: await readDemo(context.demo) }),
      }
    },
  })
  app.route({
    ...operation(API.platforms),
    config: { access: 'signed-in' },
    handler: async () => [...platformsOf(context.config)],
  })
  app.route({
    ...operation(API.expiring),
    config: { access: READ, load: 'reports', replica: true },
    handler: ({ currentUser }) => countExpiring(context, currentUser),
  })
  app.route({
    ...operation(API.expiringDays),
    config: { access: READ, load: 'reports', replica: true },
    handler: ({ currentUser }) => countExpiringByDay(context, currentUser),
  })
  app.route({
    ...operation(API.lowBalances),
    config: { access: READ, load: 'reports' },
    handler: ({ currentUser }) => listLowBalances(context, currentUser),
  })
  listRoutes(app, context, API, {
    config: { ...reading, replica: true },
    preValidation: async ({ currentUser, query }) => requireVisible(currentUser, query),
    querystring: userParameters(context.config),
    list: listUsers,
    count: countUsers,
    added: ['licence'],
    exported: exportedUsers,
  })
  app.route({
    ...operation(API.manyDemos),
    config: { access: { all: [READ, BY_ADMINS.needs] }, load: 'reports' },
    handler: () => listManyDemos(context),
  })
  app.route({
    ...operation(API.countExpiredDemos),
    config: { access: DELETE, load: 'reports', cases: { 'demo users': BY_ADMINS } },
    handler: ({ currentUser }) => countExpiredDemos(context, currentUser),
  })
  app.route({
    ...operation(API.removeExpiredDemos),
    config: { access: DELETE, peopleOnly: true, cases: { 'demo users': BY_ADMINS } },
    handler: ({ currentUser }) => removeDemos(context, currentUser),
  })
  app.route({
    ...operation(API.get, { params }),
    config: reading,
    handler: ({ currentUser, params }) => readUser(context, currentUser, params.id),
  })
  app.route({
    ...operation(API.create),
    config: { access: { action: 'create', resource: 'users' } },
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return createUser(context, currentUser, body)
    },
  })
  app.route({
    ...operation(API.update, { params, body: partialBody(API.update.body) }),
    config: {
      access: { action: 'update', resource: 'users' },
      cases: customers(),
      permit: async (currentUser, id) =>
        requireEditable(currentUser, await findUser(context.db, currentUser, id)),
    },
    handler: ({ currentUser, params, body }) => updateUser(context, currentUser, params.id, body),
  })
  app.route({
    ...operation(API.delete, { params }),
    config: {
      access: DELETE,
      cases: customers(BY_ADMINS, {}),
    },
    handler: ({ currentUser, params }) => deleteUser(context, currentUser, params.id),
  })
  app.route({
    ...operation(API.changePassword, { params }),
    config: {
      access: 'signed-in',
      peopleOnly: true,
      cases: customers({ needs: READ }, { needs: READ }),
      outlivesClient: true,
      beforePasswordChange: 'own',
      permit: async (currentUser, id) => {
        await requireTarget(context, currentUser, id)
      },
    },
    async handler({ currentUser, params, body }, reply) {
      await changePassword(context, currentUser, { id: params.id, change: body })
      return reply.code(204).send()
    },
  })
  app.route({
    ...operation(API.recordUserNotice, { params }),
    config: reading,
    async handler({ currentUser, params, body }, reply) {
      await recordUserNotice(context, currentUser, params.id, body.notice)
      return reply.code(204).send()
    },
  })
  app.route({
    ...operation(API.passwordStrength),
    // Also while the password must be changed: it helps to choose one.
    config: { access: 'signed-in', peopleOnly: true, beforePasswordChange: true },
    async handler({ currentUser, body }) {
      limitStrength(currentUser.id, context.now())
      return rateStrength(sandbox, currentUser.id, body.password)
    },
  })
}
