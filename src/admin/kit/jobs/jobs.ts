import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListedBatch } from '../../../domain/batches/batch.ts'
import { ask, onWritten } from '../../api/http.ts'

export type Job = ListedBatch

export const isRunning = ({ state }: Job): boolean => state === 'running'

/** Jobs that are listed at first, and the most that the server lists. */
export const FEW_JOBS = 20
export const MOST_JOBS = 100

const POLL_MS = 700
const KEY = ['batches']
/** Requests that start, stop or undo jobs. */
const STARTS = /\/(bulk|undo|cancel|apply)$/

/** One's own jobs, the running ones first: asked for again while one runs, after each start, and with the focus of the window. */
export const useJobs = (limit: number) => {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onWritten((path) => {
        if (STARTS.test(path)) void queryClient.invalidateQueries({ queryKey: KEY })
      }),
    [queryClient],
  )
  return useQuery({
    queryKey: [...KEY, limit],
    queryFn: ({ signal }) =>
      ask('GET /api/batches', { query: new URLSearchParams({ limit: String(limit) }), signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
