import { radioEntity } from '../../../domain/contents/radio.ts'
import { bulkRoute } from '../../platform/collections/bulk.ts'
import { collectionImports, importRoute } from '../../platform/collections/import.ts'
import { collectionRoutes } from '../../platform/collections/records.ts'
import { trashRoutes } from '../../platform/collections/restore.ts'
import { collection, stationIdentities } from '../../platform/database/collection.ts'
import { stationSorts } from '../../platform/database/columns.ts'
import { radios } from '../../platform/database/schema/contents.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import type { App, Context } from '../../platform/http/context.ts'
import type { Readers } from '../../platform/readers/readers.ts'
import { categoryCollection } from './categories.ts'
import { episodeRoutes } from './episodes.ts'
import { filmCollections } from './films.ts'
import { mergeRoutes } from './merge.ts'
import { newestRoutes } from './newest.ts'
import { publicationRoutes } from './publication.ts'
import { publicationFilter } from './publication-filter.ts'
import { qualityFilter, qualityRoutes } from './quality.ts'
import { seriesCollection } from './series.ts'

export const radioCollection = collection({
  entity: radioEntity,
  table: radios,
  sorts: stationSorts(radios),
  shown: ['number', 'image', 'title', 'category', 'dateUpdate', 'status'],
  detail: ['number', 'category'],
  identities: stationIdentities(radios),
  filters: { ...qualityFilter('radios'), ...publicationFilter(radios) },
  derive: ({ number, title, category, link }) => ({
    titleKey: sortKey(title),
    categoryKey: sortKey(category),
    search: searchText(String(number), title, category, link),
  }),
})

/** The content entities with the generic endpoints of a collection. */
export const contentCollections = [categoryCollection, ...filmCollections, radioCollection, seriesCollection]

export const contentRoutes = (app: App, context: Context, readers: Readers): void => {
  for (const collection of contentCollections) {
    collectionRoutes(app, context, collection)
    trashRoutes(app, context, collection, collection.entity.endpoints)
    bulkRoute(app, context, collection)
    importRoute(app, context, readers, collectionImports(collection))
    mergeRoutes(app, context, collection)
  }
  episodeRoutes(app, context, readers)
  newestRoutes(app, context)
  publicationRoutes(app, context)
  qualityRoutes(app, context)
}
