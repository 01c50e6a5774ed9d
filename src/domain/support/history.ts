import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { exportEndpoint, instant, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { dayAfter, FIRST_DAY } from '../format/dates.ts'
import type { ValidationError } from '../validation/errors.ts'
import { id, isUnsafeScheme, optionalText } from '../validation/fields.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES } from './media-types.ts'

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

/** Input of a visit, sent by a viewer's app (rule R2). */
export const newHistorySchema = z.strictObject({
  contentId: id(HISTORY_MESSAGES.contentId),
  mediaType: z.enum(MEDIA_TYPES, HISTORY_MESSAGES.mediaType),
  episodeId: id(HISTORY_MESSAGES.episodeId).optional(),
  link: optionalText(2048, (link) => !isUnsafeScheme(link), HISTORY_MESSAGES.link),
})
export type NewHistory = z.output<typeof newHistorySchema>

/** Errors across fields of a visit: only series have episodes. */
export const historyErrors = ({ mediaType, episodeId }: NewHistory): ValidationError[] =>
  episodeId !== undefined && mediaType !== 'Serie'
    ? [{ field: 'episodeId', message: HISTORY_MESSAGES.noEpisodes }]
    : []

/** Label of an episode in histories: its season and number before its title. */
export const episodeLabel = (episode: { season: number; episode: number; title: string }): string =>
  `T${episode.season} E${episode.episode} · ${episode.title}`

/** Rate limit of visits per viewer (rule R2). */
export const HISTORY_LIMIT = { count: 60, seconds: 60 } as const

export const historyOutput = z.object({
  _id: recordId,
  user: z.string().meta({ title: 'Id del usuario' }),
  userName: z.string().meta({ title: 'Usuario' }),
  contentId: z.string().meta({ title: 'Contenido' }),
  title: z.string().meta({ title: 'Título' }),
  contentLink: z.string().meta({ title: 'Enlace' }),
  episodeId: z.string().nullable().meta({ title: 'Id del episodio' }),
  episode: z
    .string()
    .meta({ title: 'Episodio', description: 'Temporada, número y título; vacío si no es un episodio' }),
  mediaType: z.enum(MEDIA_TYPES).meta({ title: 'Tipo' }),
  resource: z
    .enum(MEDIA_RESOURCES)
    .meta({ title: 'Sección', description: 'Parte del catálogo donde está el contenido' }),
  genres: z.array(z.string()).meta({ title: 'Géneros' }),
  year: z.int().nullable().meta({ title: 'Año' }),
  date: instant().meta({ title: 'Fecha' }),
})
export type History = z.infer<typeof historyOutput>

const visits = z.int()
const day = z.string().meta({ format: 'date' })

/** Visits by day, by most visited content and by media type, between `from` and `to`. */
const historySummaryOutput = z.object({
  from: day,
  to: day,
  isPartial: z
    .boolean()
    .meta({ description: 'Solo se sumaron las visitas más recientes de las encontradas' }),
  days: z.array(z.object({ day, visits })),
  contents: z.array(
    z.object({
      contentId: z.string(),
      title: z.string(),
      mediaType: z.enum(MEDIA_TYPES),
      resource: z.enum(MEDIA_RESOURCES),
      visits,
    }),
  ),
  mediaTypes: z.array(z.object({ mediaType: z.enum(MEDIA_TYPES), visits })),
})
export type HistorySummary = z.infer<typeof historySummaryOutput>

/** Visits by day between `from` and `to`; days without visits are omitted. */
const historyDaysOutput = historySummaryOutput.pick({ from: true, to: true, isPartial: true, days: true })
export type HistoryDays = z.infer<typeof historyDaysOutput>

export const HISTORY_ENDPOINTS = endpoints({
  list: {
    id: 'listHistories',
    method: 'GET',
    path: '/api/histories',
    tag: 'Historial de visitas',
    summary: 'Lista visitas',
    response: { 200: z.array(historyOutput) },
    errors: [401, 403, 422],
  },
  count: {
    id: 'countHistories',
    method: 'GET',
    path: '/api/histories/size',
    tag: 'Historial de visitas',
    summary: 'Cuenta visitas con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  export: exportEndpoint('exportHistories', '/api/histories/export', 'Historial de visitas', 'visitas'),
  summarize: {
    id: 'summarizeHistories',
    method: 'GET',
    path: '/api/histories/summary',
    tag: 'Historial de visitas',
    summary: 'Suma visitas por día, por contenido y por tipo, con los mismos filtros',
    response: { 200: historySummaryOutput },
    errors: [401, 403, 422],
  },
  days: {
    id: 'countHistoriesByDay',
    method: 'GET',
    path: '/api/histories/days',
    tag: 'Historial de visitas',
    summary: 'Cuenta las visitas de cada día, con los mismos filtros',
    response: { 200: historyDaysOutput },
    errors: [401, 403, 422],
  },
  listOfUser: {
    id: 'listHistoriesOfUser',
    method: 'GET',
    path: '/api/histories/:userId',
    tag: 'Historial de visitas',
    summary: 'Lista las visitas de un usuario',
    response: { 200: z.array(historyOutput) },
    errors: [401, 403, 404, 422],
  },
  create: {
    id: 'recordVisit',
    method: 'POST',
    path: '/api/histories',
    tag: 'Historial de visitas',
    summary: 'Registra una visita desde la aplicación de un usuario',
    body: newHistorySchema,
    response: { 201: historyOutput },
    errors: [401, 403, 422, 429],
  },
})

/** Longest period of a summary, in days; a longer one is cut to its last days (rule R6). */
export const MAX_SUMMARY_DAYS = 366

/** The days (YYYY-MM-DD, both included) that a summary covers at most for a request; none after today (rule R6). */
export const summaryDays = (
  { dateBeging, dateFinish }: { dateBeging?: string | undefined; dateFinish?: string | undefined },
  today: string,
): { from: string; to: string } => {
  const to = dateFinish !== undefined && dateFinish < today ? dateFinish : today
  const first = dayAfter(to, 1 - MAX_SUMMARY_DAYS)
  const from = dateBeging ?? first
  return { from: [from, first, FIRST_DAY].sort().at(-1) ?? from, to }
}
