import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, useDeferredValue, useMemo, useRef } from 'react'
import {
  type RaRecord,
  RecordContext,
  type SortPayload,
  useCreatePath,
  useEvent,
  useListContext,
  useListSortContext,
  useNavigate,
  useResourceContext,
  useResourceDefinition,
  useTranslateLabel,
} from 'react-admin'
import { useCan } from '../../api/me.ts'
import type { useRecentlyChanged } from '../page/recently-changed.ts'
import cardTable from './card-table.module.css'
import { CardRow, cardParts } from './cards.tsx'
import { ChangedTick, cellContent, type RowProps } from './cells.tsx'
import type { Column, ShownColumn } from './columns.tsx'
import { PHONE } from './filters.tsx'
import { useHiddenColumns } from './hidden-columns.ts'
import { EmptyList, type EmptyText, ListError, SkeletonRows } from './list-states.tsx'
import { useLocalCopy } from './local-copy.ts'
import { useRowsWithChanged } from './recently-changed-rows.ts'
import { useRowFocus } from './row-focus.ts'
import { moveBetweenRows } from './row-keyboard.ts'
import styles from './rows.module.css'
import { PageChoice, RowChoice, useSelection } from './selection.tsx'
import { TableContext, useTableState } from './table-state.ts'

// Selecting text in a row must not open its record.
const isSelectingText = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

/** The action of a click on a row: the screen's own, or opening the form if there is one. */
const useOpening = (onOpen: CatalogueTableProps['onOpen']): ((record: RaRecord) => void) | undefined => {
  const { resource } = useListContext()
  const { hasEdit } = useResourceDefinition({ resource })
  const canOpen = useCan('edit', resource)
  const createPath = useCreatePath()
  const navigate = useNavigate()
  const hasForm = hasEdit === true && canOpen
  return useMemo(() => {
    const openForm = ({ id }: RaRecord): void =>
      navigate(createPath({ resource, type: 'edit', id }), { state: { _scrollToTop: true } })
    const open = onOpen === undefined ? hasForm && openForm : onOpen
    return open ? (record) => isSelectingText() || open(record) : undefined
  }, [onOpen, hasForm, resource, createPath, navigate])
}

const haveSameIds = (some: readonly RaRecord[] = [], others: readonly RaRecord[] = []): boolean =>
  some.length === others.length && some.every(({ id }, index) => id === others[index]?.id)

interface CatalogueTableProps {
  columns: readonly Column[]
  onOpen?: ((record: RaRecord) => void) | null | undefined
  empty?: EmptyText | undefined
}

/** The rows as a table, or as cards on a phone. Old rows stay, dimmed, while new ones load. */
export const CatalogueTable = (props: CatalogueTableProps) => {
  const { columns, onOpen, empty } = props
  const { total, isFetching, isPending, isPlaceholderData, error, meta } = useListContext()
  const { data, changed } = useRowsWithChanged()
  // The new page number or order is painted before its rows, which take longer.
  const last = useDeferredValue(data) ?? data
  const areOld = isPlaceholderData === true || !haveSameIds(last, data)
  const rows = areOld ? last : data
  const [hidden] = useHiddenColumns(columns)
  const opening = useOpening(onOpen)
  if (error) return <ListError />
  if (isPending) return <SkeletonRows />
  if (meta?.beyond) return <BeyondEnd {...meta.beyond} />
  if (data === undefined || rows === undefined || (data.length === 0 && !isFetching))
    return <EmptyList empty={empty} />
  return (
    <div className={areOld ? `${styles.rows} ${styles.old}` : styles.rows} aria-busy={isFetching || areOld}>
      {/* Shows the empty state at once when an action has removed the last row. */}
      {data.length === 0 || (total === 0 && changed.size === 0) ? (
        <EmptyList empty={empty} />
      ) : (
        <Rows records={rows} changed={changed} columns={columns} hidden={hidden} onOpen={opening} />
      )}
    </div>
  )
}

/** The visible columns, with data shared by their cells. */
const useShownColumns = (columns: readonly Column[], hidden: string[]): readonly ShownColumn[] => {
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  return useMemo(() => {
    const shown = columns.filter(({ source }) => !hidden.includes(source))
    return shown.map((column) => {
      const { source, label } = column
      const text = translate({ source, resource, label })
      return { ...column, text: typeof text === 'string' ? text : source }
    })
  }, [columns, hidden, resource, translate])
}

interface RowsProps {
  records: readonly RaRecord[]
  changed: ReturnType<typeof useRecentlyChanged>
  columns: readonly Column[]
  hidden: string[]
  onOpen: ((record: RaRecord) => void) | undefined
}

