import { bulkRoute } from '../../platform/collections/bulk.ts'
import { importRoute } from '../../platform/collections/import.ts'
import { collectionRoutes } from '../../platform/collections/records.ts'
import { trashRoutes } from '../../platform/collections/restore.ts'
import type { App, Context } from '../../platform/http/context.ts'
import type { Readers } from '../../platform/readers/readers.ts'
import { channelCollection, channelGuideCollection, channelListCollection } from './collections.ts'
import { guideRoutes } from './guides/routes.ts'
import { playlistRoutes } from './playlists/routes.ts'

export const channelCollections = [channelCollection, channelGuideCollection, channelListCollection]

export const channelRoutes = (app: App, context: Context, readers: Readers): void => {
  for (const collection of channelCollections) {
    collectionRoutes(app, context, collection)
    trashRoutes(app, context, collection, collection.entity.endpoints)
    bulkRoute(app, context, collection)
    importRoute(app, context, readers, collection)
  }
  guideRoutes(app, context, readers)
  playlistRoutes(app, context, readers)
}
