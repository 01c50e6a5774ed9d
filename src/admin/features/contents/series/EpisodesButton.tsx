import Button from '@mui/material/Button'
import { LinkBase, useRecordContext } from 'ra-core'
import { pathOf } from '../../../api/addresses.ts'
import { useMay } from '../../../api/session/use-may.ts'

/** To the episodes of the series at hand, once it is saved. */
export const EpisodesButton = () => {
  const record = useRecordContext()
  const mayList = useMay('list', 'episodes')
  if (!mayList) return null
  if (record?._id === undefined)
    return (
      <Button variant="outlined" disabled>
        Episodios
      </Button>
    )
  return (
    <Button variant="outlined" component={LinkBase} to={pathOf('episode-list', String(record._id))}>
      Episodios
    </Button>
  )
}
