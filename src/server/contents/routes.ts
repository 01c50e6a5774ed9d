import { collectionRoutes } from '../collections/routes.ts'
import type { App } from '../http/app-type.ts'
import type { Context } from '../http/context.ts'
import { categoryCollection } from './categories.ts'
import { movieCollection } from './movies.ts'

/** The catalogue entities of this area. */
export const contentCollections = [categoryCollection, movieCollection]

export const contentRoutes = (app: App, context: Context): void => {
  for (const collection of contentCollections) collectionRoutes(app, context, collection)
}
