import { and, eq, gt, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { can } from '../../../../domain/access/permissions.ts'
import { comparePlaylist } from '../../../../domain/channels/playlist/compare.ts'
import { PLAYLIST_ENDPOINTS as API } from '../../../../domain/channels/playlist/endpoints.ts'
import { entryOf, type PlaylistEntry } from '../../../../domain/channels/playlist/entry.ts'
import { type Previewed, previewOf } from '../../../../domain/channels/playlist/preview.ts'
import { writePlaylist } from '../../../../domain/channels/playlist/write.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { channelLists, channels } from '../../../platform/database/schema/channels.ts'
import { inBatches, readSnapshot } from '../../../platform/database/snapshot-read.ts'
import { onePerUser } from '../../../platform/exports/export-list.ts'
import type { App, Context } from '../../../platform/http/context.ts'
import { Forbidden, NotFound } from '../../../platform/http/errors.ts'
import { parseMediaType } from '../../../platform/http/media-types.ts'
import { flag, idParameters, operation, wholeNumber } from '../../../platform/http/operation.ts'
import { fileTooCostly, type Sandbox, sourceTooCostly } from '../../../platform/sandbox/sandbox.ts'
import { currentSettings, readSettings } from '../../../platform/settings/read-settings.ts'
import { readingSource, type SourceAddress } from '../fetch-source.ts'
import { importChannels } from './import-channels.ts'
import { countImports, listImports, undoImport } from './past-imports.ts'
import type { readPlaylist } from './read-playlist.ts'
import { MAX_LIVE_PLAYLIST, MAX_PLAYLIST } from './read-playlist.ts'
import { playableChannels, type StoredPlayable } from './stored-channels.ts'

const reading = { access: { action: 'read', resource: 'channels' } } as const
const creating = { access: { action: 'create', resource: 'channels' } } as const

/** Playlists are uploaded as raw bytes: their encoding is still to be detected. */
const PLAYLIST_TYPES = [
  'audio/x-mpegurl',
  'audio/mpegurl',
  'application/x-mpegurl',
  'application/vnd.apple.mpegurl',
  'application/octet-stream',
  'text/plain',
]

export const playlistRoutes = (app: App, context: Context, sandbox: Sandbox): void => {
  exportRoute(app, context)
  app.register(async (scope: App) => {
    scope.removeContentTypeParser('text/plain')
    scope.addContentTypeParser(PLAYLIST_TYPES, { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    previewRoute(scope, context, sandbox)
  })
  importRoutes(app, context)
  historyRoutes(app, context)
}

function exportRoute(app: App, context: Context): void {
  const { schema, ...route } = operation(API.export)
  app.route({
    ...route,
    schema: { ...schema, produces: ['audio/x-mpegurl'] },
    config: { ...reading, load: 'reports' },
    handler: async ({ currentUser }, reply) => {
      const playlist = await onePerUser(currentUser.id, () => exportPlaylist(context))
      reply
        .type('audio/x-mpegurl; charset=utf-8')
        .header('content-disposition', 'attachment; filename="canales.m3u"')
      return playlist
    },
  })
}

const previewQuery = z.strictObject({
  onlyLive: flag()
    .optional()
    .meta({ description: 'Si se leen solo los canales en vivo, sin películas ni episodios: hasta 64 MiB' }),
})

function previewRoute(app: App, context: Context, sandbox: Sandbox): void {
  const { schema, ...route } = operation(API.preview, { querystring: previewQuery })
  app.route({
    ...route,
    schema: { ...schema, consumes: [...PLAYLIST_TYPES, 'application/json'] },
    config: creating,
    // Bodies in JSON refer to a channel list, other ones are files: permission to read the lists is checked before the
    // body is read.
    onRequest: async ({ currentUser, headers }) => {
      const isListed = parseMediaType(headers['content-type']) === 'application/json'
      if (isListed && !can(currentUser, 'read', 'channel_lists')) throw new Forbidden()
    },
    bodyLimit: MAX_LIVE_PLAYLIST,
    handler: async ({ currentUser, query: { onlyLive = false }, body }) => {
      const from = body instanceof Uint8Array ? body : await listedSource(context, body.listId)
      const read = (stopped: () => Error) =>
        sandbox.parse<typeof readPlaylist>('playlist', { from, onlyLive }, { user: currentUser.id, stopped })
      const entries =
        from instanceof Uint8Array
          ? await read(fileTooCostly)
          : await readingSource('No se pudo leer la lista.', () => read(sourceTooCostly))
      return (await previewImport(context, currentUser, entries)).map(previewResponse)
    },
  })
}

/** A preview's entry in the API's format. */
const previewResponse = ({ entry, channel, ...found }: Previewed<StoredPlayable>) => ({
  ...entry,
  ...found,
  channel: channel?._id ?? null,
})

function importRoutes(app: App, context: Context): void {
  app.route({
    ...operation(API.import),
    config: creating,
    bodyLimit: MAX_PLAYLIST,
    handler: ({ currentUser, body }) => importChannels(context, currentUser, body),
  })
  app.route({
    ...operation(API.undo, { params: idParameters }),
    config: { access: { action: 'delete', resource: 'channels' }, peopleOnly: true },
    handler: ({ currentUser, params }) => undoImport(context, currentUser, params.id),
  })
}

const PAGE_SIZE = 20

const pageParameters = z.strictObject({
  page: wholeNumber(1, 100_000).optional(),
  limit: wholeNumber(1, 100).optional(),
})

function historyRoutes(app: App, context: Context): void {
  app.route({
    ...operation(API.list, { querystring: pageParameters }),
    config: reading,
    handler: ({ query: { page = 1, limit = PAGE_SIZE } }) => listImports(context, { page, limit }),
  })
  app.route({
    ...operation(API.count, { querystring: z.strictObject({}) }),
    config: { ...reading, load: 'reports' },
    handler: () => countImports(context),
  })
}

const BATCH = 1000

/** All channels as a playlist; importing it changes nothing. */
const exportPlaylist = ({ db }: Context): Promise<string> =>
  readSnapshot(db, async (tx) => {
    const { tvUrlBase } = await currentSettings(tx)
    const entries = []
    const batches = inBatches<StoredPlayable>(BATCH, (last, size) =>
      playableChannels(tx, last && after(last)).limit(size),
    )
    for await (const batch of batches) entries.push(...batch.map((channel) => entryOf(channel, tvUrlBase)))
    return writePlaylist(entries)
  })

const after = ({ number, _id }: StoredPlayable): SQL | undefined =>
  or(gt(channels.number, number), and(eq(channels.number, number), gt(channels._id, _id)))

/** The address of a channel list's playlist. */
const listedSource = async ({ db, config }: Context, listId: string): Promise<SourceAddress> => {
  const [list] = await db
    .select({ link: channelLists.link })
    .from(channelLists)
    .where(eq(channelLists._id, listId))
  if (!list) throw new NotFound('La lista de canales no existe.')
  return { address: list.link, allowPrivateGuides: config.allowPrivateGuides }
}

/** Previews the import of each entry. */
const previewImport = async (
  { db }: Context,
  currentUser: CurrentUser,
  entries: readonly PlaylistEntry[],
): Promise<Previewed<StoredPlayable>[]> => {
  const { tvUrlBase } = await readSettings(db, currentUser)
  const stored = await playableChannels(db)
  return previewOf(comparePlaylist(entries, stored, tvUrlBase), stored)
}
