import { z } from 'zod'
import type { FoundFilm } from '../../../domain/contents/film-lookup.ts'
import { genresFromEnglish } from '../../../domain/contents/genres.ts'
import { MOVIE_RATINGS, SERIES_RATINGS } from '../../../domain/contents/ratings.ts'
import { isWebUrl } from '../../../domain/validation/url.ts'

/** What the film database answers; every value is a text, and 'N/A' when it is not known. */
const text = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) =>
    value === undefined || value.trim() === '' || value === 'N/A' ? undefined : value.trim(),
  )

const hitSchema = z.object({
  Response: z.literal('True'),
  Title: z.string().trim().min(1).max(300),
  Year: text,
  Rated: text,
  Released: text,
  Runtime: text,
  Genre: text,
  Actors: text,
  Plot: text,
  Poster: text,
  imdbRating: text,
  imdbID: text,
  Type: text,
})
type Hit = z.infer<typeof hitSchema>

const missSchema = z.object({ Response: z.literal('False'), Error: z.string() })

/** A film, or the film database's own words for why there is none; undefined when the answer is neither. */
export type FilmAnswer = { film: FoundFilm } | { error: string }

export const readFilmAnswer = (body: string): FilmAnswer | undefined => {
  const json = parseJson(body)
  const miss = missSchema.safeParse(json)
  if (miss.success) return { error: miss.data.Error }
  const hit = hitSchema.safeParse(json)
  return hit.success ? { film: filmOf(hit.data) } : undefined
}

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const oneOf = <Value extends string>(values: readonly Value[], value: string | undefined) =>
  values.find((each) => each === value)

const numberIn = (value: string | undefined, pattern: RegExp, min: number, max: number) => {
  const found = pattern.exec(value ?? '')?.[1]
  const number = Number(found?.replaceAll(',', ''))
  return found !== undefined && number >= min && number <= max ? number : undefined
}

const atMost = (value: string | undefined, max: number) =>
  value !== undefined && value.length <= max ? value : undefined

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '11 Apr 1986' as 1986-04-11. */
const dayFrom = (released: string | undefined): string | undefined => {
  const [, day, month, year] = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(released ?? '') ?? []
  const number = MONTHS.indexOf(month ?? '') + 1
  if (!day || !year || number === 0) return undefined
  const text = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  return z.iso.date().safeParse(text).success ? text : undefined
}

const genresFrom = (genres: string | undefined): string[] | undefined => {
  const known = genresFromEnglish(genres?.split(',') ?? [])
  return known.length > 0 ? known : undefined
}

function filmOf(hit: Hit): FoundFilm {
  return {
    title: hit.Title,
    type: oneOf(['movie', 'series', 'episode'], hit.Type),
    year: numberIn(hit.Year, /^(\d{4})/, 1800, 9999),
    released: dayFrom(hit.Released),
    runtime: numberIn(hit.Runtime, /^([\d,]+) min/, 0, 9999),
    rated: oneOf([...MOVIE_RATINGS, ...SERIES_RATINGS], hit.Rated),
    rating: numberIn(hit.imdbRating, /^(\d{1,2}(?:\.\d+)?)$/, 0, 10),
    genres: genresFrom(hit.Genre),
    synopsisEng: atMost(hit.Plot, 10_000),
    imdbId: atMost(hit.imdbID, 20),
    covertImage: hit.Poster !== undefined && isWebUrl(hit.Poster) ? atMost(hit.Poster, 2048) : undefined,
    actors: atMost(hit.Actors, 2000),
  }
}
