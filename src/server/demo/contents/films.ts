import type { CategoryType } from '../../../domain/contents/category.ts'
import type { Link } from '../../../domain/contents/link.ts'
import { type PictureSubject, posterPath } from '../../../domain/contents/pictures.ts'
import type { SportLink } from '../../../domain/contents/sport.ts'
import {
  concertCollection,
  documentaryCollection,
  movieCollection,
  onDemandCollection,
  sportCollection,
} from '../../features/contents/films.ts'
import type { Collection } from '../../platform/database/collection.ts'
import type { SourceFilm } from '../fixtures.ts'
import { createRandom, idAt, type Random } from '../random.ts'
import { type DemoRecord, datesIn, type Span } from '../record.ts'
import { categoriesByGenre, filmGenres, filmRated, genresByWords, tellingGenre } from './genres.ts'
import { filmLinks, folderName, type Sound, trailerUrl } from './links.ts'
import { composeSynopsis, describeInEnglish, filmKind, type Kind } from './synopsis.ts'

/** Context of the contents of one kind. */
export interface Surroundings extends Span {
  mails: readonly string[]
  /** Ids of the categories of that kind, by name. */
  categories: ReadonlyMap<string, string>
}

/** What the fields of one kind are composed of. */
interface Composed {
  film: SourceFilm
  genres: string[]
  trailer: string
  links: Link[]
  random: Random
}

/** A kind of content whose source is a film: its data file, and how it differs from the others. */
interface FilmKind {
  source: string
  type: CategoryType
  collection: Collection
  /** Whose pictures its own look like. */
  pictures: PictureSubject['kind']
  genres: (film: SourceFilm) => string[]
  /** Names of categories. */
  categories: (composed: Pick<Composed, 'film' | 'genres' | 'random'>) => string[]
  noun: (genres: readonly string[]) => Kind
  /** Fields beyond those of every kind. */
  fields: (composed: Composed) => DemoRecord['input']
}

/** Last years that count as premieres. */
const PREMIERES = 2022

const releaseFields = ({ film, trailer }: Composed) => ({
  released: film.released ?? '',
  trailer,
  trailerProvider: 'O',
  isDominican: false,
  isYoutube: false,
})

export const FILM_KINDS: readonly FilmKind[] = [
  {
    source: 'films',
    type: 'PELICULA',
    collection: movieCollection,
    pictures: 'movies',
    genres: (film) => filmGenres(film.genres),
    categories: ({ film, genres }) => movieCategories(film, genres),
    noun: filmKind,
    fields: (composed) => {
      const { film, genres, random } = composed
      const rated = filmRated(film.rated, genres, film.year)
      return {
        ...releaseFields(composed),
        children: isForFamilies(genres) && /^(?:G|PG)$/.test(rated),
        rated,
        rating: film.rating ?? null,
        imdbId: film.imdbId ?? '',
        hasOscar: winsOscar(film.synopsisEng),
        isPremiere: film.year >= PREMIERES,
        isDominican: random.chance(0.01),
      }
    },
  },
  {
    source: 'documentaries',
    type: 'DOCUMENTAL',
    collection: documentaryCollection,
    pictures: 'documentaries',
    genres: ({ synopsisEng }) => genresByWords('documentaries', synopsisEng, 'Sociedad'),
    categories: ({ genres }) => categoriesByGenre('documentaries', genres),
    noun: () => ({ noun: 'Documental', feminine: false }),
    fields: (composed) => ({ ...releaseFields(composed), rated: composed.film.rated ?? 'PG' }),
  },
  {
    source: 'on-demand',
    type: 'DISCOVER',
    collection: onDemandCollection,
    pictures: 'movies',
    genres: (film) => filmGenres(film.genres),
    categories: ({ random }) => (random.chance(0.3) ? ['Recomendados'] : []),
    noun: filmKind,
    fields: ({ film, genres }) => ({
      mediaType: genres.includes('Documental') ? 'DOCUMENTAL' : 'PELICULA',
      released: film.released ?? `${film.year}-01-01`,
      rating: film.rating ?? null,
      imdbId: film.imdbId ?? '',
      isDominican: false,
      isYoutube: false,
    }),
  },
  {
    source: 'concerts',
    type: 'MUSICA',
    collection: concertCollection,
    pictures: 'musics',
    genres: ({ title, synopsisEng }) => genresByWords('concerts', `${title} ${synopsisEng}`, 'Pop'),
    categories: ({ genres }) => categoriesByGenre('concerts', genres),
    noun: () => ({ noun: 'Concierto', feminine: false }),
    fields: () => ({ adultOnly: false, isYoutube: false }),
  },
  {
    source: 'sports',
    type: 'DEPORTE',
    collection: sportCollection,
    pictures: 'sports',
    genres: ({ synopsisEng }) => genresByWords('sports', synopsisEng, 'Atletismo'),
    categories: ({ genres }) => categoriesByGenre('sports', genres),
    noun: () => ({ noun: 'Película deportiva', feminine: true }),
    fields: ({ film, trailer, links }) => ({
      released: film.released ?? '',
      trailer,
      adultOnly: film.rated === 'NC-17',
      content: links.map(sportLink),
    }),
  },
]

