import Link from '@mui/material/Link'
import { LinkBase, useRecordContext, useResourceContext } from 'ra-core'
import { pathOf } from '../../api/addresses.ts'
import { useMay } from '../../api/session/use-may.ts'

/** The way to the changes of the record at hand, where the profile has the audit trail. */
export const ChangesLink = () => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const mayList = useMay('list', 'audit')
  if (record === undefined || !mayList) return null
  const filter = JSON.stringify({ resource, record: String(record.id) })
  return (
    <Link component={LinkBase} to={`${pathOf('audit')}?${new URLSearchParams({ filter })}`}>
      Cambios
    </Link>
  )
}
