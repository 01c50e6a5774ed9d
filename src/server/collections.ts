import { channelCollections } from './features/channels/collections.ts'
import { contentCollections } from './features/contents/collections.ts'
import { episodeCollection } from './features/contents/episodes.ts'
import { mergeRoutes } from './features/contents/merge.ts'
import { replacementPreviewRoute } from './features/links/replace-links.ts'
import { bulkRoute } from './platform/collections/bulk.ts'
import { importRoute } from './platform/collections/import.ts'
import { collectionRoutes } from './platform/collections/records.ts'
import { trashRoutes } from './platform/collections/restore.ts'
import type { Collection } from './platform/database/collection.ts'
import type { App, Context } from './platform/http/context.ts'
import type { Sandbox } from './platform/sandbox/sandbox.ts'

/** The entities with the generic endpoints of a collection. */
const GENERIC_COLLECTIONS = [...contentCollections, ...channelCollections]

/** The server side of every catalogue entity. Episodes have endpoints of their own, below their series. */
export const COLLECTIONS: readonly Collection[] = [...GENERIC_COLLECTIONS, episodeCollection]

export const catalogueRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  for (const collection of GENERIC_COLLECTIONS) {
    collectionRoutes(app, context, collection)
    trashRoutes(app, context, collection, collection.entity.endpoints)
    bulkRoute(app, context, collection)
    replacementPreviewRoute(app, context, collection)
    importRoute(app, context, sandbox, collection)
    mergeRoutes(app, context, collection)
  }
}
