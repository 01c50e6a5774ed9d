import type { Row } from './app.ts'
import { filmOf, linkOf } from './films.ts'
import { seriesOf } from './series.ts'

/** A catalogue entity, for tests that cover all of them. */
export interface Entity {
  /** API path. */
  path: string
  list: string
  create: string
  headings: { list: string; form: string }
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

const missingInStations = {
  title: 'Debe digitar el título.',
  category: 'Debe digitar la categoría.',
  link: 'Debe digitar el enlance.',
  image: 'Debe especificar la imagen.',
}

export const ENTITIES: Readonly<Record<string, Entity>> = {
  documentaries: {
    path: '/api/documentaries',
    list: '/documentaries',
    create: '/documentarysCreate',
    headings: { list: 'Documentales', form: 'Documental' },
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
    path: '/api/discoveries',
    list: '/ondemands',
    create: '/ondemandcrate',
    headings: { list: 'On Demand', form: 'On Demand' },
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
    path: '/api/musics',
    list: '/musics',
    create: '/musicCreate',
    headings: { list: 'Conciertos', form: 'Concierto' },
    fields: [...filmFields, 'year', 'adultOnly', 'isYoutube'],
    body: { ...presented, title: 'En vivo', year: 2014, genres: ['Bachata'] },
    missing: { ...missingInFilms, ...missingYear },
  },
  sports: {
    path: '/api/sports',
    list: '/sports',
    create: '/sport',
    headings: { list: 'Deportes', form: 'Deporte' },
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
    path: '/api/series',
    list: '/serie',
    create: '/seriecrate',
    headings: { list: 'Series', form: 'Serie' },
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
    path: '/api/radios',
    list: '/radios',
    create: '/radio',
    headings: { list: 'Radios', form: 'Emisora' },
    fields: ['number', 'title', 'category', 'link', 'image'],
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
    path: '/api/channels',
    list: '/channels',
    create: '/channel',
    headings: { list: 'Canales', form: 'Canal' },
    fields: [
      ...['number', 'title', 'image', 'flag', 'linkInternal', 'link', 'category'],
      ...['channelGuide', 'epgId', 'isAdult', 'children'],
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
    path: '/api/channel/guides',
    list: '/channels/guides',
    create: '/channels/guide',
    headings: { list: 'Guías de canales', form: 'Guía de canales' },
    fields: ['name', 'url', 'gzip'],
    body: { name: 'La guía', url: 'https://guias.example/do.xml.gz', gzip: true },
    missing: { name: 'Debe digitar el nombre.', url: 'Debe digitar el Link.' },
  },
  'channel lists': {
    path: '/api/channel_lists',
    list: '/channels/lists',
    create: '/channels/list',
    headings: { list: 'Listas de canales', form: 'Lista de canales' },
    fields: ['title', 'link', 'guideLink', 'isAdult', 'children'],
    body: { title: 'La lista', link: 'https://listas.example/do.m3u', guideLink: '' },
    missing: { title: 'Debe digitar el título.', link: 'Debe digitar el enlance.' },
  },
}

/** Catalogue entities that ENTITIES leaves out. */
export const WITH_TESTS_OF_THEIR_OWN: readonly string[] = ['movies', 'categories']
