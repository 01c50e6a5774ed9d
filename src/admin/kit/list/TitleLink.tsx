import Link from '@mui/material/Link'
import { LinkBase } from 'ra-core'
import type { ReactNode, SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A title in a row that opens something; what is too long for its cell ends in dots. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    component={LinkBase}
    to={to}
    onClick={stop}
    sx={{
      display: 'block',
      width: 'fit-content',
      maxWidth: 1,
      py: '3px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    }}
  >
    {children}
  </Link>
)
