import { z } from 'zod'
import { recordOutput } from '../contract/entity.ts'
import { entryOf, REGISTRY, type Resource } from '../registry.ts'
import type { Defect } from '../registry-entry.ts'
import {
  active,
  email,
  id,
  LINK_MESSAGES,
  optionalDay,
  optionalInteger,
  optionalUrlOrPath,
  requiredDate,
  requiredInteger,
  requiredText,
  requiredUrlOrPath,
  text,
  yesOrNo,
} from '../validation/fields.ts'
import { LANGUAGE_CODES, QUALITIES } from './link.ts'
import { publicationFields, publicationOutput } from './publication.ts'

export const FILM_MESSAGES = {
  title: 'Debe especificar el título.',
  year: 'Debe digitar el año.',
  rated: 'Debe especificar la clasificación',
  synopsis: 'Debe especificar la sinopsis.',
  synopsisEng: 'Debe especificar la sinopsis.',
  genres: 'Debe seleccionar al menos un genero.',
  genreUnknown: 'El género no existe.',
  covertImage: 'Debe especificar la imagen del covert.',
  fullImage: 'Debe especificar la imagen del fondo.',
  trailer: 'Debe especificar el link del trailer.',
  released: 'Debe especificar la fecha de estreno.',
  runtime: 'La duración debe ser un número entre 0 y 9999.',
  mediaType: 'Debe especificar el tipo de contenido.',
  rating: 'Debe ser un número entre 0 y 10.',
  dateCreate: 'Debe especificar la fecha de Creación',
  categories: REGISTRY.movies.references.categories.message,
  categoryTwice: 'La categoría está repetida.',
  mailOrigin: 'El origen no está en la lista de correos de la configuración.',
  deletePrompt: (title: string) => `Seguro de eliminar ${title}`,
} as const

/** Quality defects of catalogue records, with their Spanish names (rule K25). */
export const DEFECTS: Readonly<Record<Defect, string>> = {
  no_link: 'Sin enlace activo',
  dead_link: 'Con un enlace caído',
  no_cover: 'Sin portada',
  no_synopsis: 'Sin sinopsis en español',
  no_synopsis_english: 'Sin sinopsis en inglés',
  no_category: 'Sin categoría',
  no_film_database: 'Sin código IMDb',
  no_guide: 'Sin guía',
  duplicate: 'Posible duplicado',
}

/** Options of a list's filter by defect. */
export const defectOptions = (resource: Resource): { value: Defect; label: string }[] =>
  (entryOf(resource).defects ?? []).map((value) => ({ value, label: DEFECTS[value] }))

export const TRAILER_PROVIDERS = { Y: 'YouTube', G: 'Google', O: 'Otro' } as const

/** Fields of every content, episodes included. */
export const contentFields = {
  title: requiredText(FILM_MESSAGES.title, 300).meta({ title: 'Título' }),
  mailOrigin: email().meta({ title: 'Origen' }),
  reference: text(150).meta({ title: 'Referencia' }),
  status: active(),
  ...publicationFields,
}

/** Fields shown to viewers before they choose a film or a series. */
export const presentationFields = {
  synopsis: requiredText(FILM_MESSAGES.synopsis, 10_000).meta({ title: 'Sinopsis' }),
  synopsisEng: requiredText(FILM_MESSAGES.synopsisEng, 10_000).meta({ title: 'Sinopsis en Inglés' }),
  covertImage: requiredUrlOrPath(FILM_MESSAGES.covertImage, LINK_MESSAGES.link).meta({
    title: 'Imagen de portada',
  }),
  fullImage: requiredUrlOrPath(FILM_MESSAGES.fullImage, LINK_MESSAGES.link).meta({
    title: 'Imagen del fondo',
  }),
  actors: text(2000).meta({ title: 'Actores' }),
  categories: z
    .array(id(FILM_MESSAGES.categories), FILM_MESSAGES.categories)
    .max(100, 'No puede elegir más de 100 categorías.')
    .refine((ids) => new Set(ids).size === ids.length, FILM_MESSAGES.categoryTwice)
    .default([])
    .meta({ title: 'Categorías' }),
}

/** Fields of films and episodes, which play in one go. */
export const playableFields = {
  runtime: optionalInteger(FILM_MESSAGES.runtime, 0, 9999).meta({ title: 'Duración (min)' }),
  monoAudio: yesOrNo().meta({ title: 'Modo Audio' }),
  onlyEnglish: yesOrNo().meta({ title: 'Solo en Inglés' }),
}

/** Common to films, documentaries, on-demand items, concerts and sports. */
export const filmFields = {
  ...contentFields,
  ...presentationFields,
  ...playableFields,
  children: yesOrNo().meta({ title: 'Niños' }),
}

