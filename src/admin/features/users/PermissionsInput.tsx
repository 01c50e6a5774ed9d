import ExpandMore from '@mui/icons-material/ExpandMore'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { SxProps } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useInput } from 'react-admin'
import { canOpen, FLAGS, type Flag, type GroupAccess } from '../../../domain/access/permissions.ts'
import { routesByTask } from '../../../domain/access/route-tasks.ts'
import { MENU_LABELS, type Route } from '../../../domain/access/routes.ts'
import {
  type Box as BoxName,
  checkboxState,
  checkedFlags,
  EDITED_ROUTES,
  editorGroup,
  groupsMatching,
  isListable,
  isOffered,
  opensTrash,
  type RouteGroup,
  type Selection,
  setBox,
  toGrants,
  toSelection,
} from '../../../domain/access/selection.ts'
import { WHOM_TO_ASK } from '../../../domain/access/whom-to-ask.ts'
import { fieldLabel } from '../../../domain/field-labels.ts'
import { PROFILE_MESSAGES } from '../../../domain/users/profile.ts'
import { Tag } from '../../kit/display/display.tsx'
import styles from '../../kit/list/card-table.module.css'
import { PHONE } from '../../kit/list/filters.tsx'

const HINT =
  'Elegir una ruta permite verla. Registrar, Modificar y Eliminar se ofrecen en las rutas de las que dependen; ' +
  'al elegir una de estas operaciones se elige también su ruta.'

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  px: 2.25,
  py: 1.5,
}

// Enter in the search box must not submit the form.
const keepFromSaving = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault()
}

interface SearchProps {
  text: string
  setText: (text: string) => void
  found: number
  /** Number of routes without a search. */
  all: number
}

const Search = ({ text, setText, found, all }: SearchProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, flex: '1 1 300px' }}>
    <TextField
      type="search"
      placeholder="Buscar rutas"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keepFromSaving}
      slotProps={{ htmlInput: { 'aria-label': 'Buscar rutas', maxLength: 100 } }}
      sx={{ flex: '1 1 200px', maxWidth: { sm: 320 }, my: 0 }}
    />
    <Typography role="status" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
      {found === all ? `${found} rutas` : `${found} de ${all} rutas`}
    </Typography>
  </Box>
)

interface PermissionsInputProps {
  /** The most that the current user may grant. */
  limit: Selection
  /** Shown instead of the form's permissions. */
  fixed?: Selection | undefined
  isReadOnly?: boolean
  /** Hides the routes beyond the limit. */
  isNarrow?: boolean
  search: readonly [text: string, setText: (text: string) => void]
}

/** The table of routes with the form's permissions; searching hides rows but keeps their choices. */
export const PermissionsInput = (props: PermissionsInputProps) => {
  const { limit, fixed, isReadOnly = false, isNarrow = false, search } = props
  const permissions = usePermissions(limit, fixed)
  const [text, setText] = search
  const shown = isNarrow ? EDITED_ROUTES.filter(({ template }) => limit.has(template)) : EDITED_ROUTES
  const groups = groupsMatching(text, shown)
  const found = groups.flatMap(({ routes }) => routes)
  return (
    <Box component="section" aria-label="Permisos" data-field="routeAccess">
      {permissions.error === undefined ? null : (
        <Alert severity="error" tabIndex={-1} data-invalid="true" sx={{ mb: 2 }}>
          {permissions.error}
        </Alert>
      )}
      <Card sx={{ mb: 2 }}>
        <Box sx={BAR}>
          <Search text={text} setText={setText} found={found.length} all={shown.length} />
        </Box>
        <Typography color="text.secondary" sx={{ px: 2.25, pb: 1.5 }}>
          {HINT}
        </Typography>
        <RouteTable label="Todas las rutas">
          <MarkRow
            label={text.trim() === '' ? 'Seleccionar todo' : 'Seleccionar lo encontrado'}
            of={text.trim() === '' ? 'todo' : 'lo encontrado'}
            routes={found.filter(isListable)}
            permissions={permissions}
            isReadOnly={isReadOnly}
          />
        </RouteTable>
      </Card>
      {groups.map((group) => (
        <RouteGroupCard
          key={group.group}
          group={group}
          permissions={permissions}
          isReadOnly={isReadOnly}
          isSearched={text.trim() !== ''}
        />
      ))}
      {groups.length === 0 ? (
        <Typography sx={{ py: 3 }}>
          {text.trim() === ''
            ? `Su perfil no abre ninguna ruta que se pueda elegir. ${WHOM_TO_ASK}`
            : 'Ninguna ruta coincide con la búsqueda.'}
        </Typography>
      ) : null}
    </Box>
  )
}

