import Divider from '@mui/material/Divider'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useListContext, useNavigate, useNotify } from 'react-admin'
import { flushSync } from 'react-dom'
import { can, canOpen, profileLabel } from '../../../domain/access/permissions.ts'
import type { Route } from '../../../domain/access/routes.ts'
import { isSaProfile, principalOf } from '../../../domain/users/profile-rules.ts'
import {
  canChangeViews,
  optionNames,
  type SavedView,
  VIEW_MESSAGES,
  type ViewContent,
} from '../../../domain/views/view.ts'
import { filterQuery } from '../../api/data-provider.ts'
import { ApiError, request } from '../../api/http.ts'
import { useMe } from '../../api/me.ts'
import { useRealLocation } from '../../api/router.tsx'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'
import { NameDialog } from '../../kit/dialogs/NameDialog.tsx'
import { VIEW_PARAMETERS } from '../../kit/list/hidden-columns.ts'
import type { ViewsMenuProps } from '../../kit/page/feature-components.ts'

const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: ['views', list],
    queryFn: ({ signal }) => request('GET /api/views', { query: new URLSearchParams({ list }), signal }),
  })

/** Query parameters owned by React-Admin's list. */
const LIST_PARAMETERS = ['filter', 'displayedFilters', 'sort', 'order', 'page', 'perPage']

type Content = Omit<ViewContent, 'name'>

/** The current state of the list, in the format of a view. */
const useContent = ({
  list,
  sources,
  hidden,
}: Pick<ViewsMenuProps, 'list' | 'sources' | 'hidden'>): Content => {
  const { filterValues, sort, perPage } = useListContext()
  const { search } = useRealLocation()
  const query = new URLSearchParams(search)
  const options = optionNames(list.template).flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  // A batch only filters for some weeks.
  const { batch: _, ...filters } = Object.fromEntries(filterQuery(filterValues))
  return {
    filters,
    options: Object.fromEntries(options),
    sort: sort.field,
    order: sort.order === 'DESC' ? 'desc' : 'asc',
    limit: perPage,
    columns: sources.filter((source) => !hidden.includes(source)),
  }
}

const inOrder = (fields: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)))

/**
 * True if the list differs from the view. Ignores properties that the view doesn't set, and columns that the current
 * user's list lacks.
 */
const isAltered = (view: SavedView, now: Content, sources: readonly string[]): boolean =>
  inOrder(view.filters) !== inOrder(now.filters) ||
  inOrder(view.options) !== inOrder(now.options) ||
  (view.sort !== null && view.sort !== now.sort) ||
  (view.order !== null && view.order !== now.order) ||
  (view.limit !== null && view.limit !== now.limit) ||
  (view.columns !== null &&
    sources.filter((source) => view.columns?.includes(source)).join() !== now.columns?.join())

/** The URL query that shows a view; keeps the screen's subject, such as a history's user. */
const viewParameters = (list: Route, view: SavedView | undefined, present: string): URLSearchParams => {
  const query = new URLSearchParams(present)
  const { id, columns } = VIEW_PARAMETERS
  for (const name of [...LIST_PARAMETERS, ...optionNames(list.template), id, columns]) query.delete(name)
  if (view === undefined) return query
  const { search, ...filters } = view.filters
  query.set('filter', JSON.stringify(search === undefined ? filters : { q: search, ...filters }))
  for (const [name, value] of Object.entries(view.options)) query.set(name, value)
  if (view.sort !== null) query.set('sort', view.sort)
  if (view.sort !== null) query.set('order', view.order === 'desc' ? 'DESC' : 'ASC')
  if (view.limit !== null) query.set('perPage', String(view.limit))
  query.set('page', '1')
  query.set(id, view._id)
  if (view.columns !== null) query.set(columns, view.columns.join(','))
  return query
}

/** Opens a view; without one, the list's default state. */
const useShow = (list: Route) => {
  const navigate = useNavigate()
  const { pathname, search } = useRealLocation()
  return (view: SavedView | undefined): void => {
    const query = viewParameters(list, view, search)
    flushSync(() => navigate({ pathname, search: query.size === 0 ? '' : `?${query}` }))
    // Another button now represents the views.
    document.querySelector<HTMLElement>('main button[aria-haspopup="menu"]')?.focus()
  }
}

