import { API_PATHS, type EntityName, entryOf, RESOURCES, type Resource } from '../../src/domain/registry.ts'
import type { View } from '../../src/domain/registry-entry.ts'
import type { Row } from './app.ts'
import { categoryOf, filmOf, linkOf } from './films.ts'
import { seriesOf } from './series.ts'

/** A catalogue entity, for tests that cover all of them. */
export interface Entity {
  /** API path. */
  path: string
  list: string
  create: string
  headings: { list: string; create: string; form: string }
  /** All input fields but `status`. */
  fields: readonly string[]
  /** A valid input. */
  body: Row
  /** Messages of an empty form by field. */
  missing: Readonly<Record<string, string>>
}

const {
  title: _title,
  year: _year,
  rated: _rated,
  trailer: _trailer,
  genres: _genres,
  ...presented
} = filmOf({ fullImage: '/pictures/background/isla.svg' })

// Its seasons are added one by one.
const { seasons: _seasons, ...series } = seriesOf()

const presentedFields = [
  'title',
  'genres',
  'synopsis',
  'synopsisEng',
  'covertImage',
  'fullImage',
  'actors',
  'categories',
  'mailOrigin',
  'reference',
  'datePublish',
  'dateUnpublish',
]
const filmFields = [...presentedFields, 'runtime', 'monoAudio', 'onlyEnglish', 'children', 'content']

const missingInPresented = {
  title: 'Debe especificar el título.',
  synopsis: 'Debe especificar la sinopsis.',
  synopsisEng: 'Debe especificar la sinopsis.',
  genres: 'Debe seleccionar al menos un genero.',
  covertImage: 'Debe especificar la imagen del covert.',
  fullImage: 'Debe especificar la imagen del fondo.',
}
const missingInFilms = { ...missingInPresented, content: 'Debe agregar por lo meno un link.' }
const missingYear = { year: 'Debe digitar el año.' }
const missingTrailer = { trailer: 'Debe especificar el link del trailer.' }

const pathOf = (resource: EntityName, view: View): string => {
  const screen = entryOf(resource).screens.find((each) => each.view === view)
  if (screen === undefined) throw new Error(`src/domain/registry.ts: ${resource} has no screen '${view}'`)
  return screen.path
}

const addressesOf = (resource: EntityName): Pick<Entity, 'path' | 'list' | 'create'> => ({
  path: API_PATHS[resource],
  list: pathOf(resource, 'list'),
  create: pathOf(resource, 'create'),
})

const missingInStations = {
  title: 'Debe digitar el título.',
  category: 'Debe digitar la categoría.',
  link: 'Debe digitar el enlance.',
  image: 'Debe especificar la imagen.',
}

/** Entities whose forms have tests of their own. */
type Special = 'movies' | 'categories' | 'episodes'

export type CommonEntity = Exclude<EntityName, Special>

