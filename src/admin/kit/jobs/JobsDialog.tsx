import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { LinkBase, type RaRecord, useGetMany, useNotify } from 'react-admin'
import {
  BATCH_STATE_NAMES,
  batchProgress,
  batchRecordsText,
  batchTitle,
  undoText,
} from '../../../domain/batches/batch-texts.ts'
import { UNDO_DAYS } from '../../../domain/batches/undo.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { entryOf, recordTitle } from '../../../domain/registry.ts'
import { request } from '../../api/http.ts'
import { useCan } from '../../api/me.ts'
import { listPathOf, pathOf } from '../../api/paths.ts'
import { useNavigationType, useRealLocation } from '../../api/router.tsx'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { momentText } from '../display/dates.ts'
import { Tag } from '../display/display.tsx'
import {
  groupJobs,
  isListable,
  isRepair,
  isRunning,
  type Job,
  type JobAdditions,
  MAX_JOBS,
  mergeJobs,
  type ShownJob,
} from './jobs.ts'
import { closeJobs, openJobs, type ShownJobs } from './shown-jobs.ts'

interface JobsDialogProps {
  /** Undefined: closed. */
  shown: ShownJobs
  jobs: readonly Job[] | undefined
  error: Error | null
  limit: number
  onLimit: (limit: number) => void
  additions: JobAdditions
}

/** The current user's jobs, or a single one. Closing doesn't stop them. */
const JobsDialog = ({ shown, jobs, error, limit, onLimit, additions }: JobsDialogProps) => {
  const heading = useId()
  // Keeps the last content during the closing animation.
  const [lastShown, setLastShown] = useState(shown)
  if (shown && shown !== lastShown) setLastShown(shown)
  const location = useRealLocation()
  const type = useNavigationType()
  const [last, setLast] = useState(location)
  useEffect(() => {
    if (last === location) return
    setLast(location)
    // Ignores a list's redirect to another page after a job emptied its last one.
    if (location.pathname !== last.pathname || type === 'POP') closeJobs()
  }, [last, location, type])
  const { id } = shown ?? lastShown ?? {}
  const single = id === undefined ? undefined : jobs?.find(({ _id }) => _id === id)
  const isPending = jobs === undefined || (id !== undefined && single === undefined)
  const isEnded = single === undefined || !isRunning(single)
  return (
    <Dialog
      open={shown !== undefined}
      onClose={closeJobs}
      maxWidth="sm"
      fullWidth
      aria-labelledby={heading}
      slotProps={{ transition: { onExited: () => setTimeout(keepFocus) } }}
    >
      <DialogTitle id={heading}>
        {id === undefined
          ? 'Mis tareas'
          : single === undefined
            ? 'Preparando…'
            : BATCH_STATE_NAMES[single.state]}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
        {error ? (
          <Alert severity="error" role="alert">
            {error.message}
          </Alert>
        ) : null}
        {isPending && !error ? <LinearProgress aria-label="Avance" /> : null}
        {single ? <JobCard key={single._id} job={single} additions={additions} isSingle /> : null}
        {id === undefined && jobs ? <JobList jobs={jobs} additions={additions} /> : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }} disableSpacing>
        {id === undefined ? (
          (jobs?.length ?? 0) >= limit && limit < MAX_JOBS ? (
            <Button onClick={() => onLimit(MAX_JOBS)}>Ver más</Button>
          ) : null
        ) : (jobs?.length ?? 0) > 1 ? (
          <Button onClick={() => openJobs()}>Mis tareas</Button>
        ) : null}
        <Box sx={{ flex: 1 }} />
        <Button variant="contained" autoFocus onClick={closeJobs}>
          {isEnded ? 'Cerrar' : 'Seguir en segundo plano'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Moves the focus to the page after the dialog is removed, if the button that opened it was removed too. */
const keepFocus = (): void => {
  if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true })
}

const JobList = ({ jobs, additions }: Pick<JobProps, 'additions'> & { jobs: readonly Job[] }) =>
  jobs.length === 0 ? (
    <Box role="status">No hay tareas de los últimos {UNDO_DAYS} días.</Box>
  ) : (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
      {[...groupJobs(jobs)].map(([key, [job, ...others]]) => (
        <Box
          key={key}
          component="li"
          sx={{
            display: 'grid',
            gap: 0.75,
            pb: 1.5,
            borderBottom: 1,
            borderColor: 'divider',
            '&:last-child': { border: 0, pb: 0 },
          }}
        >
          {job === undefined ? null : others.length === 0 ? (
            <JobCard job={job} additions={additions} />
          ) : (
            <GroupCard jobs={[job, ...others]} additions={additions} />
          )}
        </Box>
      ))}
    </Box>
  )

