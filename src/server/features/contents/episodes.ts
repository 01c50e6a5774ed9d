import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { holds } from '../../../domain/access/permissions.ts'
import { NEW_EPISODE } from '../../../domain/access/routes.ts'
import {
  EPISODE_ENDPOINTS as API,
  EPISODE_MESSAGES,
  type EpisodeRecord,
  episodeEntity,
  type EpisodeRow as ListedEpisode,
  type Neighbour,
  newEpisodeSchema,
} from '../../../domain/contents/episode.ts'
import { hasReservedLink } from '../../../domain/contents/link.ts'
import { LAST_NUMBER, SEASON_MESSAGES } from '../../../domain/contents/season.ts'
import { fold } from '../../../domain/format/text.ts'
import { toValidationErrors, type ValidationError } from '../../../domain/validation/errors.ts'
import { id } from '../../../domain/validation/fields.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { bulkRoute } from '../../platform/collections/bulk.ts'
import { importRoute } from '../../platform/collections/import.ts'
import {
  asQuery,
  countRecords,
  createRecord,
  deleteRecord,
  findRow,
  listRecords,
  querySchema,
  recordsExport,
  toResponse,
  updateRecord,
} from '../../platform/collections/records.ts'
import { trashRoutes } from '../../platform/collections/restore.ts'
import { collection, filter, keyIdentity, numberIdentity } from '../../platform/database/collection.ts'
import type { Db, Tx } from '../../platform/database/open.ts'
import { type EpisodeRow, episodes, series } from '../../platform/database/schema/contents.ts'
import { searchWords } from '../../platform/database/search.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { duplicate, Forbidden, Invalid, NotFound } from '../../platform/http/errors.ts'
import {
  type ListParameters,
  operation,
  idParameters as params,
  partialBody,
  wholeNumber,
} from '../../platform/http/operation.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'
import type { Sandbox } from '../../platform/sandbox/sandbox.ts'
import { recordsWithDeadLinks } from '../links/queue-checks.ts'
import { replacementPreviewRoute } from '../links/replace-links.ts'
import { contentDerived, originRules, reservedFilter } from './films.ts'
import { linkHostFilter } from './link-host-filter.ts'
import { publicationFilter } from './publication-filter.ts'
import { readSeasons } from './series.ts'

/** Greater than any season or episode number, to combine both into one sortable number. */
const NUMBER_BASE = LAST_NUMBER + 1

/** Identifies an episode in a file, within its series. */
const episodeIdentity = [
  {
    field: 'serieId',
    column: episodes.serieId,
    keyOf: (value: unknown) => (typeof value === 'string' ? value : undefined),
  },
  numberIdentity('season', episodes.season),
  numberIdentity('episode', episodes.episode),
]

/** Episodes: not served by the generic endpoints of a collection, but below their series. */
export const episodeCollection = collection({
  entity: episodeEntity,
  table: episodes,
  sorts: {
    season: episodes.seasonKey,
    episode: episodes.episodeKey,
    title: episodes.titleKey,
    view: episodes.view,
    mailOrigin: episodes.mailOriginKey,
    reference: episodes.referenceKey,
    info: episodes.infoKey,
    hasLinkReserved: episodes.hasLinkReserved,
    status: episodes.status,
    dateUpdate: episodes.dateUpdate,
  },
  shown: [
    ...(['episode', 'season', 'title', 'view', 'mailOrigin', 'reference'] as const),
    ...(['released', 'runtime', 'status'] as const),
  ],
  // Several episodes may share a number (rule K20).
  importScope: { serieId: id().optional() },
  identities: [[...episodeIdentity, keyIdentity('title', episodes.titleKey)], episodeIdentity],
  filters: {
    onlyLinkReserved: reservedFilter(episodes),
    ...linkHostFilter(episodes),
    season: filter(wholeNumber(1, LAST_NUMBER), (season) => eq(episodes.season, season)),
    quality: filter(
      z.enum(['dead_link']),
      () => sql`${episodes._id} in (${recordsWithDeadLinks('episodes')})`,
    ),
    ...publicationFilter(episodes),
  },
  detail: ['season', 'episode'],
  searchDetail: sql`concat('T', ${episodes.season}, ' E', ${episodes.episode}, ' · ',
    (select ${series.title} from ${series} where ${series._id} = ${episodes.serieId}))`,
  derive: (fields) => ({
    ...contentDerived(fields),
    seasonKey: fields.season * NUMBER_BASE + fields.episode,
    episodeKey: fields.episode * NUMBER_BASE + fields.season,
    infoKey: infoKey(fields.released, fields.year, fields.runtime),
    hasLinkReserved: hasReservedLink(fields.content),
    search: searchWords(
      fields.title,
      fields.reference,
      fields.imdbId,
      codeText(fields),
      fields.mailOrigin,
      fields.synopsis,
    ),
  }),
  async beforeWrite(write) {
    const { tx, fields, stored } = write
    const serieId = stored?.serieId ?? fields.serieId
    const errors = [...(await seasonErrors(tx, serieId, fields.season)), ...(await originRules(write))]
    if (errors.length === 0) await refuseDuplicate(tx, serieId, fields, stored)
    return errors
  },
})

