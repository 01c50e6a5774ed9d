import { type Query, QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useResourceContext } from 'react-admin'
import { API_PATHS } from '../../domain/registry.ts'
import { ApiError, onOutdated, onTokenChange, readToken } from './http.ts'

const FRESH_FOR_MS = 10_000

const MAX_RETRIES = 5
const MAX_PAUSE_MS = 10_000

const isTransient = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false
  const { status, retryAfter } = error
  return status === 0 || status === 502 || status === 504 || (status === 503 && retryAfter !== undefined)
}

/** Doubles with each attempt, unless the server specifies a time. */
const pauseBefore = (count: number, error: unknown): number => {
  const requested = error instanceof ApiError ? error.retryAfter : undefined
  return Math.min(requested === undefined ? 500 * 2 ** count : requested * 1000, MAX_PAUSE_MS)
}

const maxRetries = (error: unknown): number =>
  error instanceof ApiError && error.status === 503 ? MAX_RETRIES : 1

/** Retry policy of reads. Must be passed to React-admin's lists and forms, which disable retries. */
export const retryRead = (count: number, error: unknown): boolean =>
  isTransient(error) && count < maxRetries(error)

/**
 * Cache of everything read, shared by react-admin and the session; cleared on sign-out. Reads wait for a lost
 * connection and are retried; writes are sent once and fail at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: retryRead, retryDelay: pauseBefore },
    mutations: { networkMode: 'always', retry: false },
  },
})

// Only for resources: a general stale time would also delay react-admin's permission queries.
for (const resource of Object.keys(API_PATHS))
  queryClient.setQueryDefaults([resource], { staleTime: FRESH_FOR_MS })

let lastToken = readToken()
onTokenChange(() => {
  const token = readToken()
  if (token === lastToken) return
  lastToken = token
  if (token === undefined) queryClient.clear()
  // Another user signed in, in another tab: refetches everything on screen with their rights.
  else void queryClient.resetQueries()
})

/** Filters a resource's cached queries, without its single records: refetching those would reset an open form. */
export const listQueries = (resource: string) => ({
  queryKey: [resource],
  predicate: ({ queryKey: [, verb] }: Pick<Query, 'queryKey'>) => verb !== 'getOne',
})

/** Invalidates the current resource's cached lists after a write, but not its single records. */
export const useRefreshLists = (): (() => void) => {
  const queryClient = useQueryClient()
  const resource = useResourceContext() ?? ''
  return useCallback(() => {
    queryClient.invalidateQueries({ ...listQueries(resource), refetchType: 'none' })
  }, [queryClient, resource])
}

const FRESH_WITH_STATE_MS = 300_000
/** Stale time with a backend that sends no version headers. */
const FRESH_WITHOUT_STATE_MS = 30_000

/** Refetches GET `path` when another response shows that it has changed. Returns the query's `staleTime`. */
export const refreshOutdated = (path: string, state: 'session' | 'settings', queryKey: QueryKey) => {
  const hasVersion = onOutdated(path, state, () => {
    if (queryClient.isFetching({ queryKey }) === 0) void queryClient.invalidateQueries({ queryKey })
  })
  return (): number => (hasVersion() ? FRESH_WITH_STATE_MS : FRESH_WITHOUT_STATE_MS)
}
