import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { type IssueFilters, useOpenCount } from './repair.ts'
import { repairQuestion } from './repair-texts.ts'
import { useRepair } from './use-repair.ts'

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
  const { repair, isBusy } = useRepair(filters, counted, onClose)
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
