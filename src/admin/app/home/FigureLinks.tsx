import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { LinkBase } from 'ra-core'
import { formatCount } from '../../../domain/format/numbers.ts'

export interface Figure {
  label: string
  count: number
  /** The list that it counts. */
  to: string
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  px: 1,
  mx: -1,
  minHeight: { xs: 44, sm: 34 },
  borderRadius: '8px',
  color: 'text.primary',
  fontWeight: 400,
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
} as const

/** Counts, each leading to what it counts. */
export const FigureLinks = ({ figures }: { figures: readonly Figure[] }) => (
  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {figures.map(({ label, count, to }) => (
      <li key={label}>
        <Link component={LinkBase} to={to} sx={ROW}>
          <Box component="span" sx={{ flex: 1 }}>
            {label}
          </Box>
          <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(count)}
          </Box>
        </Link>
      </li>
    ))}
  </Box>
)
