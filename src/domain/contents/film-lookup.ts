import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { optionalText, text } from '../validation/fields.ts'
import { MOVIE_RATINGS, SERIES_RATINGS } from './film-fields.ts'

/** Why a look-up in the film database returns no film. */
export const LOOKUP_MESSAGES = {
  nothingAsked: 'Debe digitar el título o el código IMDb.',
  year: 'El año debe tener 4 dígitos.',
  type: 'El tipo debe ser movie, series o episode.',
  notFound: 'No se encontró la película.',
  badImdbId: 'El código IMDb es incorrecto.',
  tooMany: 'Hay demasiados resultados, escriba un título más preciso.',
  noKey: 'La búsqueda en la base de películas no está configurada.',
  refusedKey: 'La base de películas rechazó la clave configurada.',
  limit: 'Se alcanzó el límite diario de consultas a la base de películas.',
  offline: 'No se pudo consultar la base de películas. Intente más tarde.',
  tooSlow: 'La base de películas tardó demasiado en responder. Intente más tarde.',
  unreadable: 'La base de películas dio una respuesta que no se entiende. Intente más tarde.',
} as const

/** True for a film-database code, ignoring case and surrounding blanks. */
export const isImdbId = (text: string): boolean => /^tt\d{1,18}$/i.test(text.trim())

/** Query of a look-up: a title or a film-database code, and fields that narrow the search. */
export const lookupQuerySchema = z
  .strictObject({
    title: text(300),
    imdbId: optionalText(20, (value) => value.trim() === '' || isImdbId(value), LOOKUP_MESSAGES.badImdbId),
    year: z
      .string()
      .regex(/^(\d{4})?$/, LOOKUP_MESSAGES.year)
      .default(''),
    type: z.enum(['', 'movie', 'series', 'episode'], LOOKUP_MESSAGES.type).default(''),
  })
  .refine(({ title, imdbId }) => title.trim() !== '' || imdbId.trim() !== '', {
    error: LOOKUP_MESSAGES.nothingAsked,
    path: ['title'],
  })
export type LookupQuery = z.infer<typeof lookupQuerySchema>

/** A film of the film database with our field names; unknown fields are absent. */
const foundFilmOutput = z.object({
  title: z.string(),
  type: z.enum(['movie', 'series', 'episode']).optional(),
  year: z.number().optional(),
  released: z.string().optional().meta({ description: 'YYYY-MM-DD' }),
  runtime: z.number().optional().meta({ description: 'Minutos' }),
  rated: z.enum([...MOVIE_RATINGS, ...SERIES_RATINGS]).optional(),
  rating: z.number().optional(),
  genres: z.array(z.string()).optional(),
  synopsisEng: z.string().optional(),
  imdbId: z.string().optional(),
  covertImage: z.string().optional(),
  actors: z.string().optional(),
})
export type FoundFilm = z.infer<typeof foundFilmOutput>

/** Rule K24. An error of the film database is never answered with 401, which would end the user's session. */
export const LOOKUP_ENDPOINTS = /* @__PURE__ */ endpoints({
  film: {
    id: 'lookUpFilm',
    method: 'GET',
    path: '/api/lookups/film',
    tag: 'Búsquedas',
    summary: 'Busca una película en la base de películas',
    response: { 200: foundFilmOutput },
    errors: [401, 403, 404, 422, 502, 503, 504],
  },
})
