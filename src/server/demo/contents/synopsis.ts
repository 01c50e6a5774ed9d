import type { SourceFilm, SourceSeries } from '../fixtures.ts'
import type { Random } from '../random.ts'

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** Spanish noun for a film of a genre, and adjective for it as second genre. */
const AFTER_FILM: Readonly<Record<string, string>> = {
  Acción: 'de acción',
  Animación: 'de animación',
  Aventura: 'de aventuras',
  'Ciencia ficción': 'de ciencia ficción',
  Crimen: 'de crimen',
  Deporte: 'deportiva',
  Erótico: 'erótica',
  Familiar: 'familiar',
  Fantasía: 'fantástica',
  Guerra: 'bélica',
  Historia: 'histórica',
  Misterio: 'de misterio',
  Musical: 'musical',
  Oeste: 'del Oeste',
  Romance: 'romántica',
  Superhéroes: 'de superhéroes',
  Suspenso: 'de suspenso',
  Terror: 'de terror',
}
const AFTER_DRAMA: Readonly<Record<string, string>> = {
  Deporte: 'deportivo',
  Erótico: 'erótico',
  Fantasía: 'fantástico',
  Guerra: 'bélico',
  Historia: 'histórico',
  Romance: 'romántico',
}
const FEMININE = 'Película'

/** Spanish noun for a content, and its grammatical gender. */
export interface Kind {
  noun: string
  feminine: boolean
}

/** Spanish noun phrase for a film by its genres. */
export function filmKind(genres: readonly string[]): Kind {
  const second = (names: readonly string[]) => genres.find((genre) => names.includes(genre))
  if (genres.includes('Documental')) return { noun: 'Documental', feminine: false }
  if (genres.includes('Cine negro')) return { noun: `${FEMININE} de cine negro`, feminine: true }
  if (genres.includes('Animación')) return { noun: `${FEMININE} de animación`, feminine: true }
  const comedy = genres.includes('Comedia')
  if (comedy && genres.includes('Drama')) return { noun: 'Comedia dramática', feminine: true }
  const other = second(Object.keys(AFTER_FILM))
  const film = other ? ` ${AFTER_FILM[other]}` : ''
  if (comedy) return { noun: `Comedia${film}`, feminine: true }
  if (genres.includes('Biografía')) return { noun: `${FEMININE} biográfica`, feminine: true }
  if (genres.includes('Drama'))
    return { noun: `Drama${other ? ` ${AFTER_DRAMA[other] ?? AFTER_FILM[other]}` : ''}`, feminine: false }
  return { noun: `${FEMININE}${film}`, feminine: true }
}

/** Joins names in Spanish: «A, B y C», with «e» before the sound of an i. */
export function listNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  if (names.length < 2) return last
  const and = /^(?:[IÍ](?!ce |an )|Hi(?!e|gh|lary))/.test(last) ? 'e' : 'y'
  return `${names.slice(0, -1).join(', ')} ${and} ${last}`
}

/** Duration in words: «2 horas y 13 minutos». */
export function sayRuntime(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [
    hours === 0 ? '' : hours === 1 ? '1 hora' : `${hours} horas`,
    rest === 0 ? '' : rest === 1 ? '1 minuto' : `${rest} minutos`,
  ]
  return parts.filter((part) => part !== '').join(' y ')
}

/** Date in words: «17 de abril de 2011». */
export const sayDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} de ${MONTHS[(month ?? 1) - 1]} de ${year}`
}

function opening(film: SourceFilm, { noun, feminine }: Kind, cast: string[], random: Random): string {
  const start = `${noun} de ${film.year}`
  const directed = film.director ? ` ${feminine ? 'dirigida' : 'dirigido'} por ${film.director}` : ''
  const acted = feminine ? 'protagonizada' : 'protagonizado'
  const names = listNames(cast)
  if (names === '') return `${start}${directed}.`
  if (!directed) return `${start} ${acted} por ${names}.`
  return random.pick([
    `${start}${directed}, con ${names}.`,
    `${start}${directed} y ${acted} por ${names}.`,
    `${start}${directed}. Encabezan el reparto ${names}.`,
    `${start}${directed}. Cuenta con las actuaciones de ${names}.`,
  ])
}

function closing(film: SourceFilm, supporting: readonly string[], random: Random): string[] {
  const facts = [
    supporting.length > 1 ? `También actúan ${listNames(supporting)}.` : '',
    film.released ? `Se estrenó el ${sayDay(film.released)}.` : '',
    film.runtime ? `Dura ${sayRuntime(film.runtime)}.` : '',
  ]
  return random.sample(
    facts.filter((fact) => fact !== ''),
    2,
  )
}

/** Spanish synopsis built from the known facts of a film. */
export function composeSynopsis(film: SourceFilm, kind: Kind, random: Random): string {
  const leading = Math.min(film.actors.length, random.integer(2, 3))
  const supporting = film.actors.slice(leading, leading + 3)
  return [
    opening(film, kind, film.actors.slice(0, leading), random),
    ...closing(film, supporting, random),
  ].join(' ')
}

/** English synopsis built from the known facts, for contents without a text in the source. */
export const describeInEnglish = (
  noun: string,
  film: Pick<SourceFilm, 'year' | 'runtime' | 'actors'>,
): string =>
  [
    `${noun} released in ${film.year}`,
    film.actors.length > 0 ? `, with ${film.actors.slice(0, 4).join(', ')}` : '',
    film.runtime ? `. Runs ${film.runtime} minutes` : '',
    '.',
  ].join('')

export function composeSeriesSynopsis(
  { year, released, network }: Pick<SourceSeries, 'year' | 'released' | 'network'>,
  genres: readonly string[],
): string {
  const genre = genres.find((each) => each in AFTER_FILM)
  const start = genres.includes('Comedia')
    ? 'Comedia'
    : genres.includes('Documental')
      ? 'Serie documental'
      : 'Serie'
  return [
    `${start}${genre ? ` ${AFTER_FILM[genre]}` : ''} de ${year}${network ? `, de la cadena ${network}` : ''}.`,
    released ? ` Se estrenó el ${sayDay(released)}.` : '',
  ].join('')
}
