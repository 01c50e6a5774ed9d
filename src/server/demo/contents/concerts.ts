// Demo concerts: `musics` in the API.
import type { DemoRecord } from '../record.ts'
import { composeContent, type Surroundings } from './content.ts'
import { matching, toCategories } from './genres.ts'
import type { SourceFilm } from './source.ts'
import { composeSynopsis, describeInEnglish } from './synopsis.ts'

/** Genres by keywords of the title or the English text. */
const GENRES: readonly (readonly [string, RegExp])[] = [
  ['Metal', /\b(?:metal|metallica|iron maiden|slayer)\b/i],
  ['Rock', /\brock|rolling stones|\bu2\b|band\b|beatles|punk|grunge/i],
  ['Jazz', /\bjazz/i],
  ['Blues', /\bblues/i],
  ['Clásica', /\b(?:classical|symphon|orchestra|philharmonic|piano|beethoven|mozart)/i],
  ['Ópera', /\bopera/i],
  ['Hip hop', /\b(?:hip.?hop|rap|rapper)\b/i],
  ['Country', /\b(?:country music|bluegrass|nashville)/i],
  ['Electrónica', /\b(?:electronic|techno|dj)\b/i],
  ['Reggae', /\breggae/i],
  ['R&B y soul', /\b(?:soul|r&b|motown|gospel)\b/i],
  ['Salsa', /\bsalsa\b/i],
  ['Folclore', /\b(?:folk|traditional)\b/i],
]

const CATEGORIES: Readonly<Record<string, string>> = {
  Clásica: 'Música clásica',
  Ópera: 'Música clásica',
  'Hip hop': 'Urbano',
  Salsa: 'Salsa',
}

const KIND = { noun: 'Concierto', feminine: false }

/** For some concerts the source has no synopsis. */
export function composeConcert(film: SourceFilm, surroundings: Surroundings): DemoRecord {
  const synopsisEng = film.synopsisEng || describeInEnglish('Concert', film)
  const genres = matching(GENRES, `${film.title} ${synopsisEng}`, 'Pop')
  return composeContent(
    { ...film, synopsisEng },
    surroundings,
    (random) => ({
      genres,
      categories: toCategories(genres, CATEGORIES),
      synopsis: composeSynopsis(film, KIND, random),
    }),
    () => ({ year: film.year, adultOnly: false, isYoutube: false }),
  )
}
