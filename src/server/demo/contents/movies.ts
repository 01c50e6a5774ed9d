import type { DemoRecord } from '../record.ts'
import { composeContent, type Surroundings } from './content.ts'
import { filmGenres, filmRated } from './genres.ts'
import type { SourceFilm } from './source.ts'
import { composeSynopsis, filmKind } from './synopsis.ts'

const WON = /\b(?:won|winning|winner|received|earned)\b/g
const OSCAR = /\b(?:Academy Awards?|Oscars?)\b/g
const NOMINATED = /nominat(?:ed|ions?)/
/** Most characters between the verb and the award. */
const MAX_DISTANCE = 120

/** True if one sentence of the synopsis says that the film won an Oscar, rather than a nomination. */
function winsOscar(synopsis: string): boolean {
  for (const sentence of synopsis.split('.'))
    for (const won of sentence.matchAll(WON)) {
      const rest = sentence.slice(won.index + won[0].length)
      const award = [...rest.matchAll(OSCAR)].findLast(({ index }) => index <= MAX_DISTANCE)
      if (award) return !NOMINATED.test(rest.slice(0, award.index))
    }
  return false
}

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

export function composeMovie(film: SourceFilm, surroundings: Surroundings): DemoRecord {
  const genres = filmGenres(film.genres)
  const rated = filmRated(film.rated, genres, film.year)
  const hasOscar = winsOscar(film.synopsisEng)
  return composeContent(
    film,
    surroundings,
    (random) => ({
      genres,
      categories: categoryNames(film, genres, hasOscar),
      synopsis: composeSynopsis(film, filmKind(genres), random),
      children: isForChildren(genres, rated),
    }),
    (generated) => ({
      year: film.year,
      released: film.released ?? '',
      rated,
      rating: film.rating ?? null,
      imdbId: film.imdbId ?? '',
      trailer: generated.trailer,
      trailerProvider: 'O',
      hasOscar,
      isPremiere: film.year >= 2022,
      isDominican: generated.chance(0.01),
      isYoutube: false,
    }),
  )
}
