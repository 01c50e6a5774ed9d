import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { apiPath, entryOf, REGISTRY, resourceTitle } from '../registry.ts'
import type { ValidationError } from '../validation/errors.ts'
import { id } from '../validation/fields.ts'
import { LINK_MESSAGES, type Link } from './link.ts'
import type { DatedContent } from './newest-contents.ts'
import { publicationFields } from './publication.ts'
import type { Season } from './season.ts'

/** The resources where the same content can be registered twice. */
export type MergeableResource = DatedContent

export const MERGE_MESSAGES = {
  same: 'Debe elegir otro registro.',
  links: (count: number) => `Tendría ${count} enlaces, y no puede tener más de ${MAX_LINKS}.`,
  categories: (count: number) => `Tendría ${count} categorías, y no puede tener más de ${MAX_CATEGORIES}.`,
} as const

const MAX_LINKS = 50
const MAX_CATEGORIES = 100

type Fields = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Fields that qualify another one, and are merged together with it. */
const COMPANION_FIELDS: Readonly<Record<string, readonly string[]>> = { trailer: ['trailerProvider'] }

/** The list fields of a record, typed as its schema declares them. */
interface Lists {
  content?: readonly Link[]
  categories?: readonly string[]
  seasons?: readonly Season[]
}
const asLists = (record: Fields): Lists => record

const trimmedLink = ({ link }: Pick<Link, 'link'>): string => link.trim()

/** The links of a record, followed by those of the other with different URLs. */
const uniteLinks = (kept: readonly Link[], merged: readonly Link[]): Link[] => {
  const known = new Set(kept.map(trimmedLink))
  return [...kept, ...merged.filter((link) => !known.has(trimmedLink(link)))]
}

/** The seasons of both by number; for a season in both, the first record's. */
const uniteSeasons = (kept: readonly Season[], merged: readonly Season[]): Season[] => {
  const known = new Set(kept.map(({ number }) => number))
  return [...kept, ...merged.filter(({ number }) => !known.has(number))].sort(
    (one, other) => one.number - other.number,
  )
}

/**
 * The fields that change when another record is merged into this one (rule K26): empty fields get the other's value;
 * links, categories and seasons are united.
 */
export const mergedFields = (
  names: readonly string[],
  kept: Fields,
  merged: Fields,
): Record<string, unknown> => {
  const own = asLists(kept)
  const other = asLists(merged)
  const lists: Lists = {
    ...(own.content && { content: uniteLinks(own.content, other.content ?? []) }),
    ...(own.categories && { categories: [...new Set([...own.categories, ...(other.categories ?? [])])] }),
    ...(own.seasons && { seasons: uniteSeasons(own.seasons, other.seasons ?? []) }),
  }
  // Dates of publication are decisions about one record: an absent one is no gap.
  const filled = names.filter(
    (name) => isEmpty(kept[name]) && !isEmpty(merged[name]) && !(name in publicationFields),
  )
  const taken = filled.flatMap((name) => [name, ...(COMPANION_FIELDS[name] ?? [])])
  const all: Fields = { ...Object.fromEntries(taken.map((name) => [name, merged[name]])), ...lists }
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(kept[name])),
  )
}

/** Errors that only the merged lists can cause; the other fields are not validated again. */
export const mergeErrors = (after: Fields): ValidationError[] => {
  const { content = [], categories = [] } = asLists(after)
  const errors: ValidationError[] = []
  if (content.length > MAX_LINKS)
    errors.push({ field: 'content', message: MERGE_MESSAGES.links(content.length) })
  else if (after.monoAudio === true && content.some(({ audio }) => audio.length > 1))
    errors.push({ field: 'content', message: LINK_MESSAGES.monoAudio })
  if (categories.length > MAX_CATEGORIES)
    errors.push({ field: 'categories', message: MERGE_MESSAGES.categories(categories.length) })
  return errors
}

const duplicateOutput = z.object({
  _id: z.string(),
  title: z.string(),
  year: z.int().nullable(),
  covertImage: z.string(),
  imdbId: z.string().meta({ description: 'Vacío donde no se registra' }),
  status: z.boolean(),
  view: z.int(),
  dateCreate: instant(),
  dateUpdate: instant(),
})

export const DUPLICATE_REASONS = { imdb: 'Mismo código IMDb', title: 'Mismo título y año' } as const
type Reason = keyof typeof DUPLICATE_REASONS

const groupOutput = z.object({
  reasons: z.array(z.enum(Object.keys(DUPLICATE_REASONS) as [Reason, ...Reason[]])),
  count: z.int().meta({ description: 'Cuántos son; en records, los primeros registrados' }),
  records: z.array(duplicateOutput),
})
export type DuplicateGroup = z.infer<typeof groupOutput>

export const mergeInput = z.strictObject({
  with: id(MERGE_MESSAGES.same).meta({ description: 'El que se une a este y va a la papelera' }),
  dateUpdate: z.string().meta({ description: 'La que se leyó del que se queda' }),
  withDateUpdate: z.string().meta({ description: 'La que se leyó del otro' }),
})

const mergedOutput = z.object({
  _id: z.string(),
  links: z.int().meta({ description: 'Enlaces que pasaron' }),
  visits: z.int().meta({ description: 'Visitas que pasaron' }),
  reports: z.int().meta({ description: 'Reportes que pasaron' }),
  episodes: z.int().meta({ description: 'Episodios que pasaron' }),
})
export type MergeResult = z.infer<typeof mergedOutput>

/**
 * Endpoints that find and merge duplicates. Separate from the entity's other endpoints, so that forms do not load them.
 */
export const mergeEndpoints = <const Name extends MergeableResource>(resource: Name) => {
  const { name } = entryOf(resource)
  const { operation } = REGISTRY[resource]
  const path = () => apiPath(resource)
  const tag = resourceTitle(resource)
  return {
    duplicates: {
      id: `listDuplicate${operation.many}`,
      method: 'GET',
      path: `${path()}/duplicates`,
      tag,
      summary: `Lista grupos de ${name.many} que quizás son lo mismo`,
      response: { 200: z.array(groupOutput) },
      errors: [401, 403, 422],
    },
    duplicatesCount: {
      id: `countDuplicate${operation.many}`,
      method: 'GET',
      path: `${path()}/duplicates/size`,
      tag,
      summary: `Cuenta los grupos de ${name.many} que quizás son lo mismo`,
      response: { 200: sizeOutput },
      errors: [401, 403, 422],
    },
    merge: {
      id: `merge${operation.one}`,
      method: 'POST',
      path: `${path()}/:id/merge`,
      tag,
      summary: `Une a ${name.article} ${name.one} otro registro, con sus enlaces, visitas y reportes`,
      body: mergeInput,
      response: { 200: mergedOutput },
      errors: [401, 403, 404, 409, 422],
    },
  } as const satisfies Record<string, Endpoint>
}
