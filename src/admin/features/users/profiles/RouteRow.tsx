import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { memo, type ReactNode } from 'react'
import { FLAGS, type Flag, mayOpen } from '../../../../domain/access/permissions.ts'
import { shownGroupOf } from '../../../../domain/access/route-groups.ts'
import { MENU_LABELS, type Route } from '../../../../domain/access/routes.ts'
import { accessOf, flagsOf, type Selection } from '../../../../domain/access/selection.ts'
import { PROFILE_MESSAGES } from '../../../../domain/users/profile.ts'
import { Tag } from '../../../kit/display/Tag.tsx'
import { FLAG_LABELS } from './flag-labels.ts'
import type { Permissions } from './use-permissions.ts'

/** Between a phone's cards and a wide table there is no room for what the group's heading says already. */
export const HIDDEN_BETWEEN = { '@media (min-width: 600px) and (max-width: 899.95px)': { display: 'none' } }

interface RowProps {
  route: Route
  /** The first cell: the route's name with its box. */
  children: ReactNode
  flag?: (flag: Flag) => ReactNode
}

const Row = ({ route, children, flag }: RowProps) => (
  <TableRow hover>
    <TableCell className="on-phone-title">{children}</TableCell>
    <TableCell data-label="Menú" sx={HIDDEN_BETWEEN}>
      {MENU_LABELS[shownGroupOf(route)]}
    </TableCell>
    <TableCell data-label="Ruta" sx={{ overflowWrap: 'anywhere' }}>
      {route.path}
    </TableCell>
    {FLAGS.map((name) => (
      <TableCell key={name} align="center" data-label={FLAG_LABELS[name]}>
        {flag?.(name)}
      </TableCell>
    ))}
  </TableRow>
)

interface RouteRowProps {
  route: Route
  /** Its flags, parted by spaces; undefined while it is not selected. Plain texts let a row rest while others change. */
  held: string | undefined
  limit: string | undefined
  choose: Permissions['choose']
  isReadOnly: boolean
}

/** A route that the profile can list. */
export const RouteRow = memo(function RouteRow({ route, held, limit, choose, isReadOnly }: RouteRowProps) {
  const isBeyond = (flag?: Flag): boolean =>
    limit === undefined || (flag !== undefined && !limit.split(' ').includes(flag))
  const tip = (flag?: Flag) => (isBeyond(flag) && !isReadOnly ? PROFILE_MESSAGES.beyondOwn : undefined)
  const flagBox = (flag: Flag): ReactNode =>
    flagsOf(route).includes(flag) ? (
      <span title={tip(flag)}>
        <Checkbox
          size="small"
          checked={held?.split(' ').includes(flag) ?? false}
          disabled={isReadOnly || isBeyond(flag)}
          onChange={(_, isOn) => choose([route], flag, isOn)}
          slotProps={{ input: { 'aria-label': `${FLAG_LABELS[flag]}: ${route.description}` } }}
          sx={{ p: { xs: '12px', sm: '5px' } }}
        />
      </span>
    ) : null
  return (
    <Row route={route} flag={flagBox}>
      <FormControlLabel
        title={tip()}
        label={route.description}
        disabled={isReadOnly || isBeyond()}
        sx={{ mr: 0, ml: '-6px' }}
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

/** A route that no profile lists: it is open to everybody, or goes with another one. */
export const FixedRow = ({ route, selection }: { route: Route; selection: Selection }) => {
  const isOpen = mayOpen({ role: 'admin', routeAccess: accessOf(selection) }, route)
  return (
    <Row route={route}>
      <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 28 }}>
        {route.description}
        <Tag>
          {route.isDefault ? 'Abierta para todos' : isOpen ? 'Abierta con Usuarios' : 'Cerrada sin Usuarios'}
        </Tag>
      </Box>
    </Row>
  )
}
