import type { DemoRecord } from '../record.ts'
import { composeContent, type Surroundings } from './content.ts'
import { filmGenres, filmRated } from './genres.ts'
import type { SourceFilm } from './source.ts'
import { composeSynopsis, filmKind } from './synopsis.ts'

const OSCAR = /\b(?:won|winning|winner|received|earned)\b[^.]{0,120}\b(?:Academy Awards?|Oscars?)\b/
const NOMINATED = /nominat(?:ed|ions?)/

/** The categories that a film belongs in, by name. */
function categoryNames(film: SourceFilm, genres: readonly string[], hasOscar: boolean): string[] {
  const has = (...names: string[]) => names.some((name) => genres.includes(name))
  const names: [string, boolean][] = [
    ['Estrenos', film.year >= 2022],
    ['Clásicos del cine', film.year < 1970],
    ['Lo mejor de los 80 y 90', film.year >= 1980 && film.year < 2000],
    ['Acción y aventura', has('Acción', 'Aventura', 'Superhéroes')],
    ['Para reír', has('Comedia')],
    ['Cine familiar', has('Animación', 'Familiar')],
    ['Noches de terror', has('Terror')],
    ['Basadas en la vida real', has('Biografía', 'Historia')],
    ['Premiadas', hasOscar],
    ['Románticas', has('Romance')],
  ]
  return names.filter(([, belongs]) => belongs).map(([name]) => name)
}

const isForChildren = (genres: readonly string[], rated: string): boolean =>
  (genres.includes('Animación') || genres.includes('Familiar')) && /^(?:G|PG)$/.test(rated)

/** A film of the demo. */
export function composeMovie(film: SourceFilm, surroundings: Surroundings): DemoRecord {
  const genres = filmGenres(film.genres)
  const rated = filmRated(film.rated, genres, film.year)
  const award = OSCAR.exec(film.synopsisEng)?.[0]
  const hasOscar = award !== undefined && !NOMINATED.test(award)
  return composeContent(
    film,
    surroundings,
    (random) => ({
      genres,
      categories: categoryNames(film, genres, hasOscar),
      synopsis: composeSynopsis(film, filmKind(genres), random),
      children: isForChildren(genres, rated),
    }),
    (kept) => ({
      year: film.year,
      released: film.released ?? '',
      rated,
      rating: film.rating ?? null,
      imdbId: film.imdbId ?? '',
      trailer: kept.trailer,
      trailerProvider: 'O',
      hasOscar,
      isPremiere: film.year >= 2022,
      isDominican: kept.chance(0.01),
      isYoutube: false,
    }),
  )
}
