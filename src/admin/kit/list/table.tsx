import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import TableSortLabel from '@mui/material/TableSortLabel'
import Typography from '@mui/material/Typography'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import {
  type GetListResult,
  LinkBase,
  type RaRecord,
  RecordContextProvider,
  type SortPayload,
  useCreatePath,
  useDataProvider,
  useListContext,
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
  createContext,
  memo,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useContext,
  useMemo,
} from 'react'
import { formatCount } from '../../../domain/format/text.ts'
import { useCan } from '../../api/me.ts'
import { dayText, momentText } from '../display/dates.ts'
import { Tag, ToggleSwitch } from '../display/display.tsx'
import { Thumbnail } from '../display/Thumbnail.tsx'
import { PageHeader } from '../page/Page.tsx'

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
    const open = onOpen ?? (hasForm ? openForm : undefined)
    return open && ((record) => isSelectingText() || open(record))
  }, [onOpen, hasForm, resource, createPath, navigate])
}

interface CatalogueTableProps {
  children: ReactNode
  hiddenColumns?: string[] | undefined
  onOpen?: ((record: RaRecord) => void) | undefined
}

/** The rows: a table, and cards on a phone. The old ones stay, dimmed, while new ones come. */
export const CatalogueTable = (props: CatalogueTableProps) => {
  const { children, hiddenColumns = NO_COLUMNS, onOpen } = props
  const { data, total, isFetching, isPending, isPlaceholderData, error } = useListContext()
  const opening = useOpening(onOpen)
  if (error) return <ListError />
  if (isPending) return <SkeletonRows />
  if (data === undefined || (data.length === 0 && !isFetching)) return <EmptyList />
  return (
    <Box aria-busy={isFetching} sx={{ opacity: isPlaceholderData ? 0.55 : 1, transition: 'opacity 120ms' }}>
      {/* The last row that an action has taken out of the list goes at once. */}
      {data.length === 0 || total === 0 ? (
        <EmptyList />
      ) : (
        <Rows records={data} hiddenColumns={hiddenColumns} onOpen={opening}>
          {children}
        </Rows>
      )}
    </Box>
  )
}

interface RowsProps {
  records: readonly RaRecord[]
  hiddenColumns: string[]
  onOpen: ((record: RaRecord) => void) | undefined
  children: ReactNode
}

/** What all cells need, found out once: a page has a thousand of them. */
interface TableState {
  isHidden: (source: string) => boolean
  labelOf: (column: ColumnProps) => string
}

const TableContext = createContext<TableState>({ isHidden: () => false, labelOf: ({ source }) => source })

/** Whether a column is drawn in the header or in a row. */
const HeaderContext = createContext(false)

const useTableState = (defaultHidden: string[]): TableState => {
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  const [hidden] = useStore<string[]>(`${resource}.datatable`, defaultHidden)
  return useMemo(() => {
    const labels = new Map<string, string>()
    const labelOf = ({ source, label }: ColumnProps): string => {
      const known = labels.get(source)
      if (known !== undefined) return known
      const text = translate({ source, resource, label })
      const found = typeof text === 'string' ? text : source
      labels.set(source, found)
      return found
    }
    return { isHidden: (source) => hidden.includes(source), labelOf }
  }, [hidden, resource, translate])
}

/** A plain table of react-admin's columns: its own is slower, with parts that no list uses. Drawn anew with its props alone. */
const Rows = memo(({ records, hiddenColumns, onOpen, children }: RowsProps) => (
  <TableContext value={useTableState(hiddenColumns)}>
    <Box sx={ROWS_TABLE}>
      <table>
        <HeaderContext value={true}>
          <thead>
            <tr>{children}</tr>
          </thead>
        </HeaderContext>
        <tbody>
          {records.map((record) => (
            <Row key={record.id} record={record} onOpen={onOpen}>
              {children}
            </Row>
          ))}
        </tbody>
      </table>
    </Box>
  </TableContext>
))

interface RowProps extends Pick<RowsProps, 'onOpen' | 'children'> {
  record: RaRecord
}

const Row = memo(({ record, onOpen, children }: RowProps) => (
  <RecordContextProvider value={record}>
    {/* The keyboard has the link in the row. */}
    <tr className={onOpen && 'clickable-row'} onClick={onOpen && (() => onOpen(record))}>
      {children}
    </tr>
  </RecordContextProvider>
))

/** Why there are no rows: nothing is there yet, or nothing matches. */
export const EmptyList = () => {
  const { filterValues, setFilters } = useListContext()
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <Box sx={{ py: 7, px: 2, textAlign: 'center' }}>
      <Typography role="status" sx={{ fontWeight: 600, mb: 0.5 }}>
        {isFiltered ? 'Ningún registro coincide con la búsqueda.' : 'Todavía no hay registros.'}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: isFiltered ? 2 : 0 }}>
        {isFiltered ? 'Pruebe con otro texto u otros filtros.' : 'Los que se registren aparecerán aquí.'}
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

