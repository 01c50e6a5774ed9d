import Box from '@mui/material/Box'
import { type RaRecord, useListContext, useResourceDefinition } from 'ra-core'
import type { ReactNode } from 'react'
import { DataTable, type RowClickFunction } from 'react-admin'
import { useMay } from '../../api/session/use-may.ts'
import { EmptyList } from './EmptyList.tsx'
import { ListError } from './ListError.tsx'
import { SkeletonRows } from './ListSkeleton.tsx'
import { TABLE } from './table-style.ts'

const NO_COLUMNS: string[] = []

// Somebody who marks text in a row wants to copy it, not to leave.
const isMarking = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

const openForm = (): string | false => (isMarking() ? false : 'edit')

/** What a click on a row does: the screen's own deed, or the way to the form, where there is one. */
const useOpening = (onOpen: CatalogueTableProps['onOpen']): RowClickFunction | false => {
  const { resource } = useListContext()
  const { hasEdit } = useResourceDefinition({ resource })
  const mayOpen = useMay('edit', resource)
  if (onOpen === undefined) return hasEdit === true && mayOpen ? openForm : false
  return (_id, _resource, record) => {
    if (!isMarking()) onOpen(record)
    return false
  }
}

interface CatalogueTableProps {
  children: ReactNode
  hiddenColumns?: string[] | undefined
  rowSx?: (record: RaRecord) => object
  onOpen?: ((record: RaRecord) => void) | undefined
}

/** The rows: a table, and cards on a phone. The old ones stay, dimmed, while new ones come. */
export const CatalogueTable = (props: CatalogueTableProps) => {
  const { children, hiddenColumns = NO_COLUMNS, rowSx, onOpen } = props
  const { data, isFetching, isPending, isPlaceholderData, error } = useListContext()
  const opening = useOpening(onOpen)
  if (error) return <ListError />
  if (isPending) return <SkeletonRows />
  if (data?.length === 0 && !isFetching) return <EmptyList />
  return (
    <Box aria-busy={isFetching} sx={{ opacity: isPlaceholderData ? 0.55 : 1, transition: 'opacity 120ms' }}>
      <DataTable
        bulkActionButtons={false}
        rowClick={opening}
        hiddenColumns={hiddenColumns}
        empty={<EmptyList />}
        rowSx={rowSx}
        sx={TABLE}
      >
        {children}
      </DataTable>
    </Box>
  )
}
