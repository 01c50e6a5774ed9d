import { channelCollections } from './features/channels/collections.ts'
import { contentCollections } from './features/contents/collections.ts'
import { episodeCollection } from './features/contents/episodes.ts'
import type { Collection } from './platform/database/collection.ts'

/** The server side of every catalogue entity. */
export const COLLECTIONS: readonly Collection[] = [
  ...contentCollections,
  ...channelCollections,
  episodeCollection,
]
