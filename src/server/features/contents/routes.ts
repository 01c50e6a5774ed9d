import type { App, Context } from '../../platform/http/context.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'
import { episodeRoutes } from './episodes.ts'
import { newestRoutes } from './newest-contents.ts'
import { publicationRoutes } from './publication.ts'
import { qualityRoutes } from './quality.ts'

/** Endpoints of contents besides those of each entity. */
export const contentRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  episodeRoutes(app, context, sandbox)
  newestRoutes(app, context)
  publicationRoutes(app, context)
  qualityRoutes(app, context)
}
