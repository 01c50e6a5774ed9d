import { and, eq } from 'drizzle-orm'
import { can, type Principal } from '../../../domain/access/permissions.ts'
import { NEW_EPISODE } from '../../../domain/access/routes.ts'
import { EPISODE_MESSAGES, type EpisodeRecord, newEpisodeSchema } from '../../../domain/contents/episode.ts'
import { validationErrorsOf } from '../../../domain/validation/errors.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import { createRecord, updateRecord } from '../../platform/collections/records.ts'
import { episodes } from '../../platform/database/schema/contents.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/http/errors.ts'
import { episodeCollection } from './episodes.ts'

type Fields = Record<string, unknown>

const isNewId = (id: unknown): boolean => id === undefined || id === NEW_EPISODE

/** Whether the current user may write some episode or other: which one, only the body says. */
export const canWriteEpisodes = (principal: Principal): boolean =>
  can(principal, 'create', 'episodes') || can(principal, 'update', 'episodes')

/** Throws unless the current user may create or edit what a body holds, which is not checked yet. */
export const requirePermission = (currentUser: CurrentUser, body: unknown): void => {
  const named = typeof body === 'object' && body !== null && '_id' in body ? body._id : undefined
  if (!can(currentUser, isNewId(named) ? 'create' : 'update', 'episodes')) throw new Forbidden()
}

/** Creates an episode of a series or edits one, as the body says; an episode never changes its series. */
export const writeEpisode = async (
  context: Context,
  currentUser: CurrentUser,
  serieId: string,
  body: Fields,
) => {
  const { _id, serieId: named = serieId, ...sent } = body
  if (named !== serieId) throw new Invalid([{ field: 'serieId', message: 'El episodio no cambia de serie.' }])
  if (isNewId(_id)) {
    const fields = { ...parse(sent), serieId }
    return {
      episode: await createRecord<EpisodeRecord>(context, episodeCollection, currentUser, fields),
      isNew: true,
    }
  }
  if (typeof _id !== 'string' || !(await isOfSeries(context, _id, serieId))) throw new NotFound()
  return {
    episode: await updateRecord<EpisodeRecord>(context, episodeCollection, currentUser, _id, sent),
    isNew: false,
  }
}

/** Reads a new episode; what it lacks is said as a whole too, as its form does. */
function parse(sent: Fields): Fields {
  const parsed = newEpisodeSchema.safeParse(sent)
  if (parsed.success) return parsed.data
  throw new Invalid([
    { field: '', message: EPISODE_MESSAGES.incomplete },
    ...validationErrorsOf(parsed.error),
  ])
}

/** Read before the edit: it never changes. */
async function isOfSeries({ db }: Context, id: string, serieId: string): Promise<boolean> {
  const found = db.select({ _id: episodes._id }).from(episodes)
  return (await found.where(and(eq(episodes._id, id), eq(episodes.serieId, serieId)))).length > 0
}
