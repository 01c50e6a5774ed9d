import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { SERIES_RATINGS } from '../../../../domain/contents/film-fields.ts'
import type { Season } from '../../../../domain/contents/season.ts'
import { generatedKey, keyText } from '../columns.ts'
import {
  contentColumns,
  filmDatabaseColumns,
  imdbIndex,
  playableColumns,
  presentationColumns,
  presentedIndexes,
  trailerColumns,
} from './film-columns.ts'
import { sortIndex } from './record-columns.ts'

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
    /** How many episodes it has; triggers on their table keep it. */
    episodes: integer('episodes').notNull().default(0),
    imdbIdKey: generatedKey('imdb_id_key', 'imdb_id'),
  },
  (table) => [
    ...presentedIndexes('series', table),
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
    /** Season, then number: the order in which they are seen. */
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
    // Lists are of one series: its rows are few, whatever they are sorted by.
    index('episodes_season_sort').on(table.serieId, table.seasonKey, table._id),
  ],
)
export type EpisodeRow = typeof episodes.$inferSelect
