import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export interface FiguresRow {
  id: string
  /** What the row is of, then its figures. */
  cells: readonly [ReactNode, ...ReactNode[]]
}

interface FiguresTableProps {
  caption: string
  columns: readonly string[]
  rows: readonly FiguresRow[]
}

const CELL = { px: 1, py: 0.5, borderBottom: 1, borderColor: 'divider', textAlign: 'right' } as const
const FIRST = { ...CELL, textAlign: 'left', fontWeight: 400 } as const

/** The figures of one chart. */
export const FiguresTable = ({ caption, columns, rows }: FiguresTableProps) => (
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
      {rows.map(({ id, cells: [first, ...figures] }) => (
        <tr key={id}>
          <Box component="th" scope="row" sx={FIRST}>
            {first}
          </Box>
          {figures.map((figure, index) => (
            <Box key={columns[index + 1]} component="td" sx={CELL}>
              {figure}
            </Box>
          ))}
        </tr>
      ))}
    </tbody>
  </Box>
)

/** The figures of charts, folded away until somebody wants to read them. */
export const FiguresTables = ({ label, children }: { label: string; children: ReactNode }) => (
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
