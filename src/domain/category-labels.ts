import type { CategoryType } from './registry-entry.ts'

/** Display names of the content types of categories; the API and files use the types themselves. */
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

/** A field's value as displayed, where that differs from the value in files. */
export const displayValue = (field: string, value: unknown): string =>
  (field === 'type' || field === 'mediaType' ? TYPE_NAMES[String(value)] : undefined) ?? String(value)
