import { SESSION_ENDPOINTS as API } from '../../../domain/users/endpoints.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { closeSession } from '../../platform/auth/sessions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid, TooManyRequests, Unauthorized } from '../../platform/http/errors.ts'
import type { SignInOutcome } from '../../platform/http/metrics.ts'
import { operation } from '../../platform/http/operation.ts'
import { signIn } from './sign-in.ts'

/** The outcome of a failed sign-in; undefined without a name or password, which is no attempt. */
const outcomeOf = (error: unknown): SignInOutcome | undefined => {
  if (error instanceof Invalid) return undefined
  if (error instanceof Unauthorized) return 'wrong'
  if (error instanceof Forbidden) return 'refused'
  return error instanceof TooManyRequests ? 'limited' : 'failed'
}

export const signInRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.signIn),
    config: { access: 'public', outlivesClient: true },
    async handler({ body, ip, headers, protocol }, reply) {
      reply.header('cache-control', 'no-store')
      const count = (outcome: SignInOutcome | undefined) => {
        if (outcome) context.metrics?.countSignIn(body.device ? 'app' : 'web', outcome)
      }
      try {
        const origin = { address: ip, cookies: headers.cookie, isSecure: protocol === 'https' }
        const { token, setCookie } = await signIn(context, body, origin)
        if (setCookie !== undefined) reply.header('set-cookie', setCookie)
        count('success')
        return { token }
      } catch (error) {
        count(outcomeOf(error))
        throw error
      }
    },
  })
  app.route({
    ...operation(API.signOut),
    config: { access: 'any-session', outlivesClient: true },
    async handler({ currentUser }, reply) {
      const record = { _id: currentUser.id, name: currentUser.name }
      await context.db.transaction(async (tx) => {
        await closeSession(tx, currentUser.tokenHash)
        await recordChange(tx, currentUser, context.now(), { action: 'sign-out', resource: 'users', record })
      })
      return reply.code(204).send()
    },
  })
}
