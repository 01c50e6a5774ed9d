import MoreIcon from '@mui/icons-material/MoreVert'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type GetListResult,
  type Identifier,
  LinkBase,
  type RaRecord,
  RecordContext,
  type SortPayload,
  useCreatePath,
  useDataProvider,
  useEvent,
  useListContext,
  useListSortContext,
  useLocation,
  useNavigate,
  useNotify,
  useRecordContext,
  useResourceContext,
  useResourceDefinition,
  useStore,
  useTranslate,
  useTranslateLabel,
} from 'ra-core'
import {
  Children,
  createContext,
  Fragment,
  type FunctionComponent,
  isValidElement,
  memo,
  type ReactNode,
  type SyntheticEvent,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { useHistoryEntry } from '../../api/history.ts'
import { pageQuery } from '../../api/lists.ts'
import { useCan } from '../../api/me.ts'
import { dayText, momentText } from '../display/dates.ts'
import { imdbPage, Tag, Thumbnail, ToggleSwitch } from '../display/display.tsx'
import { forgetHandled, useHandled } from '../page/handled.ts'
import { idsOf } from '../page/list-location.ts'
import { DropDown, DropDownAddress, DropDownLink } from '../page/menus.tsx'
import { PageHeader } from '../page/Page.tsx'
import { isTyping } from '../page/shortcuts.ts'
import { PHONE } from './filters.tsx'
import { PageChoice, RowChoice, type Selection, useSelection } from './selection.tsx'

const NO_COLUMNS: string[] = []

// Selecting text in a row must not open its record.
const isSelectingText = (): boolean => (window.getSelection()?.toString() ?? '') !== ''

/** What a click on a row does: the screen's own action, or the way to the form, where there is one. */
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
  children: ReactNode
  hiddenColumns?: string[] | undefined
  onOpen?: ((record: RaRecord) => void) | null | undefined
  empty?: EmptyText | undefined
}

/** The rows: a table, and cards on a phone. The old ones stay, dimmed, while new ones come. */
export const CatalogueTable = (props: CatalogueTableProps) => {
  const { children, hiddenColumns, onOpen, empty } = props
  const { total, isFetching, isPending, isPlaceholderData, error, meta } = useListContext()
  const { data, handled } = useRowsWithHandled()
  const [hidden] = useHiddenColumns(children, hiddenColumns)
  const opening = useOpening(onOpen)
  if (error) return <ListError />
  if (isPending) return <SkeletonRows />
  if (meta?.beyond) return <BeyondEnd {...meta.beyond} />
  if (data === undefined || (data.length === 0 && !isFetching)) return <EmptyList empty={empty} />
  return (
    <div className={isPlaceholderData === true ? 'rows old-rows' : 'rows'} aria-busy={isFetching}>
      {/* The last row that an action has taken out of the list goes at once. */}
      {data.length === 0 || (total === 0 && handled.size === 0) ? (
        <EmptyList empty={empty} />
      ) : (
        <Rows records={data} handled={handled} hidden={hidden} onOpen={opening}>
          {children}
        </Rows>
      )}
    </div>
  )
}

/** The rows that were shown before and the list no longer finds, among those that it finds, where they were. */
const withHandled = (
  records: readonly RaRecord[],
  before: readonly RaRecord[],
  handled: ReturnType<typeof useHandled>,
  again: readonly RaRecord[] = [],
): readonly RaRecord[] => {
  const found = new Set(records.map(({ id }) => id))
  const rows = [...records]
  before.forEach((record, index) => {
    if (!handled.has(String(record.id)) || found.has(record.id)) return
    rows.splice(index, 0, again.find(({ id }) => id === record.id) ?? record)
  })
  return rows
}

