import Box from '@mui/material/Box'
import { useRecordContext } from 'ra-core'
import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/format/numbers.ts'
import { Tag } from '../display/Tag.tsx'
import { useFormKit } from '../inputs/form-kit.ts'
import { PageHeader } from '../page/PageHeader.tsx'
import { ChangesLink } from './ChangesLink.tsx'
import { HistoryLink } from './HistoryLink.tsx'

/** The visit count of a content and the way to its visits, in update mode. */
const Visits = () => {
  const record = useRecordContext()
  if (typeof record?.view !== 'number') return null
  return (
    <>
      <Tag>Visitas {formatCount(record.view)}</Tag>
      <HistoryLink />
    </>
  )
}

/** The heading of a form. */
export const FormHeader = ({ title, children }: { title: string; children?: ReactNode }) => {
  const { mode } = useFormKit()
  return (
    <PageHeader title={title}>
      {mode === 'edit' ? <Visits /> : null}
      {mode === 'edit' ? <ChangesLink /> : null}
      <Box sx={{ flex: 1 }} />
      {children}
    </PageHeader>
  )
}
