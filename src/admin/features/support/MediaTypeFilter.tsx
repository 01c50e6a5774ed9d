import { MEDIA_TYPE_NAMES, MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import { FilterSelect } from '../../kit/list/filters.tsx'

const OPTIONS = MEDIA_TYPES.map((value) => ({ value, label: MEDIA_TYPE_NAMES[value] }))

/** The kinds of content, as histories and reports call them. */
export const MediaTypeFilter = () => (
  <FilterSelect source="mediaType" label="Tipo de contenido" options={OPTIONS} />
)
