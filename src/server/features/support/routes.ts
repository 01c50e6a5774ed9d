import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { activityRoutes } from './activity-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { issueRoutes } from './issue-routes.ts'

export const supportRoutes = (app: App, context: Context): void => {
  historyRoutes(app, context)
  activityRoutes(app, context)
  issueRoutes(app, context)
}