const flagName = (flag: Flag): string => fieldLabel('profiles', flag)

const HEAD = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, px: 2.25, py: 1.25 }

const FOLD = { font: 'inherit', width: 1, minHeight: 44, textAlign: 'left' } as const

const FLAG_WIDTH = { sm: 92, md: 104 }

interface HeadProps {
  name: string
  align?: 'left' | 'center'
  sx?: SxProps
}

const Head = ({ name, align = 'left', sx = {} }: HeadProps) => (
  <TableCell component="th" scope="col" align={align} sx={sx}>
    {name}
  </TableCell>
)

type RouteTableProps = { label: string; labelledBy?: never } | { label?: never; labelledBy: string }

/** Routes with their flags. Fixed column widths align all of these tables. */
const RouteTable = ({ label, labelledBy, children }: RouteTableProps & { children: ReactNode }) => (
  <div className={styles.cards}>
    <Table
      size="small"
      aria-label={label}
      aria-labelledby={labelledBy}
      sx={{ tableLayout: 'fixed', '& td': { overflowWrap: 'anywhere' } }}
    >
      <TableHead>
        <TableRow>
          <Head name="Descripción" />
          <Head name="Menú" sx={{ width: '16%', ...HIDDEN_BETWEEN }} />
          <Head name="Ruta" sx={{ width: '24%' }} />
          {FLAGS.map((flag) => (
            <Head key={flag} name={flagName(flag)} align="center" sx={{ width: FLAG_WIDTH }} />
          ))}
        </TableRow>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  </div>
)

interface RouteGroupCardProps {
  group: RouteGroup
  permissions: Permissions
  isReadOnly: boolean
  /** The routes are filtered by a search. */
  isSearched: boolean
}

/** A group of routes; collapsed on a phone, unless a search matches in it. */
const RouteGroupCard = ({ group, permissions, isReadOnly, isSearched }: RouteGroupCardProps) => {
  const { label, routes } = group
  const heading = useId()
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = !isPhone || isUnfolded || isSearched
  const { selection, limit, choose } = permissions
  const listable = routes.filter(isListable)
  const heldFlags = ({ template }: Route) => selection.get(template)?.join(' ')
  const limitFlags = ({ template }: Route) => limit.get(template)?.join(' ')
  return (
    <Card component="section" aria-labelledby={heading} sx={{ mb: 2 }}>
      <Box sx={HEAD}>
        <Typography id={heading} variant="h2" sx={{ flex: '1 1 160px' }}>
          {isPhone && !isSearched ? (
            <ButtonBase aria-expanded={isOpen} onClick={() => setUnfolded(!isOpen)} sx={FOLD}>
              {label}
              <Box component="span" sx={{ flex: 1, px: 1.5, fontWeight: 400, color: 'text.secondary' }}>
                {routes.filter(({ template }) => selection.has(template)).length} de {listable.length}
              </Box>
              <ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
            </ButtonBase>
          ) : (
            label
          )}
        </Typography>
      </Box>
      {isOpen ? (
        <RouteTable labelledBy={heading}>
          {listable.length === 0 ? null : (
            <MarkRow
              label={`Todo en ${label}`}
              of={label}
              routes={listable}
              permissions={permissions}
              isReadOnly={isReadOnly}
            />
          )}
          {routesByTask(routes).map(({ task, routes }) => (
            <Fragment key={task}>
              <TaskRow task={task} routes={routes} permissions={permissions} isReadOnly={isReadOnly} />
              {routes.map((route) =>
                isListable(route) ? (
                  <RouteRow
                    key={route.template}
                    route={route}
                    held={heldFlags(route)}
                    limit={limitFlags(route)}
                    choose={choose}
                    isReadOnly={isReadOnly}
                  />
                ) : (
                  <FixedRow key={route.template} route={route} selection={selection} />
                ),
              )}
            </Fragment>
          ))}
        </RouteTable>
      ) : null}
    </Card>
  )
}