/** The handled rows that the list no longer finds, as they are stored now. */
const useLostRows = (
  rows: readonly RaRecord[] | undefined,
  handled: ReturnType<typeof useHandled>,
): readonly RaRecord[] | undefined => {
  const { data, resource, sort, filter } = useListContext()
  const dataProvider = useDataProvider()
  const ids = useMemo(() => {
    const found = new Set(idsOf(data ?? []))
    return idsOf(rows ?? []).filter((id) => handled.has(id) && !found.has(id))
  }, [data, rows, handled])
  const params = { pagination: { page: 1, perPage: ids.length }, sort, filter: { ...filter, ids } }
  const isAsked = data !== undefined && ids.length > 0
  return useQuery({ ...pageQuery(dataProvider, resource, params), enabled: isAsked }).data?.data
}

/** The rows of the list, and those that were just handled: they stay until another page, order or search is loaded. */
const useRowsWithHandled = () => {
  const { data, resource, page, perPage, sort, filter, filterValues } = useListContext()
  const handled = useHandled(resource)
  const view = JSON.stringify([resource, page, perPage, sort, filter, filterValues])
  const first = { view, data, handled, again: undefined, rows: data }
  const [shown, setShown] = useState<ShownRows>(first)
  const again = useLostRows(shown.view === view ? shown.rows : undefined, handled)
  const { action } = useHistoryEntry()
  const { state } = useLocation()
  const isBack = useRef(action === 'POP' || state?.isReturn === true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another view nothing was handled.
  useEffect(() => {
    if (!isBack.current) forgetHandled(resource)
    isBack.current = false
  }, [resource, view])
  const isOld = shown.data !== data || shown.handled !== handled || shown.again !== again
  if (shown.view !== view || isOld) {
    const before = shown.view === view ? shown.rows : undefined
    const rows = data && before && handled.size > 0 ? withHandled(data, before, handled, again) : data
    setShown({ view, data, handled, again, rows })
  }
  return { data: shown.view === view ? shown.rows : data, handled }
}

type Records = readonly RaRecord[] | undefined

interface ShownRows {
  view: string
  data: Records
  handled: ReturnType<typeof useHandled>
  again: Records
  rows: Records
}

interface RowsProps {
  records: readonly RaRecord[]
  handled: ReturnType<typeof useHandled>
  hidden: string[]
  onOpen: ((record: RaRecord) => void) | undefined
  children: ReactNode
}

type ChangeField = (record: RaRecord, source: string, value: unknown) => Promise<boolean>

/** What cells need of the table, found out once: React-admin's hooks cost more than the row that would call them. */
interface TableState {
  /** The address of a record's form, unless the current user cannot open it. */
  formOf: (id: Identifier) => string | undefined
  canModify: boolean
  nameOf: (source: string) => string
  change: ChangeField
}

const TableContext = createContext<TableState | undefined>(undefined)

/** Throws outside of a table's rows. */
const useTable = (): TableState => {
  const table = useContext(TableContext)
  if (table === undefined) throw new Error('There is no table around')
  return table
}

const useTableState = (): TableState => {
  const resource = useResourceContext() ?? ''
  const translate = useTranslate()
  const createPath = useCreatePath()
  const { hasEdit } = useResourceDefinition({ resource })
  const canOpen = useCan('edit', resource) && hasEdit === true
  const canModify = useCan('modify', resource)
  // Of another identity at each address, which the cells need not hear of.
  const change = useEvent(useChangeField(resource))
  return useMemo(
    () => ({
      formOf: (id) => (canOpen ? createPath({ resource, type: 'edit', id }) : undefined),
      canModify,
      nameOf: (source) => translate(`resources.${resource}.fields.${source}`),
      change,
    }),
    [resource, translate, createPath, canOpen, canModify, change],
  )
}

interface ShownColumn extends ColumnProps {
  text: string
  className: string | undefined
}

/** The parameters of the address that name a saved view, and the columns that it shows. */
export const OF_VIEWS = { id: 'saved', columns: 'columns' } as const

/**
 * The columns that are not shown, and how to hide others: those that a saved view leaves out, in the address, or else those
 * chosen in this browser.
 */
export const useHiddenColumns = (
  columns: ReactNode,
  byDefault: string[] = NO_COLUMNS,
): [hidden: string[], hide: (hidden: string[]) => void] => {
  const resource = useResourceContext()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [chosen, setChosen] = useStore<string[]>(`${resource}.datatable`, byDefault)
  const asked = new URLSearchParams(search).get(OF_VIEWS.columns)
  const hidden = useMemo(() => {
    const shown = asked?.split(',')
    const sources = columnsIn(columns).map(({ source }) => source)
    return shown ? sources.filter((source) => !shown.includes(source)) : chosen
  }, [asked, chosen, columns])
  const hide = (next: string[]): void => {
    if (asked === null) setChosen(next)
    else {
      const query = new URLSearchParams(search)
      const shown = columnsIn(columns).filter(({ source }) => !next.includes(source))
      query.set(OF_VIEWS.columns, shown.map(({ source }) => source).join(','))
      navigate({ search: `?${query}` }, { replace: true })
    }
  }
  return [hidden, hide]
}

/** The columns that are not hidden, with what their cells have in common. */
const useColumns = (children: ReactNode, hidden: string[]): readonly ShownColumn[] => {
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  return useMemo(() => {
    const shown = columnsIn(children).filter(({ source }) => !hidden.includes(source))
    return shown.map((column) => {
      const { source, label, align = 'left', onPhone } = column
      const isTitle = onPhone === 'title' && 'on-phone-title'
      const text = translate({ source, resource, label })
      const classes = [ALIGNED[align], isTitle].filter(Boolean).join(' ')
      return { ...column, text: typeof text === 'string' ? text : source, className: classes || undefined }
    })
  }, [children, hidden, resource, translate])
}

/** A plain table of react-admin's columns: its own is slower, with parts that no list uses. Drawn anew with its props alone. */
const Rows = memo(({ records, handled, hidden, onOpen, children }: RowsProps) => {
  const columns = useColumns(children, hidden)
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

/** As many rows as most screens show. */
const FIRST_ROWS = 20

/** Of changed rows those on the screen at once, and the rest after they are painted: a hundred take longer than feels immediate. */
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

interface RowProps extends Pick<RowsProps, 'onOpen'> {
  record: RaRecord
  columns: readonly ShownColumn[]
  parts: CardParts
  /** Something was just done with it. */
  isHandled: boolean
  isChosen: boolean | undefined
  choose: Selection['choose'] | undefined
}

const Row = memo(({ record, columns, onOpen, isHandled, isChosen = false, choose }: RowProps) => (
  <RecordContext value={record}>
    {/* The keyboard has the link in the row. */}
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

const HandledTick = () => (
  <span className="handled" role="img" aria-label="Hecho" title="Hecho">
    ✓
  </span>
)

/** What a phone's card shows of the columns. */
interface CardParts {
  title: ShownColumn | undefined
  beside: readonly ShownColumn[]
  lines: readonly ShownColumn[]
  picture: ShownColumn | undefined
  actions: readonly ShownColumn[]
  menu: readonly ShownColumn[]
  rows: readonly ShownColumn[]
}

/** Those without a part stay in the record's form. A list that names no second line has its first two plain columns there. */
const partsOf = (shown: readonly ShownColumn[]): CardParts => {
  const columns = shown.map(({ renderOnPhone, ...column }) => ({
    ...column,
    render: renderOnPhone ?? column.render,
  }))
  const as = (part: Part) => columns.filter(({ onPhone }) => onPhone === part)
  const title = as('title')[0] ?? columns.find(({ onPhone }) => onPhone === undefined)
  const named = columns.filter(({ onPhone }) => onPhone === 'line' || onPhone === 'labelled')
  const plain = columns.filter((column) => column.onPhone === undefined && column !== title)
  const rows = as('row')
  return {
    title,
    beside: as('beside'),
    lines: named.length + rows.length > 0 ? named : plain.slice(0, 2),
    picture: as('picture')[0],
    actions: as('action'),
    menu: columns.filter(({ menu }) => menu !== undefined),
    rows,
  }
}

/** A row as a phone shows it: a card of two lines, with what is done most beside them. */
const CardRow = memo(({ record, parts, onOpen, isHandled, isChosen = false, choose }: RowProps) => {
  const { formOf } = useTable()
  const { title, beside, lines, picture, actions, rows } = parts
  const entries = parts.menu.flatMap(({ source, menu }) => {
    const entry = menu?.(record)
    return entry ? [<Fragment key={source}>{entry}</Fragment>] : []
  })
  return (
    <RecordContext value={record}>
      <tr
        data-record={record.id}
        className={onOpen ? 'card-row clickable-row' : 'card-row'}
        aria-selected={choose && isChosen}
        onClick={onOpen && (() => onOpen(record))}
      >
        {choose && <RowChoice record={record} isChosen={isChosen} choose={choose} />}
        {picture && <Cell className="card-picture">{contentOf(picture, record)}</Cell>}
        <Cell className="on-phone-title">
          <div className="card-title">
            {isHandled ? <HandledTick /> : null}
            {title && contentOf(title, record)}
            {beside.map((column) => (
              <span key={column.source} className="card-beside">
                {contentOf(column, record)}
              </span>
            ))}
          </div>
        </Cell>
        {lines.length === 0 ? null : (
          <Cell className="card-second">
            <div className="card-line">
              {lines.map((column) => (
                <CardLine key={column.source} column={column} record={record} />
              ))}
            </div>
          </Cell>
        )}
        {actions.length + entries.length === 0 ? null : (
          <Cell className="card-actions">
            {actions.map((column) => (
              <Fragment key={column.source}>{contentOf(column, record)}</Fragment>
            ))}
            {entries.length === 0 ? null : (
              <CardMenu name={String(record.title ?? record.name ?? '')} form={formOf(record.id)}>
                {entries}
              </CardMenu>
            )}
          </Cell>
        )}
        {rows.map((column) => (
          <Cell key={column.source} className="card-labelled" label={column.text}>
            {contentOf(column, record)}
          </Cell>
        ))}
      </tr>
    </RecordContext>
  )
})

interface CardMenuProps {
  /** Title of the card's record. */
  name: string
  /** The address of the record's form, where it can be opened. */
  form: string | undefined
  children: ReactNode
}

/** '⋯' of a phone's card: what the row offers on a desk. Its clicks and keys are none of the row's. */
const CardMenu = ({ name, form, children }: CardMenuProps) => (
  <Box component="span" onClick={stop} onKeyDown={stop}>
    <DropDown label={<MoreIcon />} name={`Más acciones: ${name}`} isAtTheEnd>
      {form === undefined ? null : <DropDownLink to={form}>Editar</DropDownLink>}
      {children}
    </DropDown>
  </Box>
)

const Cell = ({ label, className, children }: { label?: string; className: string; children: ReactNode }) => (
  // The row is drawn as a grid, in which a cell would not count as one.
  // biome-ignore lint/a11y/noRedundantRoles: see above.
  <td role="cell" className={className} data-label={label}>
    {children}
  </td>
)

const CardLine = ({ column, record }: { column: ShownColumn; record: RaRecord }) => {
  const content = contentOf(column, record)
  if (content === null || content === '' || content === undefined) return null
  return (
    <span>
      {column.onPhone === 'line' ? null : <span className="card-label">{column.text} </span>}
      {content}
    </span>
  )
}

const contentOf = ({ source, render, clip }: ShownColumn, record: RaRecord): ReactNode => {
  const content = render ? render(record) : plain(record[source])
  return clip === undefined || !content ? content : <Clipped width={clip}>{content}</Clipped>
}

const plain = (value: unknown): ReactNode => {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

const Clipped = ({ width, children }: { width: number; children: ReactNode }) => (
  <div
    className="clipped"
    title={typeof children === 'string' ? children : undefined}
    style={{ '--width': `${width}px` }}
  >
    {children}
  </div>
)

/** The headers; of another order only those that say so are drawn anew. */
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
  /** Unless it is sorted by another column. */
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

/** Of a column that can be sorted but is not: it points neither up nor down. */
const BOTH_WAYS =
  'M12 5.83 15.17 9l1.41-1.41L12 3 7.41 7.59 8.83 9zm0 12.34L8.83 15l-1.41 1.41L12 21l4.59-4.59L15.17 15z'
const ARROW = 'M20 12l-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8 8-8z'

export interface EmptyText {
  title: string
  text: string
}

const NOTHING_YET: EmptyText = {
  title: 'Todavía no hay registros.',
  text: 'Los que se registren aparecerán aquí.',
}

/** Why there are no rows: nothing is there yet, or nothing matches. */
export const EmptyList = ({ empty = NOTHING_YET }: { empty?: EmptyText | undefined }) => {
  const { filterValues, setFilters } = useListContext()
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <Box sx={{ py: 7, px: 2, textAlign: 'center' }}>
      <Typography role="status" sx={{ fontWeight: 600, mb: 0.5 }}>
        {isFiltered ? 'Ningún registro coincide con la búsqueda.' : empty.title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: isFiltered ? 2 : 0 }}>
        {isFiltered ? 'Pruebe con otro texto u otros filtros.' : empty.text}
      </Typography>
      {isFiltered ? (
        <Button variant="outlined" onClick={() => setFilters({})}>
          Limpiar filtros
        </Button>
      ) : null}
    </Box>
  )
}

export const ListError = () => {
  const { error, refetch } = useListContext()
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <Button color="inherit" onClick={() => refetch()}>
          Intentar de nuevo
        </Button>
      }
    >
      {error instanceof Error ? error.message : 'No se pudo leer la lista.'}
    </Alert>
  )
}

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

const BARS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export const SkeletonRows = () => (
  <Box role="status" aria-label="Cargando" sx={{ p: 1.5 }}>
    {BARS.map((row) => (
      <Skeleton key={row} variant="rounded" height={28} sx={{ my: 1 }} />
    ))}
  </Box>
)

/** A list whose page size is not known yet. */
export const ListSkeleton = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <Card>
      <SkeletonRows />
    </Card>
  </>
)

export interface ColumnProps<R extends RaRecord = RaRecord> {
  /** The field that it shows and sorts by, and takes its label from. */
  source: string
  label?: string
  disableSort?: boolean
  /** The order of the first press on the header. */
  firstOrder?: SortPayload['order']
  align?: 'left' | 'right' | 'center'
  /** What the cell shows; without it the plain value. */
  render?: (record: R) => ReactNode
  /** Maximum width in pixels: a longer text is cut off, and shown on hover. */
  clip?: number
  /** Its part in a phone's card; without it the record's form has it. */
  onPhone?: Part
  /** What the card shows in place of the cell. */
  renderOnPhone?: (record: R) => ReactNode
  /** The entry of the card's menu for what the cell offers; none where it offers nothing. */
  menu?: (record: R) => ReactNode
}

/**
 * The parts of a phone's card: its first line with what stands beside the title, its second line with or without labels,
 * a picture before and actions after both, and further rows for what no form has.
 */
type Part = 'title' | 'beside' | 'line' | 'labelled' | 'picture' | 'action' | 'row'

/** What declares a column. It is never drawn itself: an element for each of a thousand cells would be slow. */
type ColumnType<Props> = FunctionComponent<Props> & { columnOf: (props: Props) => ColumnProps }

const declaring = <Props,>(columnOf: (props: Props) => ColumnProps): ColumnType<Props> =>
  Object.assign(() => null, { columnOf })

const isDeclaring = (type: unknown): type is ColumnType<object> =>
  typeof type === 'function' && 'columnOf' in type

/** The columns that the children of a list declare; throws for other children. */
export const columnsIn = (columns: ReactNode): ColumnProps[] =>
  Children.toArray(columns).map((child) => {
    if (!isValidElement<object>(child) || !isDeclaring(child.type))
      throw new Error('The children of a list are columns')
    return child.type.columnOf(child.props)
  })

// React-admin hands the list's own records to its columns; the list that declares them knows their type.
const ofAnyRecord = <R extends RaRecord>(props: ColumnProps<R>): ColumnProps =>
  props as unknown as ColumnProps

/** A column of a list: its header sorts, and says so; its cells become lines of a card on a phone. */
export const Column: (<R extends RaRecord = RaRecord>(props: ColumnProps<R>) => null) & {
  columnOf: typeof ofAnyRecord
} = Object.assign(() => null, { columnOf: ofAnyRecord })

type Special = Omit<ColumnProps, 'render'>
type Titled = Special & { titleSource?: string }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The column whose text opens the record, for the keyboard too. */
export const LinkColumn = declaring((props: Special) => ({
  onPhone: 'title',
  ...props,
  render: (record) => <RowLink>{text(record[props.source]) || '—'}</RowLink>,
}))

/** A column of counts: to the right, with thousands. */
export const CountColumn = declaring((props: Special) => ({
  align: 'right',
  firstOrder: 'DESC',
  ...props,
  render: (record) => (typeof record[props.source] === 'number' ? formatCount(record[props.source]) : null),
}))

/** A column of days, DD/MM/YYYY. */
export const DayColumn = declaring((props: Special) => ({
  firstOrder: 'DESC',
  ...props,
  render: (record) => dayText(text(record[props.source])),
}))

/** A column of instants, DD/MM/YYYY hh:mm:ss am/pm, in one line. */
export const MomentColumn = declaring((props: Special) => ({
  firstOrder: 'DESC',
  ...props,
  render: (record) => <span className="one-line">{momentText(text(record[props.source]))}</span>,
}))

/** A column of covers; `titleSource` names what they show. */
export const CoverColumn = declaring(({ titleSource = 'title', ...props }: Titled) => ({
  disableSort: true,
  onPhone: 'picture',
  ...props,
  render: (record) => <Thumbnail src={text(record[props.source])} alt={text(record[titleSource])} />,
}))

/** A column of logos; `titleSource` names whose they are. */
export const LogoColumn = declaring(({ titleSource = 'title', ...props }: Titled) => ({
  disableSort: true,
  onPhone: 'picture',
  ...props,
  render: (record) => (
    <Thumbnail
      src={text(record[props.source])}
      alt={text(record[titleSource])}
      width={40}
      ratio="16 / 9"
      fit="contain"
    />
  ),
}))

/** For whom a row is, unless for all users. */
export const AudienceColumn = declaring(() => ({
  source: 'isAdult',
  label: 'Público',
  firstOrder: 'DESC',
  render: (record) => <AudienceTags record={record} />,
}))

/** For whom a channel or a channel list is, unless for all users. */
export const AudienceTags = ({ record }: { record: RaRecord }) => {
  const isAdult = record.isAdult === true
  const isForChildren = record.children === true
  if (!isAdult && !isForChildren) return null
  return (
    <span className="tags">
      {isAdult ? <Tag>Adultos</Tag> : null}
      {isForChildren ? <Tag>Niños</Tag> : null}
    </span>
  )
}

/** The entry that leads to a content's page in the external film database, where it has one. */
export const imdbEntry = (content: Parameters<typeof imdbPage>[0]): ReactNode => {
  const page = imdbPage(content)
  return page && <DropDownAddress {...page}>IMDb</DropDownAddress>
}

/** A column of switches that change the field on the spot; `titleSource` names the record. */
export const StatusColumn = declaring(({ titleSource = 'title', ...props }: Titled) => ({
  onPhone: 'action',
  ...props,
  render: () => <StatusSwitch source={props.source} titleSource={titleSource} />,
}))

interface StatusSwitchProps {
  source: string
  titleSource: string
}

const StatusSwitch = ({ source, titleSource }: StatusSwitchProps) => {
  const record = useRecordContext()
  const { canModify, nameOf, change } = useTable()
  if (record === undefined) return null
  return (
    <ToggleSwitch
      checked={record[source] === true}
      label={`${nameOf(source)}: ${record[titleSource] ?? ''}`}
      disabled={!canModify}
      onToggle={(value) => change(record, source, value)}
    />
  )
}

/**
 * Changes one field of a row at once, and reverts it with the server's message if saving fails. The list is not read
 * again: under another order the row would jump away. Resolves to whether it was saved.
 */
export const useToggle = (source: string): ((record: RaRecord, value: unknown) => Promise<boolean>) => {
  const { change } = useTable()
  return useCallback((record, value) => change(record, source, value), [change, source])
}

/** The same for a known resource, also outside of its rows. */
export const useChangeField = (resource: string): ChangeField => {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const patch = useRowPatch()
  const queryClient = useQueryClient()
  return async (record, source, value) => {
    const lists = [resource, 'getList']
    patch(lists, record, { [source]: value })
    try {
      const params = { id: record.id, data: { [source]: value }, previousData: record }
      const { data } = await dataProvider.update(resource, { ...params, meta: { unstamped: true } })
      // This field alone: another switch of the row can be under way.
      patch(lists, record, { [source]: data[source], dateUpdate: data.dateUpdate })
      return true
    } catch (error) {
      patch(lists, record, { [source]: record[source] })
      notify(error instanceof Error ? error.message : 'No se pudo guardar el cambio.', { type: 'error' })
      return false
    } finally {
      // What was asked before the change was saved would bring the old value back.
      void queryClient.invalidateQueries({
        queryKey: lists,
        predicate: ({ state }) => state.fetchStatus === 'fetching',
        refetchType: 'all',
      })
    }
  }
}

/** Changes a record's row in every cached list without moving it. */
const useRowPatch = (): ((key: QueryKey, record: RaRecord, fields: object) => void) => {
  const queryClient = useQueryClient()
  return useCallback(
    (queryKey, { id }, fields) => {
      queryClient.setQueriesData<GetListResult>(
        { queryKey },
        (list) =>
          list && { ...list, data: list.data.map((row) => (row.id === id ? { ...row, ...fields } : row)) },
      )
    },
    [queryClient],
  )
}

/** Opens the row's record; plain text without the permission. */
const RowLink = ({ children }: { children: ReactNode }) => {
  const record = useRecordContext()
  const { formOf } = useTable()
  const to = record === undefined ? undefined : formOf(record.id)
  return to === undefined ? <strong>{children}</strong> : <TitleLink to={to}>{children}</TitleLink>
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A title in a row that opens something; what is too long for its cell ends in dots. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <LinkBase className="text-link title-link" to={to} onClick={stop}>
    {children}
  </LinkBase>
)

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)'

