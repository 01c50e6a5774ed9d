import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { CATEGORY_TYPES } from '../../../../domain/contents/category.ts'
import { DOCUMENTARY_RATINGS, MOVIE_RATINGS } from '../../../../domain/contents/film-fields.ts'
import { keyText } from '../columns.ts'
import {
  filmColumns,
  filmDatabaseColumns,
  imdbIndex,
  presentedIndexes,
  trailerColumns,
} from './film-columns.ts'
import { recordColumns, searchIndex, sortIndex } from './record-columns.ts'
import { stationColumns, stationIndexes } from './station-columns.ts'

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
    // Blind to case and accents: the key is folded.
    uniqueIndex('categories_name').on(table.type, table.nameKey),
    sortIndex('categories', 'name', table, table.nameKey),
    sortIndex('categories', 'descriptionEnglish', table, table.descriptionEnglishKey),
    sortIndex('categories', 'type', table, table.type),
    sortIndex('categories', 'status', table, table.status),
    sortIndex('categories', 'dateUpdate', table, table.dateUpdate),
    searchIndex('categories', table),
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
  (table) => [...presentedIndexes('movies', table), imdbIndex('movies', table)],
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
  (table) => presentedIndexes('documentaries', table),
)

/** The wire calls what is on demand discoveries. */
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
  (table) => [...presentedIndexes('discoveries', table), imdbIndex('discoveries', table)],
)

/** The wire calls concerts musics. */
export const musics = pgTable(
  'musics',
  {
    ...filmColumns(),
    year: integer('year').notNull(),
    adultOnly: boolean('adult_only').notNull(),
    isYoutube: boolean('is_youtube').notNull(),
  },
  (table) => presentedIndexes('musics', table),
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
  (table) => presentedIndexes('sports', table),
)

export const radios = pgTable('radios', stationColumns(), (table) => stationIndexes('radios', table))
