import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { memo, startTransition, useEffect, useMemo, useState } from 'react'
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
import type { useHandled } from '../page/handled.ts'
import { CardRow, partsOf } from './cards.tsx'
import { contentOf, HandledTick, type RowProps } from './cells.tsx'
import type { Column, ShownColumn } from './columns.tsx'
import { PHONE } from './filters.tsx'
import { useRowsWithHandled } from './handled-rows.ts'
import { useHiddenColumns } from './hidden-columns.ts'
import { EmptyList, type EmptyText, ListError, SkeletonRows } from './list-states.tsx'
import { moveBetweenRows } from './row-keyboard.ts'
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

interface CatalogueTableProps {
  columns: readonly Column[]
  onOpen?: ((record: RaRecord) => void) | null | undefined
  empty?: EmptyText | undefined
}

/** The rows as a table, or as cards on a phone. Old rows stay, dimmed, while new ones load. */
export const CatalogueTable = (props: CatalogueTableProps) => {
  const { columns, onOpen, empty } = props
  const { total, isFetching, isPending, isPlaceholderData, error, meta } = useListContext()
  const { data, handled } = useRowsWithHandled()
  const [hidden] = useHiddenColumns(columns)
  const opening = useOpening(onOpen)
  if (error) return <ListError />
  if (isPending) return <SkeletonRows />
  if (meta?.beyond) return <BeyondEnd {...meta.beyond} />
  if (data === undefined || (data.length === 0 && !isFetching)) return <EmptyList empty={empty} />
  return (
    <div className={isPlaceholderData === true ? 'rows old-rows' : 'rows'} aria-busy={isFetching}>
      {/* Shows the empty state at once when an action has removed the last row. */}
      {data.length === 0 || (total === 0 && handled.size === 0) ? (
        <EmptyList empty={empty} />
      ) : (
        <Rows records={data} handled={handled} columns={columns} hidden={hidden} onOpen={opening} />
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
      const { source, label, align = 'left', onPhone } = column
      const isTitle = onPhone === 'title' && 'on-phone-title'
      const text = translate({ source, resource, label })
      const classes = [ALIGNED[align], isTitle].filter(Boolean).join(' ')
      return { ...column, text: typeof text === 'string' ? text : source, className: classes || undefined }
    })
  }, [columns, hidden, resource, translate])
}

interface RowsProps {
  records: readonly RaRecord[]
  handled: ReturnType<typeof useHandled>
  columns: readonly Column[]
  hidden: string[]
  onOpen: ((record: RaRecord) => void) | undefined
}

/** A plain table for react-admin's columns, faster than its own. Only re-renders when its props change. */
const Rows = memo(({ records, handled, hidden, onOpen, ...props }: RowsProps) => {
  const columns = useShownColumns(props.columns, hidden)
  const parts = useMemo(() => partsOf(columns), [columns])
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  const selection = useSelection()
  const rows = useRowsInTurn(records)
  const Shown = isPhone ? CardRow : Row
  return (
    <TableContext value={useTableState()}>
      <div className="rows-table card-table">
        <table>
          <thead>
            <Head columns={columns} size={records.length} />
          </thead>
          <tbody onKeyDown={moveBetweenRows}>
            {rows.map((record) => (
              <Shown
                key={record.id}
                record={record}
                columns={columns}
                parts={parts}
                onOpen={onOpen}
                isHandled={handled.has(String(record.id))}
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

/** Rows visible on most screens. */
const FIRST_ROWS = 20

/** Renders the first changed rows at once, and the rest after they are painted: a hundred take noticeably long. */
const useRowsInTurn = (records: readonly RaRecord[]): readonly RaRecord[] => {
  const [drawn, setDrawn] = useState(records)
  const isBehind = drawn !== records && records.length > FIRST_ROWS
  useEffect(() => {
    if (!isBehind) return
    let timer: number | undefined
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setDrawn(records)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isBehind, records])
  return useMemo(() => {
    if (!isBehind) return records
    const first = records.slice(0, FIRST_ROWS)
    const ids = new Set(first.map(({ id }) => id))
    return [...first, ...drawn.filter(({ id }) => !ids.has(id))].slice(0, records.length)
  }, [isBehind, records, drawn])
}

const Row = memo(({ record, columns, onOpen, isHandled, isChosen = false, choose }: RowProps) => (
  <RecordContext value={record}>
    {/* Keyboard users have the link in the row. */}
    <tr
      data-record={record.id}
      className={onOpen && 'clickable-row'}
      aria-selected={choose && isChosen}
      onClick={onOpen && (() => onOpen(record))}
    >
      {choose && <RowChoice record={record} isChosen={isChosen} choose={choose} />}
      {columns.map((column) => (
        <td key={column.source} className={column.className}>
          {isHandled && column.onPhone === 'title' ? <HandledTick /> : null}
          {contentOf(column, record)}
        </td>
      ))}
    </tr>
  </RecordContext>
))

/** The headers; on sorting, only the affected ones re-render. */
const Head = ({ columns, size }: Pick<RowProps, 'columns'> & { size: number }) => {
  const { sort, setSort } = useListSortContext()
  const onSort = useEvent(setSort)
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
const ALIGNED = { left: undefined, right: 'to-the-right', center: 'to-the-middle' } as const

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
        className="sort-label"
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
