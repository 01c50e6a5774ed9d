import { CATEGORY_TYPES, type CategoryType } from '../contents/category-types.ts'
import type { ResourceWith } from '../registry.ts'

/** The kinds of content in visits and reports (rule R1). */
export const MEDIA_TYPES = ['Movie', 'Serie', 'Tv', 'Documentary', 'Sport', 'Music'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

export const MEDIA_TYPE_NAMES = {
  Movie: 'Película',
  Serie: 'Serie',
  Tv: 'TV',
  Documentary: 'Documental',
  Sport: 'Deporte',
  Music: 'Concierto',
} as const satisfies Record<MediaType, string>

/** The parts of the catalogue that viewers see or hear. */
export const MEDIA_RESOURCES = [
  'movies',
  'series',
  'episodes',
  'channels',
  'radios',
  'documentaries',
  'sports',
  'musics',
  'discoveries',
] as const satisfies readonly MediaResource[]
export type MediaResource = ResourceWith<'isMedia'>

/** The entities that count as a media type, in the order in which a content is looked for (rule R1). */
export const RESOURCES_OF = {
  Movie: ['movies', 'discoveries'],
  Serie: ['series', 'discoveries'],
  Tv: ['channels', 'radios', 'discoveries'],
  Documentary: ['documentaries', 'discoveries'],
  Sport: ['sports', 'discoveries'],
  Music: ['musics', 'discoveries'],
} as const satisfies Record<MediaType, readonly MediaResource[]>

const ON_DEMAND_TYPES = {
  PELICULA: 'Movie',
  DISCOVER: 'Movie',
  SERIE: 'Serie',
  'TV EN VIVO': 'Tv',
  DOCUMENTAL: 'Documentary',
  DEPORTE: 'Sport',
  MUSICA: 'Music',
} as const satisfies Record<CategoryType, MediaType>

/** The media type of something on demand, from the content type that its form says. */
export const mediaTypeOfOnDemand = (type: CategoryType): MediaType => ON_DEMAND_TYPES[type]

/** The content types whose contents on demand count as a media type. */
export const onDemandTypesOf = (mediaType: MediaType): CategoryType[] =>
  CATEGORY_TYPES.filter((type) => ON_DEMAND_TYPES[type] === mediaType)
