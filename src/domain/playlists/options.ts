import { z } from 'zod'
import { CHANNEL_MESSAGES } from '../channels/channel.ts'
import type { ImportField } from '../imports/columns.ts'
import { id, text, yesOrNo } from '../validation/fields.ts'
import type { EntryField } from './entry.ts'

export const MAX_CATEGORY = 150

/** Values chosen once for all new records of a playlist that lack them. */
export const stationChoices = {
  category: text(MAX_CATEGORY).meta({ description: 'La de los canales nuevos sin categoría' }),
  channelGuide: id(CHANNEL_MESSAGES.guide)
    .nullable()
    .default(null)
    .meta({ description: 'La guía de los canales nuevos con EPG ID' }),
}

/** Options for a whole playlist that is imported in steps. */
export const playlistOptions = z.strictObject({
  ...stationChoices,
  cleanTitles: yesOrNo().meta({
    description: 'Si se quitan «(1080p)», «[Geo-blocked]» y otros de los títulos',
  }),
})
export type PlaylistOptions = z.infer<typeof playlistOptions>

const field = (name: EntryField | 'notes', label: string, isRequired = false): ImportField => ({
  name,
  label,
  isRequired,
  format: '',
})

/** The fields of an entry as columns of its row; `notes` are messages about parts that were not understood. */
export const PLAYLIST_FIELDS: readonly ImportField[] = [
  field('number', 'Número'),
  field('title', 'Título', true),
  field('link', 'Enlace', true),
  field('category', 'Categoría'),
  field('image', 'Imagen'),
  field('epgId', 'EPG ID'),
  field('notes', 'Avisos'),
]