/** Requires the season to exist in the series, whose row is locked: episodes of a series are written one at a time. */
async function seasonErrors(tx: Tx, serieId: string, season: number): Promise<ValidationError[]> {
  const query = tx.select({ seasons: series.seasons }).from(series)
  const [serie] = await query.where(eq(series._id, serieId)).for('no key update')
  const isKnown = serie?.seasons.some(({ number }) => number === season)
  return isKnown ? [] : [{ field: 'season', message: SEASON_MESSAGES.unknown }]
}

type EpisodeKey = Pick<EpisodeRow, 'episode' | 'title' | 'imdbId'>

const isSameEpisode = (one: EpisodeKey, other: EpisodeKey): boolean =>
  one.episode === other.episode &&
  fold(one.title) === fold(other.title) &&
  fold(one.imdbId) === fold(other.imdbId)

/**
 * Refuses a duplicate within a series, whose row is locked (rule K20). There is no unique index because merging two
 * series may put the same episode into two seasons; both can still be edited.
 */
async function refuseDuplicate(
  tx: Tx,
  serieId: string,
  fields: EpisodeKey,
  stored?: EpisodeRow,
): Promise<void> {
  if (stored && isSameEpisode(stored, fields)) return
  const others = await tx
    .select({ episode: episodes.episode, title: episodes.title, imdbId: episodes.imdbId })
    .from(episodes)
    .where(
      and(
        eq(episodes.serieId, serieId),
        eq(episodes.episode, fields.episode),
        stored && ne(episodes._id, stored._id),
      ),
    )
  if (others.some((other) => isSameEpisode(other, fields)))
    throw duplicate('episode', EPISODE_MESSAGES.duplicate)
}

/** Sort key of the list's info column: release date and duration. */
const infoKey = (released: string, year: number | null, runtime: number | null): string =>
  `${released || (year ?? '')} ${runtime === null ? '' : String(runtime).padStart(4, '0')}`.trim()

/** Both common notations of an episode's number for the search: 1x5 and 1x05. */
const codeText = ({ season, episode }: { season: number; episode: number }): string =>
  `${season}x${episode} ${season}x${String(episode).padStart(2, '0')}`

const { _id, serieId, season, episode, seasonKey, title } = episodes

const findNeighbour = async (db: Db, id: string, side: 'previous' | 'next'): Promise<Neighbour> => {
  const self = alias(episodes, 'self')
  const [order, sign] = side === 'next' ? [asc, sql`>`] : [desc, sql`<`]
  const [neighbour] = await db
    .select({ _id, season, episode, title })
    .from(episodes)
    .innerJoin(self, eq(self._id, id))
    .where(
      and(eq(serieId, self.serieId), sql`(${seasonKey}, ${_id}) ${sign} (${self.seasonKey}, ${self._id})`),
    )
    .orderBy(order(seasonKey), order(_id))
    .limit(1)
  return neighbour ?? null
}

/** The previous and the next episode. */
const findNeighbours = async (db: Db, id: string): Promise<Record<'previous' | 'next', Neighbour>> => ({
  previous: await findNeighbour(db, id, 'previous'),
  next: await findNeighbour(db, id, 'next'),
})

/** Lists of episodes are limited to the series in the path. */
const inSeries = {
  ...episodeCollection,
  filters: {
    ...episodeCollection.filters,
    serieId: filter(id(), (serieId) => eq(episodes.serieId, serieId)),
  },
}

/** Greater than the episodes of any series: without paging, the endpoint returns all of them. */
const UNPAGED_LIMIT = 1_000_000

const allUnlessPaged = <Query extends ListParameters>(query: Query): Query =>
  query.page === undefined && query.limit === undefined ? { ...query, limit: UNPAGED_LIMIT } : query

const requireSeries = async (db: Db, serieId: string): Promise<void> => {
  const rows = await db.select({ _id: series._id }).from(series).where(eq(series._id, serieId))
  if (rows.length === 0) throw new NotFound()
}

const READ = { action: 'read', resource: 'episodes' } as const
const CREATE = { action: 'create', resource: 'episodes' } as const
const UPDATE = { action: 'update', resource: 'episodes' } as const

