import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import {
  JOB_NAMES,
  JOBS,
  progressText,
  RUN_STATE_NAMES,
  RUN_STATES,
  type RunState,
} from '../../../domain/jobs/job.ts'
import { ask, type RowOf } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { Tag } from '../../kit/display/display.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { Column, MomentColumn } from '../../kit/list/columns.tsx'
import { FilterDays, FilterSelect, pastPresets } from '../../kit/list/filters.tsx'
import { Schedules } from './Schedules.tsx'

type Run = RowOf<'jobs'>

/** Jobs (Tareas): the schedules, and the runs of the last 30 days. */
export const JobList = () => (
  <CatalogueList
    title="Tareas"
    onOpen={null}
    above={<Schedules />}
    filters={<Filters />}
    hiddenColumns={HIDDEN}
    empty={{
      title: 'Todavía no se ejecutó ninguna tarea.',
      text: 'Las de los últimos 30 días aparecen aquí.',
    }}
  >
    <Column<Run> source="name" disableSort onPhone="title" render={Name} />
    <Column<Run> source="state" disableSort onPhone="beside" render={State} />
    <MomentColumn source="begun" onPhone="line" />
    <MomentColumn source="ended" disableSort />
    <Column<Run> source="done" label="Avance" disableSort onPhone="line" render={progressText} />
    <Column<Run>
      source="userName"
      label="Pedida por"
      disableSort
      onPhone="line"
      clip={130}
      render={askerText}
    />
    <Column<Run> source="message" disableSort onPhone="row" render={Reason} />
    <Column<Run> source="actions" label="Acciones" disableSort onPhone="action" render={Actions} />
  </CatalogueList>
)

const HIDDEN = ['ended']

const Name = ({ name }: Run) => <strong>{name}</strong>

const TONES: Readonly<Partial<Record<RunState, 'green' | 'yellow' | 'red'>>> = {
  running: 'yellow',
  retrying: 'yellow',
  done: 'green',
  failed: 'red',
}

const State = ({ state }: Run) => <Tag tone={TONES[state]}>{RUN_STATES[state]}</Tag>

// No element without a reason, so that a phone's card omits the line.
const Reason = ({ message }: Run) => (message === '' ? null : <span className="run-reason">{message}</span>)

const askerText = ({ user, userName }: Run): string => {
  if (user === null) return 'El servicio'
  return userName || 'Usuario eliminado'
}

const KINDS = JOB_NAMES.map((value) => ({ value, label: JOBS[value].title }))
const STATES = RUN_STATE_NAMES.map((value) => ({ value, label: RUN_STATES[value] }))

const Filters = () => (
  <>
    <FilterSelect source="kind" label="Tarea" options={KINDS} allLabel="Todas" />
    <FilterSelect source="state" label="Estado" options={STATES} />
    <FilterDays label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
  </>
)

const Actions = (run: Run) => (run.canRetry ? <RetryButton run={run} /> : null)

/** Repeats a failed run (rule J4); hidden without permission. */
const RetryButton = ({ run }: { run: Run }) => {
  const canModify = useCan('modify', 'jobs')
  const queryClient = useQueryClient()
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  if (!canModify) return null
  const retry = async (): Promise<void> => {
    setBusy(true)
    try {
      await ask('POST /api/jobs/:id/retry', { params: { id: run.id } })
      notify('La tarea se ejecuta de nuevo.', { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error', multiLine: true })
    }
    await queryClient.invalidateQueries({ queryKey: ['jobs'] })
    setBusy(false)
  }
  return (
    <Button
      size="small"
      variant="outlined"
      loading={isBusy}
      aria-label={`Reintentar: ${run.name}`}
      onClick={retry}
    >
      Reintentar
    </Button>
  )
}
