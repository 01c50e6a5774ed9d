import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useListContext } from 'ra-core'
import { formatCount } from '../../../domain/format/numbers.ts'
import { totalText } from './count-text.ts'
import { PageLinks } from './PageLinks.tsx'
import { usePrefetchPage } from './use-prefetch-page.ts'

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