/** A plain table for react-admin's columns, faster than its own. Only re-renders when its props change. */
const Rows = memo(({ records, changed, hidden, onOpen, ...props }: RowsProps) => {
  const columns = useShownColumns(props.columns, hidden)
  const parts = useMemo(() => cardParts(columns), [columns])
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  const selection = useSelection()
  const Shown = isPhone ? CardRow : Row
  const body = useRef<HTMLTableSectionElement>(null)
  useRowFocus(body, records)
  return (
    <TableContext value={useTableState()}>
      <div className={`${cardTable.cards} ${styles.table}`}>
        <table>
          <thead>
            <Head columns={columns} size={records.length} />
          </thead>
          <tbody ref={body} onKeyDown={moveBetweenRows}>
            {records.map((record) => (
              <Shown
                key={record.id}
                record={record}
                columns={columns}
                parts={parts}
                onOpen={onOpen}
                isChanged={changed.has(String(record.id))}
                isChosen={selection?.ids.has(record.id)}
                choose={selection?.choose}
              />
            ))}
          </tbody>
        </table>
      </div>
    </TableContext>
  )
})

const Row = memo(({ record, columns, onOpen, isChanged, isChosen = false, choose }: RowProps) => (
  <RecordContext value={record}>
    {/* Keyboard users have the link in the row. */}
    <tr
      data-record={record.id}
      className={onOpen && styles.clickable}
      aria-selected={choose && isChosen}
      onClick={onOpen && (() => onOpen(record))}
    >
      {choose && <RowChoice record={record} isChosen={isChosen} choose={choose} />}
      {columns.map((column) => (
        <td
          key={column.source}
          className={ALIGNED[column.align ?? 'left']}
          data-title={column.onPhone === 'title' || undefined}
        >
          {isChanged && column.onPhone === 'title' ? <ChangedTick /> : null}
          {cellContent(column, record)}
        </td>
      ))}
    </tr>
  </RecordContext>
))

/** The headers; on sorting, only the affected ones re-render. */
const Head = ({ columns, size }: Pick<RowProps, 'columns'> & { size: number }) => {
  const list = useListSortContext()
  const [sort, showSort] = useLocalCopy(list.sort)
  const onSort = useEvent((next: SortPayload): void => {
    showSort(next)
    list.setSort(next)
  })
  return (
    <tr>
      <PageChoice size={size} />
      {columns.map((column) => (
        <HeadCell
          key={column.source}
          column={column}
          order={sort.field === column.source ? sort.order : undefined}
          onSort={onSort}
        />
      ))}
    </tr>
  )
}

const SORTED = { ASC: 'ascending', DESC: 'descending' } as const
const REVERSED = { ASC: 'DESC', DESC: 'ASC' } as const
const ALIGNED = { left: undefined, right: styles.right, center: styles.center } as const

interface HeadCellProps {
  column: ShownColumn
  /** Undefined if the list is sorted by another column. */
  order: SortPayload['order'] | undefined
  onSort: (sort: SortPayload) => void
}

const HeadCell = memo(({ column, order, onSort }: HeadCellProps) => {
  const { source, text, align = 'left', disableSort = false, firstOrder = 'ASC' } = column
  if (disableSort)
    return (
      <th scope="col" className={ALIGNED[align]}>
        {text}
      </th>
    )
  return (
    <th scope="col" className={ALIGNED[align]} aria-sort={order === undefined ? 'none' : SORTED[order]}>
      <button
        type="button"
        className={styles.sort}
        data-order={order}
        onClick={() => onSort({ field: source, order: order === undefined ? firstOrder : REVERSED[order] })}
      >
        {text}
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={order === undefined ? BOTH_WAYS : ARROW} />
        </svg>
      </button>
    </th>
  )
})

/** Icon of a sortable column that is not sorted: up and down arrows. */
const BOTH_WAYS =
  'M12 5.83 15.17 9l1.41-1.41L12 3 7.41 7.59 8.83 9zm0 12.34L8.83 15l-1.41 1.41L12 21l4.59-4.59L15.17 15z'
const ARROW = 'M20 12l-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8 8-8z'

interface BeyondEndProps {
  message: string
  last: number
}

const BeyondEnd = ({ message, last }: BeyondEndProps) => {
  const { setPage } = useListContext()
  return (
    <Alert
      severity="info"
      sx={{ m: 2 }}
      action={
        <Button color="inherit" onClick={() => setPage(last)}>
          Ir a la última página
        </Button>
      }
    >
      {message}
    </Alert>
  )
}
