import type { App } from '../http/app-type.ts'
import type { Context } from '../http/context.ts'
import { activityRoutes } from './activity-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { issueRoutes } from './issue-routes.ts'

/** The endpoints of visits, of activity and of reported errors. */
export const supportRoutes = (app: App, context: Context): void => {
  historyRoutes(app, context)
  activityRoutes(app, context)
  issueRoutes(app, context)
}
