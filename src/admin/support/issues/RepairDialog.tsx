import { useNotify } from 'ra-core'
import { useState } from 'react'
import { ConfirmDialog } from '../../dialogs/ConfirmDialog.tsx'
import { type IssueFilters, repairAll, useOpenCount, useRefreshIssues } from './repair.ts'
import { repairedText, repairQuestion } from './repair-texts.ts'

interface RepairDialogProps {
  open: boolean
  title: string
  /** Which reports: those that these filters found when they were counted. */
  filters: IssueFilters
  onClose: () => void
}

/** Asks before the open reports of some filters are marked as repaired, with their exact number. */
export const RepairDialog = ({ open, title, filters, onClose }: RepairDialogProps) => {
  const { data: counted, isFetching, error } = useOpenCount(filters, open)
  const refresh = useRefreshIssues()
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const repair = async (): Promise<void> => {
    if (counted === undefined || isBusy) return
    setBusy(true)
    try {
      const count = await repairAll(filters, counted)
      onClose()
      notify(repairedText(count, counted.count), { type: 'success' })
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : 'No se pudo guardar el cambio.', { type: 'error' })
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmLabel="Marcar como reparados"
      busy={isBusy || isFetching || !counted?.count}
      onConfirm={repair}
      onClose={onClose}
    >
      <span aria-live="polite">
        {error
          ? error.message
          : counted === undefined
            ? 'Contando los reportes…'
            : repairQuestion(counted.count)}
      </span>
    </ConfirmDialog>
  )
}
