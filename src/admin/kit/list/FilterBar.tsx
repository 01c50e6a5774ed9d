import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { ColumnsMenu } from './ColumnsMenu.tsx'
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

const NONE: string[] = []

interface FilterBarProps {
  children?: ReactNode
  columns: ReactNode
  hiddenColumns?: string[] | undefined
}

/** Search, the screen's filters, and the choice of columns (on a phone: of the order). */
export const FilterBar = ({ children, columns, hiddenColumns = NONE }: FilterBarProps) => (
  <Box sx={BAR}>
    <SearchBox />
    {children}
    <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
    <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
      <ColumnsMenu columns={columns} hiddenColumns={hiddenColumns} />
    </Box>
    <PhoneSort columns={columns} />
  </Box>
)
