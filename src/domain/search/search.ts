import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { searchForm } from '../format/text.ts'
import { RESOURCES } from '../registry.ts'

/** Longest search text, and most results of a search. */
export const MAX_SEARCHED = 100
export const MAX_FOUND = 50

export const searchResultOutput = z.object({
  resource: z.enum(RESOURCES),
  _id: z.string(),
  title: z.string(),
  detail: z.string().meta({ description: 'Lo que distingue a los que se llaman igual' }),
})
export type SearchResult = z.infer<typeof searchResultOutput>

export const SEARCH_ENDPOINTS = endpoints({
  search: {
    id: 'search',
    method: 'GET',
    path: '/api/search',
    tag: 'Búsqueda',
    summary: 'Busca en todo lo que quien pregunta puede listar: primero lo que se llama o empieza así',
    response: { 200: z.array(searchResultOutput) },
    errors: [401, 403, 422],
  },
})

/** A found record, with the names that it may have matched by. */
export interface Candidate extends SearchResult {
  names: readonly string[]
}

/** Match criteria for a name and a folded text, best first. */
const MATCHES: readonly ((name: string, text: string) => boolean)[] = [
  (name, text) => name === text,
  (name, text) => name.startsWith(text),
  (name, text) => ` ${name}`.includes(` ${text}`),
  (name, text) => text.split(' ').every((word) => name.includes(word)),
  () => true,
]

const matchRank = (names: readonly string[], text: string): number =>
  Math.min(
    ...names.map((name) => {
      const folded = searchForm(name)
      return MATCHES.findIndex((matches) => matches(folded, text))
    }),
  )

/** Most results of one kind; its list shows the rest. */
export const MAX_OF_KIND = 10

/**
 * Merges the results of several kinds, each already ordered: exact names first, then prefixes, words and parts of
 * words. Equal matches alternate between kinds, so that no kind displaces the others.
 */
export const mergeResults = (
  kinds: readonly (readonly Candidate[])[],
  search: string,
  limit: number,
): SearchResult[] => {
  const text = searchForm(search)
  const ranked = kinds.flatMap((candidates) => {
    const turns = MATCHES.map(() => 0)
    return candidates
      .map(({ names, ...found }) => ({ found, rank: matchRank(names, text) }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, MAX_OF_KIND)
      .map(({ found, rank }) => {
        const turn = turns[rank] ?? 0
        turns[rank] = turn + 1
        return { found, rank, turn }
      })
  })
  return ranked
    .sort((one, other) => one.rank - other.rank || one.turn - other.turn)
    .slice(0, limit)
    .map(({ found }) => found)
}

/**
 * The first of a user's numbers and addresses that a search text is a part of, however digits are separated; at least
 * three of them, if it has no letters.
 */
export const matchingContact = (contacts: readonly string[], search: string): string | undefined => {
  const text = searchForm(search)
  if (/\p{L}/u.test(text)) return contacts.find((contact) => searchForm(contact).includes(text))
  const digits = text.replace(/\D/g, '')
  return digits.length < 3
    ? undefined
    : contacts.find((contact) => contact.replace(/\D/g, '').includes(digits))
}

/** True if the trigram index can find a text inside names: it needs three consecutive letters or digits. */
export const hasTrigram = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(searchForm(search))
