import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A small quiet label: a quality, a language, a state. */
export const Tag = ({ children, title }: { children: ReactNode; title?: string }) => (
  <Box
    component="span"
    title={title}
    sx={{
      display: 'inline-block',
      bgcolor: 'var(--chip)',
      color: 'text.secondary',
      borderRadius: '6px',
      px: '7px',
      py: '1px',
      fontSize: 12,
      fontWeight: 600,
      whiteSpace: 'nowrap',
    }}
  >
    {children}
  </Box>
)
