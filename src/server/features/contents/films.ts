import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { concertEntity } from '../../../domain/contents/concert.ts'
import { documentaryEntity } from '../../../domain/contents/documentary.ts'
import { FILM_MESSAGES } from '../../../domain/contents/film-fields.ts'
import { isImdbId, LOOKUP_MESSAGES } from '../../../domain/contents/film-lookup.ts'
import { hasReservedLink, type Link } from '../../../domain/contents/link.ts'
import { movieEntity } from '../../../domain/contents/movie.ts'
import { onDemandEntity } from '../../../domain/contents/on-demand.ts'
import type { CheckedResource } from '../../../domain/contents/quality.ts'
import { sportEntity } from '../../../domain/contents/sport.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import { id } from '../../../domain/validation/fields.ts'
import {
  collection,
  type Filter,
  filter,
  type Identity,
  keyIdentity,
  numberIdentity,
  type Write,
} from '../../platform/database/collection.ts'
import type { Tx } from '../../platform/database/open.ts'
import {
  discoveries,
  documentaries,
  type FilmTableColumns,
  imdbColumn,
  movies,
  musics,
  type PresentationColumns,
  presentationSorts,
  sports,
} from '../../platform/database/schema/contents.ts'
import { searchWords, sortKey } from '../../platform/database/search.ts'
import { flag } from '../../platform/http/operation.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'
import { linkHostFilter } from './link-host-filter.ts'
import { publicationFilter } from './publication-filter.ts'
import { qualityFilter } from './quality.ts'

/** Columns that lists of films and of series show first. */
export const PRESENTED_COLUMNS = [
  ...['covertImage', 'title', 'year', 'genres', 'view', 'mailOrigin', 'reference', 'dateUpdate'],
] as const

/** Sort fields and filters of film-like lists. */
export const presentedLists = (table: PresentationColumns, resource: CheckedResource) => ({
  sorts: presentationSorts(table),
  detail: ['year'] as const,
  identities: [
    [keyIdentity('title', table.titleKey), { ...numberIdentity('year', table.year), isOptional: true }],
  ],
  filters: {
    category: filter(id(), (category) => sql`${table.categories} @> ${JSON.stringify([category])}::jsonb`),
    ...qualityFilter(resource),
    ...publicationFilter(table),
  },
})

/** Filter by film-database id, ignoring case and surrounding blanks. */
const imdbFilter = ({ imdbId }: { imdbId: AnyPgColumn }) =>
  filter(
    z.string(LOOKUP_MESSAGES.badImdbId).trim().refine(isImdbId, LOOKUP_MESSAGES.badImdbId),
    (value) => sql`${imdbColumn(imdbId)} = lower(${value})`,
  )

/** Filter for contents with a reserved link. */
export const reservedFilter = ({ hasLinkReserved }: { hasLinkReserved: AnyPgColumn }) =>
  filter(flag(), (only) => (only ? eq(hasLinkReserved, true) : undefined))

const filmLists = (table: FilmTableColumns, resource: CheckedResource) => {
  const { filters, ...lists } = presentedLists(table, resource)
  return {
    ...lists,
    shown: [...PRESENTED_COLUMNS, 'hasLinkReserved', 'status'] as const,
    filters: { ...filters, onlyLinkReserved: reservedFilter(table), ...linkHostFilter(table) },
  }
}

/** Adds filtering and identification by film-database id to a list. */
export const withImdb = <
  Lists extends { filters: Readonly<Record<string, Filter>>; identities: readonly (readonly Identity[])[] },
>(
  lists: Lists,
  table: { imdbId: AnyPgColumn },
) => ({
  ...lists,
  identities: [
    [keyIdentity('imdbId', imdbColumn(table.imdbId), (id) => id.trim().toLowerCase())],
    ...lists.identities,
  ],
  filters: { ...lists.filters, imdbId: imdbFilter(table) },
})

interface ContentFields {
  title: string
  mailOrigin: string
  reference: string
}

interface PresentedFields extends ContentFields {
  genres: string[]
  actors: string
  synopsis: string
  synopsisEng: string
}

interface FilmFields extends PresentedFields {
  content: Pick<Link, 'isLinkReserved'>[]
}

/** Derived sort columns of every content. */
export const contentDerived = ({ title, mailOrigin, reference }: ContentFields) => ({
  titleKey: sortKey(title),
  mailOriginKey: sortKey(mailOrigin),
  referenceKey: sortKey(reference),
})

/** Derived columns of a film or a series; `searched`: further texts to include in the search. */
export const presentedDerived = (fields: PresentedFields, ...texts: string[]) => ({
  ...contentDerived(fields),
  genresKey: sortKey(fields.genres.join(', ')),
  search: searchWords(
    fields.title,
    fields.actors,
    fields.reference,
    ...texts,
    ...fields.genres,
    fields.mailOrigin,
    fields.synopsis,
    fields.synopsisEng,
  ),
})

/** Derived columns of a film, including whether it has a reserved link. */
const filmDerived = (fields: FilmFields, ...texts: string[]) => ({
  ...presentedDerived(fields, ...texts),
  hasLinkReserved: hasReservedLink(fields.content),
})

interface SourcedFields {
  mailOrigin: string
}

/** Validates the origin of a content, unless unchanged. */
export const originRules = async ({
  tx,
  fields,
  stored,
  isRestored,
}: Write<SourcedFields, SourcedFields>): Promise<ValidationError[]> =>
  isRestored || fields.mailOrigin === (stored?.mailOrigin ?? '') ? [] : originErrors(tx, fields.mailOrigin)

/** Rule K6. */
async function originErrors(tx: Tx, mailOrigin: string): Promise<ValidationError[]> {
  if (mailOrigin === '') return []
  const { mailsOrigin } = await currentSettings(tx)
  return mailsOrigin.length === 0 || mailsOrigin.includes(mailOrigin)
    ? []
    : [{ field: 'mailOrigin', message: FILM_MESSAGES.mailOrigin }]
}

export const movieCollection = collection({
  entity: movieEntity,
  table: movies,
  ...withImdb(filmLists(movies, 'movies'), movies),
  derive: (fields) => filmDerived(fields, fields.imdbId),
  beforeWrite: originRules,
})

export const documentaryCollection = collection({
  entity: documentaryEntity,
  table: documentaries,
  ...filmLists(documentaries, 'documentaries'),
  derive: (fields) => filmDerived(fields),
  beforeWrite: originRules,
})

export const onDemandCollection = collection({
  entity: onDemandEntity,
  table: discoveries,
  ...withImdb(filmLists(discoveries, 'discoveries'), discoveries),
  derive: (fields) => filmDerived(fields, fields.imdbId),
  beforeWrite: originRules,
})

export const concertCollection = collection({
  entity: concertEntity,
  table: musics,
  ...filmLists(musics, 'musics'),
  derive: (fields) => filmDerived(fields),
  beforeWrite: originRules,
})

export const sportCollection = collection({
  entity: sportEntity,
  table: sports,
  ...filmLists(sports, 'sports'),
  derive: (fields) => filmDerived(fields),
  beforeWrite: originRules,
})

/** The film-like entities with the generic endpoints of a collection. */
export const filmCollections = [
  movieCollection,
  documentaryCollection,
  onDemandCollection,
  concertCollection,
  sportCollection,
]
