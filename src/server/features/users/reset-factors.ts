import { FACTOR_MESSAGES } from '../../../domain/sign-in/factor.ts'
import { FACTOR_ENDPOINTS as API } from '../../../domain/sign-in/factor-endpoints.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { findUser } from '../../platform/auth/scope.ts'
import { closeWebSessions } from '../../platform/auth/sessions.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { idParameters, operation } from '../../platform/http/operation.ts'
import { describeFactors, eraseFactors } from '../sign-in/factors.ts'
import { lockCurrentAndUser } from './lock-authority.ts'

const config = { access: { role: 'sa' }, peopleOnly: true } as const

/** Other users' second factors, for sa alone (rule P16). */
export const userFactorRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.listOf, { params: idParameters }),
    config,
    async handler({ currentUser, params }) {
      const { user } = await findUser(context.db, currentUser, params.id)
      return describeFactors(context.db, user._id)
    },
  })
  app.route({
    ...operation(API.reset, { params: idParameters }),
    config,
    async handler({ currentUser, params }, reply) {
      if (params.id === currentUser.id) throw new Forbidden(FACTOR_MESSAGES.own)
      requireConfirmed(currentUser)
      await resetFactors(context, currentUser, params.id)
      return reply.code(204).send()
    },
  })
}

/** Removes a user's factors and recovery codes, and ends its sessions on the web: a lost device may be signed in. */
const resetFactors = ({ db, now }: Context, session: CurrentUser, id: string): Promise<void> =>
  withRetry(db, async (tx) => {
    const { currentUser, target } = await lockCurrentAndUser(tx, session, id, {})
    if (currentUser.role !== 'sa') throw new Forbidden()
    await eraseFactors(tx, [id])
    await closeWebSessions(tx, id)
    const event = { action: 'factor-reset', resource: 'users', record: target.user } as const
    await recordChange(tx, currentUser, now(), event)
  })
