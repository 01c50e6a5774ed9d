import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { CATEGORY_TYPES } from '../../../../domain/contents/category.ts'
import {
  DOCUMENTARY_RATINGS,
  MOVIE_RATINGS,
  SERIES_RATINGS,
} from '../../../../domain/contents/film-fields.ts'
import type { Link } from '../../../../domain/contents/link.ts'
import type { Season } from '../../../../domain/contents/season.ts'
import {
  generatedKey,
  keyText,
  publicationIndexes,
  publishedColumns,
  recordColumns,
  searchedTitle,
  searchIndex,
  sortIndex,
  stationColumns,
  stationIndexes,
} from '../columns.ts'
import { defectIndexes, duplicateIndex, playableCondition } from '../defects.ts'
import { linkHostsIndex } from '../link-hosts.ts'
import { channelGuides, channelLists, channels } from './channels.ts'

/** Columns common to all contents, including episodes. */
const contentColumns = () => ({
  ...publishedColumns(),
  title: text('title').notNull(),
  titleKey: keyText('title_key').notNull(),
  mailOrigin: text('mail_origin').notNull(),
  mailOriginKey: keyText('mail_origin_key').notNull(),
  reference: text('reference').notNull(),
  referenceKey: keyText('reference_key').notNull(),
  view: integer('view').notNull().default(0),
})

/** Columns shown to viewers of films and series. */
const presentationColumns = () => ({
  year: integer('year'),
  genres: jsonb('genres').$type<string[]>().notNull(),
  genresKey: keyText('genres_key').notNull(),
  synopsis: text('synopsis').notNull(),
  synopsisEng: text('synopsis_eng').notNull(),
  covertImage: text('covert_image').notNull(),
  fullImage: text('full_image').notNull(),
  actors: text('actors').notNull(),
  categories: jsonb('categories').$type<string[]>().notNull(),
})

/** Columns of films and episodes, which play in one go. */
const playableColumns = () => ({
  runtime: integer('runtime'),
  monoAudio: boolean('mono_audio').notNull(),
  onlyEnglish: boolean('only_english').notNull(),
  hasLinkReserved: boolean('has_link_reserved').notNull(),
  content: jsonb('content').$type<Link[]>().notNull(),
})

/** Columns common to films, documentaries, on-demand contents, concerts and sports. */
const filmColumns = () => ({
  ...contentColumns(),
  ...presentationColumns(),
  ...playableColumns(),
  children: boolean('children').notNull(),
})

const trailerColumns = () => ({
  trailer: text('trailer').notNull(),
  trailerProvider: text('trailer_provider', { enum: ['Y', 'G', 'O'] }).notNull(),
})

const filmDatabaseColumns = () => ({
  imdbId: text('imdb_id').notNull(),
  rating: doublePrecision('rating'),
})

/**
 * Visits of records whose row was locked at the time: each adds one to `view`, when the row is next locked for
 * counting.
 */
export const waitingViews = pgTable(
  'waiting_views',
  {
    number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    item: text('item').notNull(),
  },
  (table) => [index('waiting_views_item').on(table.item)],
)

/** A record's visits, counted and queued. */
export const totalViews = ({ _id, view }: Record<'_id' | 'view', AnyPgColumn>) =>
  sql<number>`${view} + (select count(*)::int from ${waitingViews} where ${waitingViews.item} = ${_id})`

/** Comparison key of a film-database id. */
export const imdbColumn = (imdbId: AnyPgColumn) => sql`lower(btrim(${imdbId}))`

/** Index on film-database ids, for look-ups and duplicates; contains all columns for index-only scans. */
const imdbIndex = (name: string, { imdbId, _id }: { imdbId: AnyPgColumn; _id: AnyPgColumn }) =>
  index(`${name}_imdb`).on(imdbColumn(imdbId), imdbId, _id)

