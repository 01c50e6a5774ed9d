import Link from '@mui/material/Link'
import { LinkBase, useCanAccess } from 'ra-core'
import type { ReactNode, SyntheticEvent } from 'react'
import type { MediaResource } from '../../domain/support/media-types.ts'
import { formPathOf } from '../providers/addresses.ts'

interface ContentLinkProps {
  resource: MediaResource
  /** Its id; an episode's comes after its series'. */
  ids: readonly string[]
  children: ReactNode
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A content by its name, which opens its form; plain text for who may not edit it. */
export const ContentLink = ({ resource, ids, children }: ContentLinkProps) => {
  const { canAccess } = useCanAccess({ resource, action: 'edit' })
  if (canAccess !== true) return <strong>{children}</strong>
  return (
    <Link
      component={LinkBase}
      to={formPathOf(resource, ...ids)}
      onClick={stop}
      sx={{ display: 'inline-block', py: '3px' }}
    >
      {children}
    </Link>
  )
}