/** At least one genre of a fixed list, without repeats. */
export const genresField = (known: readonly string[]) =>
  z
    .array(z.string(FILM_MESSAGES.genreUnknown), FILM_MESSAGES.genres)
    .min(1, FILM_MESSAGES.genres)
    .refine((genres) => genres.every((genre) => known.includes(genre)), FILM_MESSAGES.genreUnknown)
    .refine((genres) => new Set(genres).size === genres.length, 'El género está repetido.')
    .meta({ title: 'Géneros' })

const YEAR = { title: 'Año' } as const

/** A four-digit year from `first` on, or null if unknown. */
export const optionalYear = (first = 1900) => optionalInteger(FILM_MESSAGES.year, first, 9999).meta(YEAR)

export const requiredYear = (first = 1900) => requiredInteger(FILM_MESSAGES.year, first, 9999).meta(YEAR)

const TRAILER = { title: 'Trailer' } as const

export const requiredTrailer = {
  trailer: requiredUrlOrPath(FILM_MESSAGES.trailer, LINK_MESSAGES.link).meta(TRAILER),
  trailerProvider: z
    .enum(['Y', 'G', 'O'], 'El proveedor del trailer es inválido.')
    .default('Y')
    .meta({ title: 'Proveedor del trailer' }),
}

export const optionalTrailer = { trailer: optionalUrlOrPath(LINK_MESSAGES.link).meta(TRAILER) }

export const RELEASED = { title: 'Fecha de estreno' } as const

export const releaseFields = { released: optionalDay().meta(RELEASED) }

/** The content's id in the film database, and its rating there, from 0 to 10. */
export const filmDatabaseFields = {
  imdbId: text(20).meta({ title: 'IMDb' }),
  rating: z
    .number(FILM_MESSAGES.rating)
    .min(0, FILM_MESSAGES.rating)
    .max(10, FILM_MESSAGES.rating)
    .nullable()
    .default(null)
    .meta({ title: 'Puntuación' }),
}

/** The age rating. */
export const ratedField = <const Ratings extends readonly string[]>(ratings: Ratings) =>
  z.enum(ratings, FILM_MESSAGES.rated).meta({ title: 'Clasificación' })

export const isYoutube = yesOrNo().meta({ title: 'YouTube' })

export const adultOnly = yesOrNo().meta({ title: 'Solo Adultos' })

export const highlightFields = { isDominican: yesOrNo().meta({ title: 'Contenido Especial' }), isYoutube }

export const cinemaFields = {
  ...releaseFields,
  ...requiredTrailer,
  year: requiredYear(),
  ...highlightFields,
}

/** Only accepted by updates (rule K5). */
export const updateFields = { dateCreate: requiredDate(FILM_MESSAGES.dateCreate) }

export const linkOutput = z.object({
  link: z.string(),
  quality: z.enum(QUALITIES),
  audio: z.array(z.enum(LANGUAGE_CODES)),
  closedCaption: z.array(z.enum(LANGUAGE_CODES)),
  isLinkReserved: z.boolean(),
  linkType: z.enum(['I', 'E']),
  provider: z.number().nullable(),
  isYoutube: z.boolean(),
  googleStorage: z.boolean(),
  isCdnLink: z.boolean(),
  status: z.boolean(),
})

/** Output of every content, episodes included. */
export const contentOutput = recordOutput.extend({
  title: z.string(),
  mailOrigin: z.string(),
  reference: z.string(),
  view: z.number().meta({ title: 'Visitas' }),
  ...publicationOutput,
})

/** Output of films and series. */
export const presentationOutput = contentOutput.extend({
  genres: z.array(z.string()),
  synopsis: z.string(),
  synopsisEng: z.string(),
  covertImage: z.string(),
  fullImage: z.string(),
  actors: z.string(),
  categories: z.array(z.string()),
})

/** Output of films and episodes. */
export const playableOutput = {
  runtime: z.number().nullable(),
  monoAudio: z.boolean(),
  onlyEnglish: z.boolean(),
  hasLinkReserved: z.boolean().meta({ title: 'Enlace reservado' }),
  content: z.array(linkOutput),
}

/** Output of all film-like contents; each adds its own fields. */
export const filmOutput = presentationOutput.extend({ ...playableOutput, children: z.boolean() })

export const trailerOutput = { trailer: z.string(), trailerProvider: z.enum(['Y', 'G', 'O']) }

export const filmDatabaseOutput = { imdbId: z.string(), rating: z.number().nullable() }

/** Fields omitted from the rows of a list. */
export const NOT_IN_ROWS = { synopsis: true, synopsisEng: true, content: true } as const

export const MOVIE_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17', 'XXX'] as const

export const DOCUMENTARY_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17'] as const

export const SERIES_RATINGS = ['TV-Y', 'TV-Y7', 'TV-Y7-FV', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'] as const
