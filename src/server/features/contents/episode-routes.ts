import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { EPISODE_ENDPOINTS as API, type EpisodeRecord } from '../../../domain/contents/episode.ts'
import { id } from '../../../domain/validation/ids.ts'
import { deleteRecord } from '../../platform/collections/delete-record.ts'
import { toResponse } from '../../platform/collections/rows.ts'
import { episodes } from '../../platform/database/schema/series.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { operation } from '../../platform/http/operation.ts'
import { changesOf, idParameters as params } from '../../platform/http/schemas.ts'
import { episodeListRoutes } from './episode-lists.ts'
import { neighboursOf } from './episode-neighbours.ts'
import { episodeCollection } from './episodes.ts'
import { mayWriteEpisodes, requirePermission, writeEpisode } from './write-episode.ts'

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
    config: { access: mayWriteEpisodes },
    preValidation: async ({ caller, body }) => requirePermission(caller, body),
    async handler({ caller, params, body }, reply) {
      const { episode, isNew } = await writeEpisode(context, caller, params.id, body)
      reply.code(isNew ? 201 : 200)
      return { ...episode, ...(await neighboursOf(db, episode._id)) }
    },
  })
  app.route({
    ...operation(API.delete, { params: z.object({ serieId: id(), episodeId: id() }) }),
    config: { access: { action: 'delete', resource: 'episodes' } },
    async handler({ caller, params: { serieId, episodeId } }) {
      const ofSeries = and(eq(episodes._id, episodeId), eq(episodes.serieId, serieId))
      const [found] = await db.select({ _id: episodes._id }).from(episodes).where(ofSeries)
      if (!found) throw new NotFound()
      return deleteRecord(context, episodeCollection, caller, episodeId)
    },
  })
}
