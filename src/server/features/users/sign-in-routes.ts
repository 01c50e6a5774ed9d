import { z } from 'zod'
import { signInDeviceShape } from '../../../domain/users/app-access.ts'
import { text } from '../../../domain/validation/text.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { closeSession } from '../../platform/auth/sessions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid, TooManyRequests, Unauthorized } from '../../platform/http/errors.ts'
import type { SignInOutcome } from '../../platform/http/metrics.ts'
import { noAnswer, refusals } from '../../platform/http/shapes.ts'
import { signIn } from './sign-in.ts'

const credentialsShape = z.strictObject({
  name: text(200),
  password: text(1000),
  device: signInDeviceShape
    .optional()
    .meta({ description: 'Lo envía la aplicación de un usuario; su sesión abre solo lo que necesita' }),
})

/** How a sign-in ended that gave no token; undefined of one that was not tried, for want of a name or password. */
const outcomeOf = (error: unknown): SignInOutcome | undefined => {
  if (error instanceof Invalid) return undefined
  if (error instanceof Unauthorized) return 'wrong'
  if (error instanceof Forbidden) return 'refused'
  return error instanceof TooManyRequests ? 'limited' : 'failed'
}

export const signInRoutes = (app: App, context: Context): void => {
  const tags = ['Sesión']
  app.post(
    '/auth/local',
    {
      config: { access: 'public', outlivesCaller: true },
      schema: {
        tags,
        summary: 'Inicia sesión',
        body: credentialsShape,
        response: { 200: z.object({ token: z.string() }), ...refusals(401, 403, 422, 429, 503) },
      },
    },
    async ({ body, ip, headers, protocol }, reply) => {
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
  )
  app.post(
    '/auth/logout',
    {
      config: { access: 'any-session', outlivesCaller: true },
      schema: { tags, summary: 'Cierra la sesión', response: { 204: noAnswer, ...refusals(401) } },
    },
    async ({ caller }, reply) => {
      const record = { _id: caller.id, name: caller.name }
      await context.db.transaction(async (tx) => {
        await closeSession(tx, caller.tokenHash)
        await recordChange(tx, caller, context.now(), { action: 'sign-out', resource: 'users', record })
      })
      return reply.code(204).send()
    },
  )
}
