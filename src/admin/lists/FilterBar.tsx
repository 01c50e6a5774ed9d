import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { ColumnsButton } from 'react-admin'
import { PhoneSort } from './PhoneSort.tsx'
import { SearchBox } from './SearchBox.tsx'

const BAR = {
  display: 'flex',
  gap: 1.25,
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  p: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Search, the screen's filters, and the choice of columns (on a phone: of the order). */
export const FilterBar = ({ children, columns }: { children?: ReactNode; columns: ReactNode }) => (
  <Box sx={BAR}>
    <SearchBox />
    {children}
    <Box sx={{ flex: 1 }} />
    <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
      <ColumnsButton />
    </Box>
    <PhoneSort columns={columns} />
  </Box>
)
