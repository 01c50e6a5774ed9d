import Link from '@mui/material/Link'
import { LinkBase, type RaRecord, useRecordContext } from 'ra-core'
import { pathOf } from '../../api/addresses.ts'
import { useMay } from '../../api/session/use-may.ts'

/** The visits of an episode are those of its series that name it. */
const contentOf = ({ id, serieId }: RaRecord): Record<string, string> =>
  typeof serieId === 'string' ? { content: serieId, episode: String(id) } : { content: String(id) }

/** The way to the visits of the content at hand, where the profile has that screen. */
export const HistoryLink = () => {
  const record = useRecordContext()
  const mayList = useMay('list', 'histories')
  if (record === undefined || !mayList) return null
  const query = new URLSearchParams({ ...contentOf(record), name: String(record.title ?? '') })
  return (
    <Link component={LinkBase} to={`${pathOf('history-list')}?${query}`}>
      Historial
    </Link>
  )
}
