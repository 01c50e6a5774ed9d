import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { can } from '../../../domain/access/permissions.ts'
import {
  EPISODE_ENDPOINTS as API,
  type EpisodeRecord,
  type EpisodeRow,
  type Neighbour,
} from '../../../domain/contents/episode.ts'
import { id } from '../../../domain/validation/fields.ts'
import type { Access } from '../../platform/auth/access.ts'
import { type Collection, filter } from '../../platform/collections/collection.ts'
import {
  countRecords,
  deleteRecord,
  listRecords,
  parsedQuery,
  querySchema,
  toResponse,
} from '../../platform/collections/records.ts'
import type { Db } from '../../platform/database/open.ts'
import { episodes, series } from '../../platform/database/schema/contents.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { Forbidden, NotFound } from '../../platform/http/errors.ts'
import {
  changesOf,
  type ListParameters,
  operation,
  idParameters as params,
} from '../../platform/http/operation.ts'
import { episodeCollection } from './episodes.ts'
import { readSeasons } from './series.ts'
import { canWriteEpisodes, requirePermission, writeEpisode } from './write-episode.ts'

const { _id, serieId, season, episode, seasonKey, title } = episodes

const beside = async (db: Db, id: string, side: 'previous' | 'next'): Promise<Neighbour> => {
  const self = alias(episodes, 'self')
  const [order, sign] = side === 'next' ? [asc, sql`>`] : [desc, sql`<`]
  const [found] = await db
    .select({ _id, season, episode, title })
    .from(episodes)
    .innerJoin(self, eq(self._id, id))
    .where(
      and(eq(serieId, self.serieId), sql`(${seasonKey}, ${_id}) ${sign} (${self.seasonKey}, ${self._id})`),
    )
    .orderBy(order(seasonKey), order(_id))
    .limit(1)
  return found ?? null
}

/** The episodes around one. */
const neighboursOf = async (db: Db, id: string): Promise<Record<'previous' | 'next', Neighbour>> => ({
  previous: await beside(db, id, 'previous'),
  next: await beside(db, id, 'next'),
})

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
const episodeListRoutes = (app: App, context: Context): void => {
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
    async handler({ currentUser, params }) {
      if (!can(currentUser, 'read', 'episodes') && !can(currentUser, 'read', 'series')) throw new Forbidden()
      const found = await readSeasons(db, params.id)
      if (!found) throw new NotFound()
      return found
    },
  })
}

export const episodeRoutes = (app: App, context: Context): void => {
  const { db } = context
  episodeListRoutes(app, context)
  app.route({
    ...operation(API.get, { params }),
    config: { access: { action: 'read', resource: 'episodes' } },
    async handler({ params }) {
      const [row] = await db.select().from(episodes).where(eq(episodes._id, params.id))
      if (!row) throw new NotFound()
      return { ...toResponse<EpisodeRecord>(row), ...(await neighboursOf(db, row._id)) }
    },
  })
  app.route({
    ...operation(API.write, { params, body: changesOf(API.write.body) }),
    config: { access: canWriteEpisodes },
    preValidation: async ({ currentUser, body }) => requirePermission(currentUser, body),
    async handler({ currentUser, params, body }, reply) {
      const { episode, isNew } = await writeEpisode(context, currentUser, params.id, body)
      reply.code(isNew ? 201 : 200)
      return { ...episode, ...(await neighboursOf(db, episode._id)) }
    },
  })
  app.route({
    ...operation(API.delete, { params: z.object({ serieId: id(), episodeId: id() }) }),
    config: { access: { action: 'delete', resource: 'episodes' } },
    async handler({ currentUser, params: { serieId, episodeId } }) {
      const ofSeries = and(eq(episodes._id, episodeId), eq(episodes.serieId, serieId))
      const [found] = await db.select({ _id: episodes._id }).from(episodes).where(ofSeries)
      if (!found) throw new NotFound()
      return deleteRecord(context, episodeCollection, currentUser, episodeId)
    },
  })
}
