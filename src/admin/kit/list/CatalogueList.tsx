import AddIcon from '@mui/icons-material/Add'
import TrashIcon from '@mui/icons-material/AutoDeleteOutlined'
import ViewsIcon from '@mui/icons-material/BookmarkBorder'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Pagination from '@mui/material/Pagination'
import PaginationItem from '@mui/material/PaginationItem'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import {
  type FormEvent,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useState,
} from 'react'
import {
  LinkBase,
  ListBase,
  type RaRecord,
  type SortPayload,
  useCreatePath,
  useDataProvider,
  useEvent,
  useListContext,
  useListFilterContext,
  useResourceContext,
  useTranslateLabel,
} from 'react-admin'
import { isListScreen } from '../../../domain/access/routes.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { entryOf, isResource, takesFiles } from '../../../domain/registry.ts'
import { lazy } from '../../api/connection.ts'
import { defaultSort, pageQuery } from '../../api/lists.ts'
import { useCan } from '../../api/me.ts'
import { matchRoute, parentValues, pathOf } from '../../api/paths.ts'
import { retryRead } from '../../api/query-client.ts'
import { useRealLocation } from '../../api/router.tsx'
import { usePageSize } from '../../api/settings.ts'
import { ImportDialogs, ViewsMenuContext } from '../page/feature-components.ts'
import { useListLocation } from '../page/list-location.ts'
import { PageHeader } from '../page/Page.tsx'
import { clearChanged } from '../page/recently-changed.ts'
import styles from './CatalogueList.module.css'
import type { Column } from './columns.tsx'
import { FilterSheet, MAX_TEXT, PHONE, useIsNarrow } from './filters.tsx'
import { useHiddenColumns, VIEW_PARAMETERS } from './hidden-columns.ts'
import { ListTool, ListTools } from './ListTools.tsx'
import { DialogButton, DialogTool, ListDialogProvider } from './list-dialog.tsx'
import { type EmptyText, ListSkeleton } from './list-states.tsx'
import { useLocalCopy } from './local-copy.ts'
import { moveToRows } from './row-keyboard.ts'
import { BulkActions, type BulkEntity, SelectionProvider } from './selection.tsx'
import { CatalogueTable } from './table.tsx'
import { reachableCount, totalText } from './total.ts'

export interface CatalogueListProps {
  /** Heading, and title of the browser tab. */
  title: string
  /** Default order, if not that of the resource. */
  sort?: SortPayload
  /** Permanent filter, such as the parent of the records. */
  only?: Readonly<Record<string, unknown>>
  /** `false` stands for a column that the current user's list lacks. */
  columns: readonly (Column | false)[]
  /** Filters next to the search box. */
  filters?: ReactNode
  /** Label of the create button; without it, there is none. */
  createLabel?: string
  /** Further buttons next to it. */
  actions?: ReactNode
  /** `ListTool`s for the menu 'Más': rarely used ones. */
  tools?: ReactNode
  /** Shown next to the total. */
  details?: ReactNode
  /** Query parameters set by the filters, besides the common ones. */
  filterParameters?: readonly string[]
  /** Between heading and list. */
  above?: ReactNode
  /** Figures between heading and list; on a phone below the list. */
  figures?: ReactNode
  /** The entity for bulk actions; enables the selection of records. */
  bulk?: BulkEntity
  /** Overrides what a click on a row does (by default it opens the form); null: nothing. */
  onOpen?: ((record: RaRecord) => void) | null
  /** Replaces the rows if there are no records at all; its action comes after creating, before importing. */
  empty?: EmptyText
}

const silent = () => undefined

const NONE: string[] = []

const ListLocation = () => {
  useListLocation()
  return null
}

