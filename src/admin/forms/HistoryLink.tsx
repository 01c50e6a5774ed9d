import Link from '@mui/material/Link'
import { LinkBase, useCanAccess, useRecordContext } from 'ra-core'
import { useScreens } from '../layout/screens.ts'
import { pathOf } from '../providers/addresses.ts'

const TEMPLATE = 'history-list'

/** The way to the visits of the content at hand, where this build and the profile have that screen. */
export const HistoryLink = () => {
  const record = useRecordContext()
  const screens = useScreens()
  const { canAccess } = useCanAccess({ resource: 'histories', action: 'list' })
  if (record === undefined || canAccess !== true || !screens.has(TEMPLATE)) return null
  const query = new URLSearchParams({ content: String(record.id), name: String(record.title ?? '') })
  return (
    <Link component={LinkBase} to={`${pathOf(TEMPLATE)}?${query}`}>
      Historial
    </Link>
  )
}
