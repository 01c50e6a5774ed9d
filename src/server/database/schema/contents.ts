import { boolean, doublePrecision, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { CATEGORY_TYPES } from '../../../domain/contents/category-types.ts'
import { MOVIE_RATINGS } from '../../../domain/contents/ratings.ts'
import { keyText } from '../columns.ts'
import { filmColumns, filmIndexes } from './film-columns.ts'
import { recordColumns, searchIndex, sortIndex } from './record-columns.ts'

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
    rating: doublePrecision('rating'),
    imdbId: text('imdb_id').notNull(),
    trailer: text('trailer').notNull(),
    trailerProvider: text('trailer_provider', { enum: ['Y', 'G', 'O'] }).notNull(),
    hasOscar: boolean('has_oscar').notNull(),
    isPremiere: boolean('is_premiere').notNull(),
    isDominican: boolean('is_dominican').notNull(),
    isYoutube: boolean('is_youtube').notNull(),
  },
  (table) => filmIndexes('movies', table),
)
