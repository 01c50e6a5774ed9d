import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { id } from '../../../domain/validation/ids.ts'
import { deleteRecord } from '../../platform/collections/delete-record.ts'
import { deletedShape } from '../../platform/collections/routes.ts'
import { toWire } from '../../platform/collections/rows.ts'
import { episodes } from '../../platform/database/schema/series.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { idParameters, refusals } from '../../platform/http/shapes.ts'
import { episodeListRoutes } from './episode-lists.ts'
import { neighboursOf, neighboursWire } from './episode-neighbours.ts'
import { episodeCollection } from './episodes.ts'
import { episodeBody, mayWriteEpisodes, requirePermission, writeEpisode } from './write-episode.ts'

const path = API_PATHS.episodes
const tags = [episodeCollection.label.many]
const episodeShape = episodeCollection.wireShape.extend(neighboursWire)

export const episodeRoutes = (app: App, context: Context): void => {
  episodeListRoutes(app, context)
  readingRoute(app, context)
  writingRoutes(app, context)
}

function readingRoute(app: App, { db }: Context): void {
  app.get(
    `${path}/:id`,
    {
      config: { access: { action: 'read', resource: 'episodes' } },
      schema: {
        tags,
        summary: 'Muestra un episodio, con el anterior y el siguiente',
        params: idParameters,
        response: { 200: episodeShape, ...refusals(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const [row] = await db.select().from(episodes).where(eq(episodes._id, params.id))
      if (!row) throw new NotFound()
      return { ...toWire(row), ...(await neighboursOf(db, row._id)) }
    },
  )
}

function writingRoutes(app: App, context: Context): void {
  const { db } = context
  app.put(
    `${path}/:id`,
    {
      config: { access: mayWriteEpisodes },
      preValidation: async ({ caller, body }) => requirePermission(caller, body),
      schema: {
        tags,
        summary: 'Registra un episodio de la serie, o cambia los campos enviados de uno',
        params: idParameters,
        body: episodeBody,
        response: { 200: episodeShape, 201: episodeShape, ...refusals(401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, params, body }, reply) => {
      const { isNew, _id, ...episode } = await writeEpisode(context, caller, params.id, body)
      reply.code(isNew ? 201 : 200)
      return { ...episode, _id, ...(await neighboursOf(db, _id)) }
    },
  )
  app.delete(
    `${path}/:serieId/:episodeId`,
    {
      config: { access: { action: 'delete', resource: 'episodes' } },
      schema: {
        tags,
        summary: 'Elimina un episodio de la serie',
        params: z.object({ serieId: id(), episodeId: id() }),
        response: { 200: deletedShape, ...refusals(401, 403, 404) },
      },
    },
    async ({ caller, params: { serieId, episodeId } }) => {
      const ofSeries = and(eq(episodes._id, episodeId), eq(episodes.serieId, serieId))
      const [found] = await db.select({ _id: episodes._id }).from(episodes).where(ofSeries)
      if (!found) throw new NotFound()
      return deleteRecord(context, episodeCollection, caller, episodeId)
    },
  )
}
