import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { MOVIE_RATINGS, SERIES_RATINGS } from '../../../domain/contents/film-fields.ts'
import type { FoundFilm, LOOKUP_MESSAGES, LookupQuery } from '../../../domain/contents/film-lookup.ts'
import { genresFromEnglish } from '../../../domain/contents/genres.ts'
import { isWebUrl } from '../../../domain/validation/fields.ts'

/** The film database's response; every value is a text, 'N/A' if unknown. */
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

/** A film, or the film database's error message; undefined if the response is neither. */
type FilmResponse = { film: FoundFilm } | { error: string }

const parseResponse = (body: string): FilmResponse | undefined => {
  const json = parseJson(body)
  const miss = missSchema.safeParse(json)
  if (miss.success) return { error: miss.data.Error }
  const hit = hitSchema.safeParse(json)
  return hit.success ? { film: toFilm(hit.data) } : undefined
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

const parseNumber = (value: string | undefined, pattern: RegExp, min: number, max: number) => {
  const digits = pattern.exec(value ?? '')?.[1]
  const number = Number(digits?.replaceAll(',', ''))
  return digits !== undefined && number >= min && number <= max ? number : undefined
}

const atMost = (value: string | undefined, max: number) =>
  value !== undefined && value.length <= max ? value : undefined

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Converts '11 Apr 1986' to 1986-04-11. */
const parseDay = (released: string | undefined): string | undefined => {
  const [, day, month, year] = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(released ?? '') ?? []
  const number = MONTHS.indexOf(month ?? '') + 1
  if (!day || !year || number === 0) return undefined
  const text = `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  return z.iso.date().safeParse(text).success ? text : undefined
}

const parseGenres = (genres: string | undefined): string[] | undefined => {
  const translated = genresFromEnglish(genres?.split(',') ?? [])
  return translated.length > 0 ? translated : undefined
}

function toFilm(hit: Hit): FoundFilm {
  return {
    title: hit.Title,
    type: oneOf(['movie', 'series', 'episode'], hit.Type),
    year: parseNumber(hit.Year, /^(\d{4})/, 1800, 9999),
    released: parseDay(hit.Released),
    runtime: parseNumber(hit.Runtime, /^([\d,]+) min/, 0, 9999),
    rated: oneOf([...MOVIE_RATINGS, ...SERIES_RATINGS], hit.Rated),
    rating: parseNumber(hit.imdbRating, /^(\d{1,2}(?:\.\d+)?)$/, 0, 10),
    genres: parseGenres(hit.Genre),
    synopsisEng: atMost(hit.Plot, 10_000),
    imdbId: atMost(hit.imdbID, 20),
    covertImage: hit.Poster !== undefined && isWebUrl(hit.Poster) ? atMost(hit.Poster, 2048) : undefined,
    actors: atMost(hit.Actors, 2000),
  }
}

const defaultTimeLimit = 5_000
const sizeLimit = 256 * 1024
const cacheSize = 500
const hitTime = 24 * 3_600_000
const missTime = 60_000

/** Failure of a look-up: a key of LOOKUP_MESSAGES, which the route maps to a status. */
export type LookupFailure = Exclude<keyof typeof LOOKUP_MESSAGES, 'nothingAsked' | 'year' | 'type'>
export type LookupResult = { film: FoundFilm } | { failure: LookupFailure }

interface FilmDatabaseOptions {
  /** Configured by the operator: no URL entered by a user is ever opened here. */
  url: string
  key: string | undefined
  now: () => Date
  /** In milliseconds. */
  timeLimit?: number
}

/** Failures that depend on the requested film only, and are cached. */
const LASTING: readonly LookupFailure[] = ['notFound', 'badImdbId', 'tooMany']

/** Client of the OMDb protocol; neither results nor errors ever contain the API key. */
export const createFilmDatabase = ({ url, key, now, timeLimit = defaultTimeLimit }: FilmDatabaseOptions) => {
  const cache = new LRUCache<string, LookupResult>({
    max: cacheSize,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  })
  return {
    async find(query: LookupQuery): Promise<LookupResult> {
      if (key === undefined) return { failure: 'noKey' }
      const parameters = toParameters(query)
      const cacheKey = JSON.stringify(parameters)
      const cached = cache.get(cacheKey)
      if (cached) return cached
      const result = await request(requestUrl(url, { ...parameters, apikey: key }), timeLimit)
      if ('film' in result) cache.set(cacheKey, result, { ttl: hitTime })
      else if (LASTING.includes(result.failure)) cache.set(cacheKey, result, { ttl: missTime })
      return result
    },
  }
}

const toParameters = ({ title, imdbId, year, type }: LookupQuery): Record<string, string> => ({
  ...(imdbId.trim() === '' ? { t: title.trim() } : { i: imdbId.trim() }),
  ...(year !== '' && { y: year }),
  ...(type !== '' && { type }),
  plot: 'full',
})

const requestUrl = (url: string, parameters: Record<string, string>): URL => {
  const target = new URL(url)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  return target
}

async function request(url: URL, timeLimit: number): Promise<LookupResult> {
  try {
    // A redirect would pass the key on to another host.
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeLimit) })
    return toResult(parseResponse(await readBounded(response)), response.status)
  } catch (error) {
    if (error instanceof Oversize) return { failure: 'unreadable' }
    return { failure: error instanceof DOMException && error.name === 'TimeoutError' ? 'tooSlow' : 'offline' }
  }
}

class Oversize extends Error {}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > sizeLimit) throw new Oversize()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Maps the film database's error messages, some of them sent with status 200. */
const FAILURES: readonly (readonly [RegExp, LookupFailure])[] = [
  [/^Incorrect IMDb ID/i, 'badImdbId'],
  [/not found|^Error getting data/i, 'notFound'],
  [/^Too many results/i, 'tooMany'],
  [/limit reached/i, 'limit'],
  [/API key/i, 'refusedKey'],
]

function toResult(response: FilmResponse | undefined, status: number): LookupResult {
  if (response && 'film' in response) return response
  if (!response) return { failure: status >= 500 ? 'offline' : status === 401 ? 'refusedKey' : 'unreadable' }
  return { failure: FAILURES.find(([words]) => words.test(response.error))?.[1] ?? 'offline' }
}
