import { collectionRoutes } from '../../platform/collections/routes.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { categoryCollection } from './categories.ts'
import { concertCollection } from './concerts.ts'
import { documentaryCollection } from './documentaries.ts'
import { episodeRoutes } from './episode-routes.ts'
import { movieCollection } from './movies.ts'
import { onDemandCollection } from './on-demand.ts'
import { radioCollection } from './radios.ts'
import { seriesCollection } from './series.ts'
import { sportCollection } from './sports.ts'

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
