import { eq } from 'drizzle-orm'
import { concertEntity } from '../../../domain/contents/concert.ts'
import { documentaryEntity } from '../../../domain/contents/documentary.ts'
import { movieEntity } from '../../../domain/contents/movie.ts'
import { onDemandEntity } from '../../../domain/contents/on-demand.ts'
import { radioEntity } from '../../../domain/contents/radio.ts'
import { sportEntity } from '../../../domain/contents/sport.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import { collectionRoutes } from '../../platform/collections/records.ts'
import { stationSorts } from '../../platform/database/columns.ts'
import {
  discoveries,
  documentaries,
  movies,
  musics,
  radios,
  sports,
} from '../../platform/database/schema/contents.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { flag } from '../../platform/http/operation.ts'
import { categoryCollection } from './categories.ts'
import { episodeRoutes } from './episodes.ts'
import { filmDerived, filmLists, originRules, withImdb } from './films.ts'
import { seriesCollection } from './series.ts'

export const movieCollection = collection({
  entity: movieEntity,
  table: movies,
  ...withImdb(filmLists(movies), movies),
  derive: (fields) => filmDerived(fields, fields.imdbId),
  beforeWrite: originRules,
})

export const documentaryCollection = collection({
  entity: documentaryEntity,
  table: documentaries,
  ...filmLists(documentaries),
  derive: (fields) => filmDerived(fields),
  beforeWrite: originRules,
})

export const onDemandCollection = collection({
  entity: onDemandEntity,
  table: discoveries,
  ...withImdb(filmLists(discoveries), discoveries),
  derive: (fields) => filmDerived(fields, fields.imdbId),
  beforeWrite: originRules,
})

export const concertCollection = collection({
  entity: concertEntity,
  table: musics,
  ...filmLists(musics),
  derive: (fields) => filmDerived(fields),
  beforeWrite: originRules,
})

export const sportCollection = collection({
  entity: sportEntity,
  table: sports,
  ...filmLists(sports),
  derive: (fields) => filmDerived(fields),
  beforeWrite: originRules,
})

export const radioCollection = collection({
  entity: radioEntity,
  table: radios,
  sorts: stationSorts(radios),
  defaultSort: { by: 'number', order: 'asc' },
  filters: { status: filter(flag(), (status) => eq(radios.status, status)) },
  derive: ({ number, title, category, link }) => ({
    titleKey: sortKey(title),
    categoryKey: sortKey(category),
    search: searchText(String(number), title, category, link),
  }),
})

/** The entities of this area, whose endpoints are those of every collection. */
export const contentCollections = [
  categoryCollection,
  movieCollection,
  documentaryCollection,
  onDemandCollection,
  concertCollection,
  sportCollection,
  radioCollection,
  seriesCollection,
]

export const contentRoutes = (app: App, context: Context): void => {
  for (const collection of contentCollections) collectionRoutes(app, context, collection)
  episodeRoutes(app, context)
}
