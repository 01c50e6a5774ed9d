import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useState } from 'react'
import { useMay } from '../../../api/session/use-may.ts'
import { RepairDialog } from './RepairDialog.tsx'
import { RepairHistory } from './RepairHistory.tsx'
import { type IssueFilters, useOpenCount } from './repair.ts'
import { repairLabel } from './repair-texts.ts'

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

/** 'Reparados Todos', and the same for those that the filters find; absent for who may not. */
export const RepairButtons = ({ offersFiltered }: { offersFiltered: boolean }) => {
  const { filterValues } = useListContext()
  const mayModify = useMay('modify', 'issues')
  if (!mayModify) return null
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <>
      {isFiltered && offersFiltered ? <RepairFiltered filters={filterValues} /> : null}
      <RepairEverything />
      <RepairHistory />
    </>
  )
}