/** Below 600 px each row is a card with its labels, so that nothing scrolls sideways. */
export const TABLE = {
  '& tbody tr:last-child td': { borderBottom: 0 },
  '@media (max-width: 599.95px)': {
    '& thead': { display: 'none' },
    '& table, & tbody': { display: 'block' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: '1fr',
      columnGap: 1.5,
      p: 1.5,
      borderBottom: 1,
      borderColor: 'divider',
    },
    '& tr:has(.on-phone-picture)': { gridTemplateColumns: '64px 1fr' },
    '& td': {
      border: 0,
      p: 0,
      py: 0.25,
      minHeight: 28,
      display: 'flex',
      flexDirection: 'row',
      gap: 1.5,
      alignItems: 'center',
      justifyContent: 'space-between',
      textAlign: 'right',
      overflowWrap: 'anywhere',
      gridColumn: -2,
    },
    '& td::before': {
      content: 'attr(data-label)',
      color: 'text.secondary',
      fontSize: 12,
      fontWeight: 600,
      textAlign: 'left',
      whiteSpace: 'nowrap',
    },
    '& td .clipped': { maxWidth: 'none', whiteSpace: 'normal' },
    '& td.on-phone-title, & td.on-phone-picture': { justifyContent: 'flex-start', textAlign: 'left' },
    '& td.on-phone-title::before, & td.on-phone-picture::before': { content: 'none' },
    '& td.on-phone-title': { fontSize: 16, order: -1 },
    '& td.on-phone-picture': { gridColumn: 1, gridRow: '1 / span 20', alignItems: 'flex-start' },
    '& td.on-phone-picture :is(.thumbnail, .thumbnail > *)': { width: 64 },
    '& td.on-phone-hidden, & td:empty': { display: 'none' },
  },
} as const

const ROWS_TABLE = {
  overflowX: 'auto',
  '& table': { width: 1, borderCollapse: 'collapse', borderSpacing: 0 },
  '& td, & th': {
    p: '7px 12px',
    borderBottom: '1px solid var(--line)',
    fontSize: '0.875rem',
    lineHeight: 1.43,
    letterSpacing: '0.01071em',
    textAlign: 'left',
    verticalAlign: 'middle',
  },
  '& th': {
    p: '9px 12px',
    color: 'text.secondary',
    fontSize: 12,
    fontWeight: 600,
    lineHeight: '1.5rem',
    whiteSpace: 'nowrap',
  },
  '@media (min-width: 600px)': {
    // The arrow of a sorted header stands on the other side then.
    '& .to-the-right': { textAlign: 'right', flexDirection: 'row-reverse' },
    '& .to-the-middle': { textAlign: 'center' },
  },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& .clickable-row': { cursor: 'pointer' },
  '& .clipped': {
    maxWidth: 'var(--width)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  ...TABLE,
} as const

declare module 'react' {
  interface CSSProperties {
    /** How wide a clipped text can be. */
    '--width'?: string
  }
}

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
  /** Its part in a phone's card; without it a line with its label. */
  onPhone?: 'title' | 'picture' | 'hidden'
}

/** A column of a list: its header sorts, and says so; its cells become lines of a card on a phone. */
export const Column = <R extends RaRecord = RaRecord>(props: ColumnProps<R>) => {
  const isHeader = useContext(HeaderContext)
  const { isHidden } = useContext(TableContext)
  const column = ofAnyRecord(props)
  if (isHidden(column.source)) return null
  return isHeader ? <HeadCell {...column} /> : <DataCell {...column} />
}

// React-admin hands the list's own records to its columns; the list that declares them knows their type.
const ofAnyRecord = <R extends RaRecord>(props: ColumnProps<R>): ColumnProps =>
  props as unknown as ColumnProps

const DIRECTION = { ASC: 'asc', DESC: 'desc' } as const
const SORTED = { ASC: 'ascending', DESC: 'descending' } as const
const REVERSED = { ASC: 'DESC', DESC: 'ASC' } as const
const ALIGNED = { left: undefined, right: 'to-the-right', center: 'to-the-middle' } as const

const HeadCell = (props: ColumnProps) => {
  const { source, align = 'left', disableSort = false, firstOrder = 'ASC' } = props
  const { labelOf } = useContext(TableContext)
  const { sort, setSort } = useListContext()
  const order = sort.field === source ? sort.order : undefined
  const label = labelOf(props)
  if (disableSort)
    return (
      <th scope="col" className={ALIGNED[align]}>
        {label}
      </th>
    )
  return (
    <th scope="col" className={ALIGNED[align]} aria-sort={order === undefined ? 'none' : SORTED[order]}>
      <TableSortLabel
        active={order !== undefined}
        direction={DIRECTION[order ?? firstOrder]}
        onClick={() => setSort({ field: source, order: order === undefined ? firstOrder : REVERSED[order] })}
        sx={{ minHeight: 24 }}
      >
        {label}
      </TableSortLabel>
    </th>
  )
}

const PARTS = { title: 'on-phone-title', picture: 'on-phone-picture', hidden: 'on-phone-hidden' } as const

