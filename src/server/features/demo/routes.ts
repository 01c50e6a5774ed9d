import { SERVICE_ENDPOINTS as API } from '../../../domain/contract/service.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'

/** Starts the demo over (rule O13). Asks for no confirmation, since the password of its `sa` is public. */
export const demoRoute = (app: App, { demo }: Context): void => {
  app.route({
    ...operation(API.resetDemo),
    config: { access: { role: 'sa' }, peopleOnly: true, outlivesClient: true },
    async handler({ currentUser }, reply) {
      if (!demo) throw new NotFound()
      await demo.reset(currentUser.tokenHash)
      return reply.code(204).send()
    },
  })
}
