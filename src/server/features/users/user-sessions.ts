import { SESSION_ENDPOINTS as API } from '../../../domain/sign-in/endpoints.ts'
import { standsAbove } from '../../../domain/users/authority.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import type { Access } from '../../platform/auth/access.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { customers, type FoundUser, findUser, toPerson } from '../../platform/auth/scope.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { operation, idParameters as params } from '../../platform/http/operation.ts'
import { endSessions, listSessions } from '../sign-in/sessions.ts'
import { lockCurrentAndUser } from './lock-authority.ts'

const NEED = { action: 'update', resource: 'users' } as const satisfies Access

/** Sessions of users whom the current user stands above (rule P19). */
export const userSessionRoutes = (app: App, context: Context): void => {
  const config = {
    access: NEED,
    peopleOnly: true as const,
    cases: customers(),
    permit: async (currentUser: CurrentUser, id: string) =>
      requireAbove(currentUser, await findUser(context.db, currentUser, id)),
  }
  app.route({
    ...operation(API.ofUser, { params }),
    config,
    handler: ({ currentUser, params }) => listSessions(context, currentUser, params.id),
  })
  app.route({
    ...operation(API.endOfUser, { params }),
    config,
    handler: ({ currentUser: session, params }) =>
      withRetry(context.db, async (tx) => {
        const { currentUser, target } = await lockCurrentAndUser(tx, session, params.id, { need: NEED })
        requireAbove(currentUser, target)
        return endSessions(tx, context, currentUser, target.user)
      }),
  })
}

/** Throws Forbidden unless the current user stands above this one (rule A4). */
const requireAbove = (currentUser: CurrentUser, target: FoundUser): void => {
  if (!standsAbove(currentUser, toPerson(target))) throw new Forbidden(USER_MESSAGES.notBelow)
}