/** Reads no list state itself, so that only the affected parts re-render on changes. */
const ListBody = (props: Omit<CatalogueListProps, 'sort' | 'only'>) => {
  const {
    title,
    filters,
    createLabel,
    actions,
    tools,
    details,
    filterParameters,
    above,
    figures,
    onOpen,
    empty,
    bulk,
  } = props
  const columns = useMemo(() => props.columns.filter((column) => column !== false), [props.columns])
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  return (
    <SelectionProvider entity={bulk}>
      <ListLocation />
      <ListHeader
        title={title}
        createLabel={createLabel}
        details={
          <>
            {details}
            <ViewsTool columns={columns} isShown />
          </>
        }
        actions={actions}
        tools={
          <>
            <ViewsTool columns={columns} isShown={false} />
            <TrashTool />
            <ColumnsTool columns={columns} />
            <ExportTool columns={columns} />
            <ImportTool as={DialogTool} />
          </>
        }
        rareTools={tools}
      />
      {above}
      {isPhone ? null : figures}
      <Card sx={{ overflow: { xs: 'visible', md: 'hidden' } }}>
        <FilterBar columns={columns} parameters={filterParameters}>
          {filters}
        </FilterBar>
        <BulkActions entity={bulk} />
        <CatalogueTable
          columns={columns}
          onOpen={onOpen}
          empty={{
            ...empty,
            action: (
              <>
                {createLabel === undefined ? null : <CreateButton label={createLabel} variant="outlined" />}
                {empty?.action}
                <ImportTool as={DialogButton} />
              </>
            ),
          }}
        />
        <Paginator />
      </Card>
      {isPhone ? figures : null}
    </SelectionProvider>
  )
}

/**
 * The standard list: search, filters, sortable columns, total and paginator. Its whole state is in the URL, so that the
 * menu always opens an unfiltered list.
 */
export const CatalogueList = ({ sort, only, ...props }: CatalogueListProps) => {
  const pageSize = usePageSize()
  const resource = useResourceContext() ?? ''
  if (pageSize === undefined) return <ListSkeleton title={props.title} />
  return (
    <ListBase
      sort={sort ?? defaultSort(resource)}
      {...(only === undefined ? {} : { filter: only })}
      perPage={pageSize}
      storeKey={false}
      // The access check around every page has covered both; repeating it would render the list twice.
      disableAuthentication
      queryOptions={{ onError: silent, retry: retryRead }}
    >
      <ListDialogProvider>
        <ListBody {...props} />
      </ListDialogProvider>
    </ListBase>
  )
}

// Reserves room for a thousand, to avoid a layout shift when the number loads.
const TOTAL = {
  minWidth: { xs: 32, sm: 52 },
  p: '2px 10px',
  borderRadius: 99,
  bgcolor: 'var(--chip)',
  color: 'text.secondary',
  fontSize: 13,
  fontWeight: 600,
  textAlign: 'center',
} as const

const Total = () => {
  const { total, meta } = useListContext()
  return (
    <Box component="span" role="status" aria-label="Total de registros" data-testid="total" sx={TOTAL}>
      {total === undefined ? '…' : totalText(total, meta)}
    </Box>
  )
}

interface CreateButtonProps {
  label: string
  variant?: 'contained' | 'outlined'
}

