import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { LANGUAGE_CODES } from '../../domain/contents/languages.ts'
import { hasReservedLink, type Link, QUALITIES } from '../../domain/contents/link.ts'
import { id } from '../../domain/validation/ids.ts'
import { filter } from '../collections/collection.ts'
import { flag } from '../collections/list-parameters.ts'
import { recordShape } from '../collections/record-shape.ts'
import { type FilmTableColumns, filmSorts } from '../database/schema/film-columns.ts'
import { searchText, sortKey } from '../database/search.ts'

/** A link as the wire carries it. */
export const linkWireShape = z.object({
  link: z.string(),
  quality: z.enum(QUALITIES),
  audio: z.array(z.enum(LANGUAGE_CODES)),
  closedCaption: z.array(z.enum(LANGUAGE_CODES)),
  isLinkReserved: z.boolean(),
  linkType: z.enum(['I', 'E']),
  provider: z.number().nullable(),
  isYoutube: z.boolean(),
  googleStorage: z.boolean(),
  isCdnLink: z.boolean(),
  status: z.boolean(),
})

/** What all film-like contents answer; each adds its own fields. */
export const filmWireShape = recordShape.extend({
  title: z.string(),
  runtime: z.number().nullable(),
  genres: z.array(z.string()),
  synopsis: z.string(),
  synopsisEng: z.string(),
  covertImage: z.string(),
  fullImage: z.string(),
  actors: z.string(),
  categories: z.array(z.string()),
  mailOrigin: z.string(),
  reference: z.string(),
  monoAudio: z.boolean(),
  onlyEnglish: z.boolean(),
  children: z.boolean(),
  hasLinkReserved: z.boolean(),
  view: z.number(),
  content: z.array(linkWireShape),
})

/** What the rows of a list leave out. */
export const heavyFields = { synopsis: true, synopsisEng: true, content: true } as const

/** Sorts and filters of a list of films. */
export const filmLists = (table: FilmTableColumns) => ({
  sorts: filmSorts(table),
  defaultSort: { by: 'dateUpdate', order: 'desc' } as const,
  filters: {
    status: filter(flag(), (status) => eq(table.status, status)),
    onlyLinkReserved: filter(flag(), (only) => (only ? eq(table.hasLinkReserved, true) : undefined)),
    category: filter(id(), (category) => sql`${table.categories} @> ${JSON.stringify([category])}::jsonb`),
  },
})

interface FilmFields {
  title: string
  genres: string[]
  mailOrigin: string
  reference: string
  actors: string
  content: Pick<Link, 'isLinkReserved'>[]
}

/** The columns that follow from what an operator writes of a film; `searched` are its further texts to find it by. */
export const filmDerived = (
  { title, genres, mailOrigin, reference, actors, content }: FilmFields,
  ...searched: string[]
) => ({
  titleKey: sortKey(title),
  genresKey: sortKey(genres.join(', ')),
  mailOriginKey: sortKey(mailOrigin),
  referenceKey: sortKey(reference),
  hasLinkReserved: hasReservedLink(content),
  search: searchText(title, actors, reference, ...searched),
})
