import { useCreatePath, useRecordContext, useResourceContext } from 'ra-core'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session/use-may.ts'
import { TitleLink } from './TitleLink.tsx'

/** Opens the row's record; plain text for who may not. */
export const RowLink = ({ children }: { children: ReactNode }) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const createPath = useCreatePath()
  const mayOpen = useMay('edit', resource)
  if (record === undefined || !mayOpen) return <strong>{children}</strong>
  return <TitleLink to={createPath({ resource, type: 'edit', id: record.id })}>{children}</TitleLink>
}
