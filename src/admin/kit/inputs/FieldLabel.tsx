import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

// The mark is for the eye: it stays out of the label's text, `aria-required` says it to the ear.
const MARKED = { '&::after': { content: '" *" / ""' } }

/** A label with the mark of what must be filled in. */
export const FieldLabel = ({ children, required }: { children: ReactNode; required: boolean }) =>
  required ? (
    <Box component="span" sx={MARKED}>
      {children}
    </Box>
  ) : (
    children
  )