/** Sort columns of contents, by API name; each table has some of them. */
const SORT_COLUMNS = {
  title: 'titleKey',
  year: 'year',
  genres: 'genresKey',
  view: 'view',
  mailOrigin: 'mailOriginKey',
  reference: 'referenceKey',
  dateUpdate: 'dateUpdate',
  dateCreate: 'dateCreate',
  hasLinkReserved: 'hasLinkReserved',
  status: 'status',
} as const satisfies Record<string, keyof ReturnType<typeof filmColumns>>

/** Columns common to films and series. */
export type PresentationColumns = Record<
  keyof ReturnType<typeof contentColumns> | keyof ReturnType<typeof presentationColumns>,
  AnyPgColumn
>

export type FilmTableColumns = PresentationColumns & Record<keyof ReturnType<typeof filmColumns>, AnyPgColumn>

/** Sort columns of a film-like list, by API name. */
export const presentationSorts = (table: PresentationColumns): Record<string, AnyPgColumn> => {
  const columns: Partial<FilmTableColumns> = table
  return Object.fromEntries(
    Object.entries(SORT_COLUMNS).flatMap(([name, key]) => {
      const column = columns[key]
      return column === undefined ? [] : [[name, column] as const]
    }),
  )
}

/** Indexes of a film-like table: those of its presentation, and the hosts of its links. */
const filmIndexes = (name: string, table: FilmTableColumns) => [
  ...presentationIndexes(name, table),
  linkHostsIndex(name, { content: table.content }),
]

/** Indexes of films and series: sorts, search, categories and defects. */
const presentationIndexes = (name: string, table: PresentationColumns) => [
  ...Object.entries(presentationSorts(table)).map(([sort, column]) => sortIndex(name, sort, table, column)),
  searchIndex(name, table, table.titleKey),
  index(`${name}_categories`).using('gin', sql`${table.categories} jsonb_path_ops`),
  ...defectIndexes(name, table),
  duplicateIndex(name, table),
  ...publicationIndexes(name, table),
]

export const categories = pgTable(
  'categories',
  {
    ...recordColumns(),
    name: text('name').notNull(),
    nameKey: keyText('name_key').notNull(),
    descriptionEnglish: text('description_english').notNull(),
    descriptionEnglishKey: keyText('description_english_key').notNull(),
    type: text('type', { enum: CATEGORY_TYPES }).notNull(),
  },
  (table) => [
    // Ignores case and accents: the key is folded.
    uniqueIndex('categories_name').on(table.type, table.nameKey),
    sortIndex('categories', 'name', table, table.nameKey),
    sortIndex('categories', 'descriptionEnglish', table, table.descriptionEnglishKey),
    sortIndex('categories', 'type', table, table.type),
    sortIndex('categories', 'status', table, table.status),
    sortIndex('categories', 'dateUpdate', table, table.dateUpdate),
    searchIndex('categories', table, table.nameKey),
  ],
)

export const movies = pgTable(
  'movies',
  {
    ...filmColumns(),
    year: integer('year').notNull(),
    released: text('released').notNull(),
    rated: text('rated', { enum: MOVIE_RATINGS }).notNull(),
    ...filmDatabaseColumns(),
    ...trailerColumns(),
    hasOscar: boolean('has_oscar').notNull(),
    isPremiere: boolean('is_premiere').notNull(),
    isDominican: boolean('is_dominican').notNull(),
    isYoutube: boolean('is_youtube').notNull(),
  },
  (table) => [...filmIndexes('movies', table), imdbIndex('movies', table)],
)

export const documentaries = pgTable(
  'documentaries',
  {
    ...filmColumns(),
    year: integer('year').notNull(),
    released: text('released').notNull(),
    rated: text('rated', { enum: DOCUMENTARY_RATINGS }).notNull(),
    ...trailerColumns(),
    isDominican: boolean('is_dominican').notNull(),
    isYoutube: boolean('is_youtube').notNull(),
  },
  (table) => filmIndexes('documentaries', table),
)