const useProblem = (list: Route) => {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return (error: unknown): void => {
    const isStale = error instanceof ApiError && error.body.code === 'STALE'
    const text = error instanceof Error ? error.message : String(error)
    notify(isStale ? 'Otra persona cambió esta vista mientras tanto: ya se muestra como quedó.' : text, {
      type: isStale ? 'warning' : 'error',
    })
    void queryClient.invalidateQueries(viewsQuery(list.template))
  }
}

type DialogName = 'new' | 'rename' | 'delete'

/** The saved views of a list: choosing, saving, renaming, overwriting and deleting them. */
const ViewsMenu = (props: ViewsMenuProps) => {
  const { list, id, anchor, onShown, onClose } = props
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { data: views } = useQuery(viewsQuery(list.template))
  const { data: me } = useMe()
  const now = useContent(props)
  const show = useShow(list)
  const tellProblem = useProblem(list)
  const [dialog, setDialog] = useState<DialogName>()
  const active = views?.find(({ _id }) => _id === id)
  const altered = active !== undefined && isAltered(active, now, props.sources)
  const shown = active && `${altered ? 'Vista modificada' : 'Vista'}: ${active.name}`
  useEffect(() => {
    onShown(shown)
    return () => onShown(undefined)
  }, [shown, onShown])
  const refresh = () => queryClient.invalidateQueries(viewsQuery(list.template))

  const openDialog = (next: DialogName): void => {
    onClose()
    setDialog(next)
  }
  const choose = (view: SavedView | undefined): void => {
    onClose()
    show(view)
  }
  const overwrite = async (view: SavedView): Promise<void> => {
    onClose()
    try {
      const body = { ...now, dateUpdate: view.dateUpdate }
      await request('PUT /api/views/:id', { params: { id: view._id }, body })
      await refresh()
      notify(`Se guardaron los cambios en la vista ${view.name}.`, { type: 'success' })
    } catch (error) {
      tellProblem(error)
    }
  }
  const remove = async (view: SavedView): Promise<void> => {
    setDialog(undefined)
    try {
      await request('DELETE /api/views/:id', { params: { id: view._id } })
      show(undefined)
      notify(`Se eliminó la vista ${view.name}.`, { type: 'success' })
    } catch (error) {
      tellProblem(error)
    }
    await refresh()
  }
  const onSaved = async (view: SavedView): Promise<void> => {
    setDialog(undefined)
    await refresh()
    if (view._id !== id) show(view)
    notify(`Se guardó la vista ${view.name}.`, { type: 'success' })
  }
  const groups = viewGroups(views ?? [], me?.profile)
  return (
    <>
      <Menu
        open={anchor !== null && views !== undefined}
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': 'Vistas guardadas', dense: true }, paper: { sx: PAPER } }}
      >
        {groups.flatMap(({ title, views: some }) => [
          <ListSubheader key={title} role="presentation" sx={SUBHEADER}>
            {title}
          </ListSubheader>,
          ...some.map((view) => (
            <MenuItem key={view._id} selected={view._id === id} onClick={() => choose(view)}>
              <ListItemText
                primary={view.name}
                secondary={title === OTHERS ? profileLabel(view.profileName) : undefined}
                slotProps={{ primary: { noWrap: true } }}
              />
            </MenuItem>
          )),
        ])}
        {views?.length === 0 ? (
          <Typography key="none" role="presentation" variant="body2" sx={{ px: 2, py: 1, maxWidth: 280 }}>
            Guarde los filtros, las columnas y el orden de esta lista para volver a ellos.
          </Typography>
        ) : null}
        <Divider key="line" />
        {active && altered && active.canChange ? (
          <MenuItem onClick={() => overwrite(active)}>Guardar los cambios en la vista</MenuItem>
        ) : null}
        {altered ? <MenuItem onClick={() => choose(active)}>Descartar los cambios</MenuItem> : null}
        {active ? <MenuItem onClick={() => choose(undefined)}>Quitar la vista</MenuItem> : null}
        {active?.canChange ? (
          <MenuItem onClick={() => openDialog('rename')}>Cambiar el nombre…</MenuItem>
        ) : null}
        {active?.canChange ? (
          <MenuItem onClick={() => openDialog('delete')}>Eliminar la vista…</MenuItem>
        ) : null}
        <MenuItem onClick={() => openDialog('new')}>Guardar vista…</MenuItem>
      </Menu>
      {dialog === 'new' ? (
        <NewView list={list} content={now} onSaved={onSaved} onClose={() => setDialog(undefined)} />
      ) : null}
      {dialog === 'rename' && active ? (
        <Renaming
          view={active}
          onSaved={onSaved}
          onProblem={tellProblem}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      <ConfirmDialog
        open={dialog === 'delete' && active !== undefined}
        title={`Seguro de eliminar la vista ${active?.name ?? ''}`}
        confirmLabel="Eliminar"
        danger
        onConfirm={() => active && remove(active)}
        onClose={() => setDialog(undefined)}
      >
        {active?.profile
          ? `La usan todos los que tienen el perfil ${profileLabel(active.profileName)}.`
          : null}
      </ConfirmDialog>
    </>
  )
}

export default ViewsMenu

const PAPER = {
  border: 1,
  borderColor: 'divider',
  width: 320,
  maxWidth: 'calc(100% - 32px)',
  mt: 0.75,
} as const
const SUBHEADER = { lineHeight: '32px', bgcolor: 'inherit', position: 'static' } as const

const OTHERS = 'De otros perfiles'

interface Group {
  title: string
  views: SavedView[]
}

/** The user's own views, those of their profile, and those of profiles that they administer. */
const viewGroups = (views: readonly SavedView[], profile: string | undefined): Group[] =>
  [
    { title: 'Mis vistas', views: views.filter((view) => view.profile === null) },
    { title: 'De mi perfil', views: views.filter((view) => view.profile === profile) },
    { title: OTHERS, views: views.filter((view) => view.profile !== null && view.profile !== profile) },
  ].filter(({ views: some }) => some.length > 0)

/** The message of a refused name or profile, or of any other failure. */
const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const NAME = { label: 'Nombre de la vista', missing: VIEW_MESSAGES.name, maxLength: 60 } as const

interface NewViewProps {
  list: Route
  content: Content
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** Asks for a name, and for whom to save the current list. */
const NewView = ({ list, content, onSaved, onClose }: NewViewProps) => {
  const profiles = useProfilesWithViews(list)
  const [profile, setProfile] = useState('')
  const save = async (name: string): Promise<string | undefined> => {
    try {
      const body = { ...content, list: list.template, name, profile: profile || null }
      onSaved(await request('POST /api/views', { body }))
    } catch (error) {
      return errorText(error)
    }
    return undefined
  }
  return (
    <NameDialog title="Guardar vista" {...NAME} onSave={save} onClose={onClose}>
      {profiles.length === 0 ? null : (
        <TextField
          select
          label="Para"
          value={profile}
          onChange={({ target }) => setProfile(target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">Solo para mí</MenuItem>
          {profiles.map(({ _id, name }) => (
            <MenuItem key={_id} value={_id}>
              Para el perfil {profileLabel(name)}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Typography variant="body2" color="text.secondary">
        Se guardan los filtros, el orden, las columnas y los registros por página.
      </Typography>
    </NameDialog>
  )
}

const PROFILES = new URLSearchParams({ limit: '100' })

/** The profiles whose views the current user may change, and whose users may open the list. */
const useProfilesWithViews = (list: Route): readonly { _id: string; name: string }[] => {
  const { data: me } = useMe()
  const { data = [] } = useQuery({
    queryKey: ['profiles', 'views'],
    queryFn: ({ signal }) => request('GET /api/profiles', { query: PROFILES, signal }),
    enabled: me !== undefined && can(me, 'update', 'profiles'),
  })
  if (me === undefined) return []
  return data.filter(({ routeAccess, accessWeb, ...profile }) => {
    if (!routeAccess || !(accessWeb || isSaProfile(profile))) return false
    const granting = { ...profile, routeAccess }
    return canChangeViews(me, granting) && canOpen(principalOf(granting), list)
  })
}

interface RenamingProps {
  view: SavedView
  onSaved: (view: SavedView) => void
  onProblem: (error: unknown) => void
  onClose: () => void
}

const Renaming = ({ view, onSaved, onProblem, onClose }: RenamingProps) => {
  const save = async (name: string): Promise<string | undefined> => {
    try {
      const body = { name, dateUpdate: view.dateUpdate }
      onSaved(await request('PUT /api/views/:id', { params: { id: view._id }, body }))
    } catch (error) {
      if (error instanceof ApiError && error.body.errors !== undefined) return errorText(error)
      onProblem(error)
      onClose()
    }
    return undefined
  }
  return <NameDialog title="Cambiar el nombre" {...NAME} name={view.name} onSave={save} onClose={onClose} />
}
