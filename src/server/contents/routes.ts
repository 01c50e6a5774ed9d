import { collectionRoutes } from '../collections/routes.ts'
import type { App } from '../http/app-type.ts'
import type { Context } from '../http/context.ts'
import { categoryCollection } from './categories.ts'
import { concertCollection } from './concerts.ts'
import { documentaryCollection } from './documentaries.ts'
import { movieCollection } from './movies.ts'
import { onDemandCollection } from './on-demand.ts'
import { radioCollection } from './radios.ts'
import { sportCollection } from './sports.ts'

/** The catalogue entities of this area. */
export const contentCollections = [
  categoryCollection,
  movieCollection,
  documentaryCollection,
  onDemandCollection,
  concertCollection,
  sportCollection,
  radioCollection,
]

export const contentRoutes = (app: App, context: Context): void => {
  for (const collection of contentCollections) collectionRoutes(app, context, collection)
}
