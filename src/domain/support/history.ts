import { z } from 'zod'
import { id } from '../validation/ids.ts'
import type { Problem } from '../validation/problems.ts'
import { optionalText } from '../validation/text.ts'
import { isUnsafeScheme } from '../validation/url.ts'
import { MEDIA_TYPES } from './media-types.ts'

export const HISTORY_MESSAGES = {
  contentId: 'Debe especificar el contenido.',
  mediaType: 'Debe especificar el tipo de contenido.',
  episodeId: 'El episodio es inválido.',
  link: 'El link digitado no es valido',
  unknownContent: 'El contenido no existe o no está activo.',
  unknownEpisode: 'El episodio no existe, no está activo o no es de la serie.',
  noEpisodes: 'Solo las series tienen episodios.',
  tooMany: 'Envió demasiadas visitas. Espere un momento e intente de nuevo.',
} as const

/** Input of a visit, which a viewer's app sends (rule R2). */
export const newHistorySchema = z.strictObject({
  contentId: id(HISTORY_MESSAGES.contentId),
  mediaType: z.enum(MEDIA_TYPES, HISTORY_MESSAGES.mediaType),
  episodeId: id(HISTORY_MESSAGES.episodeId).optional(),
  link: optionalText(2048, (link) => !isUnsafeScheme(link), HISTORY_MESSAGES.link),
})
export type NewHistory = z.output<typeof newHistorySchema>

/** What is wrong with a visit by itself: episodes are of series alone. */
export const historyProblems = ({ mediaType, episodeId }: NewHistory): Problem[] =>
  episodeId !== undefined && mediaType !== 'Serie'
    ? [{ field: 'episodeId', message: HISTORY_MESSAGES.noEpisodes }]
    : []

/** How histories name an episode: its season and number before its title. */
export const episodeLabel = (episode: { season: number; episode: number; title: string }): string =>
  `T${episode.season} E${episode.episode} · ${episode.title}`

/** Visits that one viewer may send (rule R2). */
export const HISTORY_LIMIT = { count: 60, seconds: 60 } as const
