import Button from '@mui/material/Button'
import { LinkBase, useCanAccess, useRecordContext } from 'ra-core'
import { pathOf } from '../../providers/addresses.ts'

/** To the episodes of the series at hand, once it is saved. */
export const EpisodesButton = () => {
  const record = useRecordContext()
  const { canAccess } = useCanAccess({ resource: 'episodes', action: 'list' })
  if (canAccess === false) return null
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
