import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface ReconciliationTableProps {
  title: string
  /** The first column is to the left, figures to the right. */
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[]; isOff: boolean }[]
  empty: string
}

const ON_PHONE_HIDDEN = { display: { xs: 'none', sm: 'table-header-group' } } as const
const CARD = { display: { xs: 'block', sm: 'table-row' }, py: { xs: 1, sm: 0 } } as const
const LINE = {
  display: { xs: 'flex', sm: 'table-cell' },
  flexDirection: 'row',
  justifyContent: 'space-between',
  gap: 2,
  borderBottom: { xs: 0, sm: '1px solid' },
  borderColor: { sm: 'divider' },
  px: { xs: 0, sm: 2 },
  '&::before': {
    content: 'attr(data-label)',
    display: { xs: 'inline', sm: 'none' },
    color: 'text.secondary',
  },
} as const

/** What was compared, line by line; on a phone each line is a card, its figures after their names. */
export const ReconciliationTable = ({ title, columns, rows, empty }: ReconciliationTableProps) => {
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>
      ) : (
        <Table size="small" aria-labelledby={heading} sx={{ display: { xs: 'block', sm: 'table' } }}>
          <TableHead sx={ON_PHONE_HIDDEN}>
            <TableRow>
              {columns.map((name, index) => (
                <TableCell key={name} align={index === 0 ? 'left' : 'right'}>
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody sx={{ display: { xs: 'block', sm: 'table-row-group' } }}>
            {rows.map(({ id, cells, isOff }) => (
              <TableRow key={id} sx={{ ...CARD, ...(isOff ? { bgcolor: 'var(--red-ground)' } : {}) }}>
                {columns.map((name, index) => (
                  <TableCell key={name} data-label={name} align={index === 0 ? 'left' : 'right'} sx={LINE}>
                    {cells[index]}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}
