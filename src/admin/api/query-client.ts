import { QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useResourceContext } from 'ra-core'
import { useCallback } from 'react'
import { API_PATHS } from '../../domain/registry.ts'
import { ApiError, onOutdated, onTokenChange, readToken } from './http.ts'

const FRESH_FOR_MS = 10_000

const MOST_RETRIES = 5
const LONGEST_PAUSE_MS = 10_000

const isPassing = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false
  const { status, retryAfter } = error
  return status === 0 || status === 502 || status === 504 || (status === 503 && retryAfter !== undefined)
}

/** Doubles with each attempt, unless the server names a time. */
const pauseBefore = (count: number, error: unknown): number => {
  const asked = error instanceof ApiError ? error.retryAfter : undefined
  return Math.min(asked === undefined ? 500 * 2 ** count : asked * 1000, LONGEST_PAUSE_MS)
}

const retriesOf = (error: unknown): number =>
  error instanceof ApiError && error.status === 503 ? MOST_RETRIES : 1

/** Whether a read is repeated. React-admin's lists and forms turn this off: they are given it explicitly. */
export const retryRead = (count: number, error: unknown): boolean =>
  isPassing(error) && count < retriesOf(error)

/**
 * What the admin has read, shared by react-admin and the session; a signed-out browser keeps none of it. Reads wait for
 * a lost connection and are retried; a write is sent once and fails at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: retryRead, retryDelay: pauseBefore },
    mutations: { networkMode: 'always', retry: false },
  },
})

// Data alone: a fresh time on everything would hold react-admin's permission queries back too.
for (const resource of Object.keys(API_PATHS))
  queryClient.setQueryDefaults([resource], { staleTime: FRESH_FOR_MS })

let known = readToken()
onTokenChange(() => {
  const token = readToken()
  if (token === known) return
  known = token
  if (token === undefined) queryClient.clear()
  // Another user signed in, in another tab: what is on screen is read again with their rights.
  else void queryClient.resetQueries()
})

/** Marks the cached lists of the current resource as stale after a write, but not its single records. */
export const useRefreshLists = (): (() => void) => {
  const queryClient = useQueryClient()
  const resource = useResourceContext()
  return useCallback(() => {
    queryClient.invalidateQueries({
      queryKey: [resource],
      predicate: ({ queryKey: [, verb] }) => verb !== 'getOne',
      refetchType: 'none',
    })
  }, [queryClient, resource])
}

const FRESH_WITH_STATE_MS = 300_000
/** With a backend whose answers name no states. */
const FRESH_WITHOUT_STATE_MS = 30_000

/**
 * Asks for what GET `path` answers again when any other answer shows that it has changed. Returns the `staleTime` of
 * that query.
 */
export const refreshOutdated = (path: string, state: 'session' | 'settings', queryKey: QueryKey) => {
  const isNamed = onOutdated(path, state, () => {
    if (queryClient.isFetching({ queryKey }) === 0) void queryClient.invalidateQueries({ queryKey })
  })
  return (): number => (isNamed() ? FRESH_WITH_STATE_MS : FRESH_WITHOUT_STATE_MS)
}
