import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useState } from 'react'
import { useCan } from '../../../api/me.ts'
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx'
import { RepairHistory } from './RepairHistory.tsx'
import { type IssueFilters, repairLabel, repairQuestion, useOpenCount, useRepair } from './repairs.tsx'

const ALL: IssueFilters = {}

const RepairEverything = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Reparados Todos
      </Button>
      <RepairDialog
        open={isOpen}
        title="¿Marcar todos los reportes como reparados?"
        filters={ALL}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const RepairFiltered = ({ filters }: { filters: IssueFilters }) => {
  const { data } = useOpenCount(filters)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="contained" disabled={!data?.count} onClick={() => setOpen(true)}>
        {repairLabel(data?.count)}
      </Button>
      <RepairDialog
        open={isOpen}
        title="¿Marcar los reportes filtrados como reparados?"
        filters={filters}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** 'Reparados Todos', and the same for those that the filters find; hidden without permission. */
export const RepairButtons = ({ offersFiltered }: { offersFiltered: boolean }) => {
  const { filterValues } = useListContext()
  const canModify = useCan('modify', 'issues')
  if (!canModify) return null
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <>
      {isFiltered && offersFiltered ? <RepairFiltered filters={filterValues} /> : null}
      <RepairEverything />
      <RepairHistory />
    </>
  )
}

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
