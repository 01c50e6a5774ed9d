// Demo on-demand items: `discoveries` in the API.
import type { DemoRecord } from '../record.ts'
import { composeContent, type Surroundings } from './content.ts'
import { filmGenres } from './genres.ts'
import type { SourceFilm } from './source.ts'
import { composeSynopsis, filmKind } from './synopsis.ts'

export function composeOnDemand(film: SourceFilm, surroundings: Surroundings): DemoRecord {
  const genres = filmGenres(film.genres)
  return composeContent(
    film,
    surroundings,
    (random) => ({
      genres,
      categories: random.chance(0.3) ? ['Recomendados'] : [],
      synopsis: composeSynopsis(film, filmKind(genres), random),
    }),
    () => ({
      mediaType: genres.includes('Documental') ? 'DOCUMENTAL' : 'PELICULA',
      year: film.year,
      released: film.released ?? `${film.year}-01-01`,
      rating: film.rating ?? null,
      imdbId: film.imdbId ?? '',
      isDominican: false,
      isYoutube: false,
    }),
  )
}
