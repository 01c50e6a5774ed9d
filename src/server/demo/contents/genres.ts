import { genresFromEnglish } from '../../../domain/contents/genres.ts'
import { fold } from '../../../domain/format/text.ts'
import { CATALOGUE } from '../fixtures.ts'

type Words = Readonly<Record<string, readonly string[]>>

/** The names with a word that some word of the text begins with, or is where a blank follows it; in the table's order. */
export const matchNames = (table: Words, text: string): string[] => {
  const words = ` ${fold(text).replace(/[^a-z0-9]+/g, ' ')} `
  return Object.entries(table)
    .filter(([, beginnings]) => beginnings.some((beginning) => words.includes(` ${beginning}`)))
    .map(([name]) => name)
}

/** At most three genres whose words occur in a text; `otherwise` if there are none. */
export const genresByWords = (
  kind: keyof typeof CATALOGUE.genresByWords,
  text: string,
  otherwise: string,
): string[] => {
  const genres = matchNames(CATALOGUE.genresByWords[kind], text)
  return genres.length === 0 ? [otherwise] : genres.slice(0, 3)
}

/** Names of the categories that belong to some genres. */
export const categoriesByGenre = (
  kind: keyof typeof CATALOGUE.categoriesByGenre,
  genres: readonly string[],
): string[] => [...new Set(genres.flatMap((genre) => CATALOGUE.categoriesByGenre[kind][genre] ?? []))]

/** At most four genres of the product; drama if none of the source's is known. */
export function filmGenres(names: readonly string[]): string[] {
  const genres = genresFromEnglish(names.map((name) => CATALOGUE.sourceGenres[name] ?? name))
  return genres.length === 0 ? ['Drama'] : genres.slice(0, 4)
}

/** The genre that tells most about a content: many are dramas. */
export const tellingGenre = (genres: readonly string[]): string | undefined =>
  genres.find((genre) => genre !== 'Drama') ?? genres[0]

/** Age rating of the source, else inferred from genres and year. */
export function filmRated(rated: string | undefined, genres: readonly string[], year: number): string {
  if (rated) return rated
  if (genres.includes('Erótico')) return 'NC-17'
  if (genres.includes('Animación') || genres.includes('Familiar')) return year < 1980 ? 'G' : 'PG'
  if (year < 1968) return 'PG'
  return genres.includes('Terror') || genres.includes('Crimen') ? 'R' : 'PG-13'
}

/** Age rating of a series inferred from its genres: the sources have none. */
export function seriesRated(genres: readonly string[]): string {
  if (genres.includes('Infantil')) return 'TV-Y7'
  if (genres.includes('Erótico') || genres.includes('Terror') || genres.includes('Crimen')) return 'TV-MA'
  return genres.includes('Familiar') || genres.includes('Documental') ? 'TV-PG' : 'TV-14'
}
