import { posterPath } from '../../../domain/contents/pictures.ts'
import { createRandom, idAt } from '../random.ts'
import { type DemoRecord, datesIn } from '../record.ts'
import { randomViews, type Surroundings } from './content.ts'
import { filmGenres, toCategories } from './genres.ts'
import { folderName, trailerUrl } from './links.ts'
import type { SourceEpisode, SourceSeries } from './source.ts'
import { composeSeriesSynopsis } from './synopsis.ts'

const CATEGORIES: Readonly<Record<string, string>> = {
  Crimen: 'Policiales',
  Comedia: 'Comedias de situación',
  Infantil: 'Infantiles',
  Familiar: 'Infantiles',
  Documental: 'Documentales por episodios',
}

/** Age rating inferred from the genres: the sources have none. */
function inferRating(genres: readonly string[]): string {
  if (genres.includes('Infantil')) return 'TV-Y7'
  if (genres.includes('Erótico')) return 'TV-MA'
  if (genres.includes('Terror') || genres.includes('Crimen')) return 'TV-MA'
  if (genres.includes('Familiar') || genres.includes('Documental')) return 'TV-PG'
  return 'TV-14'
}

const listSeasons = (episodes: readonly SourceEpisode[]) =>
  [...new Set(episodes.map(({ season }) => season))]
    .sort((one, other) => one - other)
    .map((number) => ({ number, description: `Temporada ${number}` }))

/** The seasons are those of the episodes. */
export function composeSeries(
  source: SourceSeries,
  episodes: readonly SourceEpisode[],
  surroundings: Surroundings,
): DemoRecord {
  const random = createRandom(`${source.key} ${source.title}`)
  const moments = datesIn(surroundings, random)
  const genres = filmGenres(source.genres)
  const synopsis = composeSeriesSynopsis(source, genres)
  const names = toCategories(genres, CATEGORIES)
  return {
    id: idAt(moments.dateCreate, random),
    serverColumns: { view: randomViews(source.rating, random) },
    ...moments,
    input: {
      title: source.title,
      year: source.year,
      released: source.released ?? '',
      genres,
      rated: inferRating(genres),
      rating: source.rating ?? null,
      synopsis,
      synopsisEng: source.synopsisEng || `Television series that began in ${source.year}.`,
      imdbId: source.imdbId ?? '',
      covertImage: posterPath('cover', source.title),
      fullImage: posterPath('background', source.title),
      actors: '',
      seasons: listSeasons(episodes),
      mailOrigin: random.pick(surroundings.mails),
      reference: source.url ? `TVmaze.com: ${source.title}`.slice(0, 150) : '',
      trailer: trailerUrl(folderName(source)),
      trailerProvider: 'O',
      categories: names.flatMap((name) => surroundings.categories.get(name) ?? []),
      provider: '',
      isDominican: false,
      isYoutube: false,
      status: !random.chance(0.04),
    },
  }
}
