import type { Link } from '../../../domain/contents/link.ts'
import type { SportLink } from '../../../domain/contents/sport.ts'
import type { DemoRecord } from '../record.ts'
import { composeContent, type Surroundings } from './content.ts'
import { matching } from './genres.ts'
import type { SourceFilm } from './source.ts'
import { composeSynopsis } from './synopsis.ts'

/** Sports by keywords of the English text. */
const GENRES: readonly (readonly [string, RegExp])[] = [
  ['Boxeo', /\b(?:boxing|boxer|prizefight)/i],
  ['Béisbol', /\bbaseball/i],
  ['Baloncesto', /\bbasketball/i],
  [
    'Fútbol americano',
    /\b(?:american football|college football|high school football|nfl|quarterback|football)\b/i,
  ],
  ['Fútbol', /\bsoccer|football club/i],
  ['Lucha libre', /\bwrestl/i],
  ['Automovilismo', /\b(?:auto racing|nascar|race car|racing driver|formula one|drag racing|racing)/i],
  ['Motociclismo', /\bmotorcycle/i],
  ['Hípica', /\b(?:horse rac|jockey|racehorse|horse)\b/i],
  ['Tenis', /\btennis/i],
  ['Golf', /\bgolf/i],
  ['Hockey', /\bhockey/i],
  ['Ciclismo', /\b(?:cycling|cyclist|bicycle)/i],
  ['Artes marciales', /\b(?:martial art|karate|kung fu|mixed martial)/i],
  ['Judo', /\bjudo/i],
  ['Natación', /\bswimm/i],
  ['Voleibol', /\bvolleyball/i],
  ['Rugby', /\brugby/i],
  ['Gimnasia', /\bgymnast/i],
  ['Softbol', /\bsoftball/i],
  ['Ajedrez', /\bchess\b/i],
  ['Esgrima', /\bfencing/i],
  ['Deportes extremos', /\b(?:surf|skate|snowboard)/i],
  ['Olimpiadas', /\bolympic/i],
  ['Atletismo', /\b(?:marathon|runner|athlete|track and field)/i],
]

const CATEGORIES = ['Béisbol', 'Boxeo', 'Baloncesto', 'Fútbol', 'Voleibol', 'Lucha libre']

const KIND = { noun: 'Película deportiva', feminine: true }

/** Adds the fields that only links of sports have. */
const sportLink = (link: Link): SportLink => ({
  ...link,
  audioSpa: link.audio.includes('ESP'),
  audioEng: link.audio.includes('ING'),
  subtitleSpa: link.closedCaption.includes('ESP'),
  subtitleEng: link.closedCaption.includes('ING'),
})

export function composeSport(film: SourceFilm, surroundings: Surroundings): DemoRecord {
  const genres = matching(GENRES, film.synopsisEng, 'Atletismo')
  return composeContent(
    film,
    surroundings,
    (random) => ({
      genres,
      categories: genres.filter((genre) => CATEGORIES.includes(genre)),
      synopsis: composeSynopsis(film, KIND, random),
    }),
    (generated) => ({
      year: film.year,
      released: film.released ?? '',
      trailer: generated.trailer,
      adultOnly: film.rated === 'NC-17',
      content: generated.links.map(sportLink),
    }),
  )
}
