import { collectionRoutes } from '../../platform/collections/routes.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { contentCollections } from './collections.ts'
import { episodeRoutes } from './episode-routes.ts'

export const contentRoutes = (app: App, context: Context): void => {
  for (const collection of contentCollections) collectionRoutes(app, context, collection)
  episodeRoutes(app, context)
}
