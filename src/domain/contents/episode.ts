import { z } from 'zod'
import { NEW_EPISODE } from '../access/routes.ts'
import { endpoints } from '../contract/endpoint.ts'
import { deletedOutput, exportEndpoint, trashEndpoints } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { REGISTRY } from '../registry.ts'
import { id, LINK_MESSAGES, optionalUrlOrPath, requiredInteger, text } from '../validation/fields.ts'
import {
  contentFields,
  contentOutput,
  filmDatabaseFields,
  filmDatabaseOutput,
  optionalYear,
  playableFields,
  playableOutput,
  releaseFields,
  updateFields,
} from './film-fields.ts'
import { contentLinkSchema, linksField, monoAudioRule } from './link.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationRule } from './publication.ts'
import { LAST_NUMBER } from './season.ts'
import { FIRST_SERIES_YEAR } from './series.ts'

export const EPISODE_MESSAGES = {
  season: 'Debe especificar la Temporada.',
  episode: 'Debe especificar el número del espisodio',
  duplicate: 'El episodio ya existe, no se puede duplicar!',
  incomplete: 'Debe completar los campos necesarios',
} as const

const requiredNumber = (message: string) => requiredInteger(message, 1, LAST_NUMBER)

/** Input of an episode (rule K19). */
const fields = z.strictObject({
  ...contentFields,
  ...playableFields,
  ...releaseFields,
  ...filmDatabaseFields,
  season: requiredNumber(EPISODE_MESSAGES.season).meta({ title: 'Temporada' }),
  episode: requiredNumber(EPISODE_MESSAGES.episode).meta({ title: 'Episodio' }),
  year: optionalYear(FIRST_SERIES_YEAR),
  synopsis: text(10_000).meta({ title: 'Sinopsis' }),
  covertImage: optionalUrlOrPath(LINK_MESSAGES.link).meta({ title: 'Imagen de portada' }),
  content: linksField(contentLinkSchema),
})

export const newEpisodeSchema = fields.check(monoAudioRule, publicationRule)
export const editedEpisodeSchema = fields.extend(updateFields).check(monoAudioRule, publicationRule)

type NewEpisode = z.infer<typeof newEpisodeSchema>

/** Short code of an episode: T1 E5. */
export const episodeCode = ({ season, episode }: Pick<NewEpisode, 'season' | 'episode'>): string =>
  `T${season} E${episode}`

const episodeOutput = contentOutput.extend({
  ...playableOutput,
  ...filmDatabaseOutput,
  serieId: z.string(),
  season: z.number(),
  episode: z.number(),
  year: z.number().nullable(),
  released: z.string(),
  synopsis: z.string(),
  covertImage: z.string(),
})

export type EpisodeRecord = z.infer<typeof episodeOutput>

const neighbourOutput = z
  .object({ _id: z.string(), season: z.number(), episode: z.number(), title: z.string() })
  .nullable()
export type Neighbour = z.infer<typeof neighbourOutput>

/** An episode with the previous and the next one in viewing order. */
const episodeInSeriesOutput = episodeOutput.extend({
  previous: neighbourOutput,
  next: neighbourOutput,
})
export type Episode = z.infer<typeof episodeInSeriesOutput>

const episodeRowOutput = episodeOutput.omit({ synopsis: true, content: true }).extend(linkStateOutput)
export type EpisodeRow = z.infer<typeof episodeRowOutput>

/** The seasons of a series with their counts of episodes. */
const seasonsOutput = z.object({
  _id: z.string(),
  title: z.string(),
  seasons: z.array(
    z.object({
      number: z.number(),
      description: z.string(),
      episodes: z.number().meta({ description: 'Cuántos episodios tiene' }),
      lastEpisode: z.number().meta({ description: 'El número más alto de ellos; 0 sin ninguno' }),
    }),
  ),
})

export const episodeEntity = {
  resource: 'episodes',
  schemas: {
    new: newEpisodeSchema.safeExtend({ serieId: id().meta({ title: 'Serie' }) }),
    edited: editedEpisodeSchema,
    record: episodeOutput,
    row: episodeRowOutput,
  },
  references: REGISTRY.episodes.references,
} as const

/** Separate from the catalogue's generic endpoints, since episodes live below their series. */
export const EPISODE_ENDPOINTS = /* @__PURE__ */ endpoints({
  list: {
    id: 'listEpisodes',
    method: 'GET',
    path: '/api/series/all_episode/:id',
    tag: 'Episodios',
    summary: 'Lista los episodios de una serie: todos, o una página de ellos',
    response: { 200: z.array(episodeRowOutput) },
    errors: [401, 403, 404, 422],
  },
  count: {
    id: 'countEpisodes',
    method: 'GET',
    path: '/api/series/all_episode/:id/size',
    tag: 'Episodios',
    summary: 'Cuenta los episodios de una serie con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 404, 422],
  },
  export: exportEndpoint(
    'exportEpisodes',
    '/api/series/all_episode/:id/export',
    'Episodios',
    'los episodios de una serie',
  ),
  seasons: {
    id: 'listSeasons',
    method: 'GET',
    path: '/api/series/all_episode/:id/seasons',
    tag: 'Episodios',
    summary: 'Muestra las temporadas de una serie y cuántos episodios tienen',
    response: { 200: seasonsOutput },
    errors: [401, 403, 404],
  },
  get: {
    id: 'getEpisode',
    method: 'GET',
    path: '/api/series/episode/:id',
    tag: 'Episodios',
    summary: 'Muestra un episodio, con el anterior y el siguiente',
    response: { 200: episodeInSeriesOutput },
    errors: [401, 403, 404],
  },
  write: {
    id: 'writeEpisode',
    method: 'PUT',
    path: '/api/series/episode/:id',
    tag: 'Episodios',
    summary: 'Registra un episodio de la serie, o cambia los campos enviados de uno',
    body: editedEpisodeSchema.safeExtend({
      _id: z
        .string()
        .meta({ description: `El episodio que se cambia; sin él, o con ${NEW_EPISODE}, uno nuevo` }),
      serieId: z.string().meta({ description: 'La serie de la dirección' }),
      dateUpdate: z.string().meta({ description: 'La que se leyó: con otra, nadie pisa lo guardado' }),
    }),
    response: { 200: episodeInSeriesOutput, 201: episodeInSeriesOutput },
    errors: [401, 403, 404, 409, 422],
  },
  delete: {
    id: 'deleteEpisode',
    method: 'DELETE',
    path: '/api/series/episode/:serieId/:episodeId',
    tag: 'Episodios',
    summary: 'Elimina un episodio de la serie',
    response: { 200: deletedOutput },
    errors: [401, 403, 404],
  },
  ...trashEndpoints('episodes', REGISTRY.episodes.path, episodeOutput),
})
