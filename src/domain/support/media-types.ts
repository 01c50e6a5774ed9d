import { entryOf, RESOURCES, type Resource, type ResourceWith } from '../registry.ts'
import {
  CATEGORY_MEDIA,
  CATEGORY_TYPES,
  type CategoryType,
  MEDIA_TYPE_NAMES,
  MEDIA_TYPES,
  type MediaType,
} from '../registry-entry.ts'

export { MEDIA_TYPE_NAMES, MEDIA_TYPES, type MediaType }

/** The playable resources. */
export type MediaResource = ResourceWith<'media'>
export const MEDIA_RESOURCES = mediaResources()

/** Resources in which a content is looked up by its id: all but episodes. */
type LookupResource = Exclude<MediaResource, 'episodes'>

/** The resources of a media type, in the order in which a content is looked up (rule R1). */
export const resourcesForMedia = (mediaType: MediaType): readonly LookupResource[] =>
  LOOKUP_ORDER.filter((resource) => entryOf(resource).media?.includes(mediaType))

/** Resources with a single media type come before those with several. */
const LOOKUP_ORDER = MEDIA_RESOURCES.filter(
  (resource): resource is LookupResource => resource !== 'episodes',
).sort((one, other) => countTypes(one) - countTypes(other))

function countTypes(resource: Resource): number {
  return entryOf(resource).media?.length ?? 0
}

function mediaResources(): [MediaResource, ...MediaResource[]] {
  // `filter` loses the narrowed type, and that the result is not empty.
  return RESOURCES.filter((resource) => countTypes(resource) > 0) as [MediaResource, ...MediaResource[]]
}

/** The media type of an on-demand content, by the content type of its form. */
export const onDemandMediaType = (type: CategoryType): MediaType => CATEGORY_MEDIA[type]

/** The content types of on-demand contents that count as a media type. */
export const onDemandTypes = (mediaType: MediaType): CategoryType[] =>
  CATEGORY_TYPES.filter((type) => CATEGORY_MEDIA[type] === mediaType)