const DataCell = (props: ColumnProps) => {
  const { source, align = 'left', render, onPhone, clip } = props
  const { labelOf } = useContext(TableContext)
  const record = useRecordContext()
  const content = record === undefined ? null : render ? render(record) : plain(record[source])
  const classes = [ALIGNED[align], onPhone && PARTS[onPhone]].filter(Boolean).join(' ')
  return (
    // A phone draws the row as a grid, in which a cell would not count as one.
    // biome-ignore lint/a11y/noRedundantRoles: see above.
    <td role="cell" className={classes || undefined} data-label={labelOf(props)}>
      {clip === undefined || !content ? content : <Clipped width={clip}>{content}</Clipped>}
    </td>
  )
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

type Special = Omit<ColumnProps, 'render'>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The column whose text opens the record, for the keyboard too. */
export const LinkColumn = (props: Special) => (
  <Column
    onPhone="title"
    {...props}
    render={(record: RaRecord) => <RowLink>{text(record[props.source]) || '—'}</RowLink>}
  />
)

/** A column of counts: to the right, with thousands. */
export const CountColumn = (props: Special) => (
  <Column
    align="right"
    firstOrder="DESC"
    {...props}
    render={(record: RaRecord) =>
      typeof record[props.source] === 'number' ? formatCount(record[props.source]) : null
    }
  />
)

/** A column of days, DD/MM/YYYY. */
export const DayColumn = (props: Special) => (
  <Column firstOrder="DESC" {...props} render={(record: RaRecord) => dayText(text(record[props.source]))} />
)

/** A column of instants, DD/MM/YYYY hh:mm:ss am/pm, in one line. */
export const MomentColumn = (props: Special) => (
  <Column
    firstOrder="DESC"
    {...props}
    render={(record: RaRecord) => (
      <span style={{ whiteSpace: 'nowrap' }}>{momentText(text(record[props.source]))}</span>
    )}
  />
)

/** A column of covers; `titleSource` names what they show. */
export const CoverColumn = ({ titleSource = 'title', ...props }: Special & { titleSource?: string }) => (
  <Column
    disableSort
    onPhone="picture"
    {...props}
    render={(record: RaRecord) => (
      <Thumbnail src={text(record[props.source])} alt={text(record[titleSource])} />
    )}
  />
)

/** A column of logos; `titleSource` names whose they are. */
export const LogoColumn = ({ titleSource = 'title', ...props }: Special & { titleSource?: string }) => (
  <Column
    disableSort
    onPhone="picture"
    {...props}
    render={(record: RaRecord) => (
      <Thumbnail
        src={text(record[props.source])}
        alt={text(record[titleSource])}
        width={40}
        ratio="16 / 9"
        fit="contain"
      />
    )}
  />
)

/** For whom a row is, unless for all users. */
export const AudienceColumn = () => (
  <Column
    source="isAdult"
    label="Público"
    firstOrder="DESC"
    render={(record: RaRecord) => <AudienceTags record={record} />}
  />
)

/** For whom a channel or a channel list is, unless for all users. */
export const AudienceTags = ({ record }: { record: RaRecord }) => {
  const isAdult = record.isAdult === true
  const isForChildren = record.children === true
  if (!isAdult && !isForChildren) return null
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {isAdult ? <Tag>Adultos</Tag> : null}
      {isForChildren ? <Tag>Niños</Tag> : null}
    </Box>
  )
}

/** A column of switches that change the field on the spot; `titleSource` names the record. */
export const StatusColumn = ({ titleSource = 'title', ...props }: Special & { titleSource?: string }) => (
  <Column {...props} render={() => <StatusSwitch source={props.source} titleSource={titleSource} />} />
)

interface StatusSwitchProps {
  source: string
  titleSource?: string
}

/** The switch of a row's active flag. */
export const StatusSwitch = ({ source, titleSource = 'title' }: StatusSwitchProps) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const toggle = useToggle(source)
  const canModify = useCan('modify', resource)
  const label = useTranslate()(`resources.${resource}.fields.${source}`)
  if (record === undefined) return null
  return (
    <ToggleSwitch
      checked={record[source] === true}
      label={`${label}: ${record[titleSource] ?? ''}`}
      disabled={!canModify}
      onToggle={(value) => toggle(record, value)}
    />
  )
}

/**
 * Changes one field of a row at once, and reverts it with the server's message if saving fails. The list is not read
 * again: under another order the row would jump away. Resolves to whether it was saved.
 */
export const useToggle = (source: string): ((record: RaRecord, value: unknown) => Promise<boolean>) => {
  const resource = useResourceContext() ?? ''
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const patch = useRowPatch()
  return useCallback(
    async (record, value) => {
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
      }
    },
    [resource, source, dataProvider, notify, patch],
  )
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
export const RowLink = ({ children }: { children: ReactNode }) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const createPath = useCreatePath()
  const canOpen = useCan('edit', resource)
  if (record === undefined || !canOpen) return <strong>{children}</strong>
  return <TitleLink to={createPath({ resource, type: 'edit', id: record.id })}>{children}</TitleLink>
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** A title in a row that opens something; what is too long for its cell ends in dots. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <LinkBase className="text-link title-link" to={to} onClick={stop}>
    {children}
  </LinkBase>
)
