import { z } from 'zod'
import { may } from '../../../../domain/access/permissions.ts'
import { API_PATHS } from '../../../../domain/access/resources.ts'
import { UNDO_DAYS } from '../../../../domain/channels/playlist/history.ts'
import { countOutput } from '../../../../domain/contract/outputs.ts'
import { id } from '../../../../domain/validation/ids.ts'
import type { App } from '../../../platform/http/app-type.ts'
import type { Context } from '../../../platform/http/context.ts'
import { Forbidden } from '../../../platform/http/errors.ts'
import { mediaTypeOf } from '../../../platform/http/media-types.ts'
import { errorResponses, idParameters } from '../../../platform/http/schemas.ts'
import type { Readers } from '../../../platform/readers/readers.ts'
import { exportPlaylist } from './export-playlist.ts'
import { importChannels } from './import-channels.ts'
import { countImports, listImports } from './list-imports.ts'
import { MAX_PLAYLIST } from './playlist-text.ts'
import { previewImport, readListedPlaylist, readSentPlaylist } from './preview-import.ts'
import {
  choicesSchema,
  historyParameters,
  historySchema,
  previewSchema,
  summarySchema,
  toWire,
  undoneSchema,
} from './schemas.ts'
import { undoImport } from './undo-import.ts'

const tags = ['Canales']
const path = `${API_PATHS.channels}/import`
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

const sourceSchema = z.union([
  z.instanceof(Uint8Array).meta({ description: 'El archivo M3U' }),
  z.strictObject({ listId: id('Debe elegir una lista de canales.') }),
])

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
  app.get(
    `${API_PATHS.channels}/export.m3u`,
    {
      config: { ...reading, load: 'reports' },
      schema: {
        tags,
        summary: 'Exporta todos los canales como lista M3U',
        produces: ['audio/x-mpegurl'],
        response: { 200: z.string(), ...errorResponses(401, 403) },
      },
    },
    async (_request, reply) => {
      reply
        .type('audio/x-mpegurl; charset=utf-8')
        .header('content-disposition', 'attachment; filename="canales.m3u"')
      return exportPlaylist(context)
    },
  )
}

function previewRoute(app: App, context: Context, readers: Readers): void {
  app.post(
    `${path}/preview`,
    {
      config: creating,
      // A list is named in JSON, a file is not: who may not read the lists is told so before the body is read.
      onRequest: async ({ caller, headers }) => {
        const isListed = mediaTypeOf(headers['content-type']) === 'application/json'
        if (isListed && !may(caller, 'read', 'channel_lists')) throw new Forbidden()
      },
      bodyLimit: MAX_PLAYLIST,
      schema: {
        tags,
        summary: 'Dice qué haría con cada canal la importación de un archivo M3U o de una lista de canales',
        consumes: [...PLAYLIST_TYPES, 'application/json'],
        body: sourceSchema,
        response: { 200: previewSchema, ...errorResponses(401, 403, 404, 422, 502, 503, 504) },
      },
    },
    async ({ body }) => {
      const entries =
        body instanceof Uint8Array
          ? await readSentPlaylist(readers, body)
          : await readListedPlaylist(context, readers, body.listId)
      return (await previewImport(context, entries)).map(toWire)
    },
  )
}

function importRoutes(app: App, context: Context): void {
  app.post(
    path,
    {
      config: creating,
      bodyLimit: MAX_PLAYLIST,
      schema: {
        tags,
        summary: 'Importa los canales elegidos de una lista M3U, todos o ninguno',
        body: choicesSchema,
        response: { 200: summarySchema, ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, body }) => importChannels(context, caller, body),
  )
  app.delete(
    `${path}/:id`,
    {
      config: { access: { action: 'delete', resource: 'channels' } },
      schema: {
        tags,
        summary: `Deshace una importación de los últimos ${UNDO_DAYS} días, salvo los canales que alguien modificó después`,
        params: idParameters,
        response: { 200: undoneSchema, ...errorResponses(401, 403, 404, 409) },
      },
    },
    ({ caller, params }) => undoImport(context, caller, params.id),
  )
}

function historyRoutes(app: App, context: Context): void {
  app.get(
    path,
    {
      config: reading,
      schema: {
        tags,
        summary: 'Lista las importaciones del último año, las más recientes primero',
        querystring: historyParameters,
        response: { 200: historySchema, ...errorResponses(401, 403, 422) },
      },
    },
    ({ query }) => listImports(context, query),
  )
  app.get(
    `${path}/size`,
    {
      config: { ...reading, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta las importaciones del historial',
        querystring: z.strictObject({}),
        response: { 200: countOutput, ...errorResponses(401, 403, 422) },
      },
    },
    () => countImports(context),
  )
}
