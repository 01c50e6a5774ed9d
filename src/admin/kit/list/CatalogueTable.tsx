import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import Pagination from '@mui/material/Pagination'
import PaginationItem from '@mui/material/PaginationItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useListContext, useResourceDefinition } from 'ra-core'
import { type ReactNode, useCallback } from 'react'
import { DataTable, type RowClickFunction } from 'react-admin'
import { formatCount } from '../../../domain/format/text.ts'
import { useCan } from '../../api/me.ts'
import { PageHeader } from '../page/Page.tsx'

const NO_COLUMNS: string[] = []

// Selecting text in a row must not open its record.
const isSelectingText = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

const openForm = (): string | false => (isSelectingText() ? false : 'edit')

/** What a click on a row does: the screen's own action, or the way to the form, where there is one. */
const useOpening = (onOpen: CatalogueTableProps['onOpen']): RowClickFunction | false => {
  const { resource } = useListContext()
  const { hasEdit } = useResourceDefinition({ resource })
  const canOpen = useCan('edit', resource)
  if (onOpen === undefined) return hasEdit === true && canOpen ? openForm : false
  return (_id, _resource, record) => {
    if (!isSelectingText()) onOpen(record)
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

/** Why there are no rows: nothing is there yet, or nothing matches. */
export const EmptyList = () => {
  const { filterValues, setFilters } = useListContext()
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <Box sx={{ py: 7, px: 2, textAlign: 'center' }}>
      <Typography role="status" sx={{ fontWeight: 600, mb: 0.5 }}>
        {isFiltered ? 'Ningún registro coincide con la búsqueda.' : 'Todavía no hay registros.'}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: isFiltered ? 2 : 0 }}>
        {isFiltered ? 'Pruebe con otro texto u otros filtros.' : 'Los que se registren aparecerán aquí.'}
      </Typography>
      {isFiltered ? (
        <Button variant="outlined" onClick={() => setFilters({})}>
          Limpiar filtros
        </Button>
      ) : null}
    </Box>
  )
}

export const ListError = () => {
  const { error, refetch } = useListContext()
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <Button color="inherit" onClick={() => refetch()}>
          Intentar de nuevo
        </Button>
      }
    >
      {error instanceof Error ? error.message : 'No se pudo leer la lista.'}
    </Alert>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export const SkeletonRows = () => (
  <Box role="status" aria-label="Cargando" sx={{ p: 1.5 }}>
    {ROWS.map((row) => (
      <Skeleton key={row} variant="rounded" height={28} sx={{ my: 1 }} />
    ))}
  </Box>
)

/** A list whose page size is not known yet. */
export const ListSkeleton = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <Card>
      <SkeletonRows />
    </Card>
  </>
)

/** The table; below 600 px each row is a card with its labels, so that nothing scrolls sideways. */
export const TABLE = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .RaDataTable-clickableRow': { cursor: 'pointer' },
  '& tbody tr:last-child td': { borderBottom: 0 },
  '@media (max-width: 599.95px)': {
    '& thead': { display: 'none' },
    '& table, & tbody': { display: 'block' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: '1fr',
      columnGap: 1.5,
      p: 1.5,
      borderBottom: 1,
      borderColor: 'divider',
    },
    '& tr:has(.on-phone-picture)': { gridTemplateColumns: '64px 1fr' },
    '& td': {
      border: 0,
      p: 0,
      py: 0.25,
      minHeight: 28,
      display: 'flex',
      flexDirection: 'row',
      gap: 1.5,
      alignItems: 'center',
      justifyContent: 'space-between',
      textAlign: 'right',
      overflowWrap: 'anywhere',
      gridColumn: -2,
    },
    '& td::before': {
      content: 'attr(data-label)',
      color: 'text.secondary',
      fontSize: 12,
      fontWeight: 600,
      textAlign: 'left',
      whiteSpace: 'nowrap',
    },
    '& td .clipped': { maxWidth: 'none', whiteSpace: 'normal' },
    '& td.on-phone-title, & td.on-phone-picture': { justifyContent: 'flex-start', textAlign: 'left' },
    '& td.on-phone-title::before, & td.on-phone-picture::before': { content: 'none' },
    '& td.on-phone-title': { fontSize: 16, order: -1 },
    '& td.on-phone-picture': { gridColumn: 1, gridRow: '1 / span 20', alignItems: 'flex-start' },
    '& td.on-phone-picture :is(.thumbnail, .thumbnail > *)': { width: 64 },
    '& td.on-phone-hidden, & td:empty': { display: 'none' },
  },
} as const

