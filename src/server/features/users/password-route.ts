import { passwordChangeShape } from '../../../domain/users/password.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { idParameters, noAnswer, refusals } from '../../platform/http/shapes.ts'
import { changePassword, requireTarget } from './change-password.ts'

export const passwordRoute = (app: App, context: Context): void => {
  app.put(
    '/api/users/:id/password',
    {
      config: {
        access: 'signed-in',
        outlivesCaller: true,
        permit: async (caller, id) => {
          await requireTarget(context, caller, id)
        },
      },
      schema: {
        tags: ['Usuarios'],
        summary: 'Cambia una contraseña y cierra las sesiones de su usuario',
        params: idParameters,
        body: passwordChangeShape,
        response: { 204: noAnswer, ...refusals(401, 403, 404, 409, 422, 429, 503) },
      },
    },
    async ({ caller, params, body, ip }, reply) => {
      await changePassword(context, caller, { id: params.id, address: ip, change: body })
      return reply.code(204).send()
    },
  )
}
