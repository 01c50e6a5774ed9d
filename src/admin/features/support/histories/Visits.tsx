import Link from '@mui/material/Link'
import { LinkBase, type RaRecord, useRecordContext } from 'react-admin'
import { formatCount } from '../../../../domain/format/text.ts'
import { useCan } from '../../../api/me.ts'
import { pathOf } from '../../../api/paths.ts'
import { Tag } from '../../../kit/display/display.tsx'

/** The number of a content's visits, with a link to them; nothing for other records. */
export const Visits = () => {
  const record = useRecordContext()
  if (typeof record?.view !== 'number') return null
  return (
    <>
      <Tag>Visitas {formatCount(record.view)}</Tag>
      <HistoryLink content={record} />
    </>
  )
}

/** Visits of an episode are filtered by its series and the episode. */
const visitFilter = ({ id, serieId }: RaRecord): Record<string, string> =>
  typeof serieId === 'string' ? { content: serieId, episode: String(id) } : { content: String(id) }

/** Link to the content's visits, if the profile may open them. */
const HistoryLink = ({ content }: { content: RaRecord }) => {
  const canList = useCan('list', 'histories')
  if (!canList) return null
  const query = new URLSearchParams({ ...visitFilter(content), name: String(content.title ?? '') })
  return (
    <Link component={LinkBase} to={`${pathOf('history-list')}?${query}`}>
      Historial
    </Link>
  )
}
