import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { may } from '../../../domain/access/permissions.ts'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { id } from '../../../domain/validation/ids.ts'
import { type Collection, filter } from '../../platform/collections/collection.ts'
import type { ListParameters } from '../../platform/collections/list-parameters.ts'
import {
  countRecords,
  listRecords,
  parsedQuery,
  queryShape,
} from '../../platform/collections/list-records.ts'
import { countShape } from '../../platform/collections/routes.ts'
import type { Db } from '../../platform/database/open.ts'
import { episodes, series } from '../../platform/database/schema/series.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, NotFound } from '../../platform/http/errors.ts'
import { idParameters, refusals } from '../../platform/http/shapes.ts'
import { episodeCollection } from './episodes.ts'
import { readSeasons } from './seasons.ts'

const path = `${API_PATHS.series}/all_episode/:id`
const tags = [episodeCollection.label.many]
const config = { access: { action: 'read', resource: 'episodes' } } as const

/** The lists of episodes are those of one series, which the address names. */
const inSeries: Collection = {
  ...episodeCollection,
  filters: {
    ...episodeCollection.filters,
    serieId: filter(id(), (serieId) => eq(episodes.serieId, serieId)),
  },
}

/** More than any series has: who asks for no page gets all episodes, as the address says. */
const ALL = 1_000_000

const allUnlessPaged = <Query extends ListParameters>(query: Query): Query =>
  query.page === undefined && query.limit === undefined ? { ...query, limit: ALL } : query

const requireSeries = async (db: Db, serieId: string): Promise<void> => {
  const found = await db.select({ _id: series._id }).from(series).where(eq(series._id, serieId))
  if (found.length === 0) throw new NotFound()
}

const seasonsShape = z.object({
  _id: z.string(),
  title: z.string(),
  seasons: z.array(
    z.object({
      number: z.number(),
      description: z.string(),
      episodes: z.number().meta({ description: 'Cuántos episodios tiene' }),
      lastEpisode: z.number().meta({ description: 'El número más alto de ellos; 0 sin ninguno' }),
    }),
  ),
})

/** The episodes of a series, their count, and the seasons that hold them. */
export const episodeListRoutes = (app: App, context: Context): void => {
  const { db } = context
  const request = { tags, params: idParameters, querystring: queryShape(episodeCollection) }
  app.get(
    path,
    {
      config,
      schema: {
        ...request,
        summary: 'Lista los episodios de una serie: todos, o una página de ellos',
        response: { 200: z.array(episodeCollection.rowShape), ...refusals(401, 403, 404, 422) },
      },
    },
    async ({ params, query }) => {
      await requireSeries(db, params.id)
      return listRecords(context, inSeries, { ...allUnlessPaged(parsedQuery(query)), serieId: params.id })
    },
  )
  app.get(
    `${path}/size`,
    {
      config: { ...config, load: 'reports' },
      schema: {
        ...request,
        summary: 'Cuenta los episodios de una serie con los mismos filtros',
        response: { 200: countShape, ...refusals(401, 403, 404, 422) },
      },
    },
    async ({ params, query }) => {
      await requireSeries(db, params.id)
      return countRecords(context, inSeries, { ...parsedQuery(query), serieId: params.id })
    },
  )
  seasonsRoute(app, context)
}

/** What the forms of a series and of its episodes ask for: whoever reads one of them may read it. */
function seasonsRoute(app: App, { db }: Context): void {
  app.get(
    `${path}/seasons`,
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        summary: 'Muestra las temporadas de una serie y cuántos episodios tienen',
        params: idParameters,
        response: { 200: seasonsShape, ...refusals(401, 403, 404) },
      },
    },
    async ({ caller, params }) => {
      if (!may(caller, 'read', 'episodes') && !may(caller, 'read', 'series')) throw new Forbidden()
      const found = await readSeasons(db, params.id)
      if (!found) throw new NotFound()
      return found
    },
  )
}
