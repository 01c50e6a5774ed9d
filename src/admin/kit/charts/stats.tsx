import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'

/** The values of charts as tables, initially collapsed. */
export const StatsTables = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    component="details"
    sx={{ mt: 1, '& summary': { cursor: 'pointer', fontWeight: 600, minHeight: { xs: 44, sm: 24 } } }}
  >
    <summary>Ver las cifras</summary>
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 1, maxHeight: 360, overflow: 'auto' }}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      {children}
    </Box>
  </Box>
)

export interface StatsRow {
  id: string
  /** Row header, followed by values. */
  cells: readonly [ReactNode, ...ReactNode[]]
}

interface StatsTableProps {
  caption: string
  columns: readonly string[]
  rows: readonly StatsRow[]
}

const CELL = { px: 1, py: 0.5, borderBottom: 1, borderColor: 'divider', textAlign: 'right' } as const
const FIRST = { ...CELL, textAlign: 'left', fontWeight: 400 } as const

export const StatsTable = ({ caption, columns, rows }: StatsTableProps) => (
  <Box
    component="table"
    sx={{ borderCollapse: 'collapse', fontSize: 13, flex: '1 1 260px', height: 'fit-content' }}
  >
    <Box component="caption" sx={{ textAlign: 'left', fontWeight: 600, pb: 0.5 }}>
      {caption}
    </Box>
    <thead>
      <tr>
        {columns.map((name, index) => (
          <Box
            key={name}
            component="th"
            scope="col"
            sx={{ ...CELL, textAlign: index === 0 ? 'left' : 'right' }}
          >
            {name}
          </Box>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, cells: [first, ...numbers] }) => (
        <tr key={id}>
          <Box component="th" scope="row" sx={FIRST}>
            {first}
          </Box>
          {numbers.map((number, index) => (
            <Box key={columns[index + 1]} component="td" sx={CELL}>
              {number}
            </Box>
          ))}
        </tr>
      ))}
    </tbody>
  </Box>
)

/** Placeholder with the height of the loading charts, so that the layout doesn't shift. */
export const ChartsSkeleton = ({ height }: { height: object | number }) => (
  <Skeleton variant="rounded" sx={{ height }} />
)

/** Placeholder that includes the toggle of the tables. */
export const StatsSkeleton = ({ height }: { height: object | number }) => (
  <>
    <ChartsSkeleton height={height} />
    <Skeleton variant="rounded" width={110} sx={{ mt: 1, height: { xs: 44, sm: 24 } }} />
  </>
)
