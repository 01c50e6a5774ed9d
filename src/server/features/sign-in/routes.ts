import type { App, Context } from '../../platform/http/context.ts'
import { confirmRoutes } from './confirm.ts'
import { ownFactorRoutes } from './own-factors.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { ownSessionRoutes } from './sessions.ts'
import { sessionRoutes } from './sign-in.ts'
import { signInPageRoute } from './sign-in-page.ts'

export const signInRoutes = (app: App, context: Context): void => {
  signInPageRoute(app, context)
  sessionRoutes(app, context)
  confirmRoutes(app, context)
  ownSessionRoutes(app, context)
  secondFactorRoutes(app, context)
  ownFactorRoutes(app, context)
}
