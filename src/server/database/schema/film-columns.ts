import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import type { Link } from '../../../domain/contents/link.ts'
import { keyText } from '../columns.ts'
import { recordColumns, searchIndex, sortIndex } from './record-columns.ts'

/** What the tables of films, documentaries, on demand, concerts and sports have in common. */
export const filmColumns = () => ({
  ...recordColumns(),
  title: text('title').notNull(),
  titleKey: keyText('title_key').notNull(),
  year: integer('year'),
  runtime: integer('runtime'),
  genres: jsonb('genres').$type<string[]>().notNull(),
  genresKey: keyText('genres_key').notNull(),
  synopsis: text('synopsis').notNull(),
  synopsisEng: text('synopsis_eng').notNull(),
  covertImage: text('covert_image').notNull(),
  fullImage: text('full_image').notNull(),
  actors: text('actors').notNull(),
  categories: jsonb('categories').$type<string[]>().notNull(),
  mailOrigin: text('mail_origin').notNull(),
  mailOriginKey: keyText('mail_origin_key').notNull(),
  reference: text('reference').notNull(),
  referenceKey: keyText('reference_key').notNull(),
  monoAudio: boolean('mono_audio').notNull(),
  onlyEnglish: boolean('only_english').notNull(),
  children: boolean('children').notNull(),
  hasLinkReserved: boolean('has_link_reserved').notNull(),
  view: integer('view').notNull().default(0),
  content: jsonb('content').$type<Link[]>().notNull(),
})

/** The columns that lists of films sort by, under the names of the wire. */
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

export type FilmTableColumns = Record<keyof ReturnType<typeof filmColumns>, AnyPgColumn>

/** The sorts of a list of films: the name on the wire, and the column. */
export const filmSorts = (table: FilmTableColumns) =>
  Object.fromEntries(Object.entries(SORTED).map(([name, column]) => [name, table[column]]))

/** The indexes of a film table: one for each sort, the search, and who uses a category. */
export const filmIndexes = (name: string, table: FilmTableColumns) => [
  ...Object.entries(filmSorts(table)).map(([sort, column]) => sortIndex(name, sort, table, column)),
  searchIndex(name, table),
  index(`${name}_categories`).using('gin', sql`${table.categories} jsonb_path_ops`),
]