/** Hidden between the phone's cards and the wide table, where the group's heading suffices. */
const HIDDEN_BETWEEN = { '@media (min-width: 600px) and (max-width: 899.95px)': { display: 'none' } }

const PATH = { fontSize: 12, color: 'text.secondary' }

interface RowProps {
  /** Undefined for a row of several routes. */
  route?: Route
  /** The first cell: the route's name with its checkbox. */
  children: ReactNode
  flag?: (flag: Flag) => ReactNode
  sx?: SxProps
}

const Row = ({ route, children, flag, sx = {} }: RowProps) => (
  <TableRow hover sx={sx}>
    <TableCell className={styles.title}>{children}</TableCell>
    <TableCell className={styles.cell} data-label="Menú" sx={HIDDEN_BETWEEN}>
      {route === undefined ? null : MENU_LABELS[editorGroup(route)]}
    </TableCell>
    <TableCell className={styles.cell} data-label="Ruta" sx={PATH}>
      {route?.path}
    </TableCell>
    {FLAGS.map((name) => (
      <TableCell key={name} className={styles.cell} align="center" data-label={flagName(name)}>
        {flag?.(name)}
      </TableCell>
    ))}
  </TableRow>
)

interface RouteRowProps {
  route: Route
  /** Its flags, separated by spaces; undefined while it is not selected. Strings keep `memo` effective. */
  held: string | undefined
  limit: string | undefined
  choose: Permissions['choose']
  isReadOnly: boolean
}

const RouteRow = memo(function RouteRow({ route, held, limit, choose, isReadOnly }: RouteRowProps) {
  const isBeyond = (flag?: Flag): boolean =>
    limit === undefined || (flag !== undefined && !limit.split(' ').includes(flag))
  const tip = (flag?: Flag) => (isBeyond(flag) && !isReadOnly ? PROFILE_MESSAGES.beyondOwn : undefined)
  const flagBox = (flag: Flag): ReactNode =>
    checkedFlags(route).includes(flag) ? (
      <span title={tip(flag)}>
        <Checkbox
          size="small"
          checked={held?.split(' ').includes(flag) ?? false}
          disabled={isReadOnly || isBeyond(flag)}
          onChange={(_, isOn) => choose([route], flag, isOn)}
          slotProps={{ input: { 'aria-label': `${flagName(flag)}: ${route.description}` } }}
          sx={{ p: { xs: '12px', sm: '5px' } }}
        />
        {flag === 'delete' && opensTrash(route) ? (
          <Typography variant="caption" color="text.secondary" component="div">
            y papelera
          </Typography>
        ) : null}
      </span>
    ) : null
  return (
    <Row route={route} flag={flagBox}>
      <FormControlLabel
        title={tip()}
        label={route.description}
        disabled={isReadOnly || isBeyond()}
        sx={{ mr: 0, ml: { xs: '-6px', sm: '18px' } }}
        control={
          <Checkbox
            size="small"
            checked={held !== undefined}
            onChange={(_, isOn) => choose([route], 'select', isOn)}
            sx={{ p: '5px' }}
          />
        }
      />
    </Row>
  )
})

/** A route that no profile lists: open to every user, or checked as another one. */
const FixedRow = ({ route, selection }: { route: Route; selection: Selection }) => {
  const isOpen = canOpen({ role: 'admin', routeAccess: toGrants(selection) }, route)
  return (
    <Row route={route}>
      <Box
        sx={{
          display: 'inline-flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          minHeight: 28,
          ml: { sm: 3 },
        }}
      >
        {route.description}
        <Tag>
          {route.isDefault ? 'Abierta para todos' : isOpen ? 'Abierta con Usuarios' : 'Cerrada sin Usuarios'}
        </Tag>
      </Box>
    </Row>
  )
}

interface TaskRowProps {
  task: string
  routes: readonly Route[]
  permissions: Permissions
  isReadOnly: boolean
}

