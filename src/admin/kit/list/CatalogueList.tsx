import AddIcon from '@mui/icons-material/Add'
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import {
  LinkBase,
  ListBase,
  type RaRecord,
  type SortPayload,
  useCreatePath,
  useListContext,
  useResourceContext,
  useStore,
  useTranslateLabel,
} from 'ra-core'
import { Children, type FormEvent, isValidElement, type ReactNode, useState } from 'react'
import { useCan } from '../../api/me.ts'
import { retryRead } from '../../api/query-client.ts'
import { usePageSize } from '../../api/settings.ts'
import { useListLocation } from '../page/list-location.ts'
import { PageHeader } from '../page/Page.tsx'
import { CatalogueTable, ListSkeleton, Paginator, totalText } from './CatalogueTable.tsx'

export interface CatalogueListProps {
  /** The heading, and the title of the tab. */
  title: string
  /** The order while the address has none. */
  sort: SortPayload
  /** A permanent filter: the children of one parent. */
  only?: Readonly<Record<string, unknown>>
  children: ReactNode
  /** The filters beside the search box. */
  filters?: ReactNode
  /** Label of the button that opens the create screen; no button without it. */
  createLabel?: string
  /** More buttons beside it. */
  actions?: ReactNode
  /** Shown beside the total. */
  details?: ReactNode
  /** Between the heading and the list. */
  above?: ReactNode
  /** Hidden until chosen in the menu of columns. */
  hiddenColumns?: string[]
  /** What a click on a row does, instead of opening its form. */
  onOpen?: (record: RaRecord) => void
}

const silent = () => undefined

const ListBody = (props: Omit<CatalogueListProps, 'sort' | 'only'>) => {
  const { title, children, filters, createLabel, actions, details, above, hiddenColumns, onOpen } = props
  useListLocation()
  return (
    <>
      <ListHeader title={title} createLabel={createLabel} details={details} actions={actions} />
      {above}
      <Card>
        <FilterBar columns={children} hiddenColumns={hiddenColumns}>
          {filters}
        </FilterBar>
        <CatalogueTable hiddenColumns={hiddenColumns} onOpen={onOpen}>
          {children}
        </CatalogueTable>
        <Paginator />
      </Card>
    </>
  )
}

/**
 * The shared list: search, filters, sortable columns, total and paginator. Its address holds the whole view; nothing
 * of it is kept elsewhere, so that the menu always opens a clean list.
 */
export const CatalogueList = ({ sort, only, ...props }: CatalogueListProps) => {
  const pageSize = usePageSize()
  if (pageSize === undefined) return <ListSkeleton title={props.title} />
  return (
    <ListBase
      sort={sort}
      {...(only === undefined ? {} : { filter: only })}
      perPage={pageSize}
      storeKey={false}
      queryOptions={{ onError: silent, retry: retryRead }}
    >
      <ListBody {...props} />
    </ListBase>
  )
}

const Total = () => {
  const { total, meta } = useListContext()
  return (
    <Box
      component="span"
      role="status"
      aria-label="Total de registros"
      data-testid="total"
      sx={{
        bgcolor: 'var(--chip)',
        color: 'text.secondary',
        borderRadius: '99px',
        px: '10px',
        py: '2px',
        fontWeight: 600,
        fontSize: 13,
        minWidth: 32,
        textAlign: 'center',
      }}
    >
      {total === undefined ? '…' : totalText(total, meta)}
    </Box>
  )
}

const CreateButton = ({ label }: { label: string }) => {
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  const canRegister = useCan('register', resource)
  const canCreate = useCan('create', resource)
  if (!canRegister || !canCreate) return null
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      component={LinkBase}
      to={createPath({ resource, type: 'create' })}
    >
      {label}
    </Button>
  )
}

interface ListHeaderProps {
  title: string
  createLabel?: string | undefined
  details?: ReactNode
  actions?: ReactNode
}

export const ListHeader = ({ title, createLabel, details, actions }: ListHeaderProps) => (
  <PageHeader title={title}>
    <Total />
    {details}
    <Box sx={{ flex: 1 }} />
    {actions}
    {createLabel === undefined ? null : <CreateButton label={createLabel} />}
  </PageHeader>
)

