import Link from '@mui/material/Link'
import { LinkBase, useCanAccess, useRecordContext, useResourceContext } from 'ra-core'
import { useScreens } from '../layout/screens.ts'
import { pathOf } from '../providers/addresses.ts'

const TEMPLATE = 'audit'

/** The way to the changes of the record at hand, where the profile has the audit trail. */
export const ChangesLink = () => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const screens = useScreens()
  const { canAccess } = useCanAccess({ resource: 'audit', action: 'list' })
  if (record === undefined || canAccess !== true || !screens.has(TEMPLATE)) return null
  const filter = JSON.stringify({ resource, record: String(record.id) })
  return (
    <Link component={LinkBase} to={`${pathOf(TEMPLATE)}?${new URLSearchParams({ filter })}`}>
      Cambios
    </Link>
  )
}
