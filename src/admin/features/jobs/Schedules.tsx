import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import type { Schedule } from '../../../domain/jobs/endpoints.ts'
import { RUN_STATES } from '../../../domain/jobs/job.ts'
import { type RowOf, request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { dayText, timeText } from '../../kit/display/dates.ts'
import { ToggleSwitch } from '../../kit/display/display.tsx'
import { RetryAlert } from '../../kit/page/RetryAlert.tsx'

/** Interval of refetching while a job runs, in milliseconds. */
const POLL_MS = 1_500

const KEY = ['jobs', 'schedules']

const isBusy = ({ state }: Schedule): boolean => state !== 'scheduled'
const isOpen = ({ ended }: RowOf<'jobs'>): boolean => ended === null

/** The schedules; while one runs, or the list shows a run in progress, both are refetched. */
const useSchedules = () => {
  const { data: runs, refetch } = useListContext<RowOf<'jobs'>>()
  const hasOpen = runs?.some(isOpen) === true
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request('GET /api/jobs/schedules', { signal }),
    refetchInterval: ({ state }) => (hasOpen || state.data?.some(isBusy) ? POLL_MS : false),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const { data, dataUpdatedAt } = query
  const ended = JSON.stringify(data?.map(({ last }) => last))
  const seen = useRef(ended)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after each refetch while a run is in progress.
  useEffect(() => {
    const isNew = seen.current !== undefined && seen.current !== ended
    seen.current = ended
    if (isNew || hasOpen) refetch()
  }, [dataUpdatedAt, ended])
  return query
}

// The height of six schedules: the list below, whose buttons start jobs, must not move when they arrive.
const PLACEHOLDER = { height: { xs: 1164, sm: 398 }, mt: '6px' }

/** The scheduled jobs: last and next run, switch, and 'Ejecutar ahora' (rules J3, J4). */
export const Schedules = () => {
  const heading = useId()
  const { data, error, refetch } = useSchedules()
  return (
    <Card component="section" aria-labelledby={heading} sx={{ mb: 2, p: '14px 18px 4px' }}>
      <Typography id={heading} variant="h2">
        Tareas programadas
      </Typography>
      {error === null ? null : <RetryAlert message={error.message} onRetry={() => refetch()} />}
      {data === undefined && error === null ? (
        <Skeleton variant="rounded" role="progressbar" aria-label="Cargando" sx={PLACEHOLDER} />
      ) : null}
      <Box component="ul" sx={{ m: '6px 0 0', p: 0, listStyle: 'none' }}>
        {data?.map((schedule) => (
          <ScheduleRow key={schedule.kind} schedule={schedule} />
        ))}
      </Box>
    </Card>
  )
}

const minuteText = (moment: string | null): string => `${dayText(moment)} ${timeText(moment)}`

const lastText = ({ last }: Schedule): string => {
  if (last === null) return 'Nunca'
  const moment = minuteText(last.begun)
  return last.state === 'done' ? moment : `${moment} · ${RUN_STATES[last.state]}`
}

const nextText = ({ isOn, isOffInSettings, next, state }: Schedule): string => {
  if (state === 'running') return 'En curso'
  if (state === 'waiting') return 'Espera su turno'
  if (!isOn) return 'Apagada'
  return isOffInSettings ? 'Apagada en la configuración' : minuteText(next)
}

const SCHEDULE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
  alignItems: 'center',
  gap: '8px 24px',
  py: { xs: 1.5, sm: '9px' },
  '& + &': { borderTop: '1px solid var(--line)' },
  '& strong': { display: 'block' },
  '& :is(small, dt)': { color: 'text.secondary', fontSize: 12.5 },
  '& dl': {
    display: 'grid',
    gridArea: { sm: '2 / 1 / auto / -1' },
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '4px 16px',
    m: 0,
  },
  '& dd': { m: 0 },
  '& [data-failed="true"] dd': { color: 'var(--red-ink)' },
  '@media (min-width: 1100px)': {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 400px) auto',
    '& dl': { gridArea: 'auto' },
  },
} as const

const ACTIONS = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: { xs: 'space-between', sm: 'flex-start' },
  gap: 1.5,
  minHeight: { xs: 48, sm: 0 },
}

const ScheduleRow = ({ schedule }: { schedule: Schedule }) => {
  const { title, about, last, isOn, isRequired } = schedule
  const canModify = useCan('modify', 'jobs')
  const { isSending, run, toggle } = useSchedule(schedule)
  return (
    <Box component="li" sx={SCHEDULE}>
      <div>
        <strong>{title}</strong>
        <small>{about}</small>
      </div>
      <dl>
        <div data-failed={last?.state === 'failed'} title={last?.message || undefined}>
          <dt>Última vez</dt>
          <dd>{lastText(schedule)}</dd>
        </div>
        <div>
          <dt>Próxima vez</dt>
          <dd>{nextText(schedule)}</dd>
        </div>
      </dl>
      <Box sx={ACTIONS}>
        {canModify ? (
          <Button
            size="small"
            variant="outlined"
            disabled={!isOn || isBusy(schedule)}
            loading={isSending}
            aria-label={`Ejecutar ahora: ${title}`}
            onClick={run}
          >
            Ejecutar ahora
          </Button>
        ) : null}
        <span title={isRequired ? 'Es necesaria: no se puede apagar.' : undefined}>
          <ToggleSwitch
            checked={isOn}
            label={`Encendida: ${title}`}
            disabled={!canModify || isRequired}
            onToggle={toggle}
          />
        </span>
      </Box>
    </Box>
  )
}

/** The writes of a schedule. The switch changes at once, and reverts if the server refuses. */
const useSchedule = ({ kind }: Schedule) => {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const [isSending, setSending] = useState(false)
  const params = { kind }
  const show = (changed: Partial<Schedule>): void => {
    queryClient.setQueryData<Schedule[]>(KEY, (schedules) =>
      schedules?.map((each) => (each.kind === kind ? { ...each, ...changed } : each)),
    )
  }
  const attempt = async (write: () => Promise<Schedule>): Promise<void> => {
    await queryClient.cancelQueries({ queryKey: KEY })
    try {
      show(await write())
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error', multiLine: true })
      await queryClient.invalidateQueries({ queryKey: KEY })
    }
  }
  const run = async (): Promise<void> => {
    setSending(true)
    await attempt(() => request('POST /api/jobs/schedules/:kind/run', { params }))
    setSending(false)
  }
  const toggle = (isOn: boolean): void => {
    show({ isOn })
    void attempt(() => request('PUT /api/jobs/schedules/:kind', { params, body: { isOn } }))
  }
  return { isSending, run, toggle }
}
