import { genresFromEnglish } from '../../../domain/contents/genres.ts'

/** Maps genres of the source that the product lacks to one that it has. */
const BELONGS_TO: Readonly<Record<string, string>> = {
  Anime: 'Animation',
  DIY: 'Documentary',
  Education: 'Documentary',
  Espionage: 'Thriller',
  Food: 'Documentary',
  Medical: 'Drama',
  Nature: 'Documentary',
  Reality: 'Documentary',
  Travel: 'Documentary',
  Dance: 'Musical',
  Disaster: 'Action',
  'Found Footage': 'Horror',
  'Science-Fiction': 'Sci-Fi',
  Legal: 'Drama',
  'Martial Arts': 'Action',
  Political: 'Drama',
  Satire: 'Comedy',
  Slasher: 'Horror',
  Spy: 'Thriller',
  Supernatural: 'Fantasy',
}

/** At most four genres of the product; drama if none of the source's is known. */
export function filmGenres(names: readonly string[]): string[] {
  const genres = genresFromEnglish(names.map((name) => BELONGS_TO[name] ?? name))
  return genres.length === 0 ? ['Drama'] : genres.slice(0, 4)
}

/** Age rating of the source, else inferred from genres and year. */
export function filmRated(rated: string | undefined, genres: readonly string[], year: number): string {
  if (rated) return rated
  if (genres.includes('Erótico')) return 'NC-17'
  if (genres.includes('Animación') || genres.includes('Familiar')) return year < 1980 ? 'G' : 'PG'
  if (year < 1968) return 'PG'
  return genres.includes('Terror') || genres.includes('Crimen') ? 'R' : 'PG-13'
}

/** At most three genres whose keywords occur in a text; `otherwise` if there are none. */
export function matching(
  genres: readonly (readonly [genre: string, words: RegExp])[],
  text: string,
  otherwise: string,
): string[] {
  const matches = genres.filter(([, words]) => words.test(text)).map(([genre]) => genre)
  return matches.length === 0 ? [otherwise] : matches.slice(0, 3)
}

/** Categories of the genres, without duplicates. */
export const toCategories = (
  genres: readonly string[],
  table: Readonly<Record<string, string>>,
): string[] => [...new Set(genres.flatMap((genre) => table[genre] ?? []))]
