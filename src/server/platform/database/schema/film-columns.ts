import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, doublePrecision, index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import type { Link } from '../../../../domain/contents/link.ts'
import { keyText } from '../columns.ts'
import { recordColumns, searchIndex, sortIndex } from './record-columns.ts'

/** What the tables of all contents have in common, that of episodes included. */
export const contentColumns = () => ({
  ...recordColumns(),
  title: text('title').notNull(),
  titleKey: keyText('title_key').notNull(),
  mailOrigin: text('mail_origin').notNull(),
  mailOriginKey: keyText('mail_origin_key').notNull(),
  reference: text('reference').notNull(),
  referenceKey: keyText('reference_key').notNull(),
  view: integer('view').notNull().default(0),
})

/** How viewers are shown a film or a series. */
export const presentationColumns = () => ({
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

/** What can be played in one go: films and episodes. */
export const playableColumns = () => ({
  runtime: integer('runtime'),
  monoAudio: boolean('mono_audio').notNull(),
  onlyEnglish: boolean('only_english').notNull(),
  hasLinkReserved: boolean('has_link_reserved').notNull(),
  content: jsonb('content').$type<Link[]>().notNull(),
})

/** What the tables of films, documentaries, on demand, concerts and sports have in common. */
export const filmColumns = () => ({
  ...contentColumns(),
  ...presentationColumns(),
  ...playableColumns(),
  children: boolean('children').notNull(),
})

export const trailerColumns = () => ({
  trailer: text('trailer').notNull(),
  trailerProvider: text('trailer_provider', { enum: ['Y', 'G', 'O'] }).notNull(),
})

export const filmDatabaseColumns = () => ({
  imdbId: text('imdb_id').notNull(),
  rating: doublePrecision('rating'),
})

/** What an id of the film database is compared by. */
export const imdbColumn = (imdbId: AnyPgColumn) => sql`lower(btrim(${imdbId}))`

/** The index that finds a content by its id in the film database. */
export const imdbIndex = (name: string, { imdbId }: { imdbId: AnyPgColumn }) =>
  index(`${name}_imdb`).on(imdbColumn(imdbId))

/** The columns that lists of contents sort by, where a table has them, under the names of the wire. */
const SORTED = {
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

/** The columns that tables of films and series share. */
export type PresentedColumns = Record<
  keyof ReturnType<typeof contentColumns> | keyof ReturnType<typeof presentationColumns>,
  AnyPgColumn
>

export type FilmTableColumns = PresentedColumns & Record<keyof ReturnType<typeof filmColumns>, AnyPgColumn>

/** The sorts of a list of films or series: the name on the wire, and the column. */
export const presentedSorts = (table: PresentedColumns): Record<string, AnyPgColumn> => {
  const columns: Partial<FilmTableColumns> = table
  return Object.fromEntries(
    Object.entries(SORTED).flatMap(([name, key]) => {
      const column = columns[key]
      return column === undefined ? [] : [[name, column] as const]
    }),
  )
}

/** The indexes of a table of films or series: one for each sort, the search, and who uses a category. */
export const presentedIndexes = (name: string, table: PresentedColumns) => [
  ...Object.entries(presentedSorts(table)).map(([sort, column]) => sortIndex(name, sort, table, column)),
  searchIndex(name, table),
  index(`${name}_categories`).using('gin', sql`${table.categories} jsonb_path_ops`),
]
