import {
  CATEGORY_MEDIA,
  CATEGORY_TYPES,
  type CategoryType,
  entryOf,
  MEDIA_TYPE_NAMES,
  MEDIA_TYPES,
  type MediaType,
  RESOURCES,
  type Resource,
  type ResourceWith,
} from '../registry.ts'

export { MEDIA_TYPE_NAMES, MEDIA_TYPES, type MediaType }

/** The parts of the catalogue that viewers see or hear. */
export type MediaResource = ResourceWith<'media'>
export const MEDIA_RESOURCES = mediaResources()

/** A content that an id alone finds: all but episodes. */
type FoundResource = Exclude<MediaResource, 'episodes'>

/** The entities that count as a media type, in the order in which a content is looked for (rule R1). */
export const resourcesOf = (mediaType: MediaType): readonly FoundResource[] =>
  FOUND.filter((resource) => entryOf(resource).media?.includes(mediaType))

const countTypes = (resource: Resource): number => entryOf(resource).media?.length ?? 0

/** What is of one type comes before what can be of several. */
const FOUND = MEDIA_RESOURCES.filter((resource): resource is FoundResource => resource !== 'episodes').sort(
  (one, other) => countTypes(one) - countTypes(other),
)

function mediaResources(): [MediaResource, ...MediaResource[]] {
  // A filter forgets that it leaves the resources whose entry says `media`, and that there are some.
  return RESOURCES.filter((resource) => entryOf(resource).media) as [MediaResource, ...MediaResource[]]
}

/** The media type of something on demand, from the content type that its form says. */
export const mediaTypeOfOnDemand = (type: CategoryType): MediaType => CATEGORY_MEDIA[type]

/** The content types whose contents on demand count as a media type. */
export const onDemandTypesOf = (mediaType: MediaType): CategoryType[] =>
  CATEGORY_TYPES.filter((type) => CATEGORY_MEDIA[type] === mediaType)
