import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { ListedBatch } from '../../../domain/batches/batch.ts'
import { type MergedBatch, mergeBatches } from '../../../domain/batches/batch-texts.ts'
import { onWritten, request } from '../../api/http.ts'

export type Job = ListedBatch

export const isRunning = ({ state }: Pick<Job, 'state'>): boolean => state === 'running'

/** A job, or several of one request merged. */
export type ShownJob = Job | MergedBatch

const groupKey = ({ _id, group, undoes }: Job): string => (group === null ? _id : `${group} ${undoes}`)

/** The other jobs of the same request, and this one. */
export const jobsWith = (job: Job, jobs: readonly Job[]): Job[] =>
  jobs.filter((each) => groupKey(each) === groupKey(job))

/** The jobs of one request over several entities together, and those that undo them, in the order of the first of each. */
export const groupJobs = (jobs: readonly Job[]): ReadonlyMap<string, readonly Job[]> =>
  new Map(jobs.map((job) => [groupKey(job), jobsWith(job, jobs)]))

export const mergeJobs = (jobs: readonly Job[]): ShownJob => {
  const [only, ...others] = jobs
  return only && others.length === 0 ? only : mergeBatches(jobs)
}

/** Repairs and their undoing end within their request; their own screen shows the result and has the records. */
export const isRepair = ({ action, undoes }: Pick<Job, 'action' | 'undoes'>): boolean =>
  (undoes ?? action) === 'repair'

/** True if a list can be filtered by the job's records; those of repairs and of answers cannot. */
export const isListable = ({ action, undoes }: Job): boolean =>
  !['repair', 'answer'].includes(undoes ?? action)

/** What features add to a job's card. */
export interface JobAdditions {
  /** Further information once the job has ended. */
  renderNote: (job: Job) => ReactNode
  /** URL of the changes made by it; undefined if the profile may not open them. */
  changesUrl: (job: Job) => string | undefined
}

/** Jobs listed initially, and the most listed by the server. */
export const INITIAL_JOBS = 20
export const MAX_JOBS = 100

const POLL_MS = 700
const KEY = ['batches']
/** Requests that start, stop or undo jobs. */
const JOB_REQUESTS = /\/(bulk|answers|compensations|undo|cancel|apply|import|import\/(?!preview$)[^/]+)$/

/**
 * The current user's jobs, running ones first: refetched while one is running, after each start, and when the window is
 * focused.
 */
export const useJobs = (limit: number) => {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onWritten((path) => {
        if (!JOB_REQUESTS.test(path)) return
        // An invalidation alone would not repeat a first request under way, whose response may lack the new job.
        const restart = () => queryClient.invalidateQueries({ queryKey: KEY })
        void queryClient.cancelQueries({ queryKey: KEY }).then(restart)
      }),
    [queryClient],
  )
  return useQuery({
    queryKey: [...KEY, limit],
    queryFn: ({ signal }) =>
      request('GET /api/batches', { query: new URLSearchParams({ limit: String(limit) }), signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
