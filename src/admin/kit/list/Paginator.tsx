import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Pagination from '@mui/material/Pagination'
import PaginationItem from '@mui/material/PaginationItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useListContext } from 'ra-core'
import { useCallback } from 'react'
import { formatCount } from '../../../domain/format/text.ts'

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

/** First, previous, the pages around, next and last; the next view is fetched as soon as somebody aims at it. */
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
  /** Somebody is about to go to a page. */
  onAim?: (page: number | null) => void
}

/** First, previous, the pages around, next and last. */
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

/** Reads a page of the list at hand ahead of the click, under the key that the list will ask for. */
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

/** A list's total, with a ≈ where the server gave an estimate (rule Q3). */
export const totalText = (total: number, meta: { approximate?: unknown } | undefined): string =>
  `${meta?.approximate === true ? '≈ ' : ''}${formatCount(total)}`
