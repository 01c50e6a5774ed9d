import { eq } from 'drizzle-orm'
import { may } from '../../../domain/access/permissions.ts'
import { EPISODE_ENDPOINTS as API, type EpisodeRow } from '../../../domain/contents/episode.ts'
import { id } from '../../../domain/validation/ids.ts'
import type { Access } from '../../platform/auth/permissions.ts'
import { type Collection, filter } from '../../platform/collections/collection.ts'
import type { ListParameters } from '../../platform/collections/list-parameters.ts'
import {
  countRecords,
  listRecords,
  parsedQuery,
  querySchema,
} from '../../platform/collections/list-records.ts'
import type { Db } from '../../platform/database/open.ts'
import { episodes, series } from '../../platform/database/schema/series.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, NotFound } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { idParameters as params } from '../../platform/http/schemas.ts'
import { episodeCollection } from './episodes.ts'
import { readSeasons } from './seasons.ts'

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

/** The episodes of a series, their count, and the seasons that hold them. */
export const episodeListRoutes = (app: App, context: Context): void => {
  const { db } = context
  const access: Access = { action: 'read', resource: 'episodes' }
  const querystring = querySchema(episodeCollection)
  app.route({
    ...operation(API.list, { params, querystring }),
    config: { access },
    async handler({ params, query }) {
      await requireSeries(db, params.id)
      return listRecords<EpisodeRow>(context, inSeries, {
        ...allUnlessPaged(parsedQuery(query)),
        serieId: params.id,
      })
    },
  })
  app.route({
    ...operation(API.count, { params, querystring }),
    config: { access, load: 'reports' },
    async handler({ params, query }) {
      await requireSeries(db, params.id)
      return countRecords(context, inSeries, { ...parsedQuery(query), serieId: params.id })
    },
  })
  // The forms of a series and of its episodes ask for them: whoever reads one of both may read them.
  app.route({
    ...operation(API.seasons, { params }),
    config: { access: 'signed-in' },
    async handler({ caller, params }) {
      if (!may(caller, 'read', 'episodes') && !may(caller, 'read', 'series')) throw new Forbidden()
      const found = await readSeasons(db, params.id)
      if (!found) throw new NotFound()
      return found
    },
  })
}
