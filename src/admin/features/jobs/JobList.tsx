import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import {
  JOB_NAMES,
  JOBS,
  progressText,
  RUN_STATE_NAMES,
  RUN_STATES,
  type RunState,
} from '../../../domain/jobs/job.ts'
import { type RowOf, request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { Tag } from '../../kit/display/display.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, momentColumn } from '../../kit/list/columns.tsx'
import { DaysFilter, pastPresets, SelectFilter } from '../../kit/list/filters.tsx'
import { Compensation, useCompensates } from '../credits/Compensation.tsx'
import styles from './JobList.module.css'
import { Schedules } from './Schedules.tsx'

type Run = RowOf<'jobs'>

/** Jobs (Tareas): the schedules, and the runs of the last 30 days. */
export const JobList = () => (
  <CatalogueList
    title="Tareas"
    onOpen={null}
    tools={useCompensates() ? <Compensation /> : undefined}
    above={<Schedules />}
    filters={<Filters />}
    columns={COLUMNS}
  />
)

const Name = ({ name }: Run) => <strong>{name}</strong>

const TONES: Readonly<Partial<Record<RunState, 'green' | 'yellow' | 'red'>>> = {
  running: 'yellow',
  retrying: 'yellow',
  done: 'green',
  failed: 'red',
}

const State = ({ state }: Run) => <Tag tone={TONES[state]}>{RUN_STATES[state]}</Tag>

// No element without a reason, so that a phone's card omits the line.
const Reason = ({ message }: Run) =>
  message === '' ? null : <span className={styles.reason}>{message}</span>

const askerText = ({ user, userName }: Run): string => {
  if (user === null) return 'El servicio'
  return userName || 'Usuario eliminado'
}

const KINDS = JOB_NAMES.map((value) => ({ value, label: JOBS[value].title }))
const STATES = RUN_STATE_NAMES.map((value) => ({ value, label: RUN_STATES[value] }))

const Filters = () => (
  <>
    <SelectFilter source="kind" label="Tarea" options={KINDS} allLabel="Todas" />
    <SelectFilter source="state" label="Estado" options={STATES} />
    <DaysFilter label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
  </>
)

const Actions = (run: Run) => (run.canRetry ? <RetryButton run={run} /> : null)

const COLUMNS: readonly Column<Run>[] = [
  { source: 'name', disableSort: true, onPhone: 'title', render: Name },
  { source: 'state', disableSort: true, onPhone: 'beside', render: State },
  momentColumn({ source: 'begun', onPhone: 'line' }),
  momentColumn({ source: 'ended', isHidden: true, disableSort: true }),
  { source: 'done', label: 'Avance', disableSort: true, onPhone: 'line', render: progressText },
  {
    source: 'userName',
    label: 'Pedida por',
    disableSort: true,
    onPhone: 'line',
    clip: 130,
    render: askerText,
  },
  { source: 'message', disableSort: true, onPhone: 'row', render: Reason },
  { source: 'actions', label: 'Acciones', disableSort: true, onPhone: 'action', render: Actions },
]

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
      await request('POST /api/jobs/:id/retry', { params: { id: run.id } })
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