const BAR = {
  display: 'flex',
  gap: 1.25,
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  p: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const

const NONE: string[] = []

interface FilterBarProps {
  children?: ReactNode
  columns: ReactNode
  hiddenColumns?: string[] | undefined
}

/** Search, the screen's filters, and the choice of columns (on a phone: of the order). */
export const FilterBar = ({ children, columns, hiddenColumns = NONE }: FilterBarProps) => (
  <Box sx={BAR}>
    <SearchBox />
    {children}
    <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
    <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
      <ColumnsMenu columns={columns} hiddenColumns={hiddenColumns} />
    </Box>
    <PhoneSort columns={columns} />
  </Box>
)

/** Free text over the list: it searches with Enter or the button, not at each key. */
export const SearchBox = () => {
  const { filterValues, setFilters, refetch } = useListContext()
  const asked = typeof filterValues.q === 'string' ? filterValues.q : ''
  const [text, setText] = useState(asked)
  const [shown, setShown] = useState(asked)
  // The address changed under the box (back, clear): it shows what is searched for now.
  if (shown !== asked) {
    setShown(asked)
    setText(asked)
  }
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const { q: _, ...others } = filterValues
    const q = text.trim()
    if (q === asked) refetch()
    else setFilters(q === '' ? others : { ...others, q })
  }
  return (
    <Box
      component="form"
      role="search"
      onSubmit={search}
      sx={{ display: 'flex', gap: 1, flex: { xs: '1 1 100%', sm: '1 1 300px' }, maxWidth: { sm: 400 } }}
    >
      <TextField
        name="q"
        type="search"
        placeholder="Buscar"
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { 'aria-label': 'Texto a buscar', maxLength: 200 } }}
        sx={{ flex: 1, my: 0 }}
      />
      <Button type="submit" variant="outlined">
        Buscar
      </Button>
    </Box>
  )
}

interface ColumnsMenuProps {
  columns: ReactNode
  hiddenColumns: string[]
}

/** Which columns the table shows; the choice is remembered in this browser. */
export const ColumnsMenu = ({ columns, hiddenColumns }: ColumnsMenuProps) => {
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  // The key under which react-admin's table looks the hidden ones up.
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, hiddenColumns)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (source: string): void =>
    setHidden(hidden.includes(source) ? hidden.filter((each) => each !== source) : [...hidden, source])
  return (
    <>
      <Button
        startIcon={<ViewColumnIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Columnas
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Columnas visibles',
            sx: { border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', px: 2, py: 1 }}>
          {columnsIn(columns).map(({ source, label }) => (
            <FormControlLabel
              key={source}
              label={translate({ source, resource, label })}
              control={
                <Checkbox
                  size="small"
                  checked={!hidden.includes(source)}
                  onChange={() => toggle(source)}
                  sx={{ p: '5px' }}
                />
              }
            />
          ))}
        </Box>
      </Popover>
    </>
  )
}

interface DeclaredColumn {
  source: string
  label?: string
  disableSort?: boolean
}

export const columnsIn = (columns: ReactNode): DeclaredColumn[] =>
  Children.toArray(columns).flatMap((column) =>
    isValidElement<Partial<DeclaredColumn>>(column) && column.props.source
      ? [{ ...column.props, source: column.props.source }]
      : [],
  )

/** The order of the cards on a phone, where there are no headers to press. */
export const PhoneSort = ({ columns }: { columns: ReactNode }) => {
  const { sort, setSort } = useListContext()
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  const choices = columnsIn(columns)
    .filter(({ disableSort }) => !disableSort)
    .flatMap(({ source, label }) => {
      const name = translate({ source, resource, label })
      return (['ASC', 'DESC'] as const).map((order) => ({
        value: `${source} ${order}`,
        label: `${typeof name === 'string' ? name : source} ${order === 'ASC' ? '↑' : '↓'}`,
      }))
    })
  const chosen = `${sort.field} ${sort.order}`
  return (
    <TextField
      select
      label="Ordenar por"
      value={choices.some(({ value }) => value === chosen) ? chosen : ''}
      onChange={({ target }) => {
        const [field = '', order] = target.value.split(' ')
        setSort({ field, order: order === 'DESC' ? 'DESC' : 'ASC' })
      }}
      sx={{ display: { xs: 'flex', sm: 'none' }, my: 0, flex: '1 1 100%' }}
    >
      {choices.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}
