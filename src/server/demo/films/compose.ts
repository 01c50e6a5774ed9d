import type { NewMovie } from '../../../domain/contents/movie.ts'
import { posterPath } from '../../../domain/contents/pictures.ts'
import { DAY, earlier, shift } from '../clock.ts'
import { createRandom, idAt, type Random } from '../random.ts'
import { filmGenres, filmRated } from './genres.ts'
import { filmLinks, folderOf, trailerOf } from './links.ts'
import type { SourceFilm } from './source.ts'
import { composeSynopsis } from './synopsis.ts'

/** A film of the demo: what an operator would have written, and what the server would have added. */
export interface DemoFilm {
  id: string
  /** Fits `newMovieShape`. */
  input: Record<keyof NewMovie, unknown>
  views: number
  dateCreate: Date
  dateUpdate: Date
}

interface Surroundings {
  now: Date
  /** Since when there are films. */
  since: Date
  mails: readonly string[]
  /** Ids of the film categories by the name of the category. */
  categories: ReadonlyMap<string, string>
}

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

/** The article that a text comes from, as its licence asks; it fits the reference of a film. */
const creditOf = (article: string): string =>
  `Wikipedia: ${decodeURIComponent(article).replaceAll('_', ' ')}`.slice(0, 150)

function dates({ now, since }: Surroundings, random: Random): Pick<DemoFilm, 'dateCreate' | 'dateUpdate'> {
  const span = now.getTime() - since.getTime()
  const dateCreate = new Date(since.getTime() + Math.floor(span * random.next() ** 0.8))
  const edited = shift(dateCreate, random.integer(1, 200) * DAY + random.integer(0, DAY))
  return { dateCreate, dateUpdate: random.chance(0.3) ? earlier(edited, now) : dateCreate }
}

/** Views fall off steeply: some films are seen by everybody, most by few. */
const viewsOf = (film: SourceFilm, random: Random): number =>
  Math.floor(40 / (0.01 + random.next() ** 1.5) + (film.rating ?? 5) ** 2 * random.next() * 12)

function composeFilm(film: SourceFilm, surroundings: Surroundings): DemoFilm {
  const random = createRandom(`${film.title} ${film.year}`)
  const genres = filmGenres(film.genres)
  const rated = filmRated(film.rated, genres, film.year)
  const award = OSCAR.exec(film.synopsisEng)?.[0]
  const hasOscar = award !== undefined && !NOMINATED.test(award)
  const monoAudio = random.chance(0.04)
  const sound = { monoAudio, onlyEnglish: !monoAudio && random.chance(0.05) }
  const folder = folderOf(film)
  const moments = dates(surroundings, random)
  return {
    id: idAt(moments.dateCreate, random),
    views: viewsOf(film, random),
    ...moments,
    input: {
      title: film.title,
      year: film.year,
      released: film.released ?? '',
      runtime: film.runtime ?? null,
      rated,
      rating: film.rating ?? null,
      genres,
      synopsis: composeSynopsis(film, genres, random),
      synopsisEng: film.synopsisEng,
      imdbId: film.imdbId ?? '',
      covertImage: posterPath('cover', film.title),
      fullImage: posterPath('background', film.title),
      trailer: trailerOf(folder),
      trailerProvider: 'O',
      hasOscar,
      isPremiere: film.year >= 2022,
      isDominican: random.chance(0.01),
      isYoutube: false,
      actors: film.actors.join(', '),
      categories: categoryNames(film, genres, hasOscar).flatMap(
        (name) => surroundings.categories.get(name) ?? [],
      ),
      mailOrigin: random.pick(surroundings.mails),
      reference: creditOf(film.article),
      ...sound,
      children: (genres.includes('Animación') || genres.includes('Familiar')) && /^(?:G|PG)$/.test(rated),
      status: !random.chance(0.04),
      content: filmLinks(folder, sound, random),
    },
  }
}

/** Composes the films of the demo one by one, from the kept data. */
export async function* composeFilms(
  films: AsyncIterable<SourceFilm>,
  surroundings: Surroundings,
): AsyncGenerator<DemoFilm> {
  for await (const film of films) yield composeFilm(film, surroundings)
}
