import Button from '@mui/material/Button'
import { useDelete, useNotify, useRecordContext, useResourceContext } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../api/session/use-can.ts'
import { useRefreshLists } from '../../api/use-refresh-lists.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { useFormKit } from '../inputs/form-kit.tsx'
import { useReturnToList } from '../page/list-place.ts'
import { DELETED, SAVED_FOR_MS } from '../page/saved.ts'
import { useRefusal } from './form-errors.tsx'

interface DeleteButtonProps {
  prompt: (record: Record<string, unknown>) => string
  /** More to say in the question: what goes with the record. */
  children?: ReactNode
}

const useDeletion = (close: () => void) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const { isDone } = useFormKit()
  const notify = useNotify()
  const refreshLists = useRefreshLists()
  const refuse = useRefusal()
  const returnToList = useReturnToList()
  const [remove, { isPending }] = useDelete()
  const deleteRecord = (): void => {
    if (isPending || record === undefined) return
    remove(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          isDone.current = true
          refreshLists()
          notify(DELETED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
          returnToList()
        },
        onError: refuse,
        onSettled: close,
      },
    )
  }
  return { deleteRecord, isPending }
}

/** Deletes the record after asking; disabled while there is none, absent for who may not. */
export const DeleteButton = ({ prompt, children }: DeleteButtonProps) => {
  const resource = useResourceContext() ?? ''
  const record = useRecordContext()
  const { mode } = useFormKit()
  const [isAsking, setAsking] = useState(false)
  const { deleteRecord, isPending } = useDeletion(() => setAsking(false))
  const canDelete = useCan('delete', resource)
  if (!canDelete) return null
  return (
    <>
      <Button variant="outlined" color="error" disabled={mode === 'create'} onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={record === undefined ? '' : prompt(record)}
        confirmLabel="Eliminar"
        danger
        busy={isPending}
        onConfirm={deleteRecord}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
