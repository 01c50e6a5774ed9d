import { z } from 'zod'
import { can } from '../../../../domain/access/permissions.ts'
import type { Comparison } from '../../../../domain/channels/playlist/compare.ts'
import { PLAYLIST_ENDPOINTS as API } from '../../../../domain/channels/playlist/endpoints.ts'
import type { App, Context } from '../../../platform/http/context.ts'
import { Forbidden } from '../../../platform/http/errors.ts'
import { mediaTypeOf } from '../../../platform/http/media-types.ts'
import { idParameters, operation, wholeNumber } from '../../../platform/http/operation.ts'
import type { Readers } from '../../../platform/readers/readers.ts'
import { exportPlaylist } from './export-playlist.ts'
import { importChannels } from './import-channels.ts'
import { countImports, listImports } from './list-imports.ts'
import { previewImport, readListedPlaylist, readSentPlaylist } from './preview-import.ts'
import { MAX_PLAYLIST } from './read-playlist.ts'
import { undoImport } from './undo-import.ts'

const reading = { access: { action: 'read', resource: 'channels' } } as const
const creating = { access: { action: 'create', resource: 'channels' } } as const

/** A playlist is sent as it is, byte for byte: its encoding is part of what there is to find out. */
const PLAYLIST_TYPES = [
  'audio/x-mpegurl',
  'audio/mpegurl',
  'application/x-mpegurl',
  'application/vnd.apple.mpegurl',
  'application/octet-stream',
  'text/plain',
]

/** The endpoints that bring playlists in and give them back. */
export const playlistRoutes = (app: App, context: Context, readers: Readers): void => {
  exportRoute(app, context)
  app.register(async (scope: App) => {
    scope.removeContentTypeParser('text/plain')
    scope.addContentTypeParser(PLAYLIST_TYPES, { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    previewRoute(scope, context, readers)
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
    handler: async (_request, reply) => {
      reply
        .type('audio/x-mpegurl; charset=utf-8')
        .header('content-disposition', 'attachment; filename="canales.m3u"')
      return exportPlaylist(context)
    },
  })
}

function previewRoute(app: App, context: Context, readers: Readers): void {
  const { schema, ...route } = operation(API.preview)
  app.route({
    ...route,
    schema: { ...schema, consumes: [...PLAYLIST_TYPES, 'application/json'] },
    config: creating,
    // A list is named in JSON, a file is not: who may not read the lists is told so before the body is read.
    onRequest: async ({ currentUser, headers }) => {
      const isListed = mediaTypeOf(headers['content-type']) === 'application/json'
      if (isListed && !can(currentUser, 'read', 'channel_lists')) throw new Forbidden()
    },
    bodyLimit: MAX_PLAYLIST,
    handler: async ({ body }) => {
      const entries =
        body instanceof Uint8Array
          ? await readSentPlaylist(readers, body)
          : await readListedPlaylist(context, readers, body.listId)
      return (await previewImport(context, entries)).map(previewResponse)
    },
  })
}

/** An entry of the preview as the API answers it. */
const previewResponse = ({ entry, verdict, channel, changes, problems }: Comparison) => ({
  ...entry,
  verdict,
  channel: channel?._id ?? null,
  changes,
  problems,
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
    config: { access: { action: 'delete', resource: 'channels' } },
    handler: ({ currentUser, params }) => undoImport(context, currentUser, params.id),
  })
}

const pageParameters = z.strictObject({
  page: wholeNumber(1, 100_000).optional(),
  limit: wholeNumber(1, 100).optional(),
})

function historyRoutes(app: App, context: Context): void {
  app.route({
    ...operation(API.list, { querystring: pageParameters }),
    config: reading,
    handler: ({ query }) => listImports(context, query),
  })
  app.route({
    ...operation(API.count, { querystring: z.strictObject({}) }),
    config: { ...reading, load: 'reports' },
    handler: () => countImports(context),
  })
}
