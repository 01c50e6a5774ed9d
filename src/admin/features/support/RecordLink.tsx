import type { ReactNode } from 'react'
import type { Resource } from '../../../domain/registry.ts'
import { formPathOf } from '../../api/addresses.ts'
import { useCan } from '../../api/me.ts'
import { TitleLink } from '../../kit/list/columns.tsx'

interface RecordLinkProps {
  resource: Resource
  /** Its id; an episode's comes after its series'. */
  ids: readonly string[]
  /** In the row's own weight where there is no link. */
  plain?: boolean
  children: ReactNode
}

/** A record of another screen by its name, which opens its form; plain text for who may not open that. */
export const RecordLink = ({ resource, ids, plain = false, children }: RecordLinkProps) => {
  const canOpen = useCan('edit', resource)
  if (!canOpen) return plain ? children : <strong>{children}</strong>
  return <TitleLink to={formPathOf(resource, ...ids)}>{children}</TitleLink>
}
