import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { FLAGS } from '../../../../domain/access/permissions.ts'
import { isListable, type RouteGroup } from '../../../../domain/access/route-groups.ts'
import type { Route } from '../../../../domain/access/routes.ts'
import { TABLE } from '../../../kit/list/CatalogueTable.tsx'
import { FLAG_LABELS } from './flag-labels.ts'
import { MarkBoxes } from './MarkBoxes.tsx'
import { FixedRow, HIDDEN_BETWEEN, RouteRow } from './RouteRow.tsx'
import type { Permissions } from './use-permissions.ts'

const HEAD = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, px: 2.25, py: 1.25 }

const WIDTHS = ['38%', '16%', '22%', '8%', '8%', '8%']
const COLUMNS = ['Descripción', 'Menú', 'Ruta', ...FLAGS.map((flag) => FLAG_LABELS[flag])]

const Heads = () => (
  <TableHead>
    <TableRow>
      {COLUMNS.map((name, index) => (
        <TableCell
          key={name}
          component="th"
          scope="col"
          align={index > 2 ? 'center' : 'left'}
          sx={{ width: WIDTHS[index], ...(name === 'Menú' ? HIDDEN_BETWEEN : {}) }}
        >
          {name}
        </TableCell>
      ))}
    </TableRow>
  </TableHead>
)

interface RouteGroupCardProps {
  group: RouteGroup
  permissions: Permissions
  isReadOnly: boolean
}

/** One group of routes: boxes for all of them, and a row for each. */
export const RouteGroupCard = ({
  group: { label, routes },
  permissions,
  isReadOnly,
}: RouteGroupCardProps) => {
  const heading = useId()
  const { selection, limit, choose } = permissions
  const listable = routes.filter(isListable)
  const heldOf = ({ template }: Route) => selection.get(template)?.join(' ')
  const limitOf = ({ template }: Route) => limit.get(template)?.join(' ')
  return (
    <Card component="section" aria-labelledby={heading} sx={{ mb: 2 }}>
      <Box sx={HEAD}>
        <Typography id={heading} variant="h2" sx={{ flex: '1 1 160px' }}>
          {label}
        </Typography>
        {listable.length === 0 ? null : (
          <MarkBoxes
            label={`Todo en ${label}`}
            of={label}
            routes={listable}
            permissions={permissions}
            isReadOnly={isReadOnly}
          />
        )}
      </Box>
      <Box sx={TABLE}>
        <Table size="small" aria-labelledby={heading}>
          <Heads />
          <TableBody>
            {routes.map((route) =>
              isListable(route) ? (
                <RouteRow
                  key={route.template}
                  route={route}
                  held={heldOf(route)}
                  limit={limitOf(route)}
                  choose={choose}
                  isReadOnly={isReadOnly}
                />
              ) : (
                <FixedRow key={route.template} route={route} selection={selection} />
              ),
            )}
          </TableBody>
        </Table>
      </Box>
    </Card>
  )
}