const CreateButton = ({ label, variant = 'contained' }: CreateButtonProps) => {
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  const canRegister = useCan('register', resource)
  const canCreate = useCan('create', resource)
  if (!canRegister || !canCreate) return null
  return (
    <Button
      variant={variant}
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
  tools?: ReactNode
  rareTools?: ReactNode
}

export const ListHeader = (props: ListHeaderProps) => {
  const { title, createLabel, details, actions, tools, rareTools } = props
  return (
    <PageHeader title={title}>
      <Total />
      {details}
      {/* Takes no gap in a phone's row. */}
      <Box sx={{ flex: 1, ml: { xs: -1, sm: 0 } }} />
      <ListTools rare={rareTools}>{tools}</ListTools>
      {actions}
      {createLabel === undefined ? null : <CreateButton label={createLabel} />}
    </PageHeader>
  )
}

interface FilterBarProps {
  children?: ReactNode
  columns: readonly Column[]
  parameters?: readonly string[] | undefined
}

/** Search and filters; on a narrow screen only the search, which stays visible, and a sheet with the filters. */
const FilterBar = ({ children, columns, parameters = NONE }: FilterBarProps) => {
  const isNarrow = useIsNarrow()
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  const isOfBatch = useListFilterContext().filterValues.batch !== undefined
  return (
    <div className={styles.bar}>
      <SearchBox />
      {isNarrow && (children || isPhone) ? (
        <FilterSheet parameters={parameters} filters={children} columns={isPhone ? columns : null} />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-end' }}>{children}</Box>
      )}
      {isOfBatch ? (
        <Suspense fallback={null}>
          <BatchChip />
        </Suspense>
      ) : null}
    </div>
  )
}

const BatchChip = lazy(async () => ({ default: (await import('./filter-panels.tsx')).BatchChip }))

/** Link to the list's trash, if the user may delete. */
const TrashTool = () => {
  const { resource, filter } = useListContext()
  const { pathname } = useRealLocation()
  const canDelete = useCan('delete', resource)
  const template = isResource(resource) && entryOf(resource).screens.find(({ needs }) => needs)?.template
  if (!template || !canDelete || filter?.inTrash === true) return null
  return (
    <ListTool
      icon={<TrashIcon fontSize="small" />}
      label="Papelera"
      to={pathOf(template, ...parentValues(resource, pathname))}
    />
  )
}

/** Free-text search; runs on Enter or the button, not on each key. */
export const SearchBox = () => {
  const { resource, filterValues, setFilters, refetch } = useListContext()
  const applied = typeof filterValues.q === 'string' ? filterValues.q : ''
  const search = useEvent((q: string): void => {
    const { q: _, ...others } = filterValues
    clearChanged(resource)
    if (q === applied) refetch()
    else setFilters(q === '' ? others : { ...others, q })
  })
  return <SearchForm applied={applied} onSearch={search} />
}

interface SearchFormProps {
  applied: string
  onSearch: (text: string) => void
}

const SEARCHED = 'Texto a buscar'
// On narrow screens the label is visually hidden: the sticky bar is only as high as its input.
const SEARCH_FIELD = {
  flex: 1,
  my: 0,
  '@media (max-width: 899.95px)': {
    '& > .MuiInputLabel-root': { position: 'absolute', clipPath: 'inset(50%)', m: 0 },
  },
}

const SearchForm = memo(({ applied, onSearch }: SearchFormProps) => {
  const [text, setText] = useLocalCopy(applied)
  const search = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <Box component="form" role="search" onSubmit={search} className={styles.search}>
      <TextField
        name="q"
        type="search"
        label={SEARCHED}
        placeholder="Buscar"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={moveToRows}
        slotProps={{ htmlInput: { maxLength: MAX_TEXT } }}
        sx={SEARCH_FIELD}
      />
      <Button type="submit" variant="outlined">
        Buscar
      </Button>
    </Box>
  )
})

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))

interface ColumnsProps {
  columns: readonly Column[]
}

