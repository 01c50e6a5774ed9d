import Link from '@mui/material/Link'
import { LinkBase, useCanAccess } from 'ra-core'
import type { ReactNode, SyntheticEvent } from 'react'
import type { Resource } from '../../domain/access/resources.ts'
import { formPathOf } from '../providers/addresses.ts'

interface RecordLinkProps {
  resource: Resource
  /** Its id; an episode's comes after its series'. */
  ids: readonly string[]
  /** In the row's own weight where there is no link. */
  plain?: boolean
  children: ReactNode
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A record of another screen by its name, which opens its form; plain text for who may not open that. */
export const RecordLink = ({ resource, ids, plain = false, children }: RecordLinkProps) => {
  const { canAccess } = useCanAccess({ resource, action: 'edit' })
  if (canAccess !== true) return plain ? children : <strong>{children}</strong>
  return (
    <Link
      component={LinkBase}
      to={formPathOf(resource, ...ids)}
      onClick={stop}
      sx={{
        display: 'block',
        width: 'fit-content',
        maxWidth: 1,
        py: '3px',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {children}
    </Link>
  )
}
