import { radioEntity } from '../../../domain/contents/radio.ts'
import { collection, stationIdentities } from '../../platform/database/collection.ts'
import { stationSorts } from '../../platform/database/columns.ts'
import { radios } from '../../platform/database/schema/contents.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import { categoryCollection } from './categories.ts'
import { filmCollections } from './films.ts'
import { linkHostFilter } from './link-host-filter.ts'
import { publicationFilter } from './publication-filter.ts'
import { qualityFilter } from './quality.ts'
import { seriesCollection } from './series.ts'

export const radioCollection = collection({
  entity: radioEntity,
  table: radios,
  sorts: stationSorts(radios),
  shown: ['number', 'image', 'title', 'category', 'dateUpdate', 'status'],
  detail: ['number', 'category'],
  identities: stationIdentities(radios),
  filters: { ...qualityFilter('radios'), ...publicationFilter(radios), ...linkHostFilter(radios) },
  derive: ({ number, title, category, link }) => ({
    titleKey: sortKey(title),
    categoryKey: sortKey(category),
    search: searchText(String(number), title, category, link),
  }),
})

/** The content entities with the generic endpoints of a collection. */
export const contentCollections = [categoryCollection, ...filmCollections, radioCollection, seriesCollection]