/** Endpoints for a series' episodes, their count, and its seasons. */
const episodeListRoutes = (app: App, context: Context): void => {
  const { db } = context
  listRoutes(app, context, API, {
    config: { access: READ, replica: true },
    params,
    querystring: querySchema(episodeCollection),
    async list(context, currentUser, query, { id }) {
      await requireSeries(db, id)
      const requested = { ...allUnlessPaged(asQuery(query)), serieId: id }
      return listRecords<ListedEpisode>(context, currentUser, inSeries, requested)
    },
    async count(context, _currentUser, query, { id }) {
      await requireSeries(db, id)
      return countRecords(context, inSeries, { ...asQuery(query), serieId: id })
    },
    exported(currentUser, query, { id }) {
      const list = recordsExport(currentUser, inSeries, { ...query, serieId: id })
      const find: typeof list.find = async (within) => {
        await requireSeries(within.db, id)
        return list.find(within)
      }
      return { ...list, find }
    },
  })
  // Used by the forms of series and of episodes: readable with either permission.
  app.route({
    ...operation(API.seasons, { params }),
    config: { access: { any: [READ, { action: 'read', resource: 'series' }] } },
    async handler({ params }) {
      const seasons = await readSeasons(db, params.id)
      if (!seasons) throw new NotFound()
      return seasons
    },
  })
}

export const episodeRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  const { db } = context
  bulkRoute(app, context, inSeries)
  replacementPreviewRoute(app, context, inSeries)
  importRoute(app, context, sandbox, episodeCollection)
  episodeListRoutes(app, context)
  trashRoutes(app, context, episodeCollection, API)
  app.route({
    ...operation(API.get, { params }),
    config: { access: READ },
    async handler({ params }) {
      const row = await findRow(db, episodes, params.id)
      if (!row) throw new NotFound()
      return { ...toResponse<EpisodeRecord>(row), ...(await findNeighbours(db, row._id)) }
    },
  })
  app.route({
    ...operation(API.write, { params, body: partialBody(API.write.body) }),
    config: {
      access: { any: [CREATE, UPDATE] },
      cases: { 'a new episode': { needs: CREATE }, 'one that exists': { needs: UPDATE } },
    },
    preValidation: async ({ currentUser, body }) => requirePermission(currentUser, body),
    async handler({ currentUser, params, body }, reply) {
      const { episode, isNew } = await writeEpisode(context, currentUser, params.id, body)
      reply.code(isNew ? 201 : 200)
      return { ...episode, ...(await findNeighbours(db, episode._id)) }
    },
  })
  app.route({
    ...operation(API.delete, { params: z.object({ serieId: id(), episodeId: id() }) }),
    config: { access: { action: 'delete', resource: 'episodes' } },
    async handler({ currentUser, params: { serieId, episodeId } }) {
      const ofSeries = and(eq(episodes._id, episodeId), eq(episodes.serieId, serieId))
      const [row] = await db.select({ _id: episodes._id }).from(episodes).where(ofSeries)
      if (!row) throw new NotFound()
      return deleteRecord(context, episodeCollection, currentUser, episodeId)
    },
  })
}

type Fields = Record<string, unknown>

const isNewId = (id: unknown): boolean => id === undefined || id === NEW_EPISODE

/** Throws without the permission to create or edit, depending on the body, which is not validated yet. */
const requirePermission = (currentUser: CurrentUser, body: unknown): void => {
  const sentId = typeof body === 'object' && body !== null && '_id' in body ? body._id : undefined
  if (!holds(currentUser, isNewId(sentId) ? CREATE : UPDATE)) throw new Forbidden()
}

/** Creates or edits an episode, depending on the body; an episode never changes its series. */
export const writeEpisode = async (
  context: Context,
  currentUser: CurrentUser,
  serieId: string,
  body: Fields,
) => {
  const { _id, serieId: sentSerieId = serieId, ...sent } = body
  if (sentSerieId !== serieId)
    throw new Invalid([{ field: 'serieId', message: 'El episodio no cambia de serie.' }])
  if (isNewId(_id)) {
    const fields = { ...parse(sent), serieId }
    return {
      episode: await createRecord<EpisodeRecord>(context, episodeCollection, currentUser, fields),
      isNew: true,
    }
  }
  if (typeof _id !== 'string' || !(await belongsToSeries(context, _id, serieId))) throw new NotFound()
  return {
    episode: await updateRecord<EpisodeRecord>(context, episodeCollection, currentUser, _id, sent),
    isNew: false,
  }
}

/** Parses a new episode; missing fields also add a general error for the form. */
function parse(sent: Fields): Fields {
  const parsed = newEpisodeSchema.safeParse(sent)
  if (parsed.success) return parsed.data
  throw new Invalid([
    { field: '', message: EPISODE_MESSAGES.incomplete },
    ...toValidationErrors(parsed.error),
  ])
}

/** Safe to read before the edit, since an episode's series never changes. */
async function belongsToSeries({ db }: Context, id: string, serieId: string): Promise<boolean> {
  const query = db.select({ _id: episodes._id }).from(episodes)
  return (await query.where(and(eq(episodes._id, id), eq(episodes.serieId, serieId)))).length > 0
}