type RowKey = Pick<
  KeyboardEvent,
  'key' | 'target' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'preventDefault'
>

const isPlain = ({ ctrlKey, altKey, metaKey, shiftKey }: RowKey): boolean =>
  !(ctrlKey || altKey || metaKey || shiftKey)

const controlIn = (row: Element | null, column: number): HTMLElement | null => {
  if (!(row instanceof HTMLTableRowElement)) return null
  return row.cells[column]?.querySelector<HTMLElement>(CONTROLS) ?? row.querySelector<HTMLElement>(CONTROLS)
}

/** Moves the focus from a control in a row to that of the row above or below. */
const moveBetweenRows = (event: RowKey): void => {
  const { key, target } = event
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !isPlain(event) || isTyping(target)) return
  const cell = target instanceof Element ? target.closest('td') : null
  const row = cell?.closest('tr')
  if (!cell || !row) return
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  const control = controlIn(next, cell.cellIndex)
  if (control === null) return
  event.preventDefault()
  control.focus()
}

/** From the search box to the first row below it. */
export const moveToRows = (event: RowKey): void => {
  if (event.key !== 'ArrowDown' || !isPlain(event)) return
  const row = document.querySelector('main .rows tbody tr')
  const control = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>(CONTROLS)
  if (!control) return
  event.preventDefault()
  control.focus()
}
