import type { CategoryType } from '../registry-entry.ts'

/** What people read for the content types of categories; the API and files have the types themselves. */
export const CATEGORY_TYPE_NAMES = {
  DOCUMENTAL: 'Documental',
  DISCOVER: 'Discover',
  MUSICA: 'Música',
  PELICULA: 'Película',
  SERIE: 'Serie',
  'TV EN VIVO': 'TV en vivo',
  DEPORTE: 'Deporte',
} as const satisfies Record<CategoryType, string>

const TYPE_NAMES: Readonly<Record<string, string>> = CATEGORY_TYPE_NAMES

/** What people read for a value of a field, where it differs from that of files. */
export const displayValue = (field: string, value: unknown): string =>
  (field === 'type' || field === 'mediaType' ? TYPE_NAMES[String(value)] : undefined) ?? String(value)
