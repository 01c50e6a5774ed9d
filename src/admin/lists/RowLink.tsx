import Link from '@mui/material/Link'
import { LinkBase, useCanAccess, useCreatePath, useRecordContext, useResourceContext } from 'ra-core'
import type { ReactNode, SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** Opens the row's record; plain text for who may not. */
export const RowLink = ({ children }: { children: ReactNode }) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const createPath = useCreatePath()
  const { canAccess } = useCanAccess({ resource, action: 'edit' })
  if (record === undefined || canAccess === false) return <strong>{children}</strong>
  return (
    <Link
      component={LinkBase}
      to={createPath({ resource, type: 'edit', id: record.id })}
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
