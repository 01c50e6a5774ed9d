import Link from '@mui/material/Link'
import { LinkBase, type RaRecord, useRecordContext } from 'ra-core'
import { useScreens } from '../layout/screens.ts'
import { pathOf } from '../providers/addresses.ts'
import { useMay } from '../session/use-may.ts'

const TEMPLATE = 'history-list'

/** The visits of an episode are those of its series that name it. */
const contentOf = ({ id, serieId }: RaRecord): Record<string, string> =>
  typeof serieId === 'string' ? { content: serieId, episode: String(id) } : { content: String(id) }

/** The way to the visits of the content at hand, where this build and the profile have that screen. */
export const HistoryLink = () => {
  const record = useRecordContext()
  const screens = useScreens()
  const mayList = useMay('list', 'histories')
  if (record === undefined || !mayList || !screens.has(TEMPLATE)) return null
  const query = new URLSearchParams({ ...contentOf(record), name: String(record.title ?? '') })
  return (
    <Link component={LinkBase} to={`${pathOf(TEMPLATE)}?${query}`}>
      Historial
    </Link>
  )
}