export const ENTITIES: Readonly<Record<CommonEntity, Entity>> = {
  documentaries: {
    ...addressesOf('documentaries'),
    headings: { list: 'Documentales', create: 'Nuevo documental', form: 'Documental' },
    fields: [
      ...filmFields,
      ...['year', 'released', 'rated', 'trailer', 'trailerProvider', 'isDominican', 'isYoutube'],
    ],
    body: {
      ...presented,
      title: 'Las marismas',
      year: 2014,
      rated: 'PG',
      genres: ['Naturaleza'],
      trailer: 'https://videos.example/marismas.mp4',
    },
    missing: {
      ...missingInFilms,
      ...missingYear,
      ...missingTrailer,
      rated: 'Debe especificar la clasificación',
    },
  },
  discoveries: {
    ...addressesOf('discoveries'),
    headings: { list: 'On Demand', create: 'Nuevo On Demand', form: 'On Demand' },
    fields: [
      ...filmFields,
      ...['mediaType', 'year', 'released', 'rating', 'imdbId', 'isDominican', 'isYoutube'],
    ],
    body: {
      ...presented,
      title: 'Un corto',
      mediaType: 'DISCOVER',
      released: '2014-09-26',
      genres: ['Corto'],
    },
    missing: {
      ...missingInFilms,
      mediaType: 'Debe especificar el tipo de contenido.',
      released: 'Debe especificar la fecha de estreno.',
    },
  },
  musics: {
    ...addressesOf('musics'),
    headings: { list: 'Conciertos', create: 'Nuevo concierto', form: 'Concierto' },
    fields: [...filmFields, 'year', 'adultOnly', 'isYoutube'],
    body: { ...presented, title: 'En vivo', year: 2014, genres: ['Bachata'] },
    missing: { ...missingInFilms, ...missingYear },
  },
  sports: {
    ...addressesOf('sports'),
    headings: { list: 'Deportes', create: 'Nuevo deporte', form: 'Deporte' },
    fields: [...filmFields, 'year', 'released', 'trailer', 'adultOnly'],
    body: {
      ...presented,
      title: 'La final',
      year: 2014,
      genres: ['Béisbol'],
      content: [linkOf({ audioSpa: true, audioEng: false, subtitleSpa: false, subtitleEng: true })],
    },
    missing: { ...missingInFilms, ...missingYear },
  },
  series: {
    ...addressesOf('series'),
    headings: { list: 'Series', create: 'Nueva serie', form: 'Serie' },
    fields: [
      ...presentedFields,
      ...['year', 'released', 'rated', 'rating', 'imdbId', 'trailer', 'trailerProvider'],
      ...['provider', 'seasons', 'isDominican', 'isYoutube'],
    ],
    body: series,
    missing: {
      ...missingInPresented,
      ...missingYear,
      ...missingTrailer,
      rated: 'Debe especificar la clasificación',
    },
  },
  radios: {
    ...addressesOf('radios'),
    headings: { list: 'Radios', create: 'Nueva emisora', form: 'Emisora' },
    fields: ['number', 'title', 'category', 'link', 'image', 'datePublish', 'dateUnpublish'],
    body: {
      number: 99,
      title: 'La emisora',
      category: 'Bachata',
      link: 'https://radio.example/uno',
      image: '/pictures/logo/La%20emisora.svg',
    },
    missing: { number: 'Debe especificar el número del Emisora.', ...missingInStations },
  },
  channels: {
    ...addressesOf('channels'),
    headings: { list: 'Canales', create: 'Nuevo canal', form: 'Canal' },
    fields: [
      ...['number', 'title', 'image', 'flag', 'linkInternal', 'link', 'category'],
      ...['channelGuide', 'epgId', 'isAdult', 'children', 'datePublish', 'dateUnpublish'],
    ],
    body: {
      number: 7,
      title: 'Antena Siete',
      category: 'General',
      linkInternal: 'E',
      link: 'https://tv.example/siete.m3u8',
      image: '/pictures/logo/Antena%20Siete.svg',
    },
    missing: { number: 'Debe especificar el número del canal.', ...missingInStations },
  },
  guides: {
    ...addressesOf('guides'),
    headings: { list: 'Guías de canales', create: 'Nueva guía', form: 'Guía de canales' },
    fields: ['name', 'url', 'gzip'],
    body: { name: 'La guía', url: 'https://guias.example/do.xml.gz', gzip: true },
    missing: { name: 'Debe digitar el nombre.', url: 'Debe digitar el Link.' },
  },
  channel_lists: {
    ...addressesOf('channel_lists'),
    headings: { list: 'Listas de canales', create: 'Nueva lista de canales', form: 'Lista de canales' },
    fields: ['title', 'link', 'guideLink', 'isAdult', 'children'],
    body: { title: 'La lista', link: 'https://listas.example/do.m3u', guideLink: '' },
    missing: { title: 'Debe digitar el título.', link: 'Debe digitar el enlance.' },
  },
}

/** Entities with a form of their own; that of episodes is part of a series. */
type Formed = Exclude<EntityName, 'episodes'>

const isFormed = (resource: Resource): resource is Formed =>
  entryOf(resource).operation !== undefined && resource !== 'episodes'

/** A valid input. */
export const bodyOf = (resource: Formed): Row => {
  if (resource === 'movies') return filmOf()
  if (resource === 'categories') return categoryOf()
  return ENTITIES[resource].body
}

/** Valid inputs by API path. */
export const BODIES: Readonly<Record<string, Row>> = Object.fromEntries(
  RESOURCES.filter(isFormed).map((resource) => [API_PATHS[resource], bodyOf(resource)]),
)