const PARTS = {
  ...{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 },
  ...{ mt: 0.75, pl: 1.5, borderLeft: 2, borderColor: 'divider' },
  '& > li': { display: 'grid', gap: 0.75 },
} as const

/** The jobs of one request over several entities, under one heading. */
const GroupCard = ({ jobs, additions }: Pick<JobProps, 'additions'> & { jobs: readonly Job[] }) => {
  const merged = mergeJobs(jobs)
  return (
    <>
      <JobHeading job={merged} title={batchTitle(merged)} />
      <JobProgress job={merged} />
      <Actions>
        <StopAndUndo jobs={jobs} title={batchTitle(merged)} />
      </Actions>
      <Box component="ul" sx={PARTS} aria-label={`Partes de ${batchTitle(merged)}`}>
        {jobs.toSorted(byResource).map((job) => (
          <li key={job._id}>
            <JobCard job={job} additions={additions} isPart />
          </li>
        ))}
      </Box>
    </>
  )
}

/** An order that progress does not change. */
const byResource = (one: Job, other: Job): number => one.resource.localeCompare(other.resource)

interface JobHeadingProps {
  job: ShownJob
  title: string
  isSingle?: boolean
  isPart?: boolean
}

const JobHeading = ({ job, title, isSingle = false, isPart = false }: JobHeadingProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, overflowWrap: 'anywhere' }}>
    {isPart ? <span>{title}</span> : <strong>{title}</strong>}
    {isSingle ? null : <Tag>{BATCH_STATE_NAMES[job.state]}</Tag>}
    {isPart ? null : (
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
        {momentText(job.date)}
      </Box>
    )}
  </Box>
)

/** The bar of a running or single job, and its counts. */
const JobProgress = ({ job, isSingle = false }: { job: ShownJob; isSingle?: boolean }) => {
  const { action, done, total } = job
  const isWaiting = action === 'import' && done === 0
  return (
    <>
      {isSingle || isRunning(job) ? (
        <LinearProgress
          variant={isRunning(job) && isWaiting ? 'indeterminate' : 'determinate'}
          aria-label={isSingle ? 'Avance' : `Avance: ${batchTitle(job)}`}
          value={total === 0 ? 100 : (100 * done) / total}
          sx={{ height: 8, borderRadius: 99 }}
        />
      ) : null}
      <Box role={isSingle ? 'status' : undefined}>{batchProgress(job)}</Box>
    </>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}>{children}</Box>
)

interface JobProps {
  job: Job
  /** True if the dialog shows one job. */
  isSingle?: boolean
  /** True under the heading of its request. */
  isPart?: boolean
  additions: JobAdditions
}

/** A job's card: kind, progress, refused records and actions. */
const JobCard = ({ job, isSingle = false, isPart = false, additions }: JobProps) => {
  const { refusedCount, message } = job
  const [isOpen, setOpen] = useState(isSingle)
  // A repair's refused records are only counted.
  const namesRefused = refusedCount > 0 && !isRepair(job)
  return (
    <>
      <JobHeading
        job={job}
        title={isPart ? batchRecordsText(job) : batchTitle(job)}
        isSingle={isSingle}
        isPart={isPart}
      />
      <JobProgress job={job} isSingle={isSingle} />
      {message === '' ? null : <Box role={isSingle ? 'alert' : undefined}>{message}</Box>}
      {namesRefused && !isSingle ? (
        <Button
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ justifySelf: 'start' }}
        >
          {isOpen ? 'Ocultar rechazados' : 'Ver rechazados'}
        </Button>
      ) : null}
      {namesRefused && isOpen ? <RefusedRecords job={job} /> : null}
      {isRunning(job) ? null : additions.renderNote(job)}
      <Actions>
        <JobActions job={job} isSingle={isSingle} additions={additions} />
      </Actions>
    </>
  )
}

/** Maximum number of refused records listed, since their names must be loaded. */
const MAX_NAMED = 100

