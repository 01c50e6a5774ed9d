import { z } from 'zod'
import { UNDO_DAYS } from '../batches/undo.ts'
import { CHANNEL_LIST_MESSAGES } from '../channels/channel-list.ts'
import { endpoints } from '../contract/endpoint.ts'
import { countOutput, instant } from '../contract/entity.ts'
import { importOutput as stepOutput } from '../imports/import.ts'
import { resourceTitle } from '../registry.ts'
import { id, LINK_MESSAGES, requiredWebUrl, sentFile, text } from '../validation/fields.ts'
import { ENTRY_FIELDS } from './entry.ts'
import { IMPORT_STATES, MAX_SOURCE } from './history.ts'
import { stationChoices } from './options.ts'
import { MAX_ENTRIES, PLAYLIST_MESSAGES } from './parse.ts'
import { EXPORT_PATH } from './write.ts'

const fileSchema = /* @__PURE__ */ sentFile('El archivo M3U')

const listSchema = z.strictObject({ listId: id('Debe elegir una lista de canales.') })

/** The source of a playlist: an uploaded file, or the URL of a channel list. */
const sourceSchema = z.union([fileSchema, listSchema])

/** The source of an import in steps: also a typed URL. */
const uploadSchema = z.union([
  ...sourceSchema.options,
  z.strictObject({ address: requiredWebUrl(CHANNEL_LIST_MESSAGES.link, LINK_MESSAGES.url) }),
])

const VERDICTS = ['new', 'changed', 'same', 'duplicate', 'invalid'] as const

const entryFields = {
  title: z.string(),
  link: z.string(),
  number: z.number().nullable(),
  image: z.string(),
  category: z.string(),
  epgId: z.string(),
}

/** Result of importing an entry, with its channel number. */
const previewOutput = z.object({
  ...entryFields,
  verdict: z.enum(VERDICTS),
  channel: z.string().nullable().meta({ description: 'El canal guardado que le corresponde' }),
  changes: z.array(z.object({ field: z.enum(ENTRY_FIELDS), before: z.string(), after: z.string() })),
  categories: z
    .array(z.string())
    .meta({ description: 'Las que trae, si son varias: se envía una de ellas como «category»' }),
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  notes: z.array(z.string()).meta({ description: 'Lo que conviene saber antes de elegirla' }),
})
export type PreviewEntry = z.infer<typeof previewOutput>

/** Input of an import: the entries with what was chosen for each in the preview, and the values that they lack. */
const importSchema = z.strictObject({
  ...stationChoices,
  source: text(MAX_SOURCE).meta({ description: 'El nombre del archivo o de la lista, para el historial' }),
  entries: z
    .array(
      z.strictObject({
        ...entryFields,
        channel: id().nullable().default(null),
        take: z.boolean().meta({ description: 'Si se importa' }),
        fields: z
          .array(z.enum(ENTRY_FIELDS))
          .max(ENTRY_FIELDS.length)
          .default([])
          .meta({ description: 'Los campos que se sobrescriben en el canal ya guardado' }),
      }),
    )
    .max(MAX_ENTRIES, PLAYLIST_MESSAGES.tooMany),
})
export type ChosenPlaylist = z.infer<typeof importSchema>

/** Result of an import; without a batch there is nothing to undo. */
const importOutput = z.object({
  batchId: z.string().nullable(),
  created: z.number(),
  changed: z.number(),
  skipped: z.number().meta({ description: 'Sin elegir, o cambiados por alguien desde la vista previa' }),
  same: z.number(),
  duplicate: z.number(),
  invalid: z.number(),
})

/** Result of undoing an import, with the channels edited since, which are kept. */
const undoneOutput = z.object({
  removed: z.number(),
  restored: z.number(),
  kept: z
    .array(z.object({ _id: z.string(), number: z.number(), title: z.string() }))
    .meta({ description: 'Los que alguien modificó después' }),
})

const pastImportOutput = z.object({
  _id: z.string(),
  date: instant(),
  userName: z.string().meta({ description: 'Quién importó; vacío si el usuario ya no existe' }),
  source: z.string().meta({ description: 'El nombre del archivo o de la lista' }),
  created: z.number(),
  changed: z.number(),
  state: z.enum(IMPORT_STATES),
  undoneAt: z.string().nullable().meta({ format: 'date-time' }),
  undoneBy: z.string(),
  kept: z.number().meta({ description: 'Los que no se deshicieron porque alguien los modificó después' }),
})
export type PastImport = z.infer<typeof pastImportOutput>

const IMPORT_PATH = '/api/channels/import'

const uploadErrors = [401, 403, 404, 422, 502, 503, 504] as const
const uploadSummary =
  'Lee un archivo M3U, una lista de canales o una dirección, para importar sus entradas por pasos'

export const PLAYLIST_ENDPOINTS = /* @__PURE__ */ endpoints({
  export: {
    id: 'exportChannels',
    method: 'GET',
    path: EXPORT_PATH,
    tag: 'Canales',
    summary: 'Exporta todos los canales como lista M3U',
    response: { 200: z.string() },
    errors: [401, 403, 409],
  },
  upload: {
    id: 'uploadChannelsPlaylist',
    method: 'POST',
    path: '/api/channels/imports/playlist',
    tag: 'Canales',
    summary: uploadSummary,
    body: uploadSchema,
    response: { 201: stepOutput },
    errors: uploadErrors,
  },
  uploadRadios: {
    id: 'uploadRadiosPlaylist',
    method: 'POST',
    path: '/api/radios/imports/playlist',
    tag: resourceTitle('radios'),
    summary: uploadSummary,
    body: uploadSchema,
    response: { 201: stepOutput },
    errors: uploadErrors,
  },
  preview: {
    id: 'previewChannelImport',
    method: 'POST',
    path: `${IMPORT_PATH}/preview`,
    tag: 'Canales',
    summary: 'Dice qué haría con cada canal la importación de un archivo M3U o de una lista de canales',
    body: sourceSchema,
    response: { 200: z.array(previewOutput) },
    errors: [401, 403, 404, 422, 502, 503, 504],
  },
  import: {
    id: 'importChannels',
    method: 'POST',
    path: IMPORT_PATH,
    tag: 'Canales',
    summary: 'Importa los canales elegidos de una lista M3U, todos o ninguno',
    body: importSchema,
    response: { 200: importOutput },
    errors: [401, 403, 422],
  },
  undo: {
    id: 'undoChannelImport',
    method: 'DELETE',
    path: `${IMPORT_PATH}/:id`,
    tag: 'Canales',
    summary: `Deshace una importación de los últimos ${UNDO_DAYS} días, salvo los canales que alguien modificó después`,
    response: { 200: undoneOutput },
    errors: [401, 403, 404, 409],
  },
  list: {
    id: 'listChannelImports',
    method: 'GET',
    path: IMPORT_PATH,
    tag: 'Canales',
    summary: 'Lista las importaciones del último año, las más recientes primero',
    response: { 200: z.array(pastImportOutput) },
    errors: [401, 403, 422],
  },
  count: {
    id: 'countChannelImports',
    method: 'GET',
    path: `${IMPORT_PATH}/size`,
    tag: 'Canales',
    summary: 'Cuenta las importaciones del historial',
    response: { 200: countOutput },
    errors: [401, 403, 422],
  },
})
