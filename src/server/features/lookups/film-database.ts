import type { FoundFilm, LOOKUP_MESSAGES, LookupQuery } from '../../../domain/contents/film-lookup.ts'
import { AnswerCache } from './answer-cache.ts'
import { type FilmAnswer, readFilmAnswer } from './film-answer.ts'

const defaultTimeLimit = 5_000
const sizeLimit = 256 * 1024
const cacheSize = 500
const hitTime = 24 * 3_600_000
const missTime = 60_000

/** Why there is no film: a key of LOOKUP_MESSAGES, which the route turns into a status. */
export type LookupFailure = Exclude<keyof typeof LOOKUP_MESSAGES, 'nothingAsked' | 'year' | 'type'>
export type LookupResult = { film: FoundFilm } | { failure: LookupFailure }

interface FilmDatabaseOptions {
  /** The operator's own configuration: no address of a user is ever opened here. */
  url: string
  key: string | undefined
  now: () => Date
  /** Milliseconds that the film database may take. */
  timeLimit?: number
}

/** Answers that are about the film asked for, and hold for a while. */
const LASTING: readonly LookupFailure[] = ['notFound', 'badImdbId', 'tooMany']

/** Looks films up by the OMDb protocol; neither results nor errors ever hold the key. */
export const createFilmDatabase = ({ url, key, now, timeLimit = defaultTimeLimit }: FilmDatabaseOptions) => {
  const cache = new AnswerCache<LookupResult>(cacheSize)
  return {
    async find(query: LookupQuery): Promise<LookupResult> {
      if (key === undefined) return { failure: 'noKey' }
      const parameters = parametersOf(query)
      const cacheKey = JSON.stringify(parameters)
      const kept = cache.get(cacheKey, now().getTime())
      if (kept) return kept
      const result = await ask(addressOf(url, { ...parameters, apikey: key }), timeLimit)
      if ('film' in result) cache.set(cacheKey, result, now().getTime() + hitTime)
      else if (LASTING.includes(result.failure)) cache.set(cacheKey, result, now().getTime() + missTime)
      return result
    },
  }
}

const parametersOf = ({ title, imdbId, year, type }: LookupQuery): Record<string, string> => ({
  ...(imdbId.trim() === '' ? { t: title.trim() } : { i: imdbId.trim() }),
  ...(year !== '' && { y: year }),
  ...(type !== '' && { type }),
  plot: 'full',
})

const addressOf = (url: string, parameters: Record<string, string>): URL => {
  const address = new URL(url)
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address
}

async function ask(address: URL, timeLimit: number): Promise<LookupResult> {
  try {
    // A redirect would carry the key to another address.
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeLimit) })
    return resultOf(readFilmAnswer(await readBounded(response)), response.status)
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

/** What the film database says in words, some of them with a status of 200. */
const FAILURES: readonly (readonly [RegExp, LookupFailure])[] = [
  [/^Incorrect IMDb ID/i, 'badImdbId'],
  [/not found|^Error getting data/i, 'notFound'],
  [/^Too many results/i, 'tooMany'],
  [/limit reached/i, 'limit'],
  [/API key/i, 'refusedKey'],
]

function resultOf(answer: FilmAnswer | undefined, status: number): LookupResult {
  if (answer && 'film' in answer) return answer
  if (!answer) return { failure: status >= 500 ? 'offline' : status === 401 ? 'refusedKey' : 'unreadable' }
  return { failure: FAILURES.find(([words]) => words.test(answer.error))?.[1] ?? 'offline' }
}