/** Adds the fields that only links of sports have. */
const sportLink = (link: Link): SportLink => ({
  ...link,
  audioSpa: link.audio.includes('ESP'),
  audioEng: link.audio.includes('ING'),
  subtitleSpa: link.closedCaption.includes('ESP'),
  subtitleEng: link.closedCaption.includes('ING'),
})

const isForFamilies = (genres: readonly string[]): boolean =>
  genres.includes('Animación') || genres.includes('Familiar')

function movieCategories({ year, synopsisEng }: SourceFilm, genres: readonly string[]): string[] {
  const has = (...names: string[]) => names.some((name) => genres.includes(name))
  const names: [string, boolean][] = [
    ['Estrenos', year >= PREMIERES],
    ['Clásicos del cine', year < 1970],
    ['Lo mejor de los 80 y 90', year >= 1980 && year < 2000],
    ['Acción y aventura', has('Acción', 'Aventura', 'Superhéroes')],
    ['Para reír', has('Comedia')],
    ['Cine familiar', isForFamilies(genres)],
    ['Noches de terror', has('Terror')],
    ['Basadas en la vida real', has('Biografía', 'Historia')],
    ['Premiadas', winsOscar(synopsisEng)],
    ['Románticas', has('Romance')],
  ]
  return names.filter(([, belongs]) => belongs).map(([name]) => name)
}

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

/** Attribution of a Wikipedia text, which its licence requires, within the 150 characters of a reference. */
const attribution = (article: string | undefined): string =>
  article === undefined ? '' : `Wikipedia: ${decodeURIComponent(article).replaceAll('_', ' ')}`.slice(0, 150)

/** Views follow a power law: few contents have many. */
export const randomViews = (rating: number | undefined, random: Random): number =>
  Math.floor(40 / (0.01 + random.next() ** 1.5) + (rating ?? 5) ** 2 * random.next() * 12)

const pickSound = (random: Random): Sound => {
  const monoAudio = random.chance(0.04)
  return { monoAudio, onlyEnglish: !monoAudio && random.chance(0.05) }
}

/** Composes a record of a kind. */
export function composeFilm(kind: FilmKind, source: SourceFilm, surroundings: Surroundings): DemoRecord {
  const film = { ...source, synopsisEng: source.synopsisEng || describeInEnglish('Concert', source) }
  const random = createRandom(`${film.title} ${film.year}`)
  const sound = pickSound(random)
  const folder = folderName(film)
  const dates = datesIn(surroundings, random)
  const genres = kind.genres(film)
  const subject = { kind: kind.pictures, genre: tellingGenre(genres) }
  const names = kind.categories({ film, genres, random })
  const synopsis = composeSynopsis(film, kind.noun(genres), random)
  const links = filmLinks(folder, sound, random)
  return {
    id: idAt(dates.dateCreate, random),
    serverColumns: { view: randomViews(film.rating, random) },
    ...dates,
    input: {
      title: film.title,
      year: film.year,
      runtime: film.runtime ?? null,
      genres,
      synopsis,
      synopsisEng: film.synopsisEng,
      covertImage: posterPath('cover', film.title, subject),
      fullImage: posterPath('background', film.title, subject),
      actors: film.actors.join(', '),
      categories: names.flatMap((name) => surroundings.categories.get(name) ?? []),
      mailOrigin: random.pick(surroundings.mails),
      reference: attribution(film.article),
      ...sound,
      children: false,
      status: !random.chance(0.04),
      content: links,
      ...kind.fields({ film, genres, trailer: trailerUrl(folder), links, random }),
    },
  }
}
