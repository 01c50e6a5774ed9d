import type { ReactNode } from 'react'
import type { Resource } from '../../../domain/registry.ts'
import { MEDIA_TYPE_NAMES, MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import { useCan } from '../../api/me.ts'
import { formPathOf } from '../../api/paths.ts'
import { TitleLink } from '../../kit/list/columns.tsx'
import { SelectFilter } from '../../kit/list/filters.tsx'

interface RecordLinkProps {
  resource: Resource
  /** Its id; an episode's follows its series'. */
  ids: readonly string[]
  /** Query string of the link. */
  search?: string
  /** Normal font weight without a link. */
  plain?: boolean
  children: ReactNode
}

/** A record's name linked to its form; plain text for users who cannot open it. */
export const RecordLink = ({ resource, ids, search = '', plain = false, children }: RecordLinkProps) => {
  const canOpen = useCan('edit', resource)
  if (!canOpen) return plain ? children : <strong>{children}</strong>
  return <TitleLink to={`${formPathOf(resource, ...ids)}${search}`}>{children}</TitleLink>
}

const OPTIONS = MEDIA_TYPES.map((value) => ({ value, label: MEDIA_TYPE_NAMES[value] }))

/** Filter by the media types of histories and reports. */
export const MediaTypeFilter = () => (
  <SelectFilter source="mediaType" label="Tipo de contenido" options={OPTIONS} />
)
