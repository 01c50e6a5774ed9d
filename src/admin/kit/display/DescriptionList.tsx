import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export type Description = readonly [term: string, value: ReactNode]

/** Terms and what is said of each. */
export const DescriptionList = ({ items }: { items: readonly Description[] }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '6px 20px' }}>
    {items.map(([term, value]) => (
      <Box key={term} sx={{ display: 'contents' }}>
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {term}
        </Box>
        <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {value || '—'}
        </Box>
      </Box>
    ))}
  </Box>
)
