import { bulkRoute } from '../../platform/collections/bulk.ts'
import { collectionImports, importRoute } from '../../platform/collections/import.ts'
import { collectionRoutes } from '../../platform/collections/records.ts'
import { trashRoutes } from '../../platform/collections/restore.ts'
import type { App, Context } from '../../platform/http/context.ts'
import type { Readers } from '../../platform/readers/readers.ts'
import { channelCollections } from './collections.ts'
import { proposalRoutes } from './guides/proposals.ts'
import { guideRoutes } from './guides/routes.ts'
import { playlistRoutes } from './playlists/routes.ts'

export const channelRoutes = (app: App, context: Context, readers: Readers): void => {
  for (const collection of channelCollections) {
    collectionRoutes(app, context, collection)
    trashRoutes(app, context, collection, collection.entity.endpoints)
    bulkRoute(app, context, collection)
    importRoute(app, context, readers, collectionImports(collection))
  }
  proposalRoutes(app, context)
  guideRoutes(app, context, readers)
  playlistRoutes(app, context, readers)
}