/** On-demand contents: `discoveries` in the API. */
export const discoveries = pgTable(
  'discoveries',
  {
    ...filmColumns(),
    mediaType: text('media_type', { enum: CATEGORY_TYPES }).notNull(),
    released: text('released').notNull(),
    ...filmDatabaseColumns(),
    isDominican: boolean('is_dominican').notNull(),
    isYoutube: boolean('is_youtube').notNull(),
  },
  (table) => [...filmIndexes('discoveries', table), imdbIndex('discoveries', table)],
)

/** Concerts: `musics` in the API. */
export const musics = pgTable(
  'musics',
  {
    ...filmColumns(),
    year: integer('year').notNull(),
    adultOnly: boolean('adult_only').notNull(),
    isYoutube: boolean('is_youtube').notNull(),
  },
  (table) => filmIndexes('musics', table),
)

export const sports = pgTable(
  'sports',
  {
    ...filmColumns(),
    year: integer('year').notNull(),
    released: text('released').notNull(),
    trailer: text('trailer').notNull(),
    adultOnly: boolean('adult_only').notNull(),
  },
  (table) => filmIndexes('sports', table),
)

export const radios = pgTable('radios', stationColumns(), (table) => [
  ...stationIndexes('radios', table),
  linkHostsIndex('radios', { link: table.link }),
])

export const series = pgTable(
  'series',
  {
    ...contentColumns(),
    ...presentationColumns(),
    ...filmDatabaseColumns(),
    ...trailerColumns(),
    year: integer('year').notNull(),
    released: text('released').notNull(),
    rated: text('rated', { enum: SERIES_RATINGS }).notNull(),
    provider: text('provider').notNull(),
    isDominican: boolean('is_dominican').notNull(),
    isYoutube: boolean('is_youtube').notNull(),
    seasons: jsonb('seasons').$type<Season[]>().notNull(),
    /** Number of episodes, maintained by triggers on their table. */
    episodes: integer('episodes').notNull().default(0),
    imdbIdKey: generatedKey('imdb_id_key', 'imdb_id'),
  },
  (table) => [
    ...presentationIndexes('series', table),
    imdbIndex('series', table),
    sortIndex('series', 'episodes', table, table.episodes),
    sortIndex('series', 'imdbId', table, table.imdbIdKey),
  ],
)

/** Deleted with their series. */
export const episodes = pgTable(
  'episodes',
  {
    ...contentColumns(),
    ...playableColumns(),
    ...filmDatabaseColumns(),
    serieId: text('serie_id')
      .notNull()
      .references(() => series._id, { onDelete: 'cascade' }),
    season: integer('season').notNull(),
    episode: integer('episode').notNull(),
    /** Viewing order: season, then number. */
    seasonKey: integer('season_key').notNull(),
    /** Number, then season. */
    episodeKey: integer('episode_key').notNull(),
    infoKey: keyText('info_key').notNull(),
    year: integer('year'),
    released: text('released').notNull(),
    synopsis: text('synopsis').notNull(),
    covertImage: text('covert_image').notNull(),
  },
  (table) => [
    // Lists are limited to one series, whose few rows can be sorted by anything.
    index('episodes_season_sort').on(table.serieId, table.seasonKey, table._id),
    index('episodes_playable').on(table.serieId).where(playableCondition(table)),
    // For the global search, over all series.
    sortIndex('episodes', 'title', table, table.titleKey),
    index('episodes_title').using('gin', sql`${searchedTitle(table.titleKey)} gin_trgm_ops`),
    linkHostsIndex('episodes', { content: table.content }),
    ...publicationIndexes('episodes', table),
  ],
)
export type EpisodeRow = typeof episodes.$inferSelect

/** The tables of the catalogue by resource. */
export const CATALOGUE_TABLES = {
  categories,
  channel_lists: channelLists,
  channels,
  discoveries,
  documentaries,
  episodes,
  guides: channelGuides,
  movies,
  musics,
  radios,
  series,
  sports,
}
