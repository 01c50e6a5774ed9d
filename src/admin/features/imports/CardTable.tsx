import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { PageLinks } from '../../kit/list/CatalogueList.tsx'
import styles from '../../kit/list/card-table.module.css'

export const WRAP = { overflowWrap: 'anywhere' } as const

export interface CardColumn<Row> {
  heading: string
  align?: 'left' | 'right'
  /** On a phone, cells are labelled with the heading, unless they are the card's title or its buttons. */
  onPhone?: 'title' | 'unlabelled'
  /** Breaks long words. */
  wraps?: boolean
  minWidth?: number
  cell: (row: Row) => ReactNode
}

interface CardTableProps<Row> {
  label: string
  columns: readonly CardColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** A table whose rows are cards on a phone. */
export const CardTable = <Row,>({ label, columns, rows, rowKey }: CardTableProps<Row>) => (
  <div className={styles.cards}>
    <Table size="small" aria-label={label}>
      <TableHead>
        <TableRow>
          {columns.map(({ heading, align = 'left' }) => (
            <TableCell key={heading} align={align}>
              {heading}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)}>
            {columns.map(({ heading, align = 'left', onPhone, wraps, minWidth, cell }) => (
              <TableCell
                key={heading}
                align={align}
                className={onPhone === 'title' ? styles.title : styles.cell}
                data-label={onPhone === undefined ? heading : undefined}
                sx={{ ...(wraps && WRAP), minWidth: { sm: minWidth } }}
              >
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </div>
)

interface PagesProps {
  page: number
  count: number
  onChange: (page: number) => void
}

/** Links to the pages of a table that has several. */
export const Pages = (props: PagesProps) =>
  props.count > 1 ? (
    <Box sx={{ display: 'flex', justifyContent: 'center', py: 1.5 }}>
      <PageLinks {...props} />
    </Box>
  ) : null
