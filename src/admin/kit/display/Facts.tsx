import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export type Fact = readonly [term: string, value: ReactNode]

/** What is known of something, each fact after its name. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '6px 20px' }}>
    {facts.map(([term, value]) => (
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