/** Sub-heading of a task's routes, with checkboxes for all of them if there are several. */
const TaskRow = ({ task, routes, ...rest }: TaskRowProps) => {
  const listable = routes.filter(isListable)
  if (listable.length > 1)
    return <MarkRow label={task} fullLabel={`Todo en ${task}`} of={task} routes={listable} {...rest} />
  return (
    <Row sx={TASK_ROW}>
      <Typography component="span" sx={TASK}>
        {task}
      </Typography>
    </Row>
  )
}

// On a phone, where rows are cards, only the background tells a sub-heading.
const TASK_ROW = { bgcolor: { xs: 'var(--chip)', sm: 'inherit' } } as const
const TASK = { fontSize: 13, fontWeight: 600, color: 'text.secondary' } as const

interface MarkRowProps {
  /** Label of the first checkbox, which selects the routes. */
  label: string
  /** Of a task: its checkbox's name for screen readers. */
  fullLabel?: string
  /** Names the routes in the other checkboxes' labels, for screen readers. */
  of: string
  routes: readonly Route[]
  permissions: Permissions
  isReadOnly: boolean
}

/** Sets the DOM's indeterminate state, which has no attribute; Material UI only draws it. */
const halfChecked = (isHalf: boolean) => (input: HTMLInputElement | null) => {
  if (input !== null) input.indeterminate = isHalf
}

/** Checkboxes for many routes at once; indeterminate if only some are checked. */
const MarkRow = ({ label, fullLabel, of, routes, permissions, isReadOnly }: MarkRowProps) => {
  const { selection, limit, choose } = permissions
  const isDisabled = (name: BoxName): boolean =>
    isReadOnly || !routes.some((route) => isOffered(limit, route, name))
  const box = (name: BoxName, fullName?: string) => {
    const mark = checkboxState(selection, limit, routes, name)
    return (
      <Checkbox
        size="small"
        checked={mark === 'all'}
        indeterminate={mark === 'some'}
        disabled={isDisabled(name)}
        onChange={() => choose(routes, name, mark !== 'all')}
        slotProps={{ input: { 'aria-label': fullName, ref: halfChecked(mark === 'some') } }}
        sx={{ p: name === 'select' ? '5px' : { xs: '12px', sm: '5px' } }}
      />
    )
  }
  return (
    <Row
      flag={(flag) =>
        routes.some((route) => checkedFlags(route).includes(flag))
          ? box(flag, `${flagName(flag)}: ${of}`)
          : null
      }
      sx={fullLabel === undefined ? { bgcolor: 'var(--chip)' } : TASK_ROW}
    >
      <FormControlLabel
        label={label}
        disabled={isDisabled('select')}
        sx={{ mr: 0, ml: '-6px' }}
        slotProps={{ typography: { sx: fullLabel === undefined ? { fontWeight: 600 } : TASK } }}
        control={box('select', fullLabel)}
      />
    </Row>
  )
}

const FIELD = 'routeAccess'

export interface Permissions {
  selection: Selection
  /** The most that the current user may grant. */
  limit: Selection
  /** Checks or unchecks a box for some routes; stable across renders. */
  choose: (routes: readonly Route[], box: BoxName, isOn: boolean) => void
  error: string | undefined
}

// The field holds the record's value or a result of `toGrants`.
const asAccess = (value: unknown): readonly GroupAccess[] => (Array.isArray(value) ? value : [])

/** The form's permissions as a selection, limited to those that the current user may grant. */
const usePermissions = (limit: Selection, fixed: Selection | undefined): Permissions => {
  const { field, fieldState } = useInput({ source: FIELD })
  const selection = useMemo(() => fixed ?? toSelection(asAccess(field.value)), [fixed, field.value])
  const latest = useRef({ selection, limit, change: field.onChange })
  useEffect(() => {
    latest.current = { selection, limit, change: field.onChange }
  })
  const choose = useCallback<Permissions['choose']>((routes, box, isOn) => {
    const { change, ...now } = latest.current
    change(toGrants(setBox(now.selection, now.limit, routes, box, isOn)))
  }, [])
  return { selection, limit, choose, error: fieldState.error?.message ?? fieldState.error?.root?.message }
}
