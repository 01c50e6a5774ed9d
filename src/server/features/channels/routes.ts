import type { App, Context } from '../../platform/http/context.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'
import { proposalRoutes } from './guides/proposals.ts'
import { guideRoutes } from './guides/routes.ts'
import { playlistRoutes } from './playlists/routes.ts'

export const channelRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  proposalRoutes(app, context)
  guideRoutes(app, context, sandbox)
  playlistRoutes(app, context, sandbox)
}
