import Link from '@mui/material/Link'
import { LinkBase, useRecordContext, useResourceContext } from 'react-admin'
import { useCan } from '../../api/me.ts'
import { pathOf } from '../../api/paths.ts'

/** URL of the audit log with these filters. */
export const changesPath = (filter: Readonly<Record<string, string>>): string =>
  `${pathOf('audit')}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`

/** Link to the record's audit events, if the profile may open them. */
export const ChangesLink = () => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const canList = useCan('list', 'audit')
  if (record === undefined || resource === undefined || !canList) return null
  return (
    <Link component={LinkBase} to={changesPath({ resource, record: String(record.id) })}>
      Cambios
    </Link>
  )
}