const RefusedRecords = ({ job: { _id, resource, refusedCount } }: { job: Job }) => {
  const { data, error } = useQuery({
    queryKey: ['batches', 'refused', _id, refusedCount],
    queryFn: ({ signal }) => request('GET /api/batches/:id', { params: { id: _id }, signal }),
    placeholderData: keepPreviousData,
  })
  const refused = data?.refused.slice(0, MAX_NAMED) ?? []
  const { data: records = [] } = useGetMany<RaRecord>(
    resource,
    { ids: refused.map(({ _id }) => _id) },
    { enabled: refused.length > 0 },
  )
  const names = new Map(records.flatMap((each) => (each ? [[String(each.id), recordTitle(each)]] : [])))
  if (data === undefined)
    return error ? <Box role="alert">{error.message}</Box> : <LinearProgress aria-label="Rechazados" />
  return (
    <Box
      component="ul"
      tabIndex={0}
      aria-label="Rechazados"
      sx={{ m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto', overflowWrap: 'anywhere' }}
    >
      {refused.map(({ _id, message }) => (
        <li key={_id}>
          <strong>{names.get(_id) || _id}</strong>: {message}
        </li>
      ))}
      {refusedCount > refused.length ? <li>Y {formatCount(refusedCount - refused.length)} más.</li> : null}
    </Box>
  )
}

const JobActions = ({ job, isSingle = false, additions }: JobProps) => {
  const records = useRecordsPath(job)
  const changes = additions.changesUrl(job)
  const title = batchTitle(job)
  return (
    <>
      <StopAndUndo jobs={[job]} title={title} isSingle={isSingle} />
      {job.changed > 0 && records !== undefined ? (
        <Button
          component={LinkBase}
          to={records}
          size="small"
          aria-label={isSingle ? undefined : `Ver registros: ${title}`}
          onClick={closeJobs}
        >
          Ver registros
        </Button>
      ) : null}
      {job.changed > 0 && changes !== undefined && !isRunning(job) ? (
        <Button
          component={LinkBase}
          to={changes}
          size="small"
          aria-label={isSingle ? undefined : `Ver cambios: ${title}`}
          onClick={closeJobs}
        >
          Ver cambios
        </Button>
      ) : null}
    </>
  )
}

interface StopAndUndoProps {
  /** The jobs of one request, each with a state of its own. */
  jobs: readonly Job[]
  title: string
  isSingle?: boolean
}

/** Stops those that run, and undoes those that can be undone. */
const StopAndUndo = ({ jobs, title, isSingle = false }: StopAndUndoProps) => {
  const notify = useNotify()
  const running = jobs.filter(isRunning)
  const undoable = jobs.filter(({ canUndo }) => canUndo)
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      notify(failure instanceof Error ? failure.message : String(failure), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const cancel = () =>
    attempt(async () => {
      for (const { _id: id } of running) await request('POST /api/batches/:id/cancel', { params: { id } })
    })
  const undo = () =>
    attempt(async () => {
      for (const { _id: id } of undoable) {
        const { batch } = await request('POST /api/batches/:id/undo', { params: { id } })
        if (isSingle) openJobs(batch)
      }
    }).finally(() => setAsking(false))
  const named = (text: string): string | undefined => (isSingle ? undefined : `${text}: ${title}`)
  return (
    <>
      {running.length > 0 ? (
        <Button variant="outlined" size="small" aria-label={named('Detener')} onClick={cancel}>
          Detener
        </Button>
      ) : null}
      {undoable.length > 0 ? (
        <Button
          variant="outlined"
          size="small"
          aria-label={named('Deshacer')}
          onClick={() => setAsking(true)}
        >
          Deshacer
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={`¿Deshacer «${title}»?`}
        confirmLabel="Deshacer"
        danger
        busy={isBusy}
        onConfirm={undo}
        onClose={() => setAsking(false)}
      >
        {jobs[0] ? undoText(jobs[0]) : null}
      </ConfirmDialog>
    </>
  )
}

/** URL of the list with a job's records; deleted ones are in the trash. Undefined if no list contains all of them. */
const useRecordsPath = (job: Job): string | undefined => {
  const { _id, resource, action, changed } = job
  const canList = useCan('list', resource)
  const canDelete = useCan('delete', resource)
  const trash = entryOf(resource).screens.find(({ needs }) => needs)?.template
  const isDeletion = action === 'delete'
  const isListed = isDeletion ? trash !== undefined && canDelete : canList
  const isPart = listPathOf(resource).includes(':')
  const { data } = useQuery({
    queryKey: ['batches', 'parent', _id],
    queryFn: ({ signal }) => request('GET /api/batches/:id', { params: { id: _id }, signal }),
    enabled: isPart && isListed && changed > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const parents = data?.parent ? [data.parent] : []
  if (!isListable(job) || !isListed || (isPart && parents.length === 0)) return undefined
  const path =
    isDeletion && trash !== undefined ? pathOf(trash, ...parents) : listPathOf(resource, ...parents)
  return `${path}?${new URLSearchParams({ filter: JSON.stringify({ batch: _id }) })}`
}

export default JobsDialog
