import Box from '@mui/material/Box'
import { type RaRecord, useCanAccess, useListContext } from 'ra-core'
import type { ReactNode } from 'react'
import { DataTable } from 'react-admin'
import { EmptyList } from './EmptyList.tsx'
import { ListError } from './ListError.tsx'
import { SkeletonRows } from './ListSkeleton.tsx'
import { TABLE } from './table-style.ts'

const NO_COLUMNS: string[] = []

// Somebody who marks text in a row wants to copy it, not to leave.
const openUnlessMarking = (): string | false =>
  (window.getSelection()?.toString() ?? '') === '' ? 'edit' : false

interface CatalogueTableProps {
  children: ReactNode
  hiddenColumns?: string[] | undefined
  rowSx?: (record: RaRecord) => object
}

/** The rows: a table, and cards on a phone. The old ones stay, dimmed, while new ones come. */
export const CatalogueTable = ({ children, hiddenColumns = NO_COLUMNS, rowSx }: CatalogueTableProps) => {
  const { resource, data, isFetching, isPending, isPlaceholderData, error } = useListContext()
  const { canAccess } = useCanAccess({ resource, action: 'edit' })
  if (error) return <ListError />
  if (isPending) return <SkeletonRows />
  if (data?.length === 0 && !isFetching) return <EmptyList />
  return (
    <Box aria-busy={isFetching} sx={{ opacity: isPlaceholderData ? 0.55 : 1, transition: 'opacity 120ms' }}>
      <DataTable
        bulkActionButtons={false}
        rowClick={canAccess === false ? false : openUnlessMarking}
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
