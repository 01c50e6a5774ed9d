import DeleteIcon from '@mui/icons-material/DeleteOutline'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import {
  type RaRecord,
  useDelete,
  useListContext,
  useNotify,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { useCan } from '../../api/me.ts'
import { useRefreshLists } from '../../api/query-client.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { useNotifyDeleted } from '../dialogs/deletion.tsx'
import { stopPropagation } from '../display/display.tsx'

const useRowDeletion = (record: RaRecord, close: () => void) => {
  const { refetch } = useListContext()
  const refreshLists = useRefreshLists()
  const notify = useNotify()
  const notifyDeleted = useNotifyDeleted()
  const [remove, { isPending }] = useDelete()
  const resource = useResourceContext() ?? ''
  const deleteRecord = (): void => {
    if (isPending) return
    const done = () => notifyDeleted(record.id)
    const failed = (error: unknown) =>
      notify(error instanceof Error ? error.message : 'No se pudo eliminar.', { type: 'error' })
    const settled = () => {
      close()
      refreshLists()
      refetch()
    }
    remove(
      resource,
      { id: record.id, previousData: record },
      { mutationMode: 'pessimistic', onSuccess: done, onError: failed, onSettled: settled },
    )
  }
  return { deleteRecord, isPending }
}

interface RowDeleteProps {
  prompt: (record: RaRecord) => string
  /** Why a record cannot be deleted: tooltip of the disabled button. */
  blockedBy?: (record: RaRecord) => string | undefined
}

/** Deletes the row's record after confirmation; hidden without permission. */
export const RowDelete = ({ prompt, blockedBy }: RowDeleteProps) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const [isAsking, setAsking] = useState(false)
  const [wasAsked, setAsked] = useState(false)
  const canDelete = useCan('delete', resource)
  if (record === undefined || !canDelete) return null
  const reason = blockedBy?.(record)
  const ask = (): void => {
    setAsked(true)
    setAsking(true)
  }
  return (
    // Keeps clicks on the button and in its dialog from reaching the row.
    <Box component="span" title={reason} onClick={stopPropagation} onKeyDown={stopPropagation}>
      <IconButton
        size="small"
        color="error"
        aria-label={`Eliminar ${record.title ?? record.name ?? ''}`}
        disabled={reason !== undefined}
        onClick={ask}
      >
        <DeleteIcon fontSize="small" />
      </IconButton>
      {wasAsked ? (
        <Deletion record={record} open={isAsking} title={prompt(record)} onClose={() => setAsking(false)} />
      ) : null}
    </Box>
  )
}

interface DeletionProps {
  record: RaRecord
  open: boolean
  title: string
  onClose: () => void
}

/** Only mounted for a row being deleted, because of its many hooks. */
const Deletion = ({ record, onClose, ...dialog }: DeletionProps) => {
  const { deleteRecord, isPending } = useRowDeletion(record, onClose)
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel="Eliminar"
      danger
      busy={isPending}
      onConfirm={deleteRecord}
      onClose={onClose}
    />
  )
}
