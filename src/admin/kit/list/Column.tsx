import Box from '@mui/material/Box'
import TableCell from '@mui/material/TableCell'
import TableSortLabel from '@mui/material/TableSortLabel'
import {
  type RaRecord,
  type SortPayload,
  useDataTableCallbacksContext,
  useDataTableRenderContext,
  useDataTableSortContext,
  useDataTableStoreContext,
  useRecordContext,
  useResourceContext,
  useStore,
  useTranslateLabel,
} from 'ra-core'
import type { ReactNode } from 'react'

export interface ColumnProps<R extends RaRecord = RaRecord> {
  /** The field that it shows, sorts by and is labelled after. */
  source: string
  label?: string
  disableSort?: boolean
  /** The order of the first press on the header. */
  firstOrder?: SortPayload['order']
  align?: 'left' | 'right' | 'center'
  /** What the cell shows; without it the plain value. */
  render?: (record: R) => ReactNode
  /** The most that a cell may take, in pixels: the rest of a longer text is cut off, and shown on hover. */
  clip?: number
  /** Its part in a phone's card; without it a line with its label. */
  onPhone?: 'title' | 'picture' | 'hidden'
}

const useLabel = ({ source, label }: ColumnProps): string => {
  const resource = useResourceContext()
  const text = useTranslateLabel()({ source, resource, label })
  return typeof text === 'string' ? text : source
}

const useIsHidden = (source: string): boolean => {
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext()
  const [hidden] = useStore<string[]>(storeKey, defaultHiddenColumns)
  return hidden.includes(source)
}

const DIRECTION = { ASC: 'asc', DESC: 'desc' } as const
const SORTED = { ASC: 'ascending', DESC: 'descending' } as const

const HeadCell = (props: ColumnProps) => {
  const { source, align, disableSort = false, firstOrder = 'ASC' } = props
  const label = useLabel(props)
  const sort = useDataTableSortContext()
  const { handleSort } = useDataTableCallbacksContext()
  const order = sort?.field === source ? sort.order : undefined
  if (useIsHidden(source)) return null
  if (disableSort || handleSort === undefined)
    return (
      <TableCell component="th" scope="col" role="columnheader" align={align}>
        {label}
      </TableCell>
    )
  return (
    <TableCell
      component="th"
      scope="col"
      role="columnheader"
      align={align}
      aria-sort={order === undefined ? 'none' : SORTED[order]}
    >
      <TableSortLabel
        active={order !== undefined}
        direction={DIRECTION[order ?? firstOrder]}
        data-field={source}
        data-order={firstOrder}
        onClick={handleSort}
        sx={{ minHeight: 24 }}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  )
}

const plain = (value: unknown): ReactNode =>
  typeof value === 'string' || typeof value === 'number' ? value : null

const Clipped = ({ width, children }: { width: number; children: ReactNode }) => (
  <Box
    className="clipped"
    title={typeof children === 'string' ? children : undefined}
    sx={{ maxWidth: width, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
  >
    {children}
  </Box>
)

const DataCell = (props: ColumnProps) => {
  const { source, align, render, onPhone, clip } = props
  const label = useLabel(props)
  const record = useRecordContext()
  if (useIsHidden(source)) return null
  const content = record === undefined ? null : render ? render(record) : plain(record[source])
  return (
    <TableCell
      role="cell"
      align={align}
      className={onPhone === undefined ? undefined : `on-phone-${onPhone}`}
      data-label={label}
    >
      {clip === undefined || !content ? content : <Clipped width={clip}>{content}</Clipped>}
    </TableCell>
  )
}

// React-admin hands the list's own records to its columns; the list that declares them knows their type.
const ofAnyRecord = <R extends RaRecord>(props: ColumnProps<R>): ColumnProps =>
  props as unknown as ColumnProps

/** A column of a list: its header sorts, and says so; its cells become lines of a card on a phone. */
export const Column = <R extends RaRecord = RaRecord>(props: ColumnProps<R>) => {
  const where = useDataTableRenderContext()
  const column = ofAnyRecord(props)
  // The choice of columns is our own (ColumnsMenu).
  if (where === 'columnsSelector') return null
  return where === 'header' ? <HeadCell {...column} /> : <DataCell {...column} />
}