/** The saved views: a list tool, and shown next to the heading while the URL names one of them. */
const ViewsTool = ({ isShown, columns }: ColumnsProps & { isShown: boolean }) => {
  const { pathname, search } = useRealLocation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isUsed, setUsed] = useState(isShown)
  const [name, setName] = useState<string>()
  const list = matchRoute(pathname)?.route
  const [hidden] = useHiddenColumns(columns)
  const ViewsMenu = useContext(ViewsMenuContext)
  const id = new URLSearchParams(search).get(VIEW_PARAMETERS.id)
  if (!ViewsMenu || !list || !isListScreen(list) || (id !== null) !== isShown) return null
  const open = (button: HTMLElement | null): void => {
    setUsed(true)
    setAnchor(button)
  }
  return (
    <>
      <ListTool
        icon={<ViewsIcon fontSize="small" />}
        label={name ?? 'Vistas'}
        isProminent={isShown}
        opens="menu"
        onChosen={open}
      />
      <Suspense fallback={null}>
        {isUsed ? (
          <ViewsMenu
            sources={columns.map(({ source }) => source)}
            hidden={hidden}
            list={list}
            id={id}
            anchor={anchor}
            onShown={setName}
            onClose={() => setAnchor(null)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

const ExportTool = (props: ColumnsProps) => {
  const { filter } = useListContext()
  // The trash has no export.
  return filter?.inTrash === true ? null : (
    <DialogTool icon={<DownloadIcon fontSize="small" />} label="Exportar">
      {(onClose) => <ExportDialog {...props} onClose={onClose} />}
    </DialogTool>
  )
}

/** Imports from files, if the user may create or change records. */
const ImportTool = ({ as: Opener }: { as: typeof DialogTool | typeof DialogButton }) => {
  const { resource, filter } = useListContext()
  const canRegister = useCan('register', resource)
  const canModify = useCan('modify', resource)
  const ImportDialog = useContext(ImportDialogs)
  if (filter?.inTrash === true) return null
  if (ImportDialog === undefined || !takesFiles(resource) || !(canRegister || canModify)) return null
  return (
    <Opener icon={<UploadIcon fontSize="small" />} label="Importar">
      {(onClose) => <ImportDialog resource={resource} onClose={onClose} />}
    </Opener>
  )
}

/** Selects the visible columns, stored in this browser or in the saved view. Phones show cards instead. */
const ColumnsTool = ({ columns }: ColumnsProps) => {
  const resource = useResourceContext()
  const translate = useTranslateLabel()
  const [hidden, setHidden] = useHiddenColumns(columns)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  if (isPhone) return null
  const open = (button: HTMLElement | null): void => {
    setOpened(true)
    setAnchor(button)
  }
  const toggle = (source: string): void =>
    setHidden(hidden.includes(source) ? hidden.filter((each) => each !== source) : [...hidden, source])
  return (
    <>
      <ListTool icon={<ViewColumnIcon fontSize="small" />} label="Columnas" opens="dialog" onChosen={open} />
      {wasOpened ? (
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
            {columns.map(({ source, label }) => (
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
      ) : null}
    </>
  )
}

const PAGINATOR = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'center',
  p: 1.5,
  borderTop: '1px solid var(--line)',
} as const

/** Links to the first, previous, adjacent, next and last page; hovering or focusing one prefetches its page. */
export const Paginator = () => {
  const { page, perPage, setPage, setPerPage, total, data, meta } = useListContext()
  const prefetch = useEvent(usePrefetchPage())
  const [shownPage, showPage] = useLocalCopy(page)
  const open = useEvent((next: number): void => {
    showPage(next)
    setPage(next)
  })
  const resize = useEvent(setPerPage)
  if (!total || data === undefined || meta?.beyond) return null
  const first = (page - 1) * perPage + 1
  const reachable = reachableCount(total, meta)
  return (
    <Box sx={PAGINATOR}>
      <Typography color="text.secondary" sx={{ mr: 'auto' }}>
        {formatCount(first)}–{formatCount(Math.min(first + perPage - 1, total))} de {totalText(total, meta)}
      </Typography>
      <PageLinks page={shownPage} count={Math.ceil(reachable / perPage)} onChange={open} onAim={prefetch} />
      <PageSize perPage={perPage} onChange={resize} />
    </Box>
  )
}

const SIZES = [10, 20, 50, 100]

interface PageSizeProps {
  perPage: number
  onChange: (size: number) => void
}

const PageSize = memo(({ perPage, onChange }: PageSizeProps) => {
  const sizes = [...new Set([...SIZES, perPage])].sort((a, b) => a - b)
  return (
    <TextField
      select
      value={perPage}
      onChange={(event) => onChange(Number(event.target.value))}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': 'Registros por página' } } }}
      sx={{ my: 0 }}
    >
      {sizes.map((size) => (
        <MenuItem key={size} value={size}>
          {size} por página
        </MenuItem>
      ))}
    </TextField>
  )
})

const MOVES: Readonly<Record<string, string>> = {
  first: 'Primera página',
  last: 'Última página',
  previous: 'Página anterior',
  next: 'Página siguiente',
}

const pageLabel = (type: string, page: number | null): string => MOVES[type] ?? `Página ${page ?? ''}`

interface PageLinksProps {
  page: number
  count: number
  onChange: (page: number) => void
  /** Called when a page's link is hovered or focused. */
  onAim?: (page: number | null) => void
}

export const PageLinks = memo(({ page, count, onChange, onAim }: PageLinksProps) => {
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  return (
    <Pagination
      page={page}
      count={count}
      onChange={(_, next) => onChange(next)}
      showFirstButton
      showLastButton
      siblingCount={isPhone ? 0 : 1}
      shape="rounded"
      color="primary"
      aria-label="Páginas"
      getItemAriaLabel={(type, number) => pageLabel(type, number)}
      renderItem={(item) => (
        <PaginationItem
          {...item}
          onMouseEnter={() => onAim?.(item.page)}
          onFocus={() => onAim?.(item.page)}
        />
      )}
    />
  )
})

/** Prefetches a page under the query key that the list will use. */
export const usePrefetchPage = (): ((page: number | null) => void) => {
  const { resource, filter, filterValues, sort, perPage, page: current, total, meta } = useListContext()
  const dataProvider = useDataProvider()
  const queryClient = useQueryClient()
  const reachable = reachableCount(total, meta)
  return useCallback(
    (page) => {
      if (page === null || page === current || page < 1 || (page - 1) * perPage >= reachable) return
      const params = { pagination: { page, perPage }, sort, filter: { ...filterValues, ...filter } }
      void queryClient.prefetchQuery(pageQuery(dataProvider, resource, params))
    },
    [resource, filter, filterValues, sort, perPage, current, reachable, dataProvider, queryClient],
  )
}
