import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useStore } from 'ra-core'
import { type ReactNode, useId } from 'react'

interface FiguresSectionProps {
  title: string
  /** Under which this browser remembers whether it is folded away. */
  name: string
  /** What is drawn and read only while the section is open. */
  children: ReactNode
}

/** What the rows of a list add up to, above them; it folds away, as it is to begin with on a phone. */
export const FiguresSection = ({ title, name, children }: FiguresSectionProps) => {
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const [chosen, choose] = useStore<boolean | null>(`figures.${name}`, null)
  const isOpen = chosen ?? !isPhone
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ px: 2.25, py: 1, mb: 2 }}>
      <Typography variant="h2">
        <ButtonBase
          id={id}
          aria-expanded={isOpen}
          onClick={() => choose(!isOpen)}
          sx={{ font: 'inherit', minHeight: { xs: 44, sm: 32 }, width: 1, justifyContent: 'space-between' }}
        >
          {title}
          <ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
        </ButtonBase>
      </Typography>
      {isOpen ? <Box sx={{ pt: 1, pb: 1 }}>{children}</Box> : null}
    </Card>
  )
}

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

/** The place of charts while they load: as high as they will be, so that nothing below moves. */
export const ChartsSkeleton = ({ height }: { height: object | number }) => (
  <Skeleton variant="rounded" sx={{ height }} />
)

/** The place of charts and of the line that unfolds their figures, while the figures are read. */
export const FiguresSkeleton = ({ height }: { height: object | number }) => (
  <>
    <ChartsSkeleton height={height} />
    <Skeleton variant="rounded" width={110} sx={{ mt: 1, height: { xs: 44, sm: 24 } }} />
  </>
)