/** First, previous, the pages around, next and last; a page is prefetched when its link is hovered or focused. */
export const Paginator = () => {
  const { page, perPage, setPage, total, data, meta } = useListContext()
  const prefetch = usePrefetchPage()
  if (!total || data === undefined) return null
  const first = (page - 1) * perPage + 1
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        p: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography color="text.secondary">
        {formatCount(first)}–{formatCount(Math.min(first + perPage - 1, total))} de {totalText(total, meta)}
      </Typography>
      <Box sx={{ flex: 1 }} />
      <PageLinks page={page} count={Math.ceil(total / perPage)} onChange={setPage} onAim={prefetch} />
      <PageSize />
    </Box>
  )
}

/** A list's total, with a ≈ where the server gave an estimate (rule Q3). */
export const totalText = (total: number, meta: { approximate?: unknown } | undefined): string =>
  `${meta?.approximate === true ? '≈ ' : ''}${formatCount(total)}`

const SIZES = [10, 20, 50, 100]

const PageSize = () => {
  const { perPage, setPerPage } = useListContext()
  const sizes = [...new Set([...SIZES, perPage])].sort((a, b) => a - b)
  return (
    <TextField
      select
      value={perPage}
      onChange={(event) => setPerPage(Number(event.target.value))}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': 'Registros por página' } } }}
      sx={{ my: 0 }}
    >
      {sizes.map((size) => (
        <MenuItem key={size} value={size}>
          {size} por página
        </MenuItem>
      ))}
    </TextField>
  )
}

const MOVES: Readonly<Record<string, string>> = {
  first: 'Primera página',
  last: 'Última página',
  previous: 'Página anterior',
  next: 'Página siguiente',
}

const nameOf = (type: string, page: number | null): string => MOVES[type] ?? `Página ${page ?? ''}`

interface PageLinksProps {
  page: number
  count: number
  onChange: (page: number) => void
  /** The link of a page is hovered or focused. */
  onAim?: (page: number | null) => void
}

export const PageLinks = ({ page, count, onChange, onAim }: PageLinksProps) => {
  const isPhone = useMediaQuery('(max-width: 599.95px)')
  return (
    <Pagination
      page={page}
      count={count}
      onChange={(_, next) => onChange(next)}
      showFirstButton
      showLastButton
      siblingCount={isPhone ? 0 : 1}
      shape="rounded"
      color="primary"
      aria-label="Páginas"
      getItemAriaLabel={(type, number) => nameOf(type, number)}
      renderItem={(item) => (
        <PaginationItem
          {...item}
          onMouseEnter={() => onAim?.(item.page)}
          onFocus={() => onAim?.(item.page)}
        />
      )}
    />
  )
}

/** Prefetches a page of the list under the query key that the list will use. */
export const usePrefetchPage = (): ((page: number | null) => void) => {
  const { resource, filter, filterValues, sort, perPage, page: current, total } = useListContext()
  const dataProvider = useDataProvider()
  const queryClient = useQueryClient()
  return useCallback(
    (page) => {
      if (page === null || page === current || page < 1 || (page - 1) * perPage >= (total ?? 0)) return
      const all = { ...filterValues, ...filter }
      const params = { pagination: { page, perPage }, sort, filter: all, meta: undefined }
      queryClient.prefetchQuery({
        queryKey: [resource, 'getList', params],
        queryFn: ({ signal }) => dataProvider.getList(resource, { ...params, signal }),
      })
    },
    [resource, filter, filterValues, sort, perPage, current, total, dataProvider, queryClient],
  )
}
