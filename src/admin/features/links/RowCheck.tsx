import RefreshIcon from '@mui/icons-material/Refresh'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import { type MouseEvent, useEffect, useState } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import type { LinkedResource } from '../../../domain/contents/link-verdict.ts'
import { useCan } from '../../api/me.ts'
import { isWaiting, useLinkHealth, useRequestChecks } from './health.ts'

interface RowCheckProps {
  resource: LinkedResource
  record: RaRecord
}

/** Checks the links of a row's record; hidden without permission. */
export const RowCheck = ({ resource, record }: RowCheckProps) => {
  const canModify = useCan('modify', resource)
  const { startCheck, isBusy } = useRequestChecks()
  const [isAsked, setAsked] = useState(false)
  if (!canModify) return null
  const isRunning = isBusy || isAsked
  const check = async (event: MouseEvent): Promise<void> => {
    event.stopPropagation()
    if (isRunning) return
    setAsked((await startCheck(resource, { ids: [String(record.id)] }, 1)) !== undefined)
  }
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Comprobar los enlaces de ${record.title ?? record.id}`}
        // Not disabled, which would lose the focus.
        aria-busy={isRunning}
        onClick={check}
        sx={{ ml: 0.5 }}
      >
        {isRunning ? <CircularProgress size={20} color="inherit" /> : <RefreshIcon fontSize="small" />}
      </IconButton>
      {isAsked ? <Following resource={resource} record={record} onDone={() => setAsked(false)} /> : null}
    </>
  )
}

/** Refetches the list once the checks have ended. */
const Following = ({ resource, record, onDone }: RowCheckProps & { onDone: () => void }) => {
  const { refetch } = useListContext()
  const { data } = useLinkHealth(resource, String(record.id), { isFollowed: true })
  const isDone = data !== undefined && !isWaiting(data)
  useEffect(() => {
    if (!isDone) return
    void refetch()
    onDone()
  }, [isDone, refetch, onDone])
  return null
}
