import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { LinkBase } from 'react-admin'
import { holds } from '../../../domain/access/permissions.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { CHANGE_PERMISSIONS } from '../../../domain/settings/settings-screens.ts'
import { request } from '../../api/http.ts'
import type { Me } from '../../api/me.ts'
import { formPathOf, pathOf } from '../../api/paths.ts'
import { today } from '../../kit/display/dates.ts'
import { FRESH_FOR } from './panel.tsx'

/** The resellers who created many demos today or yesterday (rule U27); nothing if there are none. */
export const ManyDemos = ({ me }: { me: Me }) => {
  const { data = [] } = useQuery({
    queryKey: ['users', 'many demos'],
    queryFn: ({ signal }) => request('GET /api/users/demo/many', { signal }),
    staleTime: FRESH_FOR,
  })
  if (data.length === 0) return null
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        holds(me, CHANGE_PERMISSIONS.settings) ? (
          <Button
            color="inherit"
            size="small"
            component={LinkBase}
            to={`${pathOf('settings')}?tab=control`}
            sx={{ whiteSpace: 'nowrap' }}
          >
            Poner límites
          </Button>
        ) : null
      }
    >
      {data.map(({ _id, fullName, day, demos }) => (
        <div key={`${_id} ${day}`}>
          <Link component={LinkBase} to={formPathOf('users', _id)} color="inherit">
            {fullName}
          </Link>
          {` creó ${formatCount(demos)} demos ${day === today() ? 'hoy' : 'ayer'}.`}
        </div>
      ))}
    </Alert>
  )
}
