import type { DemoRecord } from '../record.ts'
import { composeContent, type Surroundings } from './content.ts'
import { matching, toCategories } from './genres.ts'
import type { SourceFilm } from './source.ts'
import { composeSynopsis } from './synopsis.ts'

/** Genres by keywords of the English text. */
const GENRES: readonly (readonly [string, RegExp])[] = [
  ['Música', /\b(?:music|band|singer|rock|jazz|concert|album|hip hop)/i],
  ['Guerra', /\b(?:war|wars|soldier|army|battle|military|nazi|holocaust)\b/i],
  ['Deporte', /\b(?:sport|football|basketball|baseball|surf|skate|boxing|olympic|racing)/i],
  ['Naturaleza', /\b(?:nature|wildlife|animal|penguin|ocean|whale|bear|birds?|forest)\b/i],
  ['Medio ambiente', /\b(?:environment|climate|warming|pollution|oil|energy)\b/i],
  ['Ciencia', /\b(?:scien|space|nasa|physics|mathemat|moon|evolution)/i],
  ['Tecnología', /\b(?:technolog|internet|computer|video game|software|hacker)/i],
  ['Gastronomía', /\b(?:food|restaurant|chef|wine|obesity|farm)/i],
  ['Salud', /\b(?:health|medical|medicine|disease|aids|drug|cancer)/i],
  ['Religión', /\b(?:religi|church|christian|islam|faith|bible)/i],
  ['Política', /\b(?:politic|president|election|government|bush|congress)/i],
  ['Crimen', /\b(?:murder|crime|prison|trial|killer|police)/i],
  ['Cine', /\b(?:filmmak|hollywood|movies?|actor|cinema)\b/i],
  ['Arte y cultura', /\b(?:art|artist|paint|photograph|dance|theat|fashion|graffiti)/i],
  ['Viajes', /\b(?:travel|journey|expedition|exploration|climb)/i],
  ['Biografía', /\b(?:life of|biograph|career)\b/i],
  ['Historia', /\b(?:histor|century|ancient)/i],
]

const CATEGORIES: Readonly<Record<string, string>> = {
  Naturaleza: 'Naturaleza',
  'Medio ambiente': 'Naturaleza',
  Historia: 'Historia universal',
  Guerra: 'Historia universal',
  Ciencia: 'Ciencia y tecnología',
  Tecnología: 'Ciencia y tecnología',
  Biografía: 'Biografías',
  Crimen: 'Crimen real',
}

const KIND = { noun: 'Documental', feminine: false }

export function composeDocumentary(film: SourceFilm, surroundings: Surroundings): DemoRecord {
  const genres = matching(GENRES, film.synopsisEng, 'Sociedad')
  return composeContent(
    film,
    surroundings,
    (random) => ({
      genres,
      categories: toCategories(genres, CATEGORIES),
      synopsis: composeSynopsis(film, KIND, random),
    }),
    (generated) => ({
      year: film.year,
      released: film.released ?? '',
      rated: film.rated ?? 'PG',
      trailer: generated.trailer,
      trailerProvider: 'O',
      isDominican: false,
      isYoutube: false,
    }),
  )
}
