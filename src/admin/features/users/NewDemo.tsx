import Button from '@mui/material/Button'
import { LinkBase } from 'ra-core'
import { can } from '../../../domain/access/permissions.ts'
import { creatableRoles } from '../../../domain/users/creation.ts'
import { pathOf } from '../../api/addresses.ts'
import { useMe } from '../../api/me.ts'
import { useSettings } from '../../api/settings.ts'

/** Opens the form of a new user with the profile demo chosen. */
export const NewDemo = () => {
  const { data: me } = useMe()
  const { data: settings } = useSettings()
  if (me === undefined || settings === undefined || !can(me, 'create', 'users')) return null
  if (!creatableRoles(me.role, { enableDemo: settings.enableDemo ?? true }).includes('demo')) return null
  return (
    <Button variant="outlined" component={LinkBase} to={`${pathOf('user-create')}?profile=demo`}>
      Nuevo demo
    </Button>
  )
}
