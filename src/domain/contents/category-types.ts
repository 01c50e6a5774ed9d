/** The content types of categories (rule K15). */
export const CATEGORY_TYPES = [
  'DOCUMENTAL',
  'DISCOVER',
  'MUSICA',
  'PELICULA',
  'SERIE',
  'TV EN VIVO',
  'DEPORTE',
] as const
export type CategoryType = (typeof CATEGORY_TYPES)[number]

/** Its categories are offered to channels, which name theirs as text */
export const CHANNEL_CATEGORY_TYPE: CategoryType = 'TV EN VIVO'
