import { useCanAccess, useCreatePath, useRecordContext, useResourceContext } from 'ra-core'
import type { ReactNode } from 'react'
import { TitleLink } from './TitleLink.tsx'

/** Opens the row's record; plain text for who may not. */
export const RowLink = ({ children }: { children: ReactNode }) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const createPath = useCreatePath()
  const { canAccess } = useCanAccess({ resource, action: 'edit' })
  if (record === undefined || canAccess === false) return <strong>{children}</strong>
  return <TitleLink to={createPath({ resource, type: 'edit', id: record.id })}>{children}</TitleLink>
}
