import CircularProgress from '@mui/material/CircularProgress'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { batchOutcome } from '../../../domain/batches/batch-texts.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { lazy } from '../../api/connection.ts'
import { clearCounts } from '../../api/data-provider.ts'
import { listQueries } from '../../api/query-client.ts'
import { PERSONAL } from '../../api/session.ts'
import { NavButton } from '../page/NavButton.tsx'
import { OFFERED_FOR_MS } from '../page/Page.tsx'
import { clearChanged } from '../page/recently-changed.ts'
import {
  INITIAL_JOBS,
  isRepair,
  isRunning,
  type Job,
  type JobAdditions,
  jobsWith,
  mergeJobs,
  useJobs,
} from './jobs.ts'
import { ShowJob } from './ShowJob.tsx'
import { closeJobs, openJobs, type ShownJobs, useShownJobs } from './shown-jobs.ts'
import { isSuppressed } from './suppressed-notifications.ts'

const JobsDialog = lazy(() => import('./JobsDialog.tsx'))

/**
 * The current user's jobs: an indicator in the navbar while some are running, a notification at the end of each, and
 * the dialog of all.
 */
export const Jobs = (additions: JobAdditions) => {
  const [limit, setLimit] = useState(INITIAL_JOBS)
  const { data: jobs, error, refetch } = useJobs(limit)
  const shown = useShownJobs()
  const isShown = shown !== undefined
  const [isUsed, setUsed] = useState(false)
  if (shown && !isUsed) setUsed(true)
  // The list includes jobs started on another device.
  useEffect(() => {
    if (isShown) void refetch({ cancelRefetch: false })
  }, [isShown, refetch])
  // Closes the dialog when the screens are left, so that it doesn't reappear.
  useEffect(() => closeJobs, [])
  useJobNotifications(jobs, shown)
  const running = jobs?.filter(isRunning) ?? []
  return (
    <>
      {running.length === 0 ? null : <Indicator running={running} />}
      <Suspense fallback={null}>
        {isUsed ? (
          <JobsDialog
            shown={shown}
            jobs={jobs}
            error={error}
            limit={limit}
            onLimit={setLimit}
            additions={additions}
          />
        ) : null}
      </Suspense>
    </>
  )
}

const Indicator = ({ running }: { running: readonly Job[] }) => {
  const total = running.reduce((sum, job) => sum + job.total, 0)
  const done = running.reduce((sum, job) => sum + job.done, 0)
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total)
  const count = running.length
  return (
    <NavButton
      aria-haspopup="dialog"
      aria-label={`${count === 1 ? '1 tarea en curso' : `${formatCount(count)} tareas en curso`}: ${percent} %`}
      onClick={() => openJobs(count === 1 ? running[0]?._id : undefined)}
    >
      {/* A progress of 0 would be invisible. */}
      <CircularProgress
        aria-hidden="true"
        color="inherit"
        size={18}
        thickness={6}
        variant={percent < 5 ? 'indeterminate' : 'determinate'}
        value={percent}
      />
      <span aria-hidden="true">{count}</span>
    </NavButton>
  )
}

/**
 * Refreshes lists with changed records, and announces jobs that ended since the last response, unless they are shown.
 */
const useJobNotifications = (jobs: readonly Job[] | undefined, shown: ShownJobs): void => {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const last = useRef<ReadonlyMap<string, Job>>(undefined)
  const dialog = useRef(shown)
  useEffect(() => {
    dialog.current = shown
  })
  useEffect(() => {
    if (jobs === undefined) return
    const before = last.current
    const left = before === undefined ? readRunning() : undefined
    last.current = new Map(jobs.map((job) => [job._id, job]))
    storeRunning(jobs)
    const changed = new Set<string>()
    const announced = new Set<Job>()
    for (const job of jobs) {
      const was = before?.get(job._id)
      const isNew =
        was === undefined && !isRepair(job) && (isNewer(job, before) || left?.includes(job._id) === true)
      const isWatched = dialog.current?.id === job._id
      if (was ? hasMoved(was, job) : isNew || isWatched || isRunning(job)) changed.add(job.resource)
      const hasEnded = FINAL_STATES.includes(job.state) && (was ? isRunning(was) : isNew)
      const isListed = dialog.current !== undefined && dialog.current.id === undefined
      if (!hasEnded || isWatched || isListed || isSuppressed(job) || announced.has(job)) continue
      // Of the jobs of one request, the end of the last one.
      const together = jobsWith(job, jobs)
      if (together.some(isRunning)) continue
      for (const each of together) announced.add(each)
      const merged = mergeJobs(together)
      notify(batchOutcome(merged), {
        type: merged.state === 'done' && merged.refusedCount === 0 ? 'success' : 'warning',
        autoHideDuration: OFFERED_FOR_MS,
        action: <ShowJob id={together.length === 1 ? job._id : undefined} />,
      })
    }
    for (const resource of changed) {
      clearChanged(resource)
      clearCounts()
      void queryClient.invalidateQueries(listQueries(resource))
    }
  }, [jobs, notify, queryClient])
}

/** Jobs running when this tab was left: those that ended during a reload are announced too. */
const RUNNING = `${PERSONAL}running-jobs`

const readRunning = (): string[] => {
  try {
    return window.sessionStorage.getItem(RUNNING)?.split(' ') ?? []
  } catch {
    return []
  }
}

const storeRunning = (jobs: readonly Job[]): void => {
  try {
    window.sessionStorage.setItem(
      RUNNING,
      jobs
        .filter(isRunning)
        .map(({ _id }) => _id)
        .join(' '),
    )
  } catch {
    // Without storage, only the announcement after a reload is missing.
  }
}

/** Undoing is announced as a job of its own, not as the end of the undone one. */
const FINAL_STATES: readonly Job['state'][] = ['done', 'cancelled', 'failed']

const hasMoved = (was: Job, job: Job): boolean => was.done !== job.done || was.state !== job.state

/** True for a job that started after all known ones; older ones appear when the list is extended. */
const isNewer = (job: Job, before: ReadonlyMap<string, Job> | undefined): boolean =>
  before !== undefined && [...before.values()].every(({ date }) => date < job.date)
