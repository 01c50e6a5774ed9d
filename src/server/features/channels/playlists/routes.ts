import { and, eq, gt, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { can } from '../../../../domain/access/permissions.ts'
import { checkEntries } from '../../../../domain/playlists/check-entries.ts'
import { PLAYLIST_ENDPOINTS as API } from '../../../../domain/playlists/endpoints.ts'
import { type PlaylistEntry, toEntry } from '../../../../domain/playlists/entry.ts'
import { MAX_SOURCE } from '../../../../domain/playlists/history.ts'
import { PLAYLIST_MESSAGES } from '../../../../domain/playlists/parse.ts'
import { writePlaylist } from '../../../../domain/playlists/write.ts'
import { text } from '../../../../domain/validation/fields.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { channelLists, channels } from '../../../platform/database/schema/channels.ts'
import { inBatches, readSnapshot } from '../../../platform/database/snapshot-read.ts'
import { onePerUser } from '../../../platform/exports/export-list.ts'
import type { App, Context } from '../../../platform/http/context.ts'
import { Forbidden, Invalid, NotFound } from '../../../platform/http/errors.ts'
import { flag, idParameters, operation, wholeNumber } from '../../../platform/http/operation.ts'
import { keepUpload } from '../../../platform/imports/imports.ts'
import { fileTooCostly, type Sandbox, sourceTooCostly } from '../../../platform/sandbox/sandbox.ts'
import { currentSettings, readSettings } from '../../../platform/settings/read-settings.ts'
import { readingSource, type SourceAddress } from '../fetch-source.ts'
import { importChannels } from './import-channels.ts'
import { countImports, listImports, undoImport } from './past-imports.ts'
import { PLAYLIST_IMPORTS, playlistTable } from './playlist-imports.ts'
import type { readPlaylist } from './read-playlist.ts'
import { MAX_LIVE_PLAYLIST, MAX_PLAYLIST } from './read-playlist.ts'
import { playableChannels, type Station } from './stations.ts'

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
    uploadRoute(scope, context, sandbox, 'channels', API.upload)
    uploadRoute(scope, context, sandbox, 'radios', API.uploadRadios)
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

const readingQuery = {
  onlyLive: flag()
    .optional()
    .meta({ description: 'Si se leen solo los canales en vivo, sin películas ni episodios: hasta 64 MiB' }),
}

const consumes = [...PLAYLIST_TYPES, 'application/json']

function previewRoute(app: App, context: Context, sandbox: Sandbox): void {
  const { schema, ...route } = operation(API.preview, { querystring: z.strictObject(readingQuery) })
  app.route({
    ...route,
    schema: { ...schema, consumes },
    config: creating,
    bodyLimit: MAX_LIVE_PLAYLIST,
    handler: async ({ currentUser, query: { onlyLive }, body }) => {
      const entries = await readEntries(context, sandbox, currentUser, body, onlyLive)
      const { tvUrlBase: base } = await readSettings(context.db, currentUser)
      const stations = await playableChannels(context.db)
      const checked = checkEntries(entries, { target: 'channels', stations, base })
      return checked.map(({ entry, verdict, station, errors, ...each }) => ({
        ...entry,
        ...each,
        verdict: verdict === 'refused' ? ('invalid' as const) : verdict,
        channel: station?._id ?? null,
        problems: errors,
      }))
    },
  })
}

const uploadQuery = z.strictObject({
  ...readingQuery,
  name: text(MAX_SOURCE).meta({ description: 'El nombre del archivo o de la lista' }),
})

/** Reads a playlist to be imported in steps. */
function uploadRoute(
  app: App,
  context: Context,
  sandbox: Sandbox,
  resource: keyof typeof PLAYLIST_IMPORTS,
  endpoint: typeof API.upload | typeof API.uploadRadios,
): void {
  const { schema, ...route } = operation(endpoint, { querystring: uploadQuery })
  app.route({
    ...route,
    schema: { ...schema, consumes },
    config: { access: { action: 'create', resource }, peopleOnly: true },
    bodyLimit: MAX_LIVE_PLAYLIST,
    handler: async ({ currentUser, query: { name, onlyLive }, body }, reply) => {
      const entries = await readEntries(context, sandbox, currentUser, body, onlyLive)
      if (entries.length === 0) throw new Invalid([{ field: '', message: PLAYLIST_MESSAGES.empty }])
      reply.code(201)
      const table = playlistTable(entries)
      return keepUpload(context, currentUser, { work: PLAYLIST_IMPORTS[resource], name, table })
    },
  })
}

type Source = Uint8Array | { listId: string } | { address: string }

/** Reads the entries of an uploaded file, or of the playlist at a URL, in the sandbox thread. */
async function readEntries(
  context: Context,
  sandbox: Sandbox,
  currentUser: CurrentUser,
  source: Source,
  onlyLive = false,
): Promise<PlaylistEntry[]> {
  const from = source instanceof Uint8Array ? source : await findUrl(context, currentUser, source)
  const read = (stopped: () => Error) =>
    sandbox.parse<typeof readPlaylist>('playlist', { from, onlyLive }, { user: currentUser.id, stopped })
  return from instanceof Uint8Array
    ? read(fileTooCostly)
    : readingSource('No se pudo leer la lista.', () => read(sourceTooCostly))
}

/** The typed URL, or that of a channel list, for users who may read these. */
async function findUrl(
  { db, config: { allowPrivateGuides } }: Context,
  currentUser: CurrentUser,
  source: Exclude<Source, Uint8Array>,
): Promise<SourceAddress> {
  if ('address' in source) return { address: source.address, allowPrivateGuides }
  if (!can(currentUser, 'read', 'channel_lists')) throw new Forbidden()
  const [list] = await db
    .select({ link: channelLists.link })
    .from(channelLists)
    .where(eq(channelLists._id, source.listId))
  if (!list) throw new NotFound('La lista de canales no existe.')
  return { address: list.link, allowPrivateGuides }
}

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
    const batches = inBatches<Station>(BATCH, (last, size) =>
      playableChannels(tx, last && after(last)).limit(size),
    )
    for await (const batch of batches) entries.push(...batch.map((channel) => toEntry(channel, tvUrlBase)))
    return writePlaylist(entries)
  })

const after = ({ number, _id }: Station): SQL | undefined =>
  or(gt(channels.number, number), and(eq(channels.number, number), gt(channels._id, _id)))
