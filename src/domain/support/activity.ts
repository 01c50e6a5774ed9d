import { z } from 'zod'
import { LANGUAGE_CODES, type Link, QUALITIES } from '../contents/link.ts'
import { endpoints } from '../contract/endpoint.ts'
import { exportEndpoint, instant, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES } from './media-types.ts'

type Played = Pick<Link, 'link' | 'quality' | 'audio' | 'status'>

/** Qualities and languages of the played link, or of all active links if unknown (rule R5). */
export const playedIn = (
  links: readonly Played[],
  played: string,
): { quality: Link['quality'][]; language: Link['audio'] } => {
  const own = links.filter(({ link }) => link === played)
  const chosen = own.length > 0 ? own : links.filter(({ status }) => status)
  return {
    quality: [...new Set(chosen.map(({ quality }) => quality))],
    language: [...new Set(chosen.flatMap(({ audio }) => audio))],
  }
}

/** A user's latest visit of a content, with the content's current data. */
export const activityOutput = z.object({
  _id: recordId,
  contentId: z.string().meta({ title: 'Contenido' }),
  episodeId: z.string().nullable().meta({ title: 'Id del episodio' }),
  resource: z.enum(MEDIA_RESOURCES).meta({ title: 'Sección' }),
  title: z.string().meta({ title: 'Título' }),
  episode: z.string().meta({ title: 'Episodio' }),
  mediaType: z.enum(MEDIA_TYPES).meta({ title: 'Tipo' }),
  year: z.int().nullable().meta({ title: 'Año' }),
  genre: z.array(z.string()).meta({ title: 'Género' }),
  rating: z.number().nullable().meta({ title: 'Puntuación' }),
  quality: z.array(z.enum(QUALITIES)).meta({ title: 'Calidad' }),
  language: z.array(z.enum(LANGUAGE_CODES)).meta({ title: 'Idioma' }),
  imdb: z.string().meta({ title: 'IMDb' }),
  date: instant().meta({ title: 'Última visita' }),
})
export type Activity = z.infer<typeof activityOutput>

export const ACTIVITY_ENDPOINTS = endpoints({
  list: {
    id: 'listActivity',
    method: 'GET',
    path: '/api/activitys/:username',
    tag: 'Actividad de usuarios',
    summary: 'Lista la última visita de cada contenido por un usuario',
    response: { 200: z.array(activityOutput) },
    errors: [401, 403, 404, 422],
  },
  count: {
    id: 'countActivity',
    method: 'GET',
    path: '/api/activitys/:username/size',
    tag: 'Actividad de usuarios',
    summary: 'Cuenta los contenidos que visitó un usuario',
    response: { 200: sizeOutput },
    errors: [401, 403, 404, 422],
  },
  export: exportEndpoint(
    'exportActivity',
    '/api/activitys/:username/export',
    'Actividad de usuarios',
    'los contenidos que visitó un usuario',
  ),
})
