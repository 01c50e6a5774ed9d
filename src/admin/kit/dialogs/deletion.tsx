import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Identifier, useCloseNotification, useNotify, useResourceContext } from 'react-admin'
import { entryOf, isResource } from '../../../domain/registry.ts'
import { restoreRecord } from '../../api/data-provider.ts'
import { listQueries } from '../../api/query-client.ts'
import { DELETED, OFFERED_FOR_MS, RESTORED, SAVED_FOR_MS } from '../page/Page.tsx'
import { clearChanged } from '../page/recently-changed.ts'

/** Notifies of a deletion, with an undo button if the resource has a trash. */
export const useNotifyDeleted = (): ((id: Identifier) => void) => {
  const resource = useResourceContext() ?? ''
  const notify = useNotify()
  return (id) => {
    clearChanged(resource, String(id))
    const hasTrash = isResource(resource) && entryOf(resource).operation !== undefined
    notify(DELETED, {
      type: 'success',
      autoHideDuration: hasTrash ? OFFERED_FOR_MS : SAVED_FOR_MS,
      action: hasTrash ? <UndoDeletion resource={resource} id={id} /> : undefined,
    })
  }
}

/** Rendered in a notification, outside any list, so it invalidates the resource's lists itself. */
const UndoDeletion = ({ resource, id }: { resource: string; id: Identifier }) => {
  const notify = useNotify()
  const close = useCloseNotification()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const undo = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await restoreRecord(resource, id)
      notify(RESTORED, { type: 'success', autoHideDuration: SAVED_FOR_MS })
    } catch (error) {
      notify(error instanceof Error ? error.message : 'No se pudo restaurar.', { type: 'error' })
    } finally {
      close()
      void queryClient.invalidateQueries(listQueries(resource))
    }
  }
  return (
    <Button color="inherit" size="small" aria-busy={isBusy} onClick={undo}>
      Deshacer
    </Button>
  )
}
