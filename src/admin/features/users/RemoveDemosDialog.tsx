import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { formatCount } from '../../../domain/format/text.ts'
import { REMOVE_DEMOS_PROMPT } from '../../../domain/users/creation.ts'
import { request } from '../../api/http.ts'
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx'

const expiredText = (count: number): string => {
  if (count === 0) return 'No hay usuarios demo vencidos.'
  return count === 1
    ? 'Se eliminará 1 usuario demo vencido.'
    : `Se eliminarán ${formatCount(count)} usuarios demo vencidos.`
}

const removedText = (count: number): string => {
  if (count === 0) return 'No había usuarios demo vencidos.'
  return count === 1
    ? 'Se eliminó 1 usuario demo vencido.'
    : `Se eliminaron ${formatCount(count)} usuarios demo vencidos.`
}

const useRemoval = (onDone: () => void) => {
  const notify = useNotify()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      const { count } = await request('DELETE /api/users/demo')
      notify(removedText(count), { type: 'success' })
      refresh()
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return { remove, isBusy }
}

/** Number of expired demo users; refetched whenever the dialog opens. */
const useExpiredDemos = (enabled: boolean) =>
  useQuery({
    queryKey: ['users', 'expired-demos'],
    queryFn: async ({ signal }) => (await request('GET /api/users/demo/expired', { signal })).count,
    staleTime: 0,
    enabled,
  })

/** Confirms deleting the expired demo users, with their number. */
const RemoveDemosDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { data: count, error, isFetching } = useExpiredDemos(open)
  const { remove, isBusy } = useRemoval(onClose)
  const text = error
    ? error.message
    : count === undefined
      ? 'Contando los usuarios demo vencidos…'
      : expiredText(count)
  return (
    <ConfirmDialog
      open={open}
      title={REMOVE_DEMOS_PROMPT}
      confirmLabel="Eliminar"
      danger
      busy={isBusy || isFetching || !count}
      onConfirm={remove}
      onClose={onClose}
    >
      <span aria-live="polite">{text}</span>
    </ConfirmDialog>
  )
}

export default RemoveDemosDialog
